package checkout

import (
	"context"
	"errors"

	"tradelog/domain"
	"tradelog/domain/cart"
)

// maxUnsaved bounds the number of unsaved carts in memory.
const maxUnsaved = 10_000

// ReserveCart returns an identifier for a cart that has no event yet.
func (c *Checkout) ReserveCart(ctx context.Context) (int64, error) {
	ids, err := c.Next(ctx, "cart", 1)
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// Begin returns an empty guest's cart with an identifier of ReserveCart. The first command that changes the cart creates it.
func (c *Checkout) Begin(begins cart.Created) cart.State {
	c.fresh.Add(begins.CartID, begins)
	return c.addUnsaved(begins)
}

func (c *Checkout) addUnsaved(begins cart.Created) cart.State {
	c.unsaved.Add(begins.CartID, begins)
	return unsavedState(begins)
}

// UnsavedCart returns a guest's cart that has a masked ID but no event yet, as an empty cart. The caller must have checked that the shop
// issued the masked ID. The first command that changes the cart creates it. cart.ErrNotFound: the cart was created, or has ended.
func (c *Checkout) UnsavedCart(ctx context.Context, begins cart.Created) (cart.State, error) {
	err := c.carts.View(ctx, c.carts.Stream(begins.CartID), func(s cart.State, _ bool) error {
		if s.Exists || s.Expired {
			return cart.ErrNotFound
		}
		return nil
	})
	if err != nil {
		return cart.State{}, err
	}
	return c.addUnsaved(begins), nil
}

// savedOrUnsaved returns a cart, which may be one that UnsavedCart has returned.
func (c *Checkout) savedOrUnsaved(ctx context.Context, id int64) (cart.State, error) {
	s, err := c.Cart(ctx, id)
	if begins, unsaved := c.unsaved.Get(id); unsaved && errors.Is(err, cart.ErrNotFound) {
		return unsavedState(begins), nil
	}
	return s, err
}

func unsavedState(begins cart.Created) cart.State {
	s := cart.Evolve(cart.New(""), begins)
	s.Unsaved = true
	return s
}

// withCreation prepends the creation of a cart to the events of a command, if the cart is one that UnsavedCart has returned.
func (c *Checkout) withCreation(
	ctx context.Context, id int64, s cart.State, decide func(cart.State) ([]domain.Event, error),
) ([]domain.Event, error) {
	begins, unsaved := c.unsaved.Get(id)
	if s.Exists || s.Expired || !unsaved {
		return decide(s)
	}
	first, err := s.Create(id, begins.StoreID, 0, begins.MaskedID, c.Now(ctx))
	if err != nil {
		return nil, err
	}
	for _, e := range first {
		s = cart.Evolve(s, e)
	}
	events, err := decide(s)
	if err != nil || len(events) == 0 {
		return nil, err
	}
	return append(first, events...), nil
}
