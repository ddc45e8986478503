// Package payment knows the ways to pay and when each is offered (shapes-sales §5).
package payment

import (
	"slices"
	"sort"

	"tradelog/domain"
	"tradelog/domain/money"
)

// Method is the configuration of a payment method, payment/CODE/*.
type Method struct {
	Code        string
	Title       string
	Active      bool
	SortOrder   int
	OrderStatus string
	Action      string // payment_action
	// Countries limits the method to some billing countries; nil means all.
	Countries []string
}

// Codes are the methods the shop has, in the order they are listed when their sort orders are equal. All but sandbox are
// offline methods: their money comes another way.
var Codes = []string{"checkmo", "free", CashOnDelivery, "banktransfer", "purchaseorder", "sandbox"}

// Offline tells that the method's money comes another way than over a payment gateway.
func (m Method) Offline() bool { return m.Code != "sandbox" }

// InvoicesAtOnce tells whether orders are invoiced together with their placement: those there is nothing to pay for, when the
// shop wants it (shapes-sales §6 rule 11).
func (m Method) InvoicesAtOnce() bool {
	return m.Code == "free" && m.OrderStatus != "pending" && m.Action == "authorize_capture"
}

// Purchase is what is to be paid.
type Purchase struct {
	GrandTotal money.Decimal
	GiftCards  money.Decimal
	Virtual    bool
	// BillingCountry filters the list; empty asks for availability alone.
	BillingCountry string
}

// cent is the largest rest that counts as nothing when gift cards paid the rest.
var cent = money.MustParse("0.01")

// Available tells whether a method can be used for a purchase.
func (m Method) Available(p Purchase) bool {
	if p.GiftCards.Sign() > 0 && !cent.Less(p.GrandTotal) {
		return m.Code == "free"
	}
	if !m.Active {
		return false
	}
	switch m.Code {
	case "free":
		return p.GrandTotal.Cents().IsZero()
	case CashOnDelivery:
		return !p.Virtual
	}
	return true
}

// AllowedIn tells whether a method may be used with a billing country.
func (m Method) AllowedIn(country string) bool {
	return m.Countries == nil || slices.Contains(m.Countries, country)
}

// List returns the methods that can be offered, by sort order.
func List(p Purchase, methods []Method) []Method {
	var out []Method
	for _, m := range methods {
		if m.Available(p) && (p.BillingCountry == "" || m.AllowedIn(p.BillingCountry)) {
			out = append(out, m)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].SortOrder < out[j].SortOrder })
	return out
}

func Find(methods []Method, code string) (Method, bool) {
	return domain.Find(methods, func(m Method) bool { return m.Code == code })
}
