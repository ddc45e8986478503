package app

import (
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/changes"
	"tradelog/projections"
	readchanges "tradelog/readmodels/changes"
)

// Feed is the feed of changes.
var Feed = Share(func(s Services) *readchanges.Feed {
	showing := projections.Showing(s.projectors)
	return readchanges.New(readchanges.Options{
		Store: s.Infrastructure.Store, Decode: s.Infrastructure.Codec.Public, Changes: s.changes, Tracker: s.Reader.Tracker(),
		// Whoever follows changes reads as an API token does.
		Showing: func(event string) []string { return showing(eventstore.Actor{Kind: string(operations.AsAPI)}, event) },
		SKUs:    CatalogReader.Of(s).SKUs, Logger: s.Infrastructure.Logger,
	})
})

// changesModule is the feed of the changes that all areas declare.
var changesModule = Module{
	Name:       "changes",
	Operations: func(s Services) []*operations.Operation { return changes.New(Feed.Of(s)) },
}
