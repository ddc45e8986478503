package customers

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/customer"
)

// MoveCustomers moves customers from a group to another one. It ignores customers who are no longer in the group.
func (c *Customers) MoveCustomers(ctx context.Context, ids []int64, from, to int64) error {
	for _, id := range ids {
		if err := c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
			d := s.Details()
			if !s.Exists || d.GroupID != from {
				return nil, nil
			}
			d.GroupID = to
			return s.Change(d)
		}, commands.Named("MoveToGroup")); err != nil {
			return err
		}
	}
	return nil
}
