package checkout

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/shipping"
)

// ImportShippingTable replaces the shipping rates of a website and a condition, all or none.
func (c *Checkout) ImportShippingTable(ctx context.Context, websiteID int64, condition shipping.Condition,
	rates []shipping.TableRate) error {
	return c.tables.Change(ctx, websiteID, func(t shipping.Tables) ([]domain.Event, error) { return t.Import(websiteID, condition, rates) },
		commands.Named("ImportShippingTable"))
}
