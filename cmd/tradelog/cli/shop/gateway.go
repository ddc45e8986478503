package shop

import (
	"context"
	"fmt"
	"time"

	"tradelog/adapters/sandbox"
	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
)

// GatewayCommand has the commands on the sandbox payment gateway.
type GatewayCommand struct {
	Script gatewayScript `cmd:"" help:"Script the next answers of the sandbox payment gateway."`
	List   gatewayList   `cmd:"" help:"Show the movements of the sandbox payment gateway."`
}

type gatewayScript struct {
	Kind    string `arg:"" predictor:"asked" help:"Kind of the movements: authorise, capture, refund or void."`
	Outcome string `arg:"" predictor:"outcome" help:"Outcome: approve, decline, lose (nothing happens, and no answer comes) or late (it happens, but no answer comes)."`
	Times   int    `help:"Number of movements." default:"1"`
}

// Run writes a script.
func (c *gatewayScript) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		if err := (sandbox.Gateway{Pool: a.Pool}).Script(ctx, sandbox.Kind(c.Kind), sandbox.Outcome(c.Outcome), c.Times); err != nil {
			return err
		}
		return g.Out.Printf("the next %d times it is asked to %s: %s\n", c.Times, c.Kind, c.Outcome)
	})
}

type gatewayList struct {
	Order int64 `help:"ID of an order; by default all orders." placeholder:"N"`
	JSON  bool  `help:"Print JSON."`
}

// Run lists movements.
func (c *gatewayList) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		list, err := sandbox.Gateway{Pool: a.Pool}.Movements(ctx, c.Order)
		if err != nil {
			return err
		}
		type movement struct {
			At       time.Time `json:"at"`
			Kind     string    `json:"movement"`
			OrderID  int64     `json:"order_id"`
			Amount   string    `json:"amount"`
			Currency string    `json:"currency"`
			Key      string    `json:"key"`
			Declined string    `json:"declined"`
		}
		out, rows := []movement{}, command.Table{Columns: []string{"time", "movement", "order", "amount", "key", "answer"}}
		for _, m := range list {
			answer := "done"
			if m.Declined != "" {
				answer = "declined: " + m.Declined
			}
			out = append(out, movement{m.At.UTC(), string(m.Kind), m.OrderID, fmt.Sprint(m.Amount), m.Currency, m.Key, m.Declined})
			rows.Add(m.At.UTC().Format(time.DateTime), m.Kind, m.OrderID, fmt.Sprintf("%s %s", m.Amount, m.Currency), m.Key, answer)
		}
		return g.Out.Show(c.JSON, out, rows)
	})
}
