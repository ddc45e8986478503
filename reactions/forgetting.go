package reactions

import (
	"context"

	"tradelog/commands/forgetting"
	"tradelog/domain"
	"tradelog/domain/customer"
)

// FinishForgetting takes the steps after the closing of an account whose owner is forgotten. They are taken again where the request
// has taken them already.
func FinishForgetting(c *forgetting.Forgetting) Reaction {
	return finish("finish-forgetting", func(ctx context.Context, e Event) error {
		_, err := c.Finish(ctx, domain.StreamID(e.Stream))
		return err
	}, customer.ForgetStarted{}.EventName())
}
