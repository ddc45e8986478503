// Package ordertest draws orders of any kind with invoices and credit memos, computed by the rules of carts and orders.
package ordertest

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/domain/tax"
	"tradelog/domain/totals"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// Options limits the orders of Draw. The zero value limits nothing.
type Options struct {
	// Lawful draws the settings of shops whose tax is a percentage of the payment. Taxes are computed after discounts, on the price of the
	// line, at one rate for each product.
	Lawful bool
}

var hundred = money.FromInt(100)

// amount draws an amount in cents.
func amount(t *rapid.T, name string, to int64) money.Decimal {
	return money.FromInt(rapid.Int64Range(0, to).Draw(t, name)).Div(hundred)
}

func rates(t *rapid.T, o Options) tax.Rates {
	percents := [][]string{{}, {"7"}, {"19"}, {"19"}, {"5.5"}, {"20"}, {"0"}}
	if !o.Lawful {
		percents = append(percents, []string{"5", "8.25"})
	}
	var applied []tax.Applied
	for i, percent := range rapid.SampledFrom(percents).Draw(t, "rates") {
		applied = append(applied, tax.Applied{RateID: int64(len(percent)*10 + i), Percent: money.MustParse(percent)})
	}
	all := tax.NewRates(money.Zero, applied...)
	all.Origin = all.Percent
	return all
}

// cart draws a cart.
func cart(t *rapid.T, o Options) totals.Input {
	flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
	in := totals.Input{Rate: money.One, Tax: tax.Settings{
		Algorithm:        rapid.SampledFrom([]tax.Algorithm{tax.TotalBase, tax.RowBase, tax.UnitBase}).Draw(t, "algorithm"),
		PricesIncludeTax: flag("prices include tax"), ShippingIncludesTax: flag("shipping includes tax"),
	}}
	in.Tax.DiscountsOnGross = in.Tax.PricesIncludeTax
	if !o.Lawful {
		in.Tax.BeforeDiscount, in.Tax.DiscountsOnGross, in.Tax.OnCatalogPrice = flag("before"), flag("on gross"), flag("on catalog price")
	}
	if flag("other currency") {
		in.Rate = money.MustParse("1.0873")
	}
	price := func(name string, to int64) (base, display money.Decimal) {
		base = amount(t, name, to)
		return base, base.Mul(in.Rate).Stored()
	}
	for i := range rapid.IntRange(1, 5).Draw(t, "lines") {
		l := totals.Line{Tax: rates(t, o), Qty: money.FromInt(rapid.Int64Range(1, 9).Draw(t, "qty"))}
		l.BasePrice, l.UnitPrice = price("price", rapid.SampledFrom([]int64{100, 9999, 999_999}).Draw(t, "price up to"))
		if !o.Lawful && flag("custom") {
			l.Custom = true
			l.BaseCatalogPrice, l.CatalogPrice = price("catalog price", 9999)
		}
		if i > 0 && in.Lines[0].PartOf == 0 && rapid.IntRange(0, 3).Draw(t, "part of a bundle") == 0 {
			l.PartOf = 1
		}
		in.Lines = append(in.Lines, l)
	}
	in.BaseShipping, in.Shipping = price("shipping", 2000)
	in.ShippingTax = in.Lines[rapid.IntRange(0, len(in.Lines)-1).Draw(t, "shipping taxed as")].Tax
	for i := range rapid.IntRange(0, 2).Draw(t, "rules") {
		in.Rules = append(in.Rules, pricerule.Rule{
			ID: int64(i + 1), Code: fmt.Sprint("RULE-", i+1), Label: "Spring sale", Amount: amount(t, "discount", 6000),
			Action:          rapid.SampledFrom([]pricerule.Action{pricerule.ByPercent, pricerule.ByFixed, pricerule.CartFixed}).Draw(t, "action"),
			ApplyToShipping: flag("discounts shipping"),
		})
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "cards") {
		in.Cards = append(in.Cards, totals.Card{ID: int64(i + 1), Code: fmt.Sprint("GC-", i+1), Balance: amount(t, "balance", 20_000)})
	}
	return in
}

// address returns an address in a country.
func address(country string) *directory.Address {
	return &directory.Address{
		Firstname: "Erika", Lastname: "Mustermann", Company: "Muster & Söhne GmbH", Street: []string{"Lange Straße 5", "Hinterhaus"},
		City: "Hamburg", Postcode: "20095", CountryID: country, Telephone: "+49 40 123456",
	}
}

