package giftcard

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/person"
)

// Changes declares what the events of gift cards change.
func Changes() change.Area {
	const cards = "giftcards"
	return change.Area{
		Events: slices.Concat(
			change.Stream(cards, change.Created, nil, Created{}),
			change.Stream(cards, change.Changed, change.Fields("balance", "status"), Charged{}, ChargeUndone{}, Credited{}, Adjusted{}),
			change.Stream(cards, change.Changed, change.Fields("status"), StatusChanged{}, Expired{}),
			change.Stream(cards, change.Changed, nil, Sent{}, person.ForgottenIn(Category, nil)),
			change.Hide("the card was never created", Abandoned{}),
		),
		Scopes: map[string]change.ScopeFold{Category: func(had change.Scope, _ string, e domain.Event) change.Scope {
			if e, ok := e.(Created); ok {
				return change.OfWebsites(e.WebsiteIDs)
			}
			return had
		}},
	}
}
