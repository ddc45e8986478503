package checkout

import (
	"context"
	"errors"

	"tradelog/commands/checkout"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/content"
	"tradelog/quote"
)

// ChosenInput has the members of a body that choose the options of a product, for operations of other areas that add products to carts.
type ChosenInput = chosenInput

// Carts adds products to carts of customers, for operations of other areas. Make it with NewCarts.
type Carts struct{ h *handlers }

// NewCarts makes Carts. derive is the function that New takes.
func NewCarts(
	c *checkout.Checkout, q *quote.Service, files content.Dependencies, derive func(ctx context.Context, purpose string) (string, error),
) Carts {
	return Carts{&handlers{commands: c, quotes: q, files: files, derive: derive}}
}

// OfCustomer returns a cart of the calling customer by its number or masked ID. An empty ID means the active cart in the store view, or
// none, with number 0. It returns cart.ErrNotFound if there is no such cart, or if it is another customer's.
func (k Carts) OfCustomer(ctx context.Context, c *operations.Call, id string) (s cart.State, err error) {
	switch number := operations.Identifier(id); {
	case number != 0:
		s, err = ownedCart(ctx, c, number, k.h.commands.Cart)
	case id != "":
		s, err = k.h.maskedCart(ctx, c, id, k.h.commands.Cart)
	default:
		var found bool
		if number, _, found, err = k.h.quotes.Checkout.CustomerCart(ctx, c.CustomerID(), c.Store.ID); err != nil || !found {
			return s, err
		}
		if s, err = ownedCart(ctx, c, number, k.h.commands.Cart); errors.Is(err, cart.ErrNotFound) { // the cart was dropped just now
			return cart.State{}, nil
		}
	}
	if err == nil && s.Closed {
		return cart.State{}, cart.ErrNotFound
	}
	return s, err
}

// Add adds a product to a cart that OfCustomer returned. If there was none, Add opens one in the store view.
func (k Carts) Add(ctx context.Context, c *operations.Call, into cart.State, choice quote.Choice, chosen ChosenInput) error {
	var err error
	if choice.Sent, err = chosen.sent(c); err != nil {
		return err
	}
	store := c.Store.ID
	if into.ID != 0 {
		store = into.StoreID
	}
	w, err := k.h.quotes.Wanted(ctx, c.Shop, store, choice)
	if err != nil {
		return err
	}
	if into.ID == 0 {
		// A product that cannot be added must not leave an empty cart.
		if _, err := (cart.State{Exists: true}).AddAll(w.Items, c.Now(), w.Sellable); err != nil && !c.Resumed() {
			return err
		}
		if into, err = k.h.commands.CreateCart(ctx, store, c.CustomerID()); err != nil {
			return err
		}
	}
	_, err = k.h.add(ctx, into, w)
	return err
}

// Refusal reports whether an error of Add means that the product cannot be added, and not another failure.
func Refusal(err error) bool {
	f, ok := fault.As(err)
	return ok && (f.Kind == fault.Invalid || f.Kind == fault.NotFound || f.Kind == fault.Precondition || f.Kind == fault.Conflict)
}
