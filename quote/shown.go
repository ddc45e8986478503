package quote

import (
	"slices"

	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// rememberedCarts is the number of carts whose last shown totals are remembered. Each takes about a kilobyte.
const rememberedCarts = 4000

// shown is what a cart cost when it was shown last.
type shown struct {
	documents.CartTotals
	rate money.Decimal // base to display
}

// Show returns the cart as the API shows it, and remembers what it costs: a placement that expects this total can be told what has changed
// since. Each instance remembers what it has shown itself, so that showing a cart stores nothing.
func (s *Service) Show(q *Quote) documents.Cart {
	doc := q.Document()
	s.shown.Add(q.Cart.ID, shown{doc.Totals(), q.rate})
	return doc
}

// now returns what a cart costs, and what has changed since this instance showed it last, if it had the expected total then.
func (s *Service) now(q *Quote, expected money.Decimal) documents.CartTotals {
	out := q.Document().Totals()
	was, known := s.shown.Peek(q.Cart.ID)
	if known && was.Currency == out.Currency && was.promised(expected, out.Prices) {
		out.Changed = changesOf(was, shown{out, q.rate})
	}
	return out
}

// promised tells whether the cart had the expected total. A guest's cart has no shipping method until the placement names it, so its buyer
// adds what the method costs.
func (t shown) promised(expected money.Decimal, now documents.CartPrices) bool {
	total := t.Prices.GrandTotal
	if t.Prices.ShippingAmount == nil && now.ShippingInclTax != nil && total.Add(*now.ShippingInclTax).Equal(expected) {
		return true
	}
	return total.Equal(expected)
}

// changesOf lists what differs between two totals of a cart in one currency. Shipping, discounts without a coupon and taxes are listed if
// nothing else explains the difference.
func changesOf(was, now shown) []documents.TotalChange {
	var all changeList
	all.amount("rate", now.Currency, &was.rate, &now.rate)
	pairs(was.Items, now.Items, func(i documents.PricedItem) int64 { return i.ID }, func(before, after *documents.PricedItem) {
		switch {
		case after == nil:
			all.amount("item", before.SKU, &before.Qty, nil)
		case before == nil:
			all.amount("item", after.SKU, nil, &after.Qty)
		default:
			all.amount("qty", after.SKU, &before.Qty, &after.Qty)
			all.amount("price", after.SKU, &before.Price, &after.Price)
		}
	})
	all.named("coupon", couponsOf(was), couponsOf(now))
	all.named("giftcard", cardsOf(was), cardsOf(now))
	if was.Prices.ShippingAmount != nil { // otherwise the placement has chosen the method
		all.amount("shipping", "", was.Prices.ShippingAmount, now.Prices.ShippingAmount)
	}
	if len(all) == 0 {
		all.amount("discount", "", was.Prices.DiscountAmount, now.Prices.DiscountAmount)
		all.amount("tax", "", &was.Prices.TaxAmount, &now.Prices.TaxAmount)
	}
	return all
}

// changeList collects changes.
type changeList []documents.TotalChange

// amount adds the change of a number; nil: there is none.
func (l *changeList) amount(what, name string, before, now *money.Decimal) {
	if before == nil && now == nil || before != nil && now != nil && before.Equal(*now) {
		return
	}
	*l = append(*l, documents.TotalChange{What: what, Name: name, Before: before, Now: now})
}

// namedAmount is a coupon with its discount, or a gift card with its balance.
type namedAmount struct {
	code   string
	amount money.Decimal
}

func couponsOf(t shown) []namedAmount {
	if t.AppliedCoupon == nil {
		return nil
	}
	return []namedAmount{{t.AppliedCoupon.Code, t.AppliedCoupon.DiscountAmount}}
}

func cardsOf(t shown) (all []namedAmount) {
	for _, card := range t.AppliedGiftcards {
		all = append(all, namedAmount{card.Code, card.Balance})
	}
	return all
}

// named adds the changes of amounts with a code.
func (l *changeList) named(what string, was, now []namedAmount) {
	pairs(was, now, func(n namedAmount) string { return n.code }, func(before, after *namedAmount) {
		switch {
		case after == nil:
			l.amount(what, before.code, &before.amount, nil)
		case before == nil:
			l.amount(what, after.code, nil, &after.amount)
		default:
			l.amount(what, after.code, &before.amount, &after.amount)
		}
	})
}

// pairs calls tell for each element of two lists, together with the one of the same key in the other list; nil: there is none.
func pairs[T any, K comparable](was, now []T, key func(T) K, tell func(before, after *T)) {
	find := func(all []T, k K) *T {
		if i := slices.IndexFunc(all, func(one T) bool { return key(one) == k }); i >= 0 {
			return &all[i]
		}
		return nil
	}
	for i := range was {
		tell(&was[i], find(now, key(was[i])))
	}
	for i := range now {
		if find(was, key(now[i])) == nil {
			tell(nil, &now[i])
		}
	}
}
