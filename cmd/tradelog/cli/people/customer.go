package people

import (
	"context"
	"fmt"
	"slices"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/domain/order"
)

// CustomerCommand has the commands on customers and guests.
type CustomerCommand struct {
	Forget customerForget `cmd:"" help:"Forget a person: erase their personal data for good."`
}

type customerForget struct {
	ID     int64  `arg:"" optional:"" help:"ID of the customer."`
	Order  string `help:"Forget a guest's order, its cart and the gift cards bought with it, instead of a customer." placeholder:"INCREMENT_ID"`
	Email  string `help:"Forget all data of guests with this e-mail address, instead of a customer." placeholder:"ADDRESS"`
	DryRun bool   `help:"List what would be forgotten, and change nothing."`
	Reason string `help:"Reason. It stays in the log, so it must not identify the person." placeholder:"TEXT"`
	Force  bool   `help:"Forget the person even if an order is open, a revocation is not decided or a gift card is to be sent."`
	Yes    bool   `help:"Do not ask for confirmation."`
	JSON   bool   `help:"Print JSON."`
}

// Help explains which data belongs to a person.
func (customerForget) Help() string {
	return `The data of an account is forgotten with its customer. So are guests' orders that the account took over. --order and --email leave
such data unchanged, and name the account.`
}

// Run lists the data that it finds, asks for confirmation, forgets the person and prints the result.
func (c *customerForget) Run(ctx context.Context, g *command.Globals) error {
	absent := func(text string) bool { return text == "" || text == "0" }
	if given := slices.DeleteFunc([]string{fmt.Sprint(c.ID), c.Order, c.Email}, absent); len(given) != 1 {
		return fault.Invalidf("Say whom to forget: the number of a customer, or --order, or --email")
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		forget := func(dryRun bool) (traces, error) {
			arguments := command.Args{"reason": c.Reason, "force": c.Force, "dryRun": dryRun}
			switch {
			case c.ID != 0:
				arguments["customerId"] = c.ID
			case c.Order != "":
				arguments["incrementId"] = c.Order
			default:
				arguments["email"] = c.Email
			}
			return command.Ask[traces](ctx, a, "person.forget", arguments)
		}
		found, err := forget(true)
		if err != nil {
			return err
		}
		if c.DryRun {
			return c.show(g, found, "would be deleted. Nothing was changed.")
		}
		if !c.Yes {
			if err := c.ask(g, found); err != nil {
				return err
			}
		}
		if found, err = forget(false); err != nil {
			return err
		}
		return c.show(g, found, "were deleted. These histories keep their facts without the person.")
	})
}

// traces are the data of a person, as an operation shows them.
type traces struct {
	Orders []struct {
		ID          int64
		IncrementID string
	}
	Histories []string
	Keys      int `json:"deletedKeys"`
	Accounts  []int64
	Parts     []part
}

// part is a kind of data with its fate.
type part struct {
	What   string   `json:"what"`
	Fate   string   `json:"fate"`
	Count  *int64   `json:"count"`
	Orders []string `json:"orders,omitempty"`
	Why    string   `json:"why"`
}

// ask asks whether to forget the person, and fails without a yes.
func (c *customerForget) ask(g *command.Globals, found traces) error {
	who := fmt.Sprintf("Customer %d", c.ID)
	if c.ID == 0 {
		who = fmt.Sprintf("A guest with %d orders", len(found.Orders))
	}
	return g.Confirm("%s will be forgotten. This cannot be undone.", who)
}

// show prints the streams with data of the person, the number of keys, and the data that stays.
func (c *customerForget) show(g *command.Globals, found traces, keys string) error {
	out := struct {
		DryRun    bool     `json:"dry_run"`
		Orders    []string `json:"orders"`
		Histories []string `json:"histories"`
		Keys      int      `json:"deleted_keys"`
		Accounts  []int64  `json:"accounts"`
		Parts     []part   `json:"parts"`
	}{c.DryRun, []string{}, found.Histories, found.Keys, append([]int64{}, found.Accounts...), found.Parts}
	rows := command.Table{Columns: []string{"history", "number"}}
	numbers := map[string]string{}
	for _, o := range found.Orders {
		out.Orders, numbers[order.Stream(o.ID)] = append(out.Orders, o.IncrementID), o.IncrementID
	}
	for _, stream := range found.Histories {
		rows.Add(stream, numbers[stream])
	}
	if err := g.Out.Show(c.JSON, out, rows); err != nil || c.JSON {
		return err
	}
	parts := command.Table{Columns: []string{"data", "number", "fate", "why"}}
	for _, p := range found.Parts {
		number := ""
		if p.Count != nil {
			number = fmt.Sprint(*p.Count)
		}
		parts.Add(p.What, number, p.Fate, p.Why)
	}
	if err := g.Out.Show(false, nil, parts); err != nil {
		return err
	}
	for _, id := range found.Accounts {
		if err := g.Out.Printf("The data of customer %d is not touched: tradelog customer forget %d\n", id, id); err != nil {
			return err
		}
	}
	return g.Out.Printf("%d keys %s\n", found.Keys, keys)
}
