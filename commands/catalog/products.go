package catalog

import (
	"context"
	"encoding/json"
	"maps"
	"strconv"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/stock"
)

// CreateProduct adds a product. values are the fields of catalog.Products but the identifier; level may be nil. It returns
// the product's identifier.
func (c *Catalog) CreateProduct(ctx context.Context, values record.Values, level *stock.Change) (int64, error) {
	p, err := record.Read[catalog.Product](values)
	if err != nil {
		return 0, fault.Invalidf("The product cannot be read").WithCause(err)
	}
	if err := p.Check(); err != nil {
		return 0, err
	}
	if level != nil {
		if err := level.Check(); err != nil {
			return 0, err
		}
	}
	ids, err := c.Next(ctx, "product", 1)
	if err != nil {
		return 0, err
	}
	owner, err := c.claimSKU(ctx, p.SKU, catalog.Products.Stream(ids[0]))
	if err != nil {
		return 0, err
	}
	id := domain.StreamID(owner)
	c.Step("product: SKU claimed")
	values = maps.Clone(values)
	values["id"] = json.RawMessage(strconv.FormatInt(id, 10))
	if _, err := c.products.Decide(ctx, owner, func(s record.State) ([]domain.Event, error) {
		if s.Deleted {
			return nil, catalog.ErrSKUTaken // somebody else was faster
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

// claimSKU takes a SKU for a product. Of two requests for one SKU only one makes a product.
func (c *Catalog) claimSKU(ctx context.Context, sku, owner string) (string, error) {
	return commands.ClaimEnding(ctx, c.Engine, claim.SKU(sku), owner, catalog.ErrSKUTaken, c.products, endProduct)
}

// endProduct tells whether a product has a right to its SKU, and otherwise keeps it from being created.
func endProduct(s record.State, _ int64) (bool, []domain.Event) {
	return s.Live(), catalog.Products.Abandon(s)
}

// UpdateProduct changes fields of a product for one store view, or for all with 0; fields that have one value for all stores
// are changed for all. unset removes a store's own values. elsewhere are changes in other scopes, which are made at the same time.
func (c *Catalog) UpdateProduct(ctx context.Context, id, storeID int64, set record.Values, unset []string, level *stock.Change,
	elsewhere ...record.Part) error {
	if level != nil {
		if err := level.Check(); err != nil {
			return err
		}
	}
	s, err := c.Product(ctx, id)
	if err != nil {
		return err
	}
	// Before the SKU is claimed, since a refusal must leave nothing in the log.
	if _, err := changeProduct(s, storeID, set, unset, elsewhere); err != nil {
		return err
	}
	stream, had, wanted := catalog.Products.Stream(id), member[string](s.Values[0], "sku"), member[string](set, "sku")
	if wanted != "" { // even if it is the present one: a repeated attempt must count the same commands
		if _, err := c.claimSKU(ctx, wanted, stream); err != nil {
			return err
		}
	}
	result, err := c.products.Decide(ctx, stream, func(s record.State) ([]domain.Event, error) {
		if !s.Live() {
			return nil, record.ErrNotFound
		}
		had = member[string](s.Values[0], "sku")
		return changeProduct(s, storeID, set, unset, elsewhere)
	}, commands.Named("UpdateProduct"))
	renaming := commands.Renaming{Stream: stream, From: []string{claim.SKU(had)}, To: []string{claim.SKU(wanted)}, Names: skuOf}
	if wanted == "" {
		renaming.To = renaming.From
	}
	if err != nil {
		return renaming.Finish(ctx, c.Engine, result, err)
	}
	c.Step("product: updated")
	if level != nil {
		level.ProductID = id
		if _, err := c.SetStock(ctx, []stock.Change{*level}); err != nil {
			return err
		}
	}
	if wanted == "" {
		return nil
	}
	return renaming.Finish(ctx, c.Engine, result, nil)
}

// skuOf is the claim of the SKU that an event gave a product.
func skuOf(e domain.Event) []string {
	var sku string
	switch e := e.(type) {
	case record.Created:
		sku = member[string](e.Values, "sku")
	case record.Changed:
		sku = member[string](e.Set, "sku")
	}
	if sku == "" {
		return nil
	}
	return []string{claim.SKU(sku)}
}

// changeProduct refuses a change that would leave a product that cannot be.
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
	for _, e := range events {
		s = record.Evolve(s, e)
	}
	p, err := record.Read[catalog.Product](s.In(storeID))
	if err != nil {
		return nil, fault.Invalidf("The product cannot be read").WithCause(err)
	}
	return events, p.Check()
}

// DeleteProduct removes a product and its stock. Orders keep what they have of it.
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
	return c.Release(ctx, claim.SKU(member[string](s.Values[0], "sku")), stream)
}
