package reactions

import (
	"context"

	"tradelog/commands/sales"
	"tradelog/domain/customer"
)

// AttachOrders completes registrations from a guest's order that a crash interrupted: the order becomes the customer's.
func AttachOrders(c *sales.Orders) Reaction {
	return finish("attach-orders", func(ctx context.Context, e Event) error {
		account := e.Payload.(customer.Registered)
		if account.OrderID == 0 {
			return nil
		}
		return c.AssignCustomer(ctx, account.OrderID, account.CustomerID)
	}, customer.Registered{}.EventName())
}
