package checkout

import (
	"context"
	"errors"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/money"
)

// ApplyCoupon applies a coupon to a cart.
func (c *Checkout) ApplyCoupon(ctx context.Context, id int64, code string) (cart.State, error) {
	return c.changeCart(ctx, id, "ApplyCoupon", func(s cart.State) ([]domain.Event, error) { return s.ApplyCoupon(code, c.Now(ctx)) })
}

// RemoveCoupon removes the coupon from a cart.
func (c *Checkout) RemoveCoupon(ctx context.Context, id int64) (cart.State, error) {
	return c.changeCart(ctx, id, "RemoveCoupon", func(s cart.State) ([]domain.Event, error) { return s.RemoveCoupon(c.Now(ctx)) })
}

// ApplyGiftCard applies a gift card to a cart as payment.
func (c *Checkout) ApplyGiftCard(ctx context.Context, id int64, card cart.Card) (cart.State, error) {
	return c.changeCart(ctx, id, "ApplyGiftCard", func(s cart.State) ([]domain.Event, error) { return s.ApplyCard(card, c.Now(ctx)) })
}

// RemoveGiftCard removes a gift card from a cart.
func (c *Checkout) RemoveGiftCard(ctx context.Context, id int64, code string) (cart.State, error) {
	return c.changeCart(ctx, id, "RemoveGiftCard", func(s cart.State) ([]domain.Event, error) { return s.RemoveCard(code, c.Now(ctx)) })
}

// DropFromCart removes a coupon and gift cards that are no longer valid.
func (c *Checkout) DropFromCart(ctx context.Context, id int64, coupon cart.EndedCoupon, cards []int64) (cart.State, error) {
	return c.changeCart(ctx, id, "DropFromCart", func(s cart.State) ([]domain.Event, error) {
		return s.Drop(coupon, cards, c.Now(ctx)), nil
	})
}

// SetGiftMessage sets the gift message of a line of a cart, or of the whole cart with item 0.
func (c *Checkout) SetGiftMessage(ctx context.Context, id, itemID int64, m cart.Message) (cart.State, error) {
	return c.changeCart(ctx, id, "SetGiftMessage", func(s cart.State) ([]domain.Event, error) {
		return s.SetMessage(itemID, m, c.Now(ctx))
	})
}

// RemoveGiftMessage removes a gift message.
func (c *Checkout) RemoveGiftMessage(ctx context.Context, id, itemID int64) (cart.State, error) {
	return c.changeCart(ctx, id, "RemoveGiftMessage", func(s cart.State) ([]domain.Event, error) {
		return s.RemoveMessage(itemID, c.Now(ctx))
	})
}

// MergeCart merges a guest's cart into a customer's, and returns the latter. If into is 0 or a cart that cannot be changed now, it creates
// a new cart in the store. FinishMerge completes a merge that a crash interrupted.
func (c *Checkout) MergeCart(ctx context.Context, guestID, into, storeID, customerID int64) (cart.State, error) {
	guest, err := c.savedOrUnsaved(ctx, guestID)
	if err != nil {
		return cart.State{}, err
	}
	if _, err := guest.MergeInto(into, c.Now(ctx)); err != nil {
		return cart.State{}, err // before a cart is created
	}
	if into != 0 {
		target, err := c.Cart(ctx, into)
		if err != nil {
			return cart.State{}, err
		}
		if _, err := target.Merge(guest, c.Now(ctx), func(int64, money.Decimal) bool { return true }); err != nil {
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

// merge is the second step of a merge, which may be repeated. The customer's default addresses fill in missing addresses of the cart, if
// the store sells to their countries.
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
	rules, err := c.stores.AddressRules(ctx, target.StoreID)
	if err != nil {
		return cart.State{}, err
	}
	limits, err := c.stock.Limits(ctx, guest.StockedProducts())
	if err != nil {
		return cart.State{}, err
	}
	return c.changeCart(ctx, into, "MergeCart", func(s cart.State) ([]domain.Event, error) {
		events, err := s.Merge(guest, c.Now(ctx), limits)
		if err != nil || len(events) == 0 {
			return nil, err
		}
		filled, err := s.FillAddresses(billing, shipping, rules, c.Now(ctx))
		return append(filled, events...), err
	})
}

// FinishMerge completes a merge that a crash interrupted. If the customer's cart was ordered meanwhile, or is in checkout, the guest's
// lines go into a new cart.
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
