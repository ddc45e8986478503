package checkout

import (
	"context"

	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/operations"
	"tradelog/readmodels"
)

const tablerate = "tablerate"

// tableOf looks up the prices of the carrier that goes by a table, for carts of a store; nil while it is switched off or has
// none. The table is kept in memory.
func (h *handlers) tableOf(ctx context.Context, c *operations.Call, websiteID int64, config settings.View) (shipping.Table, error) {
	at := "carriers/" + tablerate + "/"
	if !config.Flag(at + "active") {
		return nil, nil
	}
	if err := c.Depends(ctx, readmodels.ShippingTableScope(websiteID)); err != nil {
		return nil, err
	}
	table, err := h.reader.ShippingTable(ctx, websiteID, shipping.Condition(config.Text(at+"condition_name")))
	if err != nil || table == nil {
		return nil, err
	}
	return table.Prices(config.Flag(at + "include_virtual_price")), nil
}

// carriersWith are the carriers of a store; table has the prices of the one that goes by it.
func carriersWith(config settings.View, table shipping.Table) []shipping.Carrier {
	all := carriers(config)
	for i := range all {
		if all[i].Code == tablerate {
			all[i].Table = table
		}
	}
	return all
}
