package cart

import (
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/money"
)

// When a guest logs in, the guest's cart is merged into the customer's cart. This appends to two streams:
//
//	guest's cart: MergedInto ──▶ customer's cart: lines, Merged
//
// The guest's cart is closed first, so that later additions to it cannot get lost. The customer's cart remembers the merged
// carts, so that the second step can be repeated.
type (
	// Merged ends the merge of a guest's cart. The events before it added the lines.
	Merged struct {
		FromCartID int64     `json:"fromCartId"`
		At         time.Time `json:"at"`
	}
	// MergedInto closes a guest's cart that is merged into a customer's.
	MergedInto struct {
		IntoCartID int64     `json:"intoCartId"`
		At         time.Time `json:"at"`
	}
)

func (Merged) EventName() string     { return "CartMerged" }
func (MergedInto) EventName() string { return "CartMergedInto" }

// MergeInto closes a guest's cart in favour of a customer's. A repeated call may name another cart, if the first one was closed in the
// meantime.
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

// FillAddresses sets missing addresses of the cart to the customer's defaults, which are nil if there are none (shapes-sales §1 rule 12).
// A default address in a country that the rules do not allow stays out.
func (s State) FillAddresses(billing, shipping *directory.Address, rules directory.Rules, at time.Time) ([]domain.Event, error) {
	empty := func(has, fill *directory.Address) *directory.Address {
		if fill == nil || fill.CheckAllowed(rules) != nil || has != nil && has.CountryID != "" {
			return nil
		}
		filled := fill.Normalise()
		return &filled
	}
	return s.SetDetails(Details{Billing: empty(s.Billing, billing), Shipping: empty(s.Shipping, shipping)}, at)
}

// Limits tells whether a cart may have a quantity of a product.
type Limits func(productID int64, qty money.Decimal) bool

// Merge merges a guest's cart into this one. Quantities of equal lines are added; other lines are copied with their price and message. If
// limits do not allow a sum, the larger of the two quantities stays, or else that of this cart (shapes-sales §1 rule 12). The guest's
// coupon replaces the cart's. The guest's gift cards and message for the whole cart are not merged. If the merged cart has gift card
// products, its own gift cards are removed, because they cannot pay for these. A second merge of the same cart changes nothing.
func (s State) Merge(from State, at time.Time, limits Limits) ([]domain.Event, error) {
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
			has := now.Items[i]
			if qty := now.joined(has, item.Qty, limits); !qty.Equal(has.Qty) {
				add(ItemQtyChanged{ItemID: has.ID, Qty: qty, At: at})
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
	if now.SellsGiftCards() {
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

// joined returns the quantity of a line after another one was added to it: the sum if limits allow it, else the larger of both, else its
// own.
func (s State) joined(line Item, qty money.Decimal, limits Limits) money.Decimal {
	for _, sum := range []money.Decimal{money.Min(line.Qty.Add(qty), maxQty), money.MaxOf(line.Qty, qty)} {
		if s.allows(line, sum, limits) {
			return sum
		}
	}
	return line.Qty
}

// allows tells whether limits allow a quantity of a line, beside the other lines of the cart.
func (s State) allows(line Item, qty money.Decimal, limits Limits) bool {
	line.Qty = qty
	if len(line.Parts) == 0 {
		return limits(line.ProductID, s.qtyOf(line.ProductID, line.ID).Add(qty))
	}
	return !slices.ContainsFunc(line.Parts, func(p Part) bool {
		return !limits(p.ProductID, s.qtyOf(p.ProductID, line.ID).Add(line.Of(p.ProductID)))
	})
}
