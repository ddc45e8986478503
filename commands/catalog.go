package commands

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/eventstore"
)

// CreateProduct adds a product. values are the fields of catalog.Products but the identifier; level may be nil. It returns
// the product's identifier.
func (c *Commands) CreateProduct(ctx context.Context, values record.Values, level *stock.Change) (int64, error) {
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
	ids, err := c.ids.Next(ctx, "product", 1)
	if err != nil {
		return 0, err
	}
	owner, err := c.claimSKU(ctx, p.SKU, catalog.Products.Stream(ids[0]))
	if err != nil {
		return 0, err
	}
	id := domain.StreamID(owner)
	c.step("product: SKU claimed")
	values = maps.Clone(values)
	values["id"] = json.RawMessage(fmtInt(id))
	if _, err := c.products.Decide(ctx, owner, func(s record.State) ([]domain.Event, error) {
		if s.Deleted {
			return nil, catalog.ErrSKUTaken // somebody else was faster
		}
		return catalog.Products.Create(s, id, values)
	}, Named("CreateProduct")); err != nil {
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

// claimSKU takes a SKU for a product. A holder that has not come into being is kept from doing so first: its stream is ended
// before it began, so that of two requests for one SKU only one makes a product.
func (c *Commands) claimSKU(ctx context.Context, sku, owner string) (string, error) {
	return c.claimUnless(ctx, claim.SKU(sku), owner, catalog.ErrSKUTaken, func(ctx context.Context, holder string) (holds bool, err error) {
		decide := func(s record.State) ([]domain.Event, error) {
			holds = s.Live()
			return catalog.Products.Abandon(s), nil
		}
		// On its own account: what a request repeats after a crash must not depend on what others were doing.
		_, err = c.products.Decide(As(ctx, RequestFrom(ctx).Actor, ""), holder, decide, Named("AbandonProduct"))
		return holds, err
	})
}

// UpdateProduct changes fields of a product for one store view, or for all with 0; fields that have one value for all stores
// are changed for all. unset removes a store's own values.
func (c *Commands) UpdateProduct(ctx context.Context, id, storeID int64, set record.Values, unset []string, level *stock.Change) error {
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
	if _, err := changeProduct(s, storeID, set, unset); err != nil {
		return err
	}
	stream, had, wanted := catalog.Products.Stream(id), textOf(s.Values[0]["sku"]), textOf(set["sku"])
	if wanted != "" { // even if it is the present one: a repeated attempt must count the same commands
		if _, err := c.claimSKU(ctx, wanted, stream); err != nil {
			return err
		}
	}
	result, err := c.products.Decide(ctx, stream, func(s record.State) ([]domain.Event, error) {
		if !s.Live() {
			return nil, record.ErrNotFound
		}
		had = textOf(s.Values[0]["sku"])
		return changeProduct(s, storeID, set, unset)
	}, Named("UpdateProduct"))
	renamed := wanted != "" && !strings.EqualFold(wanted, had)
	if err != nil {
		if renamed && !errors.Is(err, eventstore.ErrUnknownOutcome) {
			err = errors.Join(err, c.release(ctx, claim.SKU(wanted), stream))
		}
		return err
	}
	c.step("product: updated")
	if level != nil {
		level.ProductID = id
		if _, err := c.SetStock(ctx, []stock.Change{*level}); err != nil {
			return err
		}
	}
	switch {
	case renamed:
		return c.release(ctx, claim.SKU(had), stream)
	case wanted != "" && result.Repeated:
		return c.releaseFormer(ctx, stream, wanted)
	}
	return nil
}

// releaseFormer gives back the SKUs a product had before, for an attempt that goes on where another one died.
func (c *Commands) releaseFormer(ctx context.Context, stream, present string) error {
	var former []string
	if err := c.EachEvent(ctx, stream, func(e domain.Event, _ domain.Times) {
		var values record.Values
		switch e := e.(type) {
		case record.Created:
			values = e.Values
		case record.Changed:
			values = e.Set
		}
		if sku := textOf(values["sku"]); sku != "" && !strings.EqualFold(sku, present) {
			former = append(former, sku)
		}
	}); err != nil {
		return err
	}
	for _, sku := range former {
		if err := c.release(ctx, claim.SKU(sku), stream); err != nil {
			return err
		}
	}
	return nil
}

// changeProduct refuses a change that would leave a product that cannot be.
func changeProduct(s record.State, storeID int64, set record.Values, unset []string) ([]domain.Event, error) {
	events, err := catalog.Products.ChangeIn(s, storeID, set, unset...)
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
func (c *Commands) DeleteProduct(ctx context.Context, id int64) error {
	s, err := c.Product(ctx, id)
	if err != nil {
		return err
	}
	stream := catalog.Products.Stream(id)
	if _, err := c.products.Decide(ctx, stream, catalog.Products.Delete, Named("DeleteProduct")); err != nil {
		return err
	}
	c.step("product: deleted")
	if _, err := c.ledger.Decide(ctx, stock.Stream, func(l *stock.Ledger) ([]domain.Event, error) { return l.Remove(id), nil }, Named("DeleteProduct")); err != nil {
		return err
	}
	return c.release(ctx, claim.SKU(textOf(s.Values[0]["sku"])), stream)
}

func textOf(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

func intOf(value json.RawMessage) int64 {
	var n int64
	if json.Unmarshal(value, &n) != nil {
		return 0
	}
	return n
}
