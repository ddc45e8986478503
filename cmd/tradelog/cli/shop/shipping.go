package shop

import (
	"context"
	"io"
	"os"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/domain/shipping"
	operationscheckout "tradelog/operations/checkout"
)

// ShippingCommand has the commands on tables of shipping rates.
type ShippingCommand struct {
	Import shippingImport `cmd:"" help:"Replace the table of shipping rates of a website with a file."`
	List   shippingList   `cmd:"" help:"Show the tables of shipping rates."`
	Export shippingExport `cmd:"" help:"Print a table of shipping rates in the format of import."`
}

// conditionPath configures the condition of a website's shipping table.
const conditionPath = "carriers/tablerate/condition_name"

type shippingImport struct {
	File      string `arg:"" help:"CSV file to read; - reads standard input."`
	Website   int64  `help:"ID of the website." required:"" placeholder:"N"`
	Condition string `help:"Condition of the table: package_weight, package_value or package_qty; by default that of the file's header, or else of the configuration." placeholder:"NAME"`
}

// Run reads the file, and imports all of it or nothing.
func (c *shippingImport) Run(ctx context.Context, g *command.Globals) error {
	file, err := read(c.File)
	if err != nil {
		return err
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		done, err := command.Changed[struct {
			Condition, Configured string
			Rates                 int
		}](ctx, a, "shipping-table.import", command.Args{"websiteId": c.Website, "condition": c.Condition, "file": file})
		if f, ok := fault.As(err); ok && f.Code == operationscheckout.UnreadableTable {
			return fault.Invalidf("%s was not imported; nothing has changed\n%s", c.File, f.Message)
		}
		if err != nil {
			return err
		}
		_ = g.Out.Printf("website %d: %d rates by %s\n", c.Website, done.Rates, done.Condition)
		if done.Configured != done.Condition {
			_ = g.Err.Printf("note: carts of this website go by %s; see %s\n", done.Configured, conditionPath)
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

// importedTable is a table of shipping rates, as an operation shows it.
type importedTable struct {
	WebsiteID  int64
	Condition  string
	ImportedAt time.Time
	Used       bool `json:"isUsed"`
	Cells      [][]string
}

type shippingList struct {
	Website int64 `help:"ID of a website. Its tables are shown with their rates." placeholder:"N"`
	JSON    bool  `help:"Print JSON."`
}

// Run lists tables.
func (c *shippingList) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		which := command.Args{}
		if c.Website != 0 {
			which["websiteId"] = c.Website
		}
		tables, err := command.Ask[[]importedTable](ctx, a, "shipping-table.list", which)
		if err != nil {
			return err
		}
		if c.Website != 0 {
			return c.rates(g, tables)
		}
		type imported struct {
			WebsiteID  int64     `json:"website_id"`
			Condition  string    `json:"condition"`
			Rates      int       `json:"rates"`
			ImportedAt time.Time `json:"imported_at"`
			Used       bool      `json:"used"`
		}
		out, rows := []imported{}, command.Table{Columns: []string{"website", "by", "rates", "imported", ""}}
		for _, t := range tables {
			note := ""
			if t.Used {
				note = "used by its carts"
			}
			out = append(out, imported{t.WebsiteID, t.Condition, len(t.Cells), t.ImportedAt.UTC(), t.Used})
			rows.Add(t.WebsiteID, t.Condition, len(t.Cells), t.ImportedAt.UTC().Format(time.DateTime), note)
		}
		return g.Out.Show(c.JSON, out, rows)
	})
}

// rates prints the rates of a website.
func (c *shippingList) rates(g *command.Globals, tables []importedTable) error {
	columns := []string{"by", "country", "region", "postcode", "from", "price", "cost"}
	out, rows := []map[string]string{}, command.Table{Columns: columns}
	for _, t := range tables {
		for _, cells := range t.Cells {
			row, object := []any{t.Condition}, map[string]string{"by": t.Condition}
			for i, value := range cells {
				row = append(row, value)
				object[columns[i+1]] = value
			}
			out = append(out, object)
			rows.Add(row...)
		}
	}
	return g.Out.Show(c.JSON, out, rows)
}

type shippingExport struct {
	Website   int64  `help:"ID of the website." required:"" placeholder:"N"`
	Condition string `help:"Condition of the table: package_weight, package_value or package_qty; by default that of the configuration." placeholder:"NAME"`
}

// Run prints a table.
func (c *shippingExport) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		r, err := command.Invoke(ctx, a, "shipping-table.export", command.Args{"websiteId": c.Website, "condition": c.Condition})
		if err != nil {
			return err
		}
		_, err = g.Out.Data().Write(r.Answer.File.Body)
		return err
	})
}
