package cart

import (
	"time"

	"tradelog/domain"
)

// Expired ends a cart that nobody has touched for long (checkout/cart/delete_quote_after). There is no such cart from then on;
// what it was stays in the log.
type Expired struct {
	CartID int64     `json:"cartId"`
	At     time.Time `json:"at"`
}

func (Expired) EventName() string { return "CartExpired" }

// Expire drops the cart when its last change was before a moment. A cart that became an order or part of another cart is none
// that nobody wants, and one that is being placed is not touched.
func (s State) Expire(before, at time.Time) []domain.Event {
	if s.open() != nil || !s.Changed.Before(before) {
		return nil
	}
	return []domain.Event{Expired{CartID: s.ID, At: at}}
}
