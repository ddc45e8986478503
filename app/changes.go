package app

import (
	"log/slog"

	"tradelog/domain/change"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/changes"
	"tradelog/projections"
	readcatalog "tradelog/readmodels/catalog"
	readchanges "tradelog/readmodels/changes"
	"tradelog/readmodels/freshness"
)

// newFeed makes the feed of changes.
func newFeed(
	storage Storage, tracker *freshness.Tracker, projectors []projections.Definition, declared change.Area,
	products *readcatalog.Reader, logger *slog.Logger,
) *readchanges.Feed {
	showing := projections.Showing(projectors)
	return readchanges.New(readchanges.Options{
		Store: storage.Store, Decode: storage.Codec.Public, Changes: declared, Tracker: tracker,
		// Followers of changes have the view of an API token.
		Showing: func(event string) []string { return showing(eventstore.Actor{Kind: string(operations.AsAPI)}, event) },
		SKUs:    products.SKUs, Echoes: products.Echoes, Logger: logger,
	})
}

// changesModule is the feed of the changes that all areas declare.
var changesModule = Module{
	Name:       "changes",
	Operations: func(s Services) []*operations.Operation { return changes.New(s.Feed) },
}
