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
		Places: map[string]change.Locate{Stores.Name: func(_ change.Place, stream string, _ domain.Event) change.Place {
			return change.Place{Stores: []int64{domain.StreamID(stream)}}
		}},
	}
}
