package sales

import (
	"context"

	"tradelog/commands/sales"
	"tradelog/operations"
)

// Readable returns a function that refuses orders that a caller of the back office may not read: without orders/read, of another store, or
// missing ones. Operations of other areas that show data of an order use it.
func Readable(orders *sales.Orders) func(ctx context.Context, c *operations.Call, id int64) error {
	return func(ctx context.Context, c *operations.Call, id int64) error {
		if err := c.Need(Order, "orders/read"); err != nil {
			return err
		}
		o, err := orders.Order(ctx, id)
		if err != nil {
			return err
		}
		return c.CheckStoreRow("order", o.StoreID)
	}
}
