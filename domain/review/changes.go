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
		Scopes: map[string]change.ScopeFold{Category: func(had change.Scope, _ string, e domain.Event) change.Scope {
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
