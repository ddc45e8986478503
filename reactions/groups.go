package reactions

import (
	"context"

	"tradelog/commands/customers"
	"tradelog/domain"
	"tradelog/domain/customer"
	readcustomers "tradelog/readmodels/customers"
	"tradelog/readmodels/directory"
)

// MoveCustomersOfDeletedGroups moves the customers of a deleted group into the default group.
func MoveCustomersOfDeletedGroups(c *customers.Customers, r *directory.Reader) Reaction {
	return finish("move-customers-of-deleted-groups", func(ctx context.Context, e Event) error {
		shop, err := r.Shop(ctx)
		if err != nil {
			return err
		}
		// The group's customers are complete once the customers' projector has passed the deletion.
		if err := r.Tracker().Wait(ctx, "customers", e.Position); err != nil {
			return err
		}
		from, to := domain.StreamID(e.Stream), shop.DefaultGroup(0)
		for after := int64(0); ; {
			ids, err := readcustomers.OfGroup(ctx, r.Reader, from, after, 500)
			if err != nil || len(ids) == 0 {
				return err
			}
			if err := c.MoveCustomers(ctx, ids, from, to); err != nil {
				return err
			}
			after = ids[len(ids)-1]
		}
	}, customer.Groups.Title+"Deleted")
}
