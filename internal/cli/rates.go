package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"tradelog"
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
	return g.with(ctx, func(ctx context.Context, app *tradelog.App) error {
		known, err := app.Reader.Shop(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return json.NewEncoder(g.out).Encode(append([]shop.Rate{}, known.Rates...))
		}
		table := tabwriter.NewWriter(g.out, 0, 8, 2, ' ', 0)
		fmt.Fprintln(table, "from\tto\trate")
		for _, r := range known.Rates {
			fmt.Fprintf(table, "%s\t%s\t%s\n", r.From, r.To, r.Value)
		}
		return table.Flush()
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
	rate, err := shop.NewRate(c.From, c.To, c.Rate)
	if err != nil {
		return err
	}
	return g.with(ctx, func(ctx context.Context, app *tradelog.App) error {
		if err := app.Commands.SetRates(ctx, rate); err != nil {
			return err
		}
		if err := app.TakeEffect(ctx); err != nil {
			return err
		}
		if c.JSON {
			return json.NewEncoder(g.out).Encode(rate)
		}
		_, err := fmt.Fprintf(g.out, "1 %s = %s %s\n", rate.From, rate.Value, rate.To)
		return err
	})
}

type ratesDelete struct {
	From string `arg:"" help:"Currency of the prices, such as USD."`
	To   string `arg:"" help:"Currency they are shown in, such as EUR."`
	JSON bool   `help:"Print JSON."`
}

// Run removes a rate.
func (c *ratesDelete) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, app *tradelog.App) error {
		if err := app.Commands.DeleteRate(ctx, c.From, c.To); err != nil {
			return err
		}
		if err := app.TakeEffect(ctx); err != nil {
			return err
		}
		from, to := strings.ToUpper(c.From), strings.ToUpper(c.To)
		if c.JSON {
			return json.NewEncoder(g.out).Encode(map[string]any{"from": from, "to": to, "deleted": true})
		}
		_, err := fmt.Fprintf(g.out, "there is no rate from %s to %s any more\n", from, to)
		return err
	})
}
