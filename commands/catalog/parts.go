package catalog

import (
	"context"
	"maps"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/record"
)

// ChangeParts changes sub-resources of a product with one event that holds the parts that differ, and returns the product after it. edit
// may run more than once.
func (c *Catalog) ChangeParts(ctx context.Context, id int64, name string,
	edit func(*catalog.Product) error) (p catalog.Product, err error) {
	decided := false
	result, err := c.products.Decide(ctx, catalog.Products.Stream(id), func(s record.State) (events []domain.Event, err error) {
		if !s.Live() {
			return nil, record.ErrNotFound
		}
		events, p, err = catalog.ChangeParts(s, edit)
		decided = err == nil
		return events, err
	}, commands.Named(name))
	if err != nil || decided && !result.Repeated {
		return p, err
	}
	// An earlier attempt has changed the product: the result is the product after that attempt's event.
	s, err := c.Product(ctx, id)
	if err != nil {
		return p, err
	}
	values := maps.Clone(s.Values[0])
	for _, e := range result.Events {
		if changed, ok := e.(record.Changed); ok {
			maps.Copy(values, changed.Set)
			for _, field := range changed.Unset {
				delete(values, field)
			}
		}
	}
	p, err = record.Read[catalog.Product](values)
	p.ID = id
	return p, err
}
