package cli

import (
	"context"
	"strings"

	"tradelog/app"
	"tradelog/domain/shop"
)

type ratesCommand struct {
	List   ratesList   `cmd:"" help:"Show the exchange rates."`
	Set    ratesSet    `cmd:"" help:"Set a rate. It holds on running servers when the command returns. The rate back is one of its own."`
	Delete ratesDelete `cmd:"" help:"Remove a rate. Store views show no prices in the currency any more."`
}

type ratesList struct {
	JSON bool `help:"Print JSON."`
}

// Run lists rates.
func (c *ratesList) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		rates, err := ask[[]shop.Rate](ctx, a, "rate.list", nil)
		if err != nil {
			return err
		}
		list := table{columns: []string{"from", "to", "rate"}}
		for _, r := range rates {
			list.add(r.From, r.To, r.Value)
		}
		return g.out.Show(c.JSON, rates, list)
	})
}

type ratesSet struct {
	From string `arg:"" help:"Currency of the prices, such as USD."`
	To   string `arg:"" help:"Currency they are shown in, such as EUR."`
	Rate string `arg:"" help:"What one unit of the first is worth in the second, such as 0.9213."`
	JSON bool   `help:"Print JSON."`
}

// Run sets a rate.
func (c *ratesSet) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		rate, err := changed[shop.Rate](ctx, a, "rate.set", args{"from": c.From, "to": c.To, "rate": c.Rate})
		if err != nil {
			return err
		}
		if c.JSON {
			return g.out.JSON(rate)
		}
		return g.out.Printf("1 %s = %s %s\n", rate.From, rate.Value, rate.To)
	})
}

type ratesDelete struct {
	From string `arg:"" help:"Currency of the prices, such as USD."`
	To   string `arg:"" help:"Currency they are shown in, such as EUR."`
	JSON bool   `help:"Print JSON."`
}

// Run removes a rate.
func (c *ratesDelete) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		if err := change(ctx, a, "rate.delete", args{"from": c.From, "to": c.To}); err != nil {
			return err
		}
		from, to := strings.ToUpper(c.From), strings.ToUpper(c.To)
		if c.JSON {
			return g.out.JSON(map[string]any{"from": from, "to": to, "deleted": true})
		}
		return g.out.Printf("there is no rate from %s to %s any more\n", from, to)
	})
}
