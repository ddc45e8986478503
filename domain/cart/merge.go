package cart

import (
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/domain/money"
)

// A guest who logs in finds what they had put into a cart in their own one. It takes two streams:
//
//	guest's cart: MergedInto ──▶ customer's cart: lines, Merged
//
// The guest's cart is closed first, so that nothing is put into it that would be lost. The customer's cart remembers whom it
// took over, so that the second step can be repeated.
type (
	// Merged says that a guest's cart was taken over; the lines came with the events before it.
	Merged struct {
		FromCartID int64     `json:"fromCartId"`
		At         time.Time `json:"at"`
	}
	// MergedInto closes a guest's cart, because a customer's took it over.
	MergedInto struct {
		IntoCartID int64     `json:"intoCartId"`
		At         time.Time `json:"at"`
	}
)

func (Merged) EventName() string     { return "CartMerged" }
func (MergedInto) EventName() string { return "CartMergedInto" }

// MergeInto closes a guest's cart in favour of a customer's. The customer's cart may be another one than before, when that
// was closed meanwhile.
func (s State) MergeInto(cartID int64, at time.Time) ([]domain.Event, error) {
	switch {
	case s.MergedInto == cartID && cartID != 0:
		return nil, nil
	case !s.Exists || s.CustomerID != 0:
		return nil, ErrNotFound
	case s.MergedInto == 0:
		if err := s.open(); err != nil {
			return nil, err
		}
	}
	return []domain.Event{MergedInto{IntoCartID: cartID, At: at}}, nil
}

// Merge takes a guest's cart over: equal lines are added up, others are put in with their own price and message, and the
// guest's coupon replaces the cart's. Gift cards and the message on the whole cart stay behind, and the cart's own gift
// cards are taken off when gift cards are bought with it. Doing it again does nothing.
func (s State) Merge(from State, at time.Time) ([]domain.Event, error) {
	if slices.Contains(s.MergedFrom, from.ID) {
		return nil, nil
	}
	if err := s.open(); err != nil {
		return nil, err
	}
	var events []domain.Event
	now := s
	add := func(e domain.Event) {
		events = append(events, e)
		now = Evolve(now, e)
	}
	for _, item := range from.Items {
		i := slices.IndexFunc(now.Items, item.same)
		if i >= 0 {
			if qty := money.Min(now.Items[i].Qty.Add(item.Qty), maxQty); !qty.Equal(now.Items[i].Qty) {
				add(ItemQtyChanged{ItemID: now.Items[i].ID, Qty: qty, At: at})
			}
			continue
		}
		message := item.Message
		item.ID, item.Message = now.NextItem+1, nil
		for _, e := range now.put(item, at) {
			add(e)
		}
		if message != nil {
			add(GiftMessageSet{CartID: s.ID, CustomerID: s.CustomerID, ItemID: item.ID, Message: *message, At: at})
		}
	}
	if now.SellsGiftCards() { // which are not bought with gift cards
		for _, card := range now.Cards {
			add(GiftCardRemoved{CardID: card.CardID, At: at})
		}
	}
	if from.Coupon != "" && from.Coupon != s.Coupon {
		add(CouponApplied{Code: from.Coupon, At: at})
	}
	add(Merged{FromCartID: from.ID, At: at})
	return events, nil
}
