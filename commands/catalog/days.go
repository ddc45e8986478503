package catalog

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/catalog"
)

var days = commands.Decider[catalog.Days]{
	Category: catalog.DaysCategory, Shared: true, Initial: catalog.NewDays, Evolve: catalog.EvolveDays, SnapshotEvery: 1000, Cached: 1,
}

// DaysBegun returns the day that has begun last in each store view.
func (c *Catalog) DaysBegun(ctx context.Context) (catalog.Days, error) { return c.days.Get(ctx, 1) }

// BeginDays notes days that have begun in store views, and the products whose price differs because of them.
func (c *Catalog) BeginDays(ctx context.Context, begun map[int64]string, productIDs []int64) error {
	_, err := c.days.Decide(ctx, catalog.DaysStream, func(d catalog.Days) ([]domain.Event, error) { return d.Begin(begun, productIDs), nil },
		commands.Named("BeginDay"))
	return err
}
