package catalog

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/stock"
)

// CreateProduct creates a product and returns its identifier. values holds the fields of catalog.Products without the identifier; level may
// be nil.
func (c *Catalog) CreateProduct(ctx context.Context, values record.Values, level *stock.Change) (int64, error) {
	p, err := record.Read[catalog.Product](values)
	if err != nil {
		return 0, fault.Invalidf("The product cannot be read").WithCause(err)
	}
	if err := p.Check(); err != nil {
		return 0, err
	}
	if level != nil {
		if err := fault.In("stockData", level.Check()); err != nil {
			return 0, err
		}
	}
	ids, err := c.Next(ctx, "product", 1)
	if err != nil {
		return 0, err
	}
	unique, err := c.names(ctx)
	if err != nil {
		return 0, err
	}
	claims := unique.claimsOf(values)
	owner, err := unique.claimNew(ctx, claims, catalog.Products.Stream(ids[0]))
	if err != nil {
		return 0, err
	}
	id := domain.StreamID(owner)
	c.Step("product: SKU claimed")
	values = maps.Clone(values)
	values["id"] = json.RawMessage(strconv.FormatInt(id, 10))
	if _, err := c.products.Decide(ctx, owner, func(s record.State) ([]domain.Event, error) {
		if s.Deleted {
			return nil, unique.ended(claims)
		}
		return catalog.Products.Create(s, id, values)
	}, commands.Named("CreateProduct")); err != nil {
		return 0, err
	}
	if level != nil {
		level.ProductID = id
		if _, err := c.SetStock(ctx, []stock.Change{*level}); err != nil {
			return 0, err
		}
	}
	return id, nil
}

// endProduct tells whether a product has a right to its SKU. If not, it returns the event that prevents its creation.
func endProduct(s record.State, _ int64) (bool, []domain.Event) {
	return s.Live(), catalog.Products.Abandon(s)
}

// UpdateProduct changes fields of a product for one store view, or for all with 0. Fields with one value for all stores are always changed
// for all. unset removes the store view's overrides. elsewhere holds changes in other scopes, which are made in the same append.
func (c *Catalog) UpdateProduct(ctx context.Context, id, storeID int64, set record.Values, unset []string, level *stock.Change,
	elsewhere ...record.Part) error {
	if level != nil {
		if err := fault.In("stockData", level.Check()); err != nil {
			return err
		}
	}
	finish, err := c.changeValues(ctx, id, record.Part{StoreID: storeID, Set: set, Unset: unset}, elsewhere, nil)
	if err != nil {
		return err
	}
	c.Step("product: updated")
	if level != nil {
		level.ProductID = id
		if _, err := c.SetStock(ctx, []stock.Change{*level}); err != nil {
			return err
		}
	}
	return finish()
}

// changeValues appends the change of a product's values in one scope and elsewhere. check, if not nil, may refuse it in the product's
// present state. finish ends the change of the product's claims.
func (c *Catalog) changeValues(ctx context.Context, id int64, change record.Part, elsewhere []record.Part,
	check func(record.State) error) (finish func() error, err error) {
	unique, err := c.names(ctx)
	if err != nil {
		return nil, err
	}
	written, cleared := []record.Values{change.Set}, change.Unset
	for _, p := range elsewhere {
		written, cleared = append(written, p.Set), slices.Concat(cleared, p.Unset)
	}
	return unique.change(ctx, id, written, cleared, func(s record.State) ([]domain.Event, error) {
		if check != nil {
			if err := check(s); err != nil {
				return nil, err
			}
		}
		return changeProduct(s, change.StoreID, change.Set, change.Unset, elsewhere)
	})
}

// changeProduct returns the events of a change. It fails if the product would be invalid in the store view afterwards.
func changeProduct(s record.State, storeID int64, set record.Values, unset []string, elsewhere []record.Part) ([]domain.Event, error) {
	events, err := catalog.Products.ChangeIn(s, storeID, set, unset...)
	for _, p := range elsewhere {
		if err != nil {
			break
		}
		var more []domain.Event
		more, err = catalog.Products.Change(s, p.StoreID, p.Set, p.Unset...)
		events = append(events, more...)
	}
	if err != nil {
		return nil, err
	}
	p, err := record.Read[catalog.Product](evolved(s, events).In(storeID))
	if err != nil {
		return nil, fault.Invalidf("The product cannot be read").WithCause(err)
	}
	return events, p.Check()
}

// DeleteProduct deletes a product and its stock. Orders keep their copies of its data.
func (c *Catalog) DeleteProduct(ctx context.Context, id int64) error {
	s, err := c.Product(ctx, id)
	if err != nil {
		return err
	}
	stream := catalog.Products.Stream(id)
	if _, err := c.products.Decide(ctx, stream, catalog.Products.Delete, commands.Named("DeleteProduct")); err != nil {
		return err
	}
	c.Step("product: deleted")
	if err := c.decide(ctx, "DeleteProduct", func(l *stock.Ledger) []domain.Event { return l.Remove(id) }); err != nil {
		return err
	}
	unique, err := c.names(ctx)
	if err != nil {
		return err
	}
	for _, name := range unique.ofState(s) {
		if err := c.Release(ctx, name, stream); err != nil {
			return err
		}
	}
	return nil
}
