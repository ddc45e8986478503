package commands

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"time"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/money"
)

// CartStream names a cart's stream.
func CartStream(id int64) string { return domain.Stream(cart.Category, id) }

// CreateCart opens a cart in a store. A customer's cart has no masked ID; a guest's gets one.
func (c *Commands) CreateCart(ctx context.Context, storeID, customerID int64) (cart.State, error) {
	ids, err := c.ids.Next(ctx, "cart", 1)
	if err != nil {
		return cart.State{}, err
	}
	masked := ""
	if customerID == 0 {
		var b [16]byte
		if _, err := rand.Read(b[:]); err != nil {
			return cart.State{}, err
		}
		masked = hex.EncodeToString(b[:])
	}
	at := c.now(ctx)
	result, err := c.carts.Decide(ctx, CartStream(ids[0]), func(s cart.State) ([]domain.Event, error) {
		return s.Create(ids[0], storeID, customerID, masked, at)
	}, Named("CreateCart"), First())
	if err != nil {
		return cart.State{}, err
	}
	if !result.Repeated && len(result.Events) == 1 {
		return cartAfter(cart.New(result.Stream), result), nil
	}
	return c.Cart(ctx, domain.StreamID(result.Stream))
}

// Cart returns a cart as it is now. cart.ErrNotFound: there is none.
func (c *Commands) Cart(ctx context.Context, id int64) (cart.State, error) {
	return cartAt(ctx, id, c.carts.View)
}

// GlanceAtCart is Cart, as this process knows it. For those who decide on the newest cart afterwards, and look again when what
// they see is a reason to refuse.
func (c *Commands) GlanceAtCart(ctx context.Context, id int64) (cart.State, error) {
	return cartAt(ctx, id, c.carts.Glance)
}

// cartLook is a way to look at a cart: View or Glance.
type cartLook func(ctx context.Context, stream string, look func(s cart.State, exists bool) error) error

func cartAt(ctx context.Context, id int64, at cartLook) (cart.State, error) {
	var out cart.State
	err := at(ctx, CartStream(id), func(s cart.State, exists bool) error {
		if !exists || s.Expired {
			return cart.ErrNotFound
		}
		out = s
		return nil
	})
	return out, err
}

// changeCart carries out a decision on a cart and returns the cart after it.
func (c *Commands) changeCart(ctx context.Context, id int64, name string, decide func(cart.State) ([]domain.Event, error)) (cart.State, error) {
	var before cart.State
	result, err := c.carts.Decide(ctx, CartStream(id), func(s cart.State) ([]domain.Event, error) {
		before = s
		return decide(s)
	}, Named(name))
	if err != nil {
		return cart.State{}, err
	}
	if !before.Exists || result.Repeated { // carried out by an earlier attempt
		return c.Cart(ctx, id)
	}
	return cartAfter(before, result), nil
}

// cartAfter is what a command made of a cart.
func cartAfter(s cart.State, result Result) cart.State {
	for _, e := range result.Events {
		s = cart.Evolve(s, e)
	}
	return stampCart(s, result.RecordedAt)
}

// stampCart notes when the newest event of a cart was recorded, where it was.
func stampCart(s cart.State, at time.Time) cart.State {
	if !at.IsZero() {
		s.Changed = at
	}
	return s
}

// AddToCart adds a quantity of a product. sellable tells whether the cart may have that much of it.
func (c *Commands) AddToCart(ctx context.Context, id int64, item cart.Item, sellable func(qty money.Decimal) error) (cart.State, error) {
	return c.changeCart(ctx, id, "AddToCart", func(s cart.State) ([]domain.Event, error) { return s.Add(item, c.now(ctx), sellable) })
}

// ChangeCartItem sets the quantity of a line and, unless it is nil, its price in the base currency.
func (c *Commands) ChangeCartItem(ctx context.Context, id, itemID int64, qty money.Decimal, price *money.Decimal, sellable func(qty money.Decimal) error) (cart.State, error) {
	return c.changeCart(ctx, id, "ChangeCartItem", func(s cart.State) ([]domain.Event, error) {
		events, err := s.ChangeQty(itemID, qty, c.now(ctx), sellable)
		if err != nil || price == nil {
			return events, err
		}
		priced, err := s.SetPrice(itemID, *price, c.now(ctx))
		return append(events, priced...), err
	})
}

// RemoveFromCart takes a line out.
func (c *Commands) RemoveFromCart(ctx context.Context, id, itemID int64) (cart.State, error) {
	return c.changeCart(ctx, id, "RemoveFromCart", func(s cart.State) ([]domain.Event, error) { return s.Remove(itemID, c.now(ctx)) })
}

// SetCartDetails remembers addresses and choices.
func (c *Commands) SetCartDetails(ctx context.Context, id int64, d cart.Details) (cart.State, error) {
	return c.changeCart(ctx, id, "SetCartDetails", func(s cart.State) ([]domain.Event, error) { return s.SetDetails(d, c.now(ctx)) })
}

// ExpireCart drops a cart that was not changed since a moment; any other is left alone.
func (c *Commands) ExpireCart(ctx context.Context, id int64, unchangedSince time.Time) error {
	_, err := c.carts.Decide(ctx, CartStream(id), func(s cart.State) ([]domain.Event, error) { return s.Expire(unchangedSince, c.now(ctx)), nil }, Named("ExpireCart"))
	return err
}
