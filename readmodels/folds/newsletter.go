package folds

import (
	"tradelog/domain"
	"tradelog/domain/newsletter"
	"tradelog/readmodels/documents"
)

// ApplySubscriber folds one event into a subscriber's document.
func ApplySubscriber(n *documents.Newsletter, e domain.Event, at domain.Times) *documents.Newsletter {
	if e, ok := e.(newsletter.Subscribed); ok {
		n = &documents.Newsletter{Type: "Newsletter", SubscriberID: &e.SubscriberID, Email: e.Email, CustomerID: number(e.CustomerID),
			StoreID: &e.StoreID}
		turn(n, e.Status, at)
		return n
	}
	if n == nil {
		return nil
	}
	switch e := e.(type) {
	case newsletter.Linked:
		n.Email, n.CustomerID = e.Email, number(e.CustomerID)
	case newsletter.Confirmed:
		turn(n, newsletter.Active, at)
	case newsletter.Unsubscribed:
		turn(n, newsletter.Ended, at)
	}
	return n
}

func turn(n *documents.Newsletter, status newsletter.Status, at domain.Times) {
	n.Status, n.IsSubscribed, n.Confirm = string(status), status == newsletter.Active, status == newsletter.Inactive
	n.ChangedAt = text(documents.Time(at.Occurred))
}
