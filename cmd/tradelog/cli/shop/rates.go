package shop

import (
	"context"
	"strings"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/shop"
)

// RatesCommand has the commands on exchange rates.
type RatesCommand struct {
	List   ratesList   `cmd:"" help:"Show the exchange rates."`
	Set    ratesSet    `cmd:"" help:"Set a rate. The reverse rate is set on its own."`
	Delete ratesDelete `cmd:"" help:"Delete a rate. Store views show no prices in the currency any more."`
}

type ratesList struct {
	JSON bool `help:"Print JSON."`
}

// Run lists rates.
func (c *ratesList) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		rates, err := command.Ask[[]shop.Rate](ctx, a, "rate.list", nil)
		if err != nil {
			return err
		}
		list := command.Table{Columns: []string{"from", "to", "rate"}}
		for _, r := range rates {
			list.Add(r.From, r.To, r.Value)
		}
		return g.Out.Show(c.JSON, rates, list)
	})
}

type ratesSet struct {
	From string `arg:"" help:"Currency of the prices, such as USD."`
	To   string `arg:"" help:"Currency to convert prices to, such as EUR."`
	Rate string `arg:"" help:"Value of one unit of FROM in TO, such as 0.9213."`
	JSON bool   `help:"Print JSON."`
}

// Run sets a rate.
func (c *ratesSet) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		rate, err := command.Changed[shop.Rate](ctx, a, "rate.set", command.Args{"from": c.From, "to": c.To, "rate": c.Rate})
		if err != nil {
			return err
		}
		if c.JSON {
			return g.Out.JSON(rate)
		}
		return g.Out.Printf("1 %s = %s %s\n", rate.From, rate.Value, rate.To)
	})
}

type ratesDelete struct {
	From string `arg:"" help:"Currency of the prices, such as USD."`
	To   string `arg:"" help:"Currency to convert prices to, such as EUR."`
	JSON bool   `help:"Print JSON."`
}

// Run removes a rate.
func (c *ratesDelete) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		if err := command.Change(ctx, a, "rate.delete", command.Args{"from": c.From, "to": c.To}); err != nil {
			return err
		}
		from, to := strings.ToUpper(c.From), strings.ToUpper(c.To)
		if c.JSON {
			return g.Out.JSON(map[string]any{"from": from, "to": to, "deleted": true})
		}
		return g.Out.Printf("there is no rate from %s to %s any more\n", from, to)
	})
}
