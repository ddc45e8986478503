package quote

import (
	"context"
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/payment"
	"tradelog/domain/stock"
)

// check finds the first reason why a cart cannot be placed, in the order of shapes-sales §6, and the payment method when there
// is none. Nothing was stored yet, so that a refused placement leaves no trace.
func (p Placement) check(ctx context.Context, q *Quote) (payment.Method, error) {
	method, err := p.chosenMethods(q)
	for _, next := range []func() error{
		q.complete,
		q.cardsPay,
		func() error { return p.tendered(q, method) },
		q.addressed,
		func() error { return q.payable(method) },
		q.giftCardsOffered,
		q.choicesOffered,
		func() error { return p.Service.covered(ctx, q) },
		func() error { return q.allowed(method) },
	} {
		if err != nil {
			return method, err
		}
		err = next()
	}
	return method, err
}

// chosenMethods refuses methods that were named and cannot be used (checks 2 and 3).
func (p Placement) chosenMethods(q *Quote) (payment.Method, error) {
	code := q.Cart.Payment
	if named := p.PaymentMethod; named != "" {
		code = named
		if m, known := payment.Find(q.payments, code); !known || !m.Available(q.purchase()) {
			return payment.Method{}, errNoPayment
		}
	}
	method, _ := payment.Find(q.payments, code)
	if named := p.ShippingMethod; named != "" && !q.virtual && len(q.lines) > 0 {
		return method, q.Ships(named)
	}
	return method, nil
}

// complete refuses carts that lack something, or are being placed or were placed already (checks 4 to 9).
func (q *Quote) complete() error {
	switch s := q.Cart; {
	case s.Closed:
		return fault.Preconditionf("Cart is not active or does not exist")
	case len(q.lines) == 0:
		return cart.ErrEmpty
	case !q.virtual && s.Method == "":
		return fault.Preconditionf("Shipping method is not set")
	case s.Billing == nil || s.Billing.Firstname == "":
		return fault.Preconditionf("Billing address is not set")
	case s.Payment == "":
		return fault.Preconditionf("Payment method is not set")
	case s.Checkout != nil:
		return cart.ErrInProgress
	}
	return nil
}

// cardsPay refuses gift cards that cannot pay any more (checks 11 and 12).
func (q *Quote) cardsPay() error {
	for _, on := range q.Cart.Cards {
		i := slices.IndexFunc(q.cards, func(card giftcard.Card) bool { return card.ID == on.CardID })
		if i < 0 || !slices.Contains(q.cards[i].WebsiteIDs, q.Store.WebsiteID) {
			return giftcard.ErrGone(on.Code)
		}
		if err := q.cards[i].PlacementRefusal(q.Now); err != nil {
			return err
		}
	}
	return nil
}

// tendered refuses cash that does not cover the total (check 13).
func (p Placement) tendered(q *Quote, method payment.Method) error {
	if p.CashTendered != nil && method.Code == payment.CashOnDelivery && p.CashTendered.Less(q.Totals.Display.Grand) {
		return fault.Preconditionf("Insufficient cash tendered")
	}
	return nil
}

// addressed refuses incomplete addresses and a way to ship that is no longer offered (checks 14 to 16).
func (q *Quote) addressed() error {
	rules := q.config.AddressRules()
	if !q.virtual {
		if problems := domain.Value(q.Cart.Shipping).Problems(rules); len(problems) > 0 {
			return fault.Preconditionf("Please check shipping address information. %s", strings.Join(problems, " "))
		}
		if q.chosen == nil {
			return fault.Preconditionf("Please specify a shipping method.")
		}
	}
	if problems := q.Cart.Billing.Problems(rules); len(problems) > 0 {
		return fault.Preconditionf("Please check billing address information. %s", strings.Join(problems, " "))
	}
	return nil
}

// payable refuses a payment method that cannot be used any more (check 17).
func (q *Quote) payable(method payment.Method) error {
	if method.Code == "" || !method.Available(q.purchase()) {
		return fault.Preconditionf("Please select a valid payment method.")
	}
	return nil
}

// choicesOffered refuses lines with a choice that is not offered any more.
func (q *Quote) choicesOffered() error {
	for _, l := range q.lines {
		if l.wrong != nil {
			return fault.Preconditionf("%s: %s", l.product.Name, l.wrong)
		}
	}
	return nil
}

// covered refuses lines that the stock does not cover (check 18). The ledger decides when the order is placed; this only
// keeps what is hopeless from beginning. The read model may be behind, so its refusal is confirmed by the ledger.
func (s *Service) covered(ctx context.Context, q *Quote) error {
	seen := stock.New(stock.Stream)
	var lines []stock.Line
	for _, l := range q.lines {
		lines = append(lines, l.stocked()...)
		for _, p := range l.goods() {
			if p.HasLevel {
				level := p.Level
				seen.Levels[p.ID] = &level
			}
		}
	}
	if _, err := seen.Reserve(0, lines, q.Shop.StockConfig()); err == nil {
		return nil
	}
	return s.streams.CheckStock(ctx, lines)
}

// allowed refuses payment methods for other countries (check 19).
func (q *Quote) allowed(method payment.Method) error {
	if !method.AllowedIn(q.Cart.Billing.CountryID) {
		return errCountry
	}
	return nil
}
