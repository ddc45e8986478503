package reactions

import (
	"context"

	"tradelog/commands/forgetting"
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/customer"
	"tradelog/domain/person"
)

// FinishForgetting takes the steps that follow the closing of an account whose owner is forgotten, or the decision to forget a person
// without an account. Steps that the request has taken already are repeated.
func FinishForgetting(c *forgetting.Forgetting) Reaction {
	return finish("finish-forgetting", func(ctx context.Context, e Event) error {
		if guest, is := e.Payload.(person.GuestForgetStarted); is {
			_, err := c.FinishGuest(ctx, guest.Subjects)
			return err
		}
		if account, is := e.Payload.(access.ForgetStarted); is {
			return c.FinishAccount(ctx, account.AccountID)
		}
		_, err := c.Finish(ctx, domain.StreamID(e.Stream))
		return err
	}, customer.ForgetStarted{}.EventName(), access.ForgetStarted{}.EventName(), person.GuestForgetStarted{}.EventName())
}
