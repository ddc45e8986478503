package reactions

import (
	"context"
	"errors"

	"tradelog/commands/customers"
	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	readcustomers "tradelog/readmodels/customers"
)

// MoveSubscriptions gives subscriptions of customers their new e-mail addresses (shapes-customer §6.3 rule 6).
func MoveSubscriptions(c *customers.Newsletter, r *readcustomers.Subscribers) Reaction {
	return finish("move-subscriptions", func(ctx context.Context, e Event) error {
		id, email := domain.StreamID(e.Stream), e.Payload.(customer.ProfileChanged).Profile.Email
		if email == "" {
			return nil // erased meanwhile
		}
		// Subscriptions from before the change are in the read model once the projector has passed the event.
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

// AdoptSubscriptions moves the subscriptions that an e-mail address made as a guest to the account that has proven the address, or need
// not prove it. The account then shows the subscription, takes it along to another address, and ends it when it is forgotten.
func AdoptSubscriptions(c *customers.Newsletter, accounts *customers.Customers) Reaction {
	return finish("adopt-subscriptions", func(ctx context.Context, e Event) error {
		id := domain.StreamID(e.Stream)
		account, err := accounts.Customer(ctx, id)
		switch {
		case fault.KindOf(err) == fault.NotFound && err != nil, err == nil && (account.Confirmation != "" || account.Profile.Email == ""):
			return nil // forgotten meanwhile, or not proven yet
		case err != nil:
			return err
		}
		return c.AdoptSubscription(ctx, id, account.Profile.Email)
	}, customer.Registered{}.EventName(), customer.Confirmed{}.EventName(), customer.ProfileChanged{}.EventName())
}
