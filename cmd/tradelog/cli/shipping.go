package cli

import (
	"cmp"
	"context"
	"io"
	"os"
	"time"

	"tradelog/app"
	"tradelog/domain/fault"
	"tradelog/domain/shipping"
	"tradelog/readmodels/checkout"
)

type shippingCommand struct {
	Import shippingImport `cmd:"" help:"Replace the table of shipping rates of a website by a file. It holds on running servers when the command returns."`
	List   shippingList   `cmd:"" help:"Show the tables of shipping rates."`
	Export shippingExport `cmd:"" help:"Print a table of shipping rates as import reads it."`
}

// conditionPath configures the condition of a website's shipping table.
const conditionPath = "carriers/tablerate/condition_name"

type shippingImport struct {
	File      string `arg:"" help:"Comma-separated values; - reads from standard input."`
	Website   int64  `help:"Number of the website." required:"" placeholder:"N"`
	Condition string `help:"What the table goes by: package_weight, package_value or package_qty. By default the file's heading tells, or else the configuration." placeholder:"NAME"`
}

// Run reads the file, and imports all of it or nothing.
func (c *shippingImport) Run(ctx context.Context, g *Globals) error {
	file, err := read(c.File)
	if err != nil {
		return err
	}
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		configured, err := conditionOf(ctx, a, c.Website)
		if err != nil {
			return err
		}
		condition, rates, err := shipping.ParseTable(file, shipping.Condition(c.Condition), configured)
		if err != nil {
			return fault.Invalidf("%s was not imported; nothing has changed\n%s", c.File, err.Error())
		}
		if err := effect(ctx, a, app.Checkout.Of(a).ImportShippingTable(ctx, c.Website, condition, rates)); err != nil {
			return err
		}
		_ = g.out.Printf("website %d: %d rates by %s\n", c.Website, len(rates), condition)
		if configured != condition {
			_ = g.err.Printf("note: carts of this website go by %s; see %s\n", configured, conditionPath)
		}
		return nil
	})
}

func read(file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(io.LimitReader(os.Stdin, shipping.MaxTableSize+1))
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, fault.Invalidf("%v", err)
	}
	return b, nil
}

// conditionOf returns the configured condition of a website.
func conditionOf(ctx context.Context, a *app.App, website int64) (shipping.Condition, error) {
	shop, err := app.DirectoryReader.Of(a).Shop(ctx)
	if err != nil {
		return "", err
	}
	if _, ok := shop.Website(website); !ok {
		return "", fault.NotFoundf("There is no website %d", website)
	}
	return shipping.Condition(shop.Settings.InWebsite(website).Text(conditionPath)), nil
}

type shippingList struct {
	Website int64 `help:"Only those of a website, with their rates." placeholder:"N"`
	JSON    bool  `help:"Print JSON."`
}

// Run lists tables.
func (c *shippingList) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		tables, err := app.CheckoutReader.Of(a).ShippingTables(ctx)
		if err != nil {
			return err
		}
		if c.Website != 0 {
			if _, err := conditionOf(ctx, a, c.Website); err != nil {
				return err
			}
			return c.rates(g, tables)
		}
		type imported struct {
			WebsiteID  int64     `json:"website_id"`
			Condition  string    `json:"condition"`
			Rates      int       `json:"rates"`
			ImportedAt time.Time `json:"imported_at"`
			Used       bool      `json:"used"`
		}
		out, rows := []imported{}, table{columns: []string{"website", "by", "rates", "imported", ""}}
		for _, t := range tables {
			by, err := conditionOf(ctx, a, t.WebsiteID)
			used, note := err == nil && by == t.Condition, ""
			if used {
				note = "used by its carts"
			}
			out = append(out, imported{t.WebsiteID, string(t.Condition), len(t.Rates), t.ImportedAt.UTC(), used})
			rows.add(t.WebsiteID, t.Condition, len(t.Rates), t.ImportedAt.UTC().Format(time.DateTime), note)
		}
		return g.out.Show(c.JSON, out, rows)
	})
}

// rates prints the rates of a website.
func (c *shippingList) rates(g *Globals, tables []checkout.ImportedTable) error {
	columns := []string{"by", "country", "region", "postcode", "from", "price", "cost"}
	out, rows := []map[string]string{}, table{columns: columns}
	for _, t := range tables {
		if t.WebsiteID != c.Website {
			continue
		}
		for _, r := range t.Rates {
			row, object := []any{t.Condition}, map[string]string{"by": string(t.Condition)}
			for i, value := range r.Cells() {
				row = append(row, value)
				object[columns[i+1]] = value
			}
			out = append(out, object)
			rows.add(row...)
		}
	}
	return g.out.Show(c.JSON, out, rows)
}

type shippingExport struct {
	Website   int64  `help:"Number of the website." required:"" placeholder:"N"`
	Condition string `help:"What the table goes by; by default what is configured." placeholder:"NAME"`
}

// Run prints a table.
func (c *shippingExport) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, a *app.App) error {
		configured, err := conditionOf(ctx, a, c.Website)
		if err != nil {
			return err
		}
		condition := cmp.Or(shipping.Condition(c.Condition), configured)
		if err := condition.Check(); err != nil {
			return err
		}
		table, err := app.CheckoutReader.Of(a).ShippingTable(ctx, c.Website, condition)
		if err != nil {
			return err
		}
		if table == nil {
			return fault.NotFoundf("Website %d has no shipping rates by %s", c.Website, condition)
		}
		_, err = g.out.Data().Write(shipping.FormatTable(condition, table.Rows()))
		return err
	})
}
