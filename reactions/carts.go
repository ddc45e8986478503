package reactions

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/cart"
)

// FinishMerges puts what was in a guest's cart into the customer's, in case the login that merged them died before it did.
func FinishMerges(c *commands.Commands) Reaction {
	return Reaction{
		Name: "finish-merges", Events: []string{cart.MergedInto{}.EventName()}, FromStart: true,
		Handle: func(ctx context.Context, e Event) error {
			return c.FinishMerge(commands.WithRequest(ctx, because(e)), domain.StreamID(e.Stream))
		},
	}
}
