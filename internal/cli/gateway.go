package cli

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"tradelog"
	"tradelog/internal/sandbox"
)

type gatewayCommand struct {
	Script gatewayScript `cmd:"" help:"Tell the sandbox payment gateway how to behave."`
	List   gatewayList   `cmd:"" help:"Show what the sandbox payment gateway was asked."`
}

type gatewayScript struct {
	Kind    string `arg:"" help:"What it is asked: authorise, capture, refund or void."`
	Outcome string `arg:"" help:"approve, decline, lose (nothing happens and no answer comes) or late (it happens and no answer comes)."`
	Times   int    `help:"For how many movements." default:"1"`
}

// Run writes a script.
func (c *gatewayScript) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, app *tradelog.App) error {
		if err := (sandbox.Gateway{Pool: app.Pool}).Script(ctx, sandbox.Kind(c.Kind), sandbox.Outcome(c.Outcome), c.Times); err != nil {
			return err
		}
		_, err := fmt.Fprintf(g.out, "the next %d times it is asked to %s: %s\n", c.Times, c.Kind, c.Outcome)
		return err
	})
}

type gatewayList struct {
	Order int64 `help:"Only those of an order." placeholder:"N"`
}

// Run lists movements.
func (c *gatewayList) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, app *tradelog.App) error {
		list, err := sandbox.Gateway{Pool: app.Pool}.Movements(ctx, c.Order)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(g.out, 0, 8, 2, ' ', 0)
		fmt.Fprintln(table, "time\tmovement\torder\tamount\tkey\tanswer")
		for _, m := range list {
			answer := "done"
			if m.Declined != "" {
				answer = "declined: " + m.Declined
			}
			fmt.Fprintf(table, "%s\t%s\t%d\t%s %s\t%s\t%s\n", m.At.UTC().Format(time.DateTime), m.Kind, m.OrderID, m.Amount, m.Currency, m.Key, answer)
		}
		return table.Flush()
	})
}
