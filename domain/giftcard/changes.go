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
		Places: map[string]change.Locate{Category: func(had change.Place, _ string, e domain.Event) change.Place {
			if e, ok := e.(Created); ok {
				return change.OfWebsites(e.WebsiteIDs)
			}
			return had
		}},
	}
}
