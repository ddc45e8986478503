package checkout

import (
	"context"

	"tradelog/domain/shipping"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// ShippingTables stores the shipping rates of websites, a row for each table.
var ShippingTables = projections.Definition{
	Name: "shipping", Version: 1, Tables: []string{"shipping_tables"}, Events: projections.EventNames(shipping.EventSpecs()),
	New: func() projections.Projector { return shippingTables{} },
}

type shippingTables struct{}

var shippingTablesTable = &projections.Table{Name: "shipping_tables", Keys: 2, Columns: projections.Columns(`website_id bigint,
		condition text, rates text, imported_at timestamptz, version bigint`)}

// Apply needs only the last import of each table, because an import replaces the whole table.
func (shippingTables) Apply(_ context.Context, w *projections.Writer, events []projections.Event) error {
	type table struct {
		website   int64
		condition shipping.Condition
	}
	last := map[table]projections.Event{}
	for _, e := range events {
		imported := e.Payload.(shipping.TableImported)
		last[table{imported.WebsiteID, imported.Condition}] = e
		w.Touch(e.Position, scopes.ShippingTables, scopes.ShippingTable(imported.WebsiteID))
	}
	for t, e := range last {
		rates := e.Payload.(shipping.TableImported).Rates
		if len(rates) == 0 {
			w.Delete(shippingTablesTable, t.website, string(t.condition))
			continue
		}
		b, err := documents.Encode(rates)
		if err != nil {
			return projections.At(e, err)
		}
		w.Put(shippingTablesTable, t.website, string(t.condition), b, e.Times().Occurred, e.Position)
	}
	return nil
}
