package revocation

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/person"
)

// Changes declares what the events of revocations change.
func Changes() change.Area {
	const requests = "revocation-requests"
	return change.Area{
		Events: slices.Concat(
			change.Stream(requests, change.Created, nil, Submitted{}),
			change.Stream(requests, change.Changed, change.Fields("processedStatus", "processedAt"), Processed{}),
			change.Stream(requests, change.Changed, change.Fields("adminNote"), Noted{}),
			change.Stream(requests, change.Changed, nil, person.ForgottenIn(Category, nil)),
			change.Hide("receipts are counted, and shown by no interface", ReceiptGranted{}),
		),
		Scopes: map[string]change.ScopeFold{Category: func(had change.Scope, _ string, e domain.Event) change.Scope {
			if e, ok := e.(Submitted); ok {
				return change.Scope{Stores: []int64{e.StoreID}}
			}
			return had
		}},
	}
}
