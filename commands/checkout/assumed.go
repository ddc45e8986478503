package checkout

import (
	"context"
	"errors"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/eventstore"
)

// assumed is the state of a cart that a request was decided on before its command.
type assumed struct {
	cart    cart.State
	settled bool // a command was carried out, so the assumption is over
}

type assumedKey struct{}

// Assuming returns a context in which the first command on a cart fails with cart.ErrChanged unless it finds the cart as it is in s. Use it
// after a decision on the result of StaleCart, such as whether the caller may use the cart. settled tells whether a command was carried
// out, perhaps with an unknown outcome.
func Assuming(ctx context.Context, s cart.State) (_ context.Context, settled func() bool) {
	a := &assumed{cart: s}
	return context.WithValue(ctx, assumedKey{}, a), func() bool { return a.settled }
}

// check returns cart.ErrChanged if a command finds another state than the assumed one.
func (a *assumed) check(id int64, s cart.State) error {
	if a == nil || a.settled || a.cart.ID != id {
		return nil
	}
	if a.cart.Unsaved && !s.Exists || a.cart.Changes == s.Changes {
		return nil
	}
	return cart.ErrChanged
}

// underAssumption wraps a decision of the first command on a cart.
func underAssumption(
	ctx context.Context, id int64, decide func(cart.State) ([]domain.Event, error),
) (wrapped func(cart.State) ([]domain.Event, error), settle func(error)) {
	a, _ := ctx.Value(assumedKey{}).(*assumed)
	return func(s cart.State) ([]domain.Event, error) {
			if err := a.check(id, s); err != nil {
				return nil, err
			}
			return decide(s)
		}, func(err error) {
			if a != nil && a.cart.ID == id && (err == nil || errors.Is(err, eventstore.ErrUnknownOutcome)) {
				a.settled = true
			}
		}
}
