package checkout

import (
	"context"
	"errors"

	"tradelog/commands/checkout"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/sales"
	"tradelog/quote"
	"tradelog/readmodels"
)

// finder finds the cart that a path names, for a caller who may use it. look loads it.
type finder func(ctx context.Context, c *operations.Call, look cartLook) (cart.State, error)

// own finds the cart of /carts/{id}. The back office may use any cart, a customer only their own. Other callers get the answer that the
// cart does not exist (shapes-sales §1 rule 1). Only the back office can access a guest's cart by its number. The permission for carts is
// checked before.
func (h *handlers) own(ctx context.Context, c *operations.Call, look cartLook) (cart.State, error) {
	return ownedCart(ctx, c, c.PathID("id"), look)
}

// masked finds the cart of /guest-carts/{id}. Anybody who knows the masked ID of an active cart may use it.
func (h *handlers) masked(ctx context.Context, c *operations.Call, look cartLook) (cart.State, error) {
	return h.maskedCart(ctx, c, c.Path("id"), look)
}

// guarded returns the guard of operations on a cart in its newest state.
func (h *handlers) guarded(find finder) func(ctx context.Context, c *operations.Call) error {
	return func(ctx context.Context, c *operations.Call) error {
		s, err := find(ctx, c, h.commands.Cart)
		c.Keep(s)
		return err
	}
}

// guess returns the guard of operations that begin with the cached cart, see onCached. It refuses nothing on the cached state.
func (h *handlers) guess(find finder) func(ctx context.Context, c *operations.Call) error {
	newest := h.guarded(find)
	return func(ctx context.Context, c *operations.Call) error {
		if c.Command.Key != "" { // with a key, every attempt executes the same commands
			return newest(ctx, c)
		}
		s, err := find(ctx, c, h.commands.StaleCart)
		if err != nil {
			return newest(ctx, c)
		}
		c.Keep(s)
		return nil
	}
}

// onCached makes a change of a cart without reading its stream. The change is decided on the cached cart, and appending detects whether
// that is the newest. If it is not, or if the change is refused, it is decided again on the newest cart. The guard is guess.
func onCached[In, Out any](h *handlers, find finder, change operations.Handler[In, Out]) operations.Handler[In, Out] {
	return func(ctx context.Context, c *operations.Call, in In) (Out, error) {
		s := operations.Loaded[cart.State](c)
		if c.Command.Key != "" {
			return change(ctx, c, in)
		}
		assuming, settled := checkout.Assuming(ctx, s)
		out, err := change(assuming, c, in)
		if err == nil || settled() || fault.KindOf(err) == fault.Internal {
			return out, err
		}
		newest, refused := find(ctx, c, h.commands.Cart)
		if refused != nil {
			return out, refused
		}
		if newest.Changes == s.Changes && !errors.Is(err, cart.ErrChanged) {
			return out, err
		}
		c.Keep(newest)
		return change(ctx, c, in)
	}
}

func ownedCart(ctx context.Context, c *operations.Call, id int64, look cartLook) (cart.State, error) {
	if id == 0 {
		return cart.State{}, cart.ErrNotFound
	}
	s, err := look(ctx, id)
	if err != nil {
		return s, err
	}
	if !reaches(c, s) {
		return cart.State{}, cart.ErrNotFound
	}
	return s, nil
}

// reaches reports whether the caller may use a cart by its number.
func reaches(c *operations.Call, s cart.State) bool {
	me := c.CustomerID()
	return (me == 0 || s.CustomerID == me) && !c.Anonymous() && c.MaySeeStore(s.StoreID)
}

// GuestCarts returns a function that finds the active cart of a guest by its masked ID, also a cart without events. The parameter derive is
// the function that New takes.
func GuestCarts(
	c *checkout.Checkout, q *quote.Service, derive func(ctx context.Context, purpose string) (string, error),
) func(ctx context.Context, c *operations.Call, mask string) (cart.State, error) {
	h := &handlers{commands: c, quotes: q, derive: derive}
	return func(ctx context.Context, c *operations.Call, mask string) (cart.State, error) {
		return h.maskedCart(ctx, c, mask, h.commands.Cart)
	}
}

// cartLook loads a cart: its present state, or the cached one.
type cartLook func(ctx context.Context, id int64) (cart.State, error)

// maskedCart finds the active cart of a masked ID. look loads it.
func (h *handlers) maskedCart(ctx context.Context, c *operations.Call, mask string, look cartLook) (cart.State, error) {
	mask, ok := cart.ParseMask(mask)
	if !ok {
		return cart.State{}, cart.ErrNotFound
	}
	begins, ours, err := h.unmask(ctx, mask)
	if err != nil {
		return cart.State{}, err
	}
	id := begins.CartID
	if !ours {
		id, err = h.quotes.Checkout.CartByMask(ctx, mask)
		if errors.Is(err, readmodels.ErrNotFound) {
			return cart.State{}, cart.ErrNotFound
		}
		if err != nil {
			return cart.State{}, err
		}
	}
	s, err := look(ctx, id)
	switch {
	case ours && s.Unsaved && expired(c, begins):
		return cart.State{}, cart.ErrNotFound
	case ours && errors.Is(err, cart.ErrNotFound):
		return h.unsavedCart(ctx, c, begins)
	case err != nil:
		return s, err
	}
	if s.Closed || s.MaskedID != mask || s.CustomerID != 0 && s.CustomerID != c.CustomerID() {
		return cart.State{}, cart.ErrNotFound
	}
	return s, nil
}

// unsavedCart returns a cart that has no event yet. It expires as an empty cart does.
func (h *handlers) unsavedCart(ctx context.Context, c *operations.Call, begins cart.Created) (cart.State, error) {
	if expired(c, begins) {
		return cart.State{}, cart.ErrNotFound
	}
	return h.commands.UnsavedCart(ctx, begins)
}

// expired tells whether a cart that has no event yet has ended: it is too old, or its store was deleted.
func expired(c *operations.Call, begins cart.Created) bool {
	days := c.Shop.Settings.In(begins.StoreID).Int("checkout/cart/delete_quote_after")
	_, exists := c.Shop.Store(begins.StoreID)
	return !exists || days > 0 && c.Now().After(begins.At.AddDate(0, 0, days))
}

// placeableCart finds the cart whose number is in the body. The guests' entry points are public, so this checks the caller: the owner of
// the cart, or the right to place orders.
func (h *handlers) placeableCart(ctx context.Context, c *operations.Call, id int64) (cart.State, error) {
	if c.CustomerID() == 0 && !c.Anonymous() {
		if err := c.Need(sales.Order, "orders/create"); err != nil {
			return cart.State{}, err
		}
	}
	return ownedCart(ctx, c, id, h.commands.Cart)
}

// placeable finds the cart of a masked ID. If the request repeats a placement, the closed cart is found too.
func (h *handlers) placeable(ctx context.Context, c *operations.Call, mask string) (cart.State, error) {
	s, err := h.maskedCart(ctx, c, mask, h.commands.StaleCart)
	if err != nil {
		s, err = h.maskedCart(ctx, c, mask, h.commands.Cart)
	}
	if fault.KindOf(err) == fault.NotFound && c.Resumed() {
		for _, result := range c.Command.Executed {
			for _, e := range result.Events {
				if started, ok := e.(cart.CheckoutStarted); ok {
					return h.commands.Cart(ctx, started.CartID)
				}
			}
		}
	}
	return s, err
}
