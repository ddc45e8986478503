package serve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tradelog/cmd/tradelog/bench/capacity"
	"tradelog/cmd/tradelog/cli/command"
)

type benchCapacity struct {
	Servers       int     `help:"Instances that answer requests." default:"1" placeholder:"N"`
	ServerCores   int     `help:"Processors of each instance." default:"2" placeholder:"N"`
	DatabaseCores int     `help:"Processors of the primary PostgreSQL. If it shares a machine with a server, give only its part." default:"2" placeholder:"N"`
	Logs          int     `help:"Shops with a log and a database of their own, such as one for each website." default:"1" placeholder:"N"`
	Polls         float64 `help:"Further reads a second that all servers answer from memory." default:"0" placeholder:"N"`
	Checkout      string  `help:"Processor time of a server for a checkout, from cmd/tradelog/bench/RESULTS.md of your machine; by default that of docs/scaling.md." placeholder:"DURATION"`
	Stored        string  `help:"Processor time of PostgreSQL for a checkout." placeholder:"DURATION"`
	JSON          bool    `help:"Print JSON."`
}

// Run prints the limits of a shop.
func (c *benchCapacity) Run(_ context.Context, g *command.Globals) error {
	if c.Servers < 1 || c.ServerCores < 1 || c.DatabaseCores < 1 || c.Logs < 1 || c.Polls < 0 {
		return errors.New("--servers, --server-cores, --database-cores and --logs start at 1, --polls at 0")
	}
	prices := capacity.Measured
	if err := errors.Join(setPrice(&prices.Checkout, c.Checkout), setPrice(&prices.CheckoutStored, c.Stored)); err != nil {
		return err
	}
	type wall struct {
		Part      string  `json:"part"`
		Checkouts float64 `json:"checkouts_per_second"`
	}
	out, list := []wall{}, command.Table{Columns: []string{"part", "checkouts per second"}}
	for _, w := range capacity.Walls(prices, capacity.Layout{
		Servers: c.Servers, ServerCores: c.ServerCores, DatabaseCores: c.DatabaseCores, Logs: c.Logs,
	}, c.Polls) {
		out = append(out, wall(w))
		list.Add(w.Part, fmt.Sprintf("%.0f", w.Checkouts))
	}
	return g.Out.Show(c.JSON, out, list)
}

// setPrice sets a price to a processor time, unless the text is empty.
func setPrice(price *time.Duration, text string) error {
	if text == "" {
		return nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return fmt.Errorf("%q is no processor time; say 5ms or 700us", text)
	}
	*price = d
	return nil
}
