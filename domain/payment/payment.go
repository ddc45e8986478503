// Package payment defines the payment methods and when each is offered (shapes-sales §5).
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

// codes lists the shop's payment methods, in the order of lists with equal sort orders. All but sandbox are offline methods.
var codes = []string{"checkmo", "free", CashOnDelivery, "banktransfer", PurchaseOrder, "sandbox"}

// Offline tells whether the method is paid without a payment gateway.
func (m Method) Offline() bool { return m.Code != "sandbox" }

// InvoicesAtOnce tells whether orders are invoiced when they are placed: orders with nothing to pay, if the shop is configured so
// (shapes-sales §6 rule 11).
func (m Method) InvoicesAtOnce() bool {
	return m.Code == "free" && m.OrderStatus != "pending" && m.Action == "authorize_capture"
}

// Purchase holds the amounts and the country that the choice of payment methods depends on.
type Purchase struct {
	GrandTotal money.Decimal
	GiftCards  money.Decimal
	Virtual    bool
	// BillingCountry limits the list to methods allowed there; empty: no limit.
	BillingCountry string
}

// cent is the largest rest that counts as paid if gift cards pay for the order.
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

// List returns the available methods, by sort order.
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
