package checkout

import (
	"cmp"
	"context"
	"time"

	checkoutcommands "tradelog/commands/checkout"
	"tradelog/domain/fault"
	"tradelog/domain/shipping"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/sales"
)

// shippingTableResource is the resource of tables of shipping rates.
var shippingTableResource = &operations.Resource{Name: "ShippingTable", Section: "sales", Label: "shipping table",
	Doc: "What it costs to ship to a place, by weight, value or quantity. Each website has its own."}

// UnreadableTable is the code of the refusal of a malformed table of shipping rates.
const UnreadableTable = "unreadable_shipping_table"

// ShippingTables declares the operations on tables of shipping rates. They have no route.
func ShippingTables(c *checkoutcommands.Checkout, r *sales.Carts) []*operations.Operation {
	h := &shippingTables{c, r}
	declare := func(name string, verb operations.Verb, summary, doc string) operations.Declaration {
		return operations.ForOperator(shippingTableResource, name, verb, summary, doc)
	}
	return []*operations.Operation{
		operations.Define(declare("shipping-table.list", operations.List, "List shipping tables",
			"Lists the tables of all websites, or of one, with their rates."), h.list),
		operations.Define(declare("shipping-table.import", operations.Update, "Import a shipping table",
			"Replaces the rates of a website and a condition by a file, all of them or none."), h.load),
		operations.Define(declare("shipping-table.export", operations.Get, "Export a shipping table",
			"Returns a table as import reads it."), h.export),
	}
}

type shippingTables struct {
	commands *checkoutcommands.Checkout
	reader   *sales.Carts
}

// conditionPath configures the condition of a website's shipping table.
const conditionPath = "carriers/tablerate/condition_name"

// configured returns the condition that the carts of a website use.
func configured(c *operations.Call, website int64) (shipping.Condition, error) {
	if _, ok := c.Shop.Website(website); !ok {
		return "", fault.NotFoundf("There is no website %d", website)
	}
	return shipping.Condition(c.Shop.Settings.InWebsite(website).Text(conditionPath)), nil
}

// tableDocument is a table. Cells are its rates in the form of the file.
type tableDocument struct {
	WebsiteID  int64              `json:"websiteId"`
	Condition  shipping.Condition `json:"condition"`
	ImportedAt time.Time          `json:"importedAt"`
	Used       bool               `json:"isUsed"`
	Cells      [][]string         `json:"cells"`
}

type listTables struct {
	Website int64 `query:"websiteId" doc:"number of a website"`
}

func (h *shippingTables) list(ctx context.Context, c *operations.Call, in listTables) ([]tableDocument, error) {
	if in.Website != 0 {
		if _, err := configured(c, in.Website); err != nil {
			return nil, err
		}
	}
	tables, err := h.reader.ShippingTables(ctx)
	if err != nil {
		return nil, err
	}
	list := []tableDocument{}
	for _, t := range tables {
		if in.Website != 0 && t.WebsiteID != in.Website {
			continue
		}
		by, err := configured(c, t.WebsiteID)
		doc := tableDocument{t.WebsiteID, t.Condition, t.ImportedAt, err == nil && by == t.Condition, make([][]string, len(t.Rates))}
		for i, r := range t.Rates {
			doc.Cells[i] = r.Cells()
		}
		list = append(list, doc)
	}
	return list, nil
}

type importTable struct {
	Website   int64          `query:"websiteId" doc:"number of the website"`
	Condition string         `query:"condition" doc:"what the table goes by; by default the file's heading tells, or else the configuration"`
	File      *inputs.Upload `json:"file" longest:"body" doc:"comma-separated values"`
}

type importedTable struct {
	Condition  shipping.Condition `json:"condition"`
	Configured shipping.Condition `json:"configured"`
	Rates      int                `json:"rates"`
}

func (h *shippingTables) load(ctx context.Context, c *operations.Call, in importTable) (out importedTable, err error) {
	if out.Configured, err = configured(c, in.Website); err != nil {
		return out, err
	}
	var file []byte
	if in.File != nil {
		file = in.File.Content
	}
	var rates []shipping.TableRate
	if out.Condition, rates, err = shipping.ParseTable(file, shipping.Condition(in.Condition), out.Configured); err != nil {
		return out, fault.Invalidf("%s", err.Error()).About(fault.Format, "file").WithCode(UnreadableTable)
	}
	out.Rates = len(rates)
	return out, h.commands.ImportShippingTable(ctx, in.Website, out.Condition, rates)
}

type exportTable struct {
	Website   int64  `query:"websiteId" doc:"number of the website"`
	Condition string `query:"condition" doc:"what the table goes by; by default what is configured"`
}

func (h *shippingTables) export(ctx context.Context, c *operations.Call, in exportTable) (*documents.File, error) {
	known, err := configured(c, in.Website)
	if err != nil {
		return nil, err
	}
	condition := cmp.Or(shipping.Condition(in.Condition), known)
	if err := condition.Check(); err != nil {
		return nil, err
	}
	table, err := h.reader.ShippingTable(ctx, in.Website, condition)
	if err != nil {
		return nil, err
	}
	if table == nil {
		return nil, fault.NotFoundf("Website %d has no shipping rates by %s", in.Website, condition)
	}
	return &documents.File{Type: "text/csv", Body: shipping.FormatTable(condition, table.Rows())}, nil
}
