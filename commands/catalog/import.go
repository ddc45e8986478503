package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Scoped holds the values of a product by store view; 0 has the values of all stores.
type Scoped map[int64]record.Values

// NewProduct is a product to be created by CreateProducts.
type NewProduct struct {
	Values Scoped
	// ID and Err are results: the new identifier, or the reason why the product was not created.
	ID  int64
	Err error
}

// CreateProducts creates many products as CreateProduct does, and with values of single store views. Their identifiers are drawn together,
// and their appends share transactions of the log. The returned error concerns the whole call; each product has its own Err.
func (c *Catalog) CreateProducts(ctx context.Context, products []*NewProduct) error {
	ids, err := c.Next(ctx, "product", len(products))
	if err != nil {
		return err
	}
	unique, err := c.names(ctx)
	if err != nil {
		return err
	}
	var creating sync.WaitGroup
	for i, p := range products {
		// The product is checked before its SKU is claimed: a refused product must leave nothing in the log.
		var events []domain.Event
		if events, p.Err = FirstEvents(record.State{}, ids[i], p.Values); p.Err == nil {
			creating.Go(func() { p.ID, p.Err = unique.createNew(ctx, ids[i], p.Values, events) })
		}
	}
	creating.Wait()
	return nil
}

// createNew creates a product. decided holds its events if it gets the identifier drawn and its stream is empty.
func (n names) createNew(ctx context.Context, drawn int64, values Scoped, decided []domain.Event) (int64, error) {
	stream, claims := catalog.Products.Stream(drawn), n.ofState(evolved(record.State{}, decided))
	owner, err := commands.ClaimNew(ctx, n.Engine, claims[0], stream, catalog.ErrSKUTaken, n.products, endProduct)
	if err != nil {
		return 0, err
	}
	if _, err := n.claimNew(ctx, claims[1:], owner); err != nil {
		return 0, errors.Join(err, n.Release(ctx, claims[0], owner))
	}
	n.Step("product: SKU claimed")
	id := domain.StreamID(owner)
	_, err = n.products.Decide(ctx, owner, func(s record.State) ([]domain.Event, error) {
		if s.Deleted {
			return nil, n.ended(claims)
		}
		if id == drawn && !s.Exists {
			return decided, nil
		}
		return FirstEvents(s, id, values)
	}, commands.Named("CreateProduct"), commands.First())
	return id, err
}

// FirstEvents returns the events that create a product. It fails if the product is invalid in any store view.
func FirstEvents(s record.State, id int64, values Scoped) ([]domain.Event, error) {
	first := maps.Clone(values[0])
	if first == nil {
		first = record.Values{}
	}
	first["id"] = json.RawMessage(strconv.FormatInt(id, 10))
	p, err := record.Read[catalog.Product](first)
	if err != nil {
		return nil, fault.Invalidf("The product cannot be read").WithCause(err)
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	events, err := catalog.Products.Create(s, id, first)
	if err != nil {
		return nil, err
	}
	views := maps.Clone(values)
	delete(views, 0)
	more, err := NextEvents(record.Evolve(s, events[0]), views)
	return append(events, more...), err
}

// NextEvents returns the events that change a product in several store views.
func NextEvents(s record.State, set Scoped) (events []domain.Event, err error) {
	for _, store := range slices.Sorted(maps.Keys(set)) {
		decided, err := changeProduct(s, store, set[store], nil, nil)
		if err != nil {
			return nil, err
		}
		s = evolved(s, decided)
		events = append(events, decided...)
	}
	return events, nil
}

// ChangeProduct changes a product in several store views, all or nothing. Null removes a value. The SKU cannot change.
func (c *Catalog) ChangeProduct(ctx context.Context, id int64, set Scoped) error {
	unique, err := c.names(ctx)
	if err != nil {
		return err
	}
	written := []record.Values{set[0]}
	for store, values := range set {
		if store != 0 {
			written = append(written, values)
		}
	}
	finish, err := unique.change(ctx, id, written, nil, func(s record.State) ([]domain.Event, error) {
		if sku, has := set[0]["sku"]; has && string(sku) != string(s.Values[0]["sku"]) {
			return nil, fault.Invalidf("The SKU of a product cannot change here").About(fault.Fixed, "sku")
		}
		return NextEvents(s, set)
	})
	if err != nil {
		return err
	}
	return finish()
}
