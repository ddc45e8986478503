package shop

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/change"
)

// Changes declares what the events of the shop's structure change.
func Changes() change.Area {
	return change.Area{
		Events: slices.Concat(
			change.Records(Stores, "stores"),
			change.HideAll("websites and groups of stores are no resources", slices.Concat(Websites.EventSpecs(), Groups.EventSpecs())...),
			change.HideAll("exchange rates are no resource", Rates.EventSpecs()...),
		),
		Scopes: map[string]change.ScopeFold{Stores.Name: func(_ change.Scope, stream string, _ domain.Event) change.Scope {
			return change.Scope{Stores: []int64{domain.StreamID(stream)}}
		}},
	}
}
