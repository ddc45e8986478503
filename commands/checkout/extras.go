package checkout

import (
	"context"
	"errors"

	"tradelog/domain"
	"tradelog/domain/cart"
)

// ApplyCoupon puts a coupon on a cart.
func (c *Checkout) ApplyCoupon(ctx context.Context, id int64, code string) (cart.State, error) {
	return c.changeCart(ctx, id, "ApplyCoupon", func(s cart.State) ([]domain.Event, error) { return s.ApplyCoupon(code, c.Now(ctx)) })
}

// RemoveCoupon takes the coupon off a cart.
func (c *Checkout) RemoveCoupon(ctx context.Context, id int64) (cart.State, error) {
	return c.changeCart(ctx, id, "RemoveCoupon", func(s cart.State) ([]domain.Event, error) { return s.RemoveCoupon(c.Now(ctx)) })
}

// ApplyGiftCard lets a gift card pay for a cart.
func (c *Checkout) ApplyGiftCard(ctx context.Context, id int64, card cart.Card) (cart.State, error) {
	return c.changeCart(ctx, id, "ApplyGiftCard", func(s cart.State) ([]domain.Event, error) { return s.ApplyCard(card, c.Now(ctx)) })
}

// RemoveGiftCard takes a gift card off a cart.
func (c *Checkout) RemoveGiftCard(ctx context.Context, id int64, code string) (cart.State, error) {
	return c.changeCart(ctx, id, "RemoveGiftCard", func(s cart.State) ([]domain.Event, error) { return s.RemoveCard(code, c.Now(ctx)) })
}

// DropFromCart removes a coupon and gift cards that are not valid any more.
func (c *Checkout) DropFromCart(ctx context.Context, id int64, coupon string, cards []int64) (cart.State, error) {
	return c.changeCart(ctx, id, "DropFromCart", func(s cart.State) ([]domain.Event, error) {
		return s.Drop(coupon, cards, c.Now(ctx)), nil
	})
}

// SetGiftMessage puts a gift message on a line of a cart, or on the whole cart with item 0.
func (c *Checkout) SetGiftMessage(ctx context.Context, id, itemID int64, m cart.Message) (cart.State, error) {
	return c.changeCart(ctx, id, "SetGiftMessage", func(s cart.State) ([]domain.Event, error) {
		return s.SetMessage(itemID, m, c.Now(ctx))
	})
}

// RemoveGiftMessage takes a gift message away.
func (c *Checkout) RemoveGiftMessage(ctx context.Context, id, itemID int64) (cart.State, error) {
	return c.changeCart(ctx, id, "RemoveGiftMessage", func(s cart.State) ([]domain.Event, error) {
		return s.RemoveMessage(itemID, c.Now(ctx))
	})
}

// MergeCart lets a customer's cart take a guest's over, and returns it. into 0, or a cart that cannot be changed now, makes it
// a new cart in a store. FinishMerge completes a merge that a crash interrupted.
func (c *Checkout) MergeCart(ctx context.Context, guestID, into, storeID, customerID int64) (cart.State, error) {
	guest, err := c.maybeUnborn(ctx, guestID)
	if err != nil {
		return cart.State{}, err
	}
	if _, err := guest.MergeInto(into, c.Now(ctx)); err != nil {
		return cart.State{}, err // before a cart is opened
	}
	if into != 0 {
		target, err := c.Cart(ctx, into)
		if err != nil {
			return cart.State{}, err
		}
		if _, err := target.Merge(guest, c.Now(ctx)); err != nil {
			into = 0
		}
	}
	if into == 0 {
		opened, err := c.CreateCart(ctx, storeID, customerID)
		if err != nil {
			return cart.State{}, err
		}
		into = opened.ID
	}
	if _, err := c.changeCart(ctx, guestID, "MergeIntoCart", func(s cart.State) ([]domain.Event, error) {
		return s.MergeInto(into, c.Now(ctx))
	}); err != nil {
		return cart.State{}, err
	}
	c.Step("merge: guest's cart closed")
	return c.merge(ctx, guestID, into)
}

// merge is the second step, which may be repeated. The customer's default addresses fill in what the cart has not got.
func (c *Checkout) merge(ctx context.Context, guestID, into int64) (cart.State, error) {
	guest, err := c.Cart(ctx, guestID)
	if err != nil {
		return cart.State{}, err
	}
	target, err := c.Cart(ctx, into)
	if err != nil {
		return cart.State{}, err
	}
	billing, shipping, err := c.books.DefaultAddresses(ctx, target.CustomerID)
	if err != nil {
		return cart.State{}, err
	}
	return c.changeCart(ctx, into, "MergeCart", func(s cart.State) ([]domain.Event, error) {
		events, err := s.Merge(guest, c.Now(ctx))
		if err != nil || len(events) == 0 {
			return nil, err
		}
		filled, err := s.FillAddresses(billing, shipping, c.Now(ctx))
		return append(filled, events...), err
	})
}

// FinishMerge completes a merge that a crash interrupted. If the customer's cart was ordered meanwhile, or is being ordered, the
// guest's lines go into a new cart.
func (c *Checkout) FinishMerge(ctx context.Context, guestID int64) error {
	guest, err := c.Cart(ctx, guestID)
	if err != nil || guest.MergedInto == 0 {
		return err
	}
	target, err := c.Cart(ctx, guest.MergedInto)
	if err != nil {
		return err
	}
	_, err = c.merge(ctx, guestID, target.ID)
	if !errors.Is(err, cart.ErrInactive) && !errors.Is(err, cart.ErrInProgress) {
		return err
	}
	opened, err := c.CreateCart(ctx, target.StoreID, target.CustomerID)
	if err != nil {
		return err
	}
	if _, err := c.changeCart(ctx, guestID, "MergeIntoCart", func(s cart.State) ([]domain.Event, error) {
		return s.MergeInto(opened.ID, c.Now(ctx))
	}); err != nil {
		return err
	}
	_, err = c.merge(ctx, guestID, opened.ID)
	return err
}
