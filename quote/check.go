package quote

import (
	"context"
	"slices"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/payment"
)

// check returns the first reason why a cart cannot be placed, in the order of shapes-sales §6, or the payment method. It runs before
// anything is stored, so that a refused placement leaves no trace.
func (p Placement) check(ctx context.Context, q *Quote) (payment.Method, error) {
	method, err := p.chosenMethods(q)
	for _, next := range []func() error{
		q.complete,
		q.couponApplies,
		q.cardsPay,
		func() error { return p.tendered(q, method) },
		q.addressed,
		func() error { return q.payable(method) },
		q.choicesOffered,
		func() error { return p.Service.checkLines(ctx, q) },
		func() error { return q.allowed(method) },
		func() error { return p.expected(q) },
	} {
		if err != nil {
			return method, err
		}
		err = next()
	}
	return method, err
}

// chosenMethods returns the payment method. It fails if the placement names a method that cannot be used (checks 2 and 3).
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

// complete returns an error if the cart lacks something, is in checkout or was placed already (checks 4 to 9).
func (q *Quote) complete() error {
	switch s := q.Cart; {
	case s.Closed:
		return fault.Preconditionf("Cart is not active or does not exist")
	case len(q.lines) == 0:
		return cart.ErrEmpty
	case !q.virtual && s.Method == "":
		return fault.Preconditionf("Shipping method is not set").About(fault.Required, "shippingMethod")
	case s.Billing == nil || s.Billing.Firstname == "":
		return fault.Preconditionf("Billing address is not set").About(fault.Required, "billingAddress")
	case s.Payment == "":
		return fault.Preconditionf("Payment method is not set").About(fault.Required, "paymentMethod")
	case s.Checkout != nil:
		return cart.ErrInProgress
	}
	return nil
}

// couponApplies returns an error for a coupon that no longer applies. The order would cost more than the cart has shown.
func (q *Quote) couponApplies() error {
	if q.ended.Code != "" {
		return q.ended
	}
	return nil
}

// cardsPay returns an error for gift cards that can no longer pay (checks 11 and 12).
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

// tendered returns an error for cash that does not cover the total (check 13).
func (p Placement) tendered(q *Quote, method payment.Method) error {
	if p.Details.Tendered != nil && method.Code == payment.CashOnDelivery && p.Details.Tendered.Less(q.Totals.Display.Grand) {
		return fault.Preconditionf("Insufficient cash tendered").About(fault.Range, "cashTendered")
	}
	return nil
}

// addressed returns an error for incomplete addresses, and for a shipping method that is no longer offered (checks 14 to 16).
func (q *Quote) addressed() error {
	rules := q.config.AddressRules()
	if !q.virtual {
		if problems := domain.Value(q.Cart.Shipping).Problems(rules); len(problems) > 0 {
			return fault.Preconditionf("Please check shipping address information. %s", fault.Joined(" ", problems...).In("shippingAddress"))
		}
		if q.chosen == nil {
			return fault.Preconditionf("Please specify a shipping method.").About(fault.Choice, "shippingMethod")
		}
	}
	if problems := q.Cart.Billing.Problems(rules); len(problems) > 0 {
		return fault.Preconditionf("Please check billing address information. %s", fault.Joined(" ", problems...).In("billingAddress"))
	}
	return nil
}

// payable returns an error for a payment method that can no longer be used (check 17).
func (q *Quote) payable(method payment.Method) error {
	if method.Code == "" || !method.Available(q.purchase()) {
		return fault.Preconditionf("Please select a valid payment method.").About(fault.Choice, "paymentMethod")
	}
	return nil
}

// choicesOffered returns an error for lines whose options are no longer offered.
func (q *Quote) choicesOffered() error {
	for i, l := range q.lines {
		if f, ok := fault.As(l.wrong); ok {
			return l.refusal(i, f)
		} else if l.wrong != nil {
			return l.wrong
		}
	}
	return nil
}

// expected returns an error if the buyer was shown another total. The message has the parts of the new one, and the violation has what the
// cart costs now (documents.CartTotals), and what has changed since it was shown.
func (p Placement) expected(q *Quote) error {
	if p.Expected == nil || p.Expected.Equal(q.Totals.Display.Grand) {
		return nil
	}
	now := q.Totals.Display
	return fault.Conflictf("The grand total is %s %s now, and not %s: subtotal %s, discount %s, shipping %s, tax %s, gift cards %s. "+
		"Nothing was ordered.",
		now.Grand, q.shown, *p.Expected, now.Subtotal, now.Discount, now.Shipping, now.Tax, now.GiftCard).
		About(fault.Unfitting, "expectedGrandTotal").
		Presenting(p.now(q, *p.Expected)).
		WithCode("total_changed")
}

// allowed returns an error for a payment method that is not allowed in the billing country (check 19).
func (q *Quote) allowed(method payment.Method) error {
	if !method.AllowedIn(q.Cart.Billing.CountryID) {
		return errCountry
	}
	return nil
}