// Placed returns the order of a cart.
func Placed(in totals.Input) order.Placed {
	all := totals.Collect(in)
	p := order.Placed{
		OrderID: 42, IncrementID: "100000042", CartID: 7, StoreID: 1, WebsiteID: 1, StoreName: "Main Website\nMain Store\nDefault Store View",
		Customer: order.Person{Email: "erika@example.com", Firstname: "Erika", Lastname: "Mustermann"}, Billing: address("DE"),
		Shipping: address("DE"), BillingID: 83, ShippingID: 84, Currency: "EUR", BaseCurrency: "EUR", GlobalCurrency: "EUR", Rate: in.Rate,
		Totals: all, Payment: "banktransfer", PaymentTitle: "Bank transfer", Method: "flatrate_flatrate", MethodTitle: "Flat rate",
		Status: "pending",
	}
	if !in.Rate.Equal(money.One) && !in.Rate.IsZero() {
		p.Currency = "USD"
	}
	for i, l := range in.Lines {
		line := order.Line{
			ID: int64(i + 1), ProductID: int64(100 + i), SKU: fmt.Sprint("SKU-", i+1), Name: fmt.Sprint("Product ", i+1), Type: "simple",
			Qty: l.Qty, Totals: all.Lines[i], PartOf: l.PartOf,
		}
		if l.PartOf > 0 {
			whole := &p.Lines[l.PartOf-1]
			whole.Type, whole.Dynamic, whole.Chosen = "bundle", true, &order.Chosen{Bundle: []order.ChosenBundle{{ID: 5, Label: "Things"}}}
			line.Each = l.Qty.Div(in.Lines[l.PartOf-1].Qty).Stored()
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}

// Story is an order, in the decider's form and as its document.
type Story struct {
	Order    order.Order
	Document *documents.Order
	next     int64
	at       time.Time
}

// Begin places an order at a time.
func Begin(p order.Placed, at time.Time) *Story {
	s := &Story{at: at, next: 1000}
	s.add(p)
	return s
}

func (s *Story) add(events ...domain.Event) {
	for _, e := range events {
		s.at = s.at.Add(time.Hour)
		s.Order = order.Evolve(s.Order, e)
		s.Document = folds.ApplyOrder(s.Document, e, domain.Times{Occurred: s.at, Recorded: s.at})
	}
}

// ID returns a new ID.
func (s *Story) ID() int64 {
	s.next++
	return s.next
}

// Invoice makes an invoice; without items, of everything. It tells whether the order could be invoiced.
func (s *Story) Invoice(items ...order.Wanted) bool {
	n := order.NewInvoice{ID: s.ID(), Items: items, NextID: s.ID}
	events, err := s.Order.Invoice(n)
	if err != nil {
		return false
	}
	s.add(append(events, order.InvoiceNumbered{InvoiceID: n.ID, IncrementID: fmt.Sprint("2000", n.ID)})...)
	return true
}

// Refund makes a credit memo. It tells whether the order could be refunded.
func (s *Story) Refund(n order.NewCreditMemo) bool {
	n.ID, n.NextID = s.ID(), s.ID
	events, err := s.Order.Refund(n)
	if err != nil {
		return false
	}
	s.add(append(events, order.MemoNumbered{MemoID: n.ID, IncrementID: fmt.Sprint("3000", n.ID)})...)
	return true
}

// Draw draws an order with some invoices and credit memos.
func Draw(t *rapid.T, o Options) *Story {
	s := Begin(Placed(cart(t, o)), time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC))
	for range rapid.IntRange(0, 3).Draw(t, "partial invoices") {
		line := rapid.SampledFrom(s.Order.Lines).Draw(t, "line")
		if left := line.ToInvoice(); left.Sign() > 0 {
			s.Invoice(order.Wanted{LineID: line.ID, Qty: money.FromInt(rapid.Int64Range(1, left.Int()).Draw(t, "units"))})
		}
	}
	s.Invoice()
	for range rapid.IntRange(0, 3).Draw(t, "partial refunds") {
		line := rapid.SampledFrom(s.Order.Lines).Draw(t, "line")
		if left := line.ToRefund(); left.Sign() > 0 {
			s.Refund(order.NewCreditMemo{
				Items:              []order.RefundItem{{LineID: line.ID, Qty: money.FromInt(rapid.Int64Range(1, left.Int()).Draw(t, "units"))}},
				AdjustmentPositive: amount(t, "plus", rapid.SampledFrom([]int64{0, 0, 500}).Draw(t, "plus up to")),
				AdjustmentNegative: amount(t, "minus", rapid.SampledFrom([]int64{0, 0, 500}).Draw(t, "minus up to")),
			})
		}
	}
	if rapid.Bool().Draw(t, "refund the rest") {
		s.Refund(order.NewCreditMemo{})
	}
	return s
}

// Shop returns a German shop, configured for electronic invoices. set has further values; an empty value unsets one.
func Shop(set map[string]string) (*readdirectory.Shop, error) {
	table, err := settings.NewTable(settings.Platform, settings.Directory, settings.Checkout, settings.Sales)
	if err != nil {
		return nil, err
	}
	const about = "general/store_information/"
	values := map[string]string{
		about + "name": "Hafen & Hügel", about + "legal_name": "Hafen & Hügel GmbH", about + "address": "Speicherstraße 7",
		about + "city": "Hamburg", about + "postcode": "20457", about + "merchant_country": "DE", about + "phone": "+49 40 5550 142",
		about + "merchant_vat_number": "DE123456789", about + "tax_number": "22/345/67890", about + "contact_name": "Buchhaltung",
		about + "contact_email": "buchhaltung@example.com", "general/locale/code": "de_DE", "general/locale/timezone": "Europe/Berlin",
		"payment/banktransfer/iban": "DE02 1203 0000 0000 2020 51", "payment/banktransfer/bic": "BYLADEM1001",
		"payment/banktransfer/account_holder": "Hafen & Hügel GmbH", "sales_pdf/invoice/terms": "Zahlbar ohne Abzug.\nVielen Dank!",
	}
	for path, value := range set {
		if err := table.Check(path, value); err != nil {
			return nil, err
		}
		values[path] = value
	}
	return &readdirectory.Shop{
		Tree: shop.NewTree([]shop.Website{{ID: 1, Code: "base"}}, []shop.Group{{ID: 1, WebsiteID: 1}},
			[]shop.Store{{ID: 1, Code: "default", WebsiteID: 1, GroupID: 1, IsActive: true}}),
		Settings: settings.NewValues(table, map[settings.Scope]map[string]string{settings.Default: values}, map[int64]int64{1: 1}),
	}, nil
}
