package cart

import (
	"time"

	"tradelog/domain"
)

// Expired ends a cart that was not used for long (checkout/cart/delete_quote_after), or whose customer is forgotten. The cart no longer
// exists then; its events stay in the log.
type Expired struct {
	CartID int64     `json:"cartId"`
	At     time.Time `json:"at"`
}

func (Expired) EventName() string { return "CartExpired" }

// End ends the cart, whenever its last change was. A cart that is closed or being placed stays as it is.
func (s State) End(at time.Time) []domain.Event {
	if s.open() != nil {
		return nil
	}
	return []domain.Event{Expired{CartID: s.ID, At: at}}
}

// Expire ends the cart if its last change was before a moment. Carts that are closed or being placed do not expire.
func (s State) Expire(before, at time.Time) []domain.Event {
	if !s.Changed.Before(before) {
		return nil
	}
	return s.End(at)
}
