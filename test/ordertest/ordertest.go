// Package ordertest draws orders of any kind with invoices and credit memos, computed by the rules of carts and orders.
package ordertest

import (
	"fmt"
	"slices"
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
			l.PartOf, l.Qty = 1, in.Lines[0].Qty.Mul(money.FromInt(rapid.Int64Range(1, 2).Draw(t, "each")))
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
	Events   []domain.Event
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
		s.Events = append(s.Events, e)
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

// Cancel cancels what is left. It tells whether the order could be cancelled.
func (s *Story) Cancel() bool {
	events, err := s.Order.Cancel("")
	s.add(events...)
	return err == nil
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

// DrawKinds draws an order with lines of any kind: simple, virtual and free products, configurable products, and bundles of both kinds of
// prices, shipped together or apart.
func DrawKinds(t *rapid.T) order.Placed {
	in := cart(t, Options{Lawful: true})
	in.Lines = in.Lines[:min(2, len(in.Lines))]
	for i := range in.Lines {
		if l := &in.Lines[i]; rapid.IntRange(0, 4).Draw(t, "free") == 0 {
			l.BasePrice, l.UnitPrice = money.Zero, money.Zero
		}
		in.Lines[i].PartOf = 0
	}
	free := func() totals.Line { return totals.Line{Qty: money.One} }
	var parts [][2]int // whole and part, as indices of the cart's lines
	for i, top := 0, len(in.Lines); i < top; i++ {
		kind := rapid.SampledFrom([]string{"", "", "configurable", "bundle", "dynamic"}).Draw(t, "kind")
		for n := map[string]int{"configurable": 1, "bundle": 2, "dynamic": 2}[kind]; n > 0; n-- {
			part := free()
			part.Qty = in.Lines[i].Qty.Mul(money.FromInt(rapid.Int64Range(1, 2).Draw(t, "each")))
			if kind == "dynamic" {
				part.PartOf = i + 1
				part.Tax = rates(t, Options{Lawful: true})
				part.BasePrice = amount(t, "price", 5000)
				part.UnitPrice = part.BasePrice.Mul(in.Rate).Stored()
			}
			in.Lines = append(in.Lines, part)
			parts = append(parts, [2]int{i, len(in.Lines) - 1})
		}
	}
	p := Placed(in)
	p.Virtual = true
	for i := range p.Lines {
		p.Lines[i].Virtual = rapid.IntRange(0, 3).Draw(t, "virtual") == 0
	}
	for _, at := range parts {
		whole, part := &p.Lines[at[0]], &p.Lines[at[1]]
		part.PartOf, part.Each = at[0]+1, part.Qty.Div(whole.Qty).Stored()
		whole.Virtual = whole.Virtual && part.Virtual
		if whole.Chosen == nil {
			whole.Type, whole.Chosen = "configurable", &order.Chosen{SimpleSKU: part.SKU}
			continue
		}
		whole.Type, whole.Apart = "bundle", whole.Apart || rapid.Bool().Draw(t, "apart")
		whole.Chosen = &order.Chosen{Bundle: []order.ChosenBundle{{ID: 5, Label: "Things"}}}
	}
	for _, l := range p.Lines {
		p.Virtual = p.Virtual && l.Virtual
	}
	return p
}

// Steps does up to count random things with the order: what the back office and the payment gateway can do. Then it does some more with all
// that is left, so that many orders come to an end.
func (s *Story) Steps(t *rapid.T, count int) {
	for range rapid.IntRange(1, count).Draw(t, "steps") {
		s.step(t, rapid.Bool().Draw(t, "in part"))
	}
	for range rapid.IntRange(0, 12).Draw(t, "last steps") {
		s.step(t, false)
	}
}

// step does one random thing with a part of the order or with all of it.
func (s *Story) step(t *rapid.T, inPart bool) {
	o := s.Order
	some := func(left func(order.LineState) money.Decimal) (lineID int64, qty money.Decimal) {
		for range 3 {
			line := rapid.SampledFrom(o.Lines).Draw(t, "line")
			if most := left(line); most.Sign() > 0 {
				return line.ID, money.FromInt(rapid.Int64Range(1, most.Int()).Draw(t, "units"))
			}
		}
		return o.Lines[0].ID, money.One
	}
	wanted := func(left func(order.LineState) money.Decimal) (items []order.Wanted) {
		if inPart {
			id, qty := some(left)
			items = append(items, order.Wanted{LineID: id, Qty: qty})
		}
		return items
	}
	var events []domain.Event
	var err error
	switch rapid.IntRange(0, 10).Draw(t, "what") {
	case 0, 1:
		events, err = o.Invoice(order.NewInvoice{
			ID: s.ID(), Items: wanted(order.LineState.ToInvoice), Gateway: rapid.Bool().Draw(t, "by the gateway"),
			Capture: order.CaptureLater, NextID: s.ID,
		})
	case 2, 3:
		events, err = o.Ship(order.NewShipment{ID: s.ID(), Items: wanted(order.LineState.Unshipped), NextID: s.ID})
	case 4, 5:
		n := order.NewCreditMemo{ID: s.ID(), NextID: s.ID, Online: rapid.Bool().Draw(t, "online")}
		if inPart {
			id, qty := some(order.LineState.ToRefund)
			n.Items = append(n.Items, order.RefundItem{LineID: id, Qty: qty})
		}
		if n.Online && len(o.PendingRefunds) > 0 {
			return // one after another, see commands/sales
		}
		events, err = o.Refund(n)
	case 6:
		events, err = o.Cancel("")
	case 7:
		if events, err = o.Hold(""); err != nil {
			events, err = o.Unhold("")
		}
	case 8, 9:
		if open := slices.IndexFunc(o.Invoices, func(i order.InvoiceRecord) bool { return i.State == order.Open }); open >= 0 {
			if id := o.Invoices[open].ID; rapid.Bool().Draw(t, "captured") {
				events, err = o.PayInvoice(id, "T-1")
			} else {
				events, err = o.CancelInvoice(id, "")
			}
		}
	case 10:
		for id := range o.PendingRefunds {
			if rapid.Bool().Draw(t, "refunded") {
				events, err = o.FinishRefund(id, "T-2")
			} else {
				events, err = o.AbandonRefund(id, "declined")
			}
		}
	}
	if err == nil {
		s.add(events...)
	}
}

// Replay returns the story that a log of these events tells.
func Replay(events []domain.Event) *Story {
	s := &Story{at: time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)}
	s.add(events...)
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
