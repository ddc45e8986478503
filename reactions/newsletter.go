package reactions

import (
	"context"
	"errors"

	"tradelog/commands/newsletter"
	"tradelog/domain"
	"tradelog/domain/customer"
	readnewsletter "tradelog/readmodels/newsletter"
)

// MoveSubscriptions gives subscriptions of customers their new e-mail addresses (shapes-customer §6.3 rule 6).
func MoveSubscriptions(c *newsletter.Newsletter, r *readnewsletter.Reader) Reaction {
	return finish("move-subscriptions", func(ctx context.Context, e Event) error {
		id, email := domain.StreamID(e.Stream), e.Payload.(customer.ProfileChanged).Profile.Email
		if email == "" {
			return nil // erased meanwhile
		}
		// What the customer subscribed before the change is there once the projector has passed it.
		if err := r.Tracker().Wait(ctx, "subscribers", e.Position); err != nil {
			return err
		}
		ids, err := r.OfCustomer(ctx, id)
		for _, subscriber := range ids {
			err = errors.Join(err, c.MoveSubscription(ctx, subscriber, id, email))
		}
		return err
	}, customer.ProfileChanged{}.EventName())
}
