package customers

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/customer"
)

// InstallGroups makes the customer groups a shop starts with. It does nothing if they were made before, even if they were
// deleted since.
func (c *Customers) InstallGroups(ctx context.Context) error {
	groups := customer.SeedGroups()
	installed, err := c.Exists(ctx, customer.Groups.Stream(groups[len(groups)-1].ID))
	if err != nil || installed {
		return err
	}
	for _, group := range groups {
		if err := c.Groups.Seed(ctx, group.ID, group); err != nil {
			return err
		}
	}
	return nil
}

// MoveCustomers moves customers of a group to another one. Customers who left the group meanwhile stay where they are.
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
