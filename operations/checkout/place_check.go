package checkout

import (
	"context"
	"slices"
	"strings"
	"time"

	"tradelog/domain/cart"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/payment"
	"tradelog/domain/shipping"
	"tradelog/domain/stock"
	"tradelog/operations"
)

// cashOnDelivery is the method that is paid in cash.
const cashOnDelivery = "cashondelivery"

// The refusals of methods, which are the same when they are chosen and when the order is placed.
var (
	errNoPayment  = fault.Invalidf("Payment method is not available for this cart")
	errNoShipping = fault.Invalidf("Shipping method is not available for this address")
	errCountry    = fault.Preconditionf("Selected payment type is not allowed for billing country.")
)

// check finds the first reason why a cart cannot be placed, in the order of shapes-sales §6, and the payment method when there
// is none. Nothing was stored yet, so that a refused placement leaves no trace.
func (h *handlers) check(ctx context.Context, c *operations.Call, p *priced, in placeInput) (payment.Method, error) {
	method, err := p.chosenMethods(in)
	for _, next := range []func() error{
		p.complete,
		func() error { return p.cardsPay(c.Now()) },
		func() error { return p.tendered(method, in) },
		p.addressed,
		func() error { return p.payable(method) },
		func() error { return p.offered(c) },
		func() error { return h.covered(ctx, c, p) },
		func() error { return p.allowed(method) },
	} {
		if err != nil {
			return method, err
		}
		err = next()
	}
	return method, err
}

// chosenMethods refuses methods that were named and cannot be used (checks 2 and 3).
func (p *priced) chosenMethods(in placeInput) (payment.Method, error) {
	code := p.state.Payment
	if named := text(in.PaymentMethod); named != "" {
		code = named
		if m, known := payment.Find(p.payments, code); !known || !m.Available(p.purchase()) {
			return payment.Method{}, errNoPayment
		}
	}
	method, _ := payment.Find(p.payments, code)
	if named := text(in.ShippingMethod); named != "" && !p.virtual && len(p.lines) > 0 {
		if _, ok := shipping.Find(p.methods, named); !ok {
			return method, errNoShipping
		}
	}
	return method, nil
}

// complete refuses carts that lack something, or are being placed or were placed already (checks 4 to 9).
func (p *priced) complete() error {
	switch s := p.state; {
	case s.Closed:
		return fault.Preconditionf("Cart is not active or does not exist")
	case len(p.lines) == 0:
		return cart.ErrEmpty
	case !p.virtual && s.Method == "":
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
func (p *priced) cardsPay(now time.Time) error {
	for _, on := range p.state.Cards {
		i := slices.IndexFunc(p.cards, func(card giftcard.Card) bool { return card.ID == on.CardID })
		if i < 0 || !slices.Contains(p.cards[i].WebsiteIDs, p.store.WebsiteID) {
			return giftcard.ErrGone(on.Code)
		}
		if err := p.cards[i].PlacementRefusal(now); err != nil {
			return err
		}
	}
	return nil
}

// tendered refuses cash that does not cover the total (check 13).
func (p *priced) tendered(method payment.Method, in placeInput) error {
	if in.CashTendered != nil && method.Code == cashOnDelivery && in.CashTendered.Less(p.totals.Display.Grand) {
		return fault.Preconditionf("Insufficient cash tendered")
	}
	return nil
}

// addressed refuses incomplete addresses and a way to ship that is no longer offered (checks 14 to 16).
func (p *priced) addressed() error {
	rules := directory.Rules{
		OptionalZip:   directory.ParseCodes(p.config.Text("general/country/optional_zip_countries")),
		StateRequired: directory.ParseCodes(p.config.Text("general/region/state_required")),
	}
	if !p.virtual {
		if problems := addressOf(p.state.Shipping).Problems(rules); len(problems) > 0 {
			return fault.Preconditionf("Please check shipping address information. %s", strings.Join(problems, " "))
		}
		if p.chosen == nil {
			return fault.Preconditionf("Please specify a shipping method.")
		}
	}
	if problems := p.state.Billing.Problems(rules); len(problems) > 0 {
		return fault.Preconditionf("Please check billing address information. %s", strings.Join(problems, " "))
	}
	return nil
}

func addressOf(a *directory.Address) directory.Address {
	if a == nil {
		return directory.Address{}
	}
	return *a
}

// payable refuses a payment method that cannot be used any more (check 17).
func (p *priced) payable(method payment.Method) error {
	if method.Code == "" || !method.Available(p.purchase()) {
		return fault.Preconditionf("Please select a valid payment method.")
	}
	return nil
}

// covered refuses lines that the stock does not cover (check 18). The ledger decides when the order is placed; this only
// keeps what is hopeless from beginning. The read model may be behind, so its refusal is confirmed by the ledger.
func (h *handlers) covered(ctx context.Context, c *operations.Call, p *priced) error {
	seen := stock.New(stock.Stream)
	lines := make([]stock.Line, len(p.lines))
	for i, l := range p.lines {
		lines[i] = stock.Line{ProductID: l.product.ID, Qty: l.item.Qty}
		if l.product.HasLevel {
			level := l.product.Level
			seen.Levels[l.product.ID] = &level
		}
	}
	if _, err := seen.Reserve(0, lines, c.Shop.StockConfig()); err == nil {
		return nil
	}
	return h.Stock.CheckStock(ctx, lines)
}

// allowed refuses payment methods for other countries (check 19).
func (p *priced) allowed(method payment.Method) error {
	if !method.AllowedIn(p.state.Billing.CountryID) {
		return errCountry
	}
	return nil
}
