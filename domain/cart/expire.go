package cart

import (
	"time"

	"tradelog/domain"
)

// Expired ends a cart that was not used for a long time (checkout/cart/delete_quote_after), or whose customer is forgotten. The cart then
// no longer exists; its events stay in the log.
type Expired struct {
	CartID int64     `json:"cartId"`
	At     time.Time `json:"at"`
}

func (Expired) EventName() string { return "CartExpired" }

// End ends the cart, whenever its last change was. A closed cart, or one in checkout, stays as it is.
func (s State) End(at time.Time) []domain.Event {
	if s.open() != nil {
		return nil
	}
	return []domain.Event{Expired{CartID: s.ID, At: at}}
}

// Expire ends the cart if its last change was before the given time. Carts that are closed or in checkout do not expire.
func (s State) Expire(before, at time.Time) []domain.Event {
	if !s.Changed.Before(before) {
		return nil
	}
	return s.End(at)
}
