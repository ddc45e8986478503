package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"tradelog"
	"tradelog/domain/fault"
	"tradelog/domain/shipping"
	"tradelog/readmodels"
)

type shippingCommand struct {
	Import shippingImport `cmd:"" help:"Replace the table of shipping rates of a website by a file. It holds on running servers when the command returns."`
	List   shippingList   `cmd:"" help:"Show the tables of shipping rates."`
	Export shippingExport `cmd:"" help:"Print a table of shipping rates as import reads it."`
}

// conditionPath is where a website says what its carts go by.
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
	return g.with(ctx, func(ctx context.Context, app *tradelog.App) error {
		configured, err := conditionOf(ctx, app, c.Website)
		if err != nil {
			return err
		}
		condition, rates, err := shipping.ParseTable(file, shipping.Condition(c.Condition), configured)
		if err != nil {
			return fault.Invalidf("%s was not imported; nothing has changed\n%s", c.File, err.Error())
		}
		if err := app.Commands.ImportShippingTable(ctx, c.Website, condition, rates); err != nil {
			return err
		}
		if err := app.TakeEffect(ctx); err != nil {
			return err
		}
		fmt.Fprintf(g.out, "website %d: %d rates by %s\n", c.Website, len(rates), condition)
		if configured != condition {
			fmt.Fprintf(g.err, "note: carts of this website go by %s; see %s\n", configured, conditionPath)
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

// conditionOf is what carts of a website go by.
func conditionOf(ctx context.Context, app *tradelog.App, website int64) (shipping.Condition, error) {
	shop, err := app.Reader.Shop(ctx)
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
}

// Run lists tables.
func (c *shippingList) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, app *tradelog.App) error {
		tables, err := app.Reader.ShippingTables(ctx)
		if err != nil {
			return err
		}
		if c.Website != 0 {
			if _, err := conditionOf(ctx, app, c.Website); err != nil {
				return err
			}
			return c.rates(g.out, tables)
		}
		out := tabwriter.NewWriter(g.out, 0, 8, 2, ' ', 0)
		fmt.Fprintln(out, "website\tby\trates\timported\t")
		for _, t := range tables {
			used := ""
			if by, err := conditionOf(ctx, app, t.WebsiteID); err == nil && by == t.Condition {
				used = "used by its carts"
			}
			fmt.Fprintf(out, "%d\t%s\t%d\t%s\t%s\n", t.WebsiteID, t.Condition, len(t.Rates), t.ImportedAt.UTC().Format(time.DateTime), used)
		}
		return out.Flush()
	})
}

// rates prints the rates of a website.
func (c *shippingList) rates(to io.Writer, tables []readmodels.ImportedTable) error {
	out := tabwriter.NewWriter(to, 0, 8, 2, ' ', 0)
	fmt.Fprintln(out, "by\tcountry\tregion\tpostcode\tfrom\tprice\tcost")
	for _, t := range tables {
		if t.WebsiteID != c.Website {
			continue
		}
		for _, r := range t.Rates {
			fmt.Fprintf(out, "%s\t%s\n", t.Condition, strings.Join(r.Cells(), "\t"))
		}
	}
	return out.Flush()
}

type shippingExport struct {
	Website   int64  `help:"Number of the website." required:"" placeholder:"N"`
	Condition string `help:"What the table goes by; by default what is configured." placeholder:"NAME"`
}

// Run prints a table.
func (c *shippingExport) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, app *tradelog.App) error {
		configured, err := conditionOf(ctx, app, c.Website)
		if err != nil {
			return err
		}
		condition := cmp.Or(shipping.Condition(c.Condition), configured)
		if err := condition.Check(); err != nil {
			return err
		}
		table, err := app.Reader.ShippingTable(ctx, c.Website, condition)
		if err != nil {
			return err
		}
		if table == nil {
			return fault.NotFoundf("Website %d has no shipping rates by %s", c.Website, condition)
		}
		_, err = g.out.Write(shipping.FormatTable(condition, table.Rows()))
		return err
	})
}
