package histories

import (
	"fmt"

	"tradelog/domain/newsletter"
)

var newsletterSteps = []Step{
	subscribed, subscribed,
	{Name: "other_newsletter_unsubscribe_create", With: Arguments{"email": Draw(email)}},
	{Name: "confirm a subscription", Of: "subscriber", Do: func(w *Walk) (int64, error) {
		s, err := w.Commands.Newsletter.Subscriber(w.Context, fmt.Sprint(email(w)))
		if err != nil || s.Status == "" {
			return 0, err
		}
		return 0, w.Commands.Newsletter.ConfirmSubscription(w.Context, s.ID, s.Code)
	}},
	{Name: "move a subscription", Of: "subscriber", Do: func(w *Walk) (int64, error) {
		s, err := w.Commands.Newsletter.Subscriber(w.Context, fmt.Sprint(email(w)))
		if err != nil || s.CustomerID == 0 {
			return 0, err
		}
		return 0, w.Commands.Newsletter.MoveSubscription(w.Context, s.ID, s.CustomerID, fmt.Sprint(email(w)))
	}},
}

// subscribed makes a subscription of a guest or a customer.
var subscribed = Step{Name: "subscribe to the newsletter", Makes: "subscriber", Do: func(w *Walk) (int64, error) {
	_, s, err := w.Commands.Newsletter.Subscribe(w.Context, newsletter.Subscription{
		Email: fmt.Sprint(email(w)), CustomerID: w.ID("customer", 0, 0), StoreID: w.ID("store", 1), Confirm: w.IntN(2) == 0,
	})
	return s.ID, err
}}
