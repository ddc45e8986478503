package review

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/person"
)

// Changes declares what the events of reviews change.
func Changes() change.Area {
	const reviews = "reviews"
	return change.Area{
		Events: slices.Concat(
			change.Stream(reviews, change.Created, nil, Submitted{}),
			change.Stream(reviews, change.Changed, change.Fields("status"), StatusChanged{}),
			change.Stream(reviews, change.Changed, change.Fields("stores"), StoresAssigned{}),
			change.Stream(reviews, change.Changed, nil, person.ForgottenIn(Category, nil)),
		),
		Places: map[string]change.Locate{Category: func(had change.Place, _ string, e domain.Event) change.Place {
			switch e := e.(type) {
			case Submitted:
				return change.OfStores([]int64{e.StoreID})
			case StoresAssigned:
				return change.OfStores(e.StoreIDs)
			}
			return had
		}},
	}
}
