package sales

import (
	"context"

	"tradelog/domain/shipping"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// ShippingTables stores the shipping rates of websites, a row for each table.
var ShippingTables = projections.Definition{
	Name: "shipping", Version: 1, Tables: []string{"shipping_tables"}, Events: projections.EventNames(shipping.EventSpecs()),
	New: func() projections.Projector { return shippingTables{} },
}

type shippingTables struct{}

var shippingTablesTable = projections.TableOf[tables.ShippingTableRow]("shipping_tables", 2)

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
			w.Delete(shippingTablesTable.Table, t.website, string(t.condition))
			continue
		}
		if err := shippingTablesTable.Put(w, tables.ShippingTableRow{
			ShippingTable: tables.ShippingTable{WebsiteID: t.website, Condition: t.condition, Rates: rates, ImportedAt: e.Times().Occurred},
			Version:       e.Position,
		}); err != nil {
			return projections.At(e, err)
		}
	}
	return nil
}
