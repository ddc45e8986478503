package cli

import (
	"bufio"
	"context"
	"os"
	"strings"

	"tradelog/app"
	"tradelog/domain/fault"
)

type customerCommand struct {
	Forget customerForget `cmd:"" help:"Delete everything personal that the shop has of a customer, for good."`
}

type customerForget struct {
	ID     int64  `arg:"" help:"Number of the customer."`
	Reason string `help:"Why. It stays in the log, so it must not tell who it was." placeholder:"TEXT"`
	Force  bool   `help:"Also when an order is open, a revocation is not decided or a gift card is to be sent."`
	Yes    bool   `help:"Do not ask."`
}

// Run asks, forgets and says what it did.
func (c *customerForget) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, app *app.App) error {
		if _, err := app.Commands.Forgetting.Website(ctx, c.ID); err != nil {
			return err
		}
		if !c.Yes {
			if err := g.err.Printf("Customer %d will be forgotten. This cannot be undone. Type yes to go on: ", c.ID); err != nil {
				return err
			}
			answer, _ := bufio.NewReader(os.Stdin).ReadString('\n') // the end of the input is no yes
			if strings.TrimSpace(strings.ToLower(answer)) != "yes" {
				return fault.Preconditionf("Nothing was done. --yes does it without asking.")
			}
		}
		done, err := app.Commands.Forgetting.ForgetCustomer(ctx, c.ID, c.Reason, c.Force)
		if err != nil {
			return err
		}
		return g.out.Printf("customer %d is forgotten: %d keys were deleted; %d histories keep their facts without the person\n",
			done.CustomerID, done.Keys, done.Streams)
	})
}
