package einvoice_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/tax"
	"tradelog/domain/totals"
	"tradelog/papers/einvoice"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/test/ordertest"
)

func n(s string) money.Decimal { return money.MustParse(s) }

// element is an element of an electronic invoice.
type element struct {
	space, name, text string
	attributes        map[string]string
	children          []*element
}

func parse(t interface{ Fatal(args ...any) }, body []byte) *element {
	root := &element{}
	open := []*element{root}
	d := xml.NewDecoder(strings.NewReader(string(body)))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return root.children[0]
		}
		if err != nil {
			t.Fatal(err)
		}
		last := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{space: token.Name.Space, name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
					e.attributes[a.Name.Local] = a.Value
				}
			}
			last.children, open = append(last.children, e), append(open, e)
		case xml.EndElement:
			if last.text = strings.TrimSpace(last.text); last.text == "" && len(last.children) == 0 {
				t.Fatal("there is an empty element", last.name)
			}
			open = open[:len(open)-1]
		case xml.CharData:
			last.text += string(token)
		}
	}
}

// all returns the elements at a path.
func (e *element) all(path string) (out []*element) {
	name, rest, deeper := strings.Cut(path, "/")
	for _, c := range e.children {
		if c.name != name {
			continue
		}
		if deeper {
			out = append(out, c.all(rest)...)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// at returns the text of the first element at a path.
func (e *element) at(path string) string {
	if found := e.all(path); len(found) > 0 {
		return found[0].text
	}
	return ""
}

const (
	settlement = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement"
	agreement  = "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement"
	delivery   = "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery"
)

// forms are all forms.
var forms = []einvoice.Form{einvoice.CII, einvoice.XRechnung, einvoice.UBL, einvoice.XRechnungUBL}

// rate is a category of VAT with its rate.
type rate struct{ category, percent string }

func rateOf(t *terms) rate { return rate{t.of["category"], t.of["rate"]} }

// checkRules checks the rules of EN 16931 on amounts.
func checkRules(t *rapid.T, i *terms) {
	same := func(rule string, got, want money.Decimal) {
		if !got.Equal(want) {
			t.Fatalf("%s: %s, want %s", rule, got, want)
		}
	}
	for _, term := range []string{"BT-106", "BT-107", "BT-108", "BT-109", "BT-112", "BT-113", "BT-114", "BT-115"} {
		if _, places, _ := strings.Cut(i.of[term], "."); i.of[term] != "" && len(places) != 2 {
			t.Fatalf("BR-DEC: %s is %s", term, i.of[term])
		}
	}
	basis, lines, charges, allowances := map[rate]money.Decimal{}, money.Zero, money.Zero, money.Zero
	for _, l := range i.groups["BG-25"] {
		total := l.amount("BT-131")
		row := l.amount("BT-146").Mul(l.amount("BT-129"))
		if per := l.amount("BT-149"); !per.IsZero() {
			row = row.Div(per)
			if l.of["BT-150"] != l.of["BT-130"] {
				t.Fatalf("PEPPOL-EN16931-R130: units %s and %s", l.of["BT-150"], l.of["BT-130"])
			}
		}
		for _, a := range l.groups["BG-27"] {
			row = row.Sub(a.amount("amount"))
		}
		same("PEPPOL-EN16931-R120", row.Cents(), total)
		if l.amount("BT-146").Sign() < 0 {
			t.Fatal("BR-27: a price is negative")
		}
		if l.amount("BT-129").Sign() <= 0 {
			t.Fatal("a quantity is not positive")
		}
		lines = lines.Add(total)
		basis[rateOf(l)] = basis[rateOf(l)].Add(total)
	}
	for _, a := range i.groups["BG-20"] {
		r, amount := rateOf(a), a.amount("amount")
		if a.of["charge"] == "true" {
			charges, basis[r] = charges.Add(amount), basis[r].Add(amount)
		} else {
			allowances, basis[r] = allowances.Add(amount), basis[r].Sub(amount)
		}
		if a.of["reason"] == "" {
			t.Fatal("BR-33, BR-38: an allowance or charge has no reason")
		}
		if amount.Sign() < 0 {
			t.Fatal("an allowance or charge is negative")
		}
	}
	taxes := money.Zero
	for _, tax := range i.groups["BG-23"] {
		r := rateOf(tax)
		amount, net := tax.amount("BT-117"), tax.amount("BT-116")
		same("BR-S-08 and its like", net, basis[r])
		delete(basis, r)
		if off := net.Mul(n(r.percent)).Div(n("100")).Cents().Sub(amount).Abs(); !off.Less(money.One) {
			t.Fatalf("BR-CO-17: %s is not %s %% of %s", amount, r.percent, net)
		}
		if (r.category == "S") != (n(r.percent).Sign() > 0) {
			t.Fatalf("BR-S-05: %v", r)
		}
		taxes = taxes.Add(amount)
	}
	if len(basis) > 0 || len(i.groups["BG-23"]) == 0 {
		t.Fatalf("BR-CO-18, BR-S-01: no breakdown of %v", basis)
	}
	same("BR-CO-10", i.amount("BT-106"), lines)
	same("BR-CO-11", i.amount("BT-107"), allowances)
	same("BR-CO-12", i.amount("BT-108"), charges)
	same("BR-CO-13", i.amount("BT-109"), lines.Add(charges).Sub(allowances))
	same("BR-CO-14", i.groups["taxes"][0].amount("BT-110"), taxes)
	same("BR-CO-15", i.amount("BT-112"), i.amount("BT-109").Add(taxes))
	due := i.amount("BT-115")
	same("BR-CO-16", due, i.amount("BT-112").Sub(i.amount("BT-113")).Add(i.amount("BT-114")))
	if due.Sign() > 0 && i.of["BT-9"] == "" {
		t.Fatal("BR-CO-25: nothing says when it is due")
	}
	checkParties(t, i)
}

// checkParties checks the rules of EN 16931 and of Peppol BIS Billing 3.0 on parties, references and currencies.
func checkParties(t *rapid.T, i *terms) {
	for _, term := range []string{"BT-1", "BT-2", "BT-3", "BT-5", "BT-24", "BG-4 name", "BG-7 name", "BG-4 country", "BG-7 country"} {
		if i.of[term] == "" {
			t.Fatalf("BR-01 to BR-11: there is no %s", term)
		}
	}
	if i.of["BG-4 electronic's scheme"] == "" || i.of["BG-7 electronic's scheme"] == "" {
		t.Fatal("PEPPOL-EN16931-R010, R020, BR-62, BR-63: there is no electronic address with a scheme")
	}
	if i.of["BT-10"] == "" && i.of["BT-13"] == "" {
		t.Fatal("PEPPOL-EN16931-R003: there is no reference of the buyer")
	}
	taxes := i.groups["taxes"]
	switch {
	case taxes[0].of["currency"] != i.of["BT-5"]:
		t.Fatal("PEPPOL-EN16931-R051: the tax is in another currency")
	case (i.of["BT-6"] == "") != (len(taxes) == 1):
		t.Fatal("PEPPOL-EN16931-R054, BR-53: a tax in the currency of the books is not told, or there is none")
	case len(taxes) == 2 && (taxes[1].of["currency"] != i.of["BT-6"] || i.of["BT-6"] == i.of["BT-5"]):
		t.Fatal("PEPPOL-EN16931-R005: the currencies are the same")
	}
	if code := i.of["BT-81"]; (code == "30" || code == "58") && i.of["BT-84"] == "" {
		t.Fatal("BR-61: a transfer has no account")
	}
	for _, r := range i.groups["BG-3"] {
		if r.of["BT-25"] == "" || r.of["BT-26"] == "" {
			t.Fatal("BR-55: an invoice that is corrected has no number or no date")
		}
	}
}

func shop(t interface{ Fatal(args ...any) }, set map[string]string) *readdirectory.Shop {
	s, err := ordertest.Shop(set)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTheAmountsFollowTheRules draws orders of any kind: net and gross prices, several rates, discounts, gift cards, partial invoices and
// refunds.
func TestTheAmountsFollowTheRules(t *testing.T) {
	t.Parallel()
	var made, asked int
	rapid.Check(t, func(t *rapid.T) {
		onAccount := rapid.SampledFrom([]string{"purchaseorder", "banktransfer"}).Draw(t, "on account")
		in := shop(t, map[string]string{"sales/invoice/on_account": onAccount})
		form := rapid.SampledFrom(forms).Draw(t, "form")
		o := ordertest.Draw(t, ordertest.Options{Lawful: true}).Document
		check := func(what string, body []byte, err error, tax, payable money.Decimal, discounted int) {
			asked++
			if fault.KindOf(err) == fault.Precondition && strings.Contains(err.Error(), "neither lines nor amounts") {
				return
			}
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			made++
			read := termsOf(t, body, form)
			checkRules(t, read)
			if !read.groups["taxes"][0].amount("BT-110").Equal(tax) || !read.amount("BT-112").Equal(payable) {
				t.Fatalf("%s: %s with %s of tax, want %s and %s", what, read.of["BT-112"], read.groups["taxes"][0].of["BT-110"], payable, tax)
			}
			if rounding := read.of["BT-114"]; rounding != "" {
				t.Fatalf("%s: %s are rounded off", what, rounding)
			}
			off := 0
			for _, l := range read.groups["BG-25"] {
				off += len(l.groups["BG-27"])
			}
			if off > discounted {
				t.Fatalf("%s: %d lines have an allowance, and %d a discount", what, off, discounted)
			}
		}
		for _, i := range o.Accounting.Invoices {
			body, err := einvoice.PrintInvoice(in, o, i, form)
			discounted := 0
			for _, l := range i.Items {
				if share := l.ParentShare; !l.DiscountAmount.IsZero() || share != nil && !share.DiscountAmount.IsZero() {
					discounted++
				}
			}
			check("invoice", body, err, i.TaxAmount, i.GrandTotal.Add(i.GiftcardAmount), discounted)
		}
		for _, m := range o.Accounting.Memos {
			body, err := einvoice.PrintCreditMemo(in, o, m, form)
			discounted := 0
			for _, l := range m.Items {
				if share := l.ParentShare; !l.DiscountAmount.IsZero() || share != nil && !share.DiscountAmount.IsZero() {
					discounted++
				}
			}
			check("credit memo", body, err, m.TaxAmount.Add(m.AdjustmentTax), m.GrandTotal.Add(m.GiftcardAmount), discounted)
		}
	})
	if made*10 < asked*9 {
		t.Errorf("of %d papers only %d were made", asked, made)
	}
}

func at(percent string) tax.Rates {
	return tax.NewRates(n(percent), tax.Applied{RateID: n(percent).Int(), Percent: n(percent)})
}

// cart is a cart of a shop with gross prices: two lines, shipping, a discount of 10 % and a gift card.
func cart() totals.Input {
	return totals.Input{
		Tax: tax.Settings{PricesIncludeTax: true, ShippingIncludesTax: true, DiscountsOnGross: true}, Rate: money.One,
		Lines: []totals.Line{
			{
				Qty:       n("2"),
				UnitPrice: n("119"),
				BasePrice: n("119"),
				Tax:       at("19"),
			}, {Qty: n("1"), UnitPrice: n("10.70"), BasePrice: n("10.70"), Tax: at("7")},
		},
		Shipping: n("5.95"), BaseShipping: n("5.95"), ShippingTax: at("19"),
		Rules: []pricerule.Rule{{ID: 1, Code: "TEN", Action: pricerule.ByPercent, Amount: n("10")}},
		Cards: []totals.Card{{ID: 1, Code: "GC-1", Balance: n("30")}},
	}
}

// story places the order of a cart, which change may change, invoices it and refunds one unit.
func story(in totals.Input, change func(*order.Placed)) *ordertest.Story {
	p := ordertest.Placed(in)
	if change != nil {
		change(&p)
	}
	s := ordertest.Begin(p, time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC))
	s.Invoice()
	s.Refund(order.NewCreditMemo{Items: []order.RefundItem{{LineID: 1, Qty: n("1")}}, AdjustmentNegative: n("4")})
	return s
}

func printed(t *testing.T, s *ordertest.Story, set map[string]string, form einvoice.Form) *element {
	t.Helper()
	body, err := einvoice.PrintInvoice(shop(t, set), s.Document, s.Document.Accounting.Invoices[0], form)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, body)
}

// expect compares texts at paths.
func expect(t *testing.T, root *element, want map[string]string) {
	t.Helper()
	for path, text := range want {
		if got := root.at(path); got != text {
			t.Errorf("%s is %q, want %q", path, got, text)
		}
	}
}

func TestAnXRechnung(t *testing.T) {
	t.Parallel()
	s := story(cart(), func(p *order.Placed) {
		p.Payment, p.PaymentTitle, p.Note = "purchaseorder", "Purchase Order", "Leitweg-ID: 04011000-1234512345-06, Tel. 0123-45"
		p.Billing.VatID, p.PaymentData = "DE 987 654 321", map[string]any{"poNumber": "PO-77"}
	})
	root := printed(t, s, map[string]string{"general/store_information/registration": "HRB 12345"}, einvoice.XRechnung)
	const sums = settlement + "/SpecifiedTradeSettlementHeaderMonetarySummation"
	expect(t, root, map[string]string{
		"ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID": "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
		"ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID": "urn:cen.eu:en16931:2017#compliant#" +
			"urn:xeinkauf.de:kosit:xrechnung_3.0",
		"ExchangedDocument/ID": s.Document.Accounting.Invoices[0].IncrementID, "ExchangedDocument/TypeCode": "380",
		"ExchangedDocument/IssueDateTime/DateTimeString": "20260301",
		"ExchangedDocument/IncludedNote/Content":         "Zahlbar ohne Abzug. Vielen Dank!",
		agreement + "/BuyerReference":                    "04011000-1234512345-06", agreement + "/SellerTradeParty/Name": "Hafen & Hügel GmbH",
		agreement + "/SellerTradeParty/SpecifiedLegalOrganization/TradingBusinessName":                        "Hafen & Hügel",
		agreement + "/SellerTradeParty/SpecifiedTaxRegistration/ID":                                           "DE123456789",
		agreement + "/SellerTradeParty/URIUniversalCommunication/URIID":                                       "buchhaltung@example.com",
		agreement + "/BuyerTradeParty/Name":                                                                   "Muster & Söhne GmbH",
		agreement + "/BuyerTradeParty/DefinedTradeContact/PersonName":                                         "Erika Mustermann",
		agreement + "/BuyerTradeParty/PostalTradeAddress/LineTwo":                                             "Hinterhaus",
		agreement + "/BuyerTradeParty/SpecifiedTaxRegistration/ID":                                            "DE987654321",
		agreement + "/SellerTradeParty/SpecifiedLegalOrganization/ID":                                         "HRB 12345",
		agreement + "/SellerOrderReferencedDocument/IssuerAssignedID":                                         "100000042",
		agreement + "/BuyerOrderReferencedDocument/IssuerAssignedID":                                          "PO-77",
		delivery + "/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString":                        "20260301",
		settlement + "/SpecifiedTradeSettlementPaymentMeans/TypeCode":                                         "58",
		settlement + "/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID":        "DE02120300000000202051",
		settlement + "/SpecifiedTradeSettlementPaymentMeans/PayeeSpecifiedCreditorFinancialInstitution/BICID": "BYLADEM1001",
		settlement + "/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString":                             "20260315",
		// 214.20 + 9.63 + 5.95 is 229.78, of which 35.15 and 0.63 are tax and 30 is paid by card.
		sums + "/LineTotalAmount": "189.00", sums + "/ChargeTotalAmount": "5.00", sums + "/TaxBasisTotalAmount": "194.00",
		sums + "/TaxTotalAmount": "35.78", sums + "/GrandTotalAmount": "229.78", sums + "/TotalPrepaidAmount": "30.00",
		sums + "/DuePayableAmount": "199.78",
	})
	line := root.all("SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem")[0]
	expect(t, line, map[string]string{
		"AssociatedDocumentLineDocument/LineID": "1", "SpecifiedTradeProduct/Name": "Product 1",
		"SpecifiedTradeProduct/SellerAssignedID":                             "SKU-1",
		"SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount": "100.00", "SpecifiedLineTradeDelivery/BilledQuantity": "2",
		"SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent":                      "19",
		"SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge/ActualAmount":                    "20.00",
		"SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge/Reason":                          "Rabatt",
		"SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount": "180.00",
	})
}

// TestATaxThatNoNetAmountHas: 9.99 has 1.60 of tax at 19 %, but the tax on 8.39 is 1.59 and that on 8.40 makes 10.00. The invoice has the
// amounts of the paper: the official rules tolerate the cent.
func TestATaxThatNoNetAmountHas(t *testing.T) {
	t.Parallel()
	in := cart()
	in.Rules, in.Cards, in.Shipping, in.BaseShipping = nil, nil, money.Zero, money.Zero
	in.Lines = []totals.Line{{Qty: n("1"), UnitPrice: n("9.99"), BasePrice: n("9.99"), Tax: at("19")}}
	const sums = settlement + "/SpecifiedTradeSettlementHeaderMonetarySummation"
	expect(t, printed(t, story(in, nil), map[string]string{"sales/invoice/on_account": "banktransfer"}, einvoice.CII), map[string]string{
		settlement + "/ApplicableTradeTax/BasisAmount": "8.39", sums + "/LineTotalAmount": "8.39", sums + "/TaxTotalAmount": "1.60",
		sums + "/GrandTotalAmount": "9.99", sums + "/RoundingAmount": "", sums + "/DuePayableAmount": "9.99",
		"SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem/SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount": "8.39",
	})
}

func TestAPaidInvoiceAsCII(t *testing.T) {
	t.Parallel()
	root := printed(t, story(cart(), nil), nil, einvoice.CII)
	expect(t, root, map[string]string{
		"ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID":       "urn:cen.eu:en16931:2017",
		"ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID": "", agreement + "/BuyerReference": "100000042",
		settlement + "/SpecifiedTradeSettlementHeaderMonetarySummation/TotalPrepaidAmount": "229.78",
		settlement + "/SpecifiedTradeSettlementHeaderMonetarySummation/DuePayableAmount":   "0.00",
		settlement + "/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString":          "",
	})
}

func TestACreditMemo(t *testing.T) {
	t.Parallel()
	s := story(cart(), nil)
	o := s.Document
	body, err := einvoice.PrintCreditMemo(shop(t, nil), o, o.Accounting.Memos[0], einvoice.XRechnung)
	if err != nil {
		t.Fatal(err)
	}
	root := parse(t, body)
	expect(t, root, map[string]string{
		"ExchangedDocument/TypeCode": "381", settlement + "/InvoiceReferencedDocument/IssuerAssignedID": o.Accounting.Invoices[0].IncrementID,
		settlement + "/InvoiceReferencedDocument/FormattedIssueDateTime/DateTimeString": "20260301",
	})
	charges := root.all(settlement + "/SpecifiedTradeAllowanceCharge")
	if len(charges) != 2 || charges[0].at("ChargeIndicator/Indicator") != "true" || charges[1].at("ChargeIndicator/Indicator") != "false" ||
		charges[1].at("ActualAmount") != "3.36" || charges[1].at("CategoryTradeTax/RateApplicablePercent") != "19" ||
		charges[1].at("Reason") != "Gebühr" {
		t.Errorf("%+v", charges)
	}
}

// TestAdjustmentsAreTaxed at the rates of what is refunded, or at the one that is given; those of old logs are untaxed.
func TestAdjustmentsAreTaxed(t *testing.T) {
	t.Parallel()
	percent := func(text string) *money.Decimal {
		p := n(text)
		return &p
	}
	for _, c := range []struct {
		name  string
		lines []int64 // to refund
		rate  *money.Decimal
		wants map[string]string // net amounts by rate; 10.00 with tax in sum
	}{
		{"of a line", []int64{1}, nil, map[string]string{"19": "8.40"}},
		{"of two lines", []int64{1, 2}, nil, map[string]string{"19": "7.71", "7": "0.77"}},
		{"at another rate", []int64{1}, percent("7"), map[string]string{"7": "9.35"}},
		{"untaxed", []int64{1}, percent("0"), map[string]string{"0": "10.00"}},
	} {
		in := cart()
		in.Cards = nil
		s := ordertest.Begin(ordertest.Placed(in), time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC))
		s.Invoice()
		nothing := money.Zero
		n := order.NewCreditMemo{AdjustmentNegative: n("10"), AdjustmentPercent: c.rate, Shipping: &nothing}
		for _, id := range c.lines {
			n.Items = append(n.Items, order.RefundItem{LineID: id, Qty: money.One})
		}
		if !s.Refund(n) {
			t.Fatal(c.name)
		}
		o := s.Document
		body, err := einvoice.PrintCreditMemo(shop(t, nil), o, o.Accounting.Memos[0], einvoice.CII)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, a := range parse(t, body).all(settlement + "/SpecifiedTradeAllowanceCharge") {
			got[a.at("CategoryTradeTax/RateApplicablePercent")] = a.at("ActualAmount")
		}
		if !maps.Equal(got, c.wants) {
			t.Errorf("%s: %v, want %v", c.name, got, c.wants)
		}
	}
}

// TestACreditMemoOfSeveralInvoices: the schema of D16B has one reference, so a note names them all.
func TestACreditMemoOfSeveralInvoices(t *testing.T) {
	t.Parallel()
	s := ordertest.Begin(ordertest.Placed(cart()), time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC))
	s.Invoice(order.Wanted{LineID: 1, Qty: n("2")})
	s.Invoice()
	s.Refund(order.NewCreditMemo{})
	o := s.Document
	first, second := o.Accounting.Invoices[0].IncrementID, o.Accounting.Invoices[1].IncrementID
	body, err := einvoice.PrintCreditMemo(shop(t, nil), o, o.Accounting.Memos[0], einvoice.XRechnung)
	if err != nil {
		t.Fatal(err)
	}
	root := parse(t, body)
	if refs := root.all(settlement + "/InvoiceReferencedDocument"); len(refs) != 1 || refs[0].at("IssuerAssignedID") != first {
		t.Errorf("%d references", len(refs))
	}
	if note := root.at("ExchangedDocument/IncludedNote/Content"); note != "Berichtigt die Rechnungen "+first+", "+second {
		t.Errorf("the note: %q", note)
	}
}

// TestDeliveryIsTheLastShipmentBefore takes the day in the zone of the store.
func TestDeliveryIsTheLastShipmentBefore(t *testing.T) {
	t.Parallel()
	s := story(cart(), nil)
	shipped := func(at string) *documents.Shipment { return &documents.Shipment{ShipmentStatus: 1, CreatedAt: at} }
	s.Document.Shipments = []*documents.Shipment{
		shipped("2026-02-27 10:00:00"),
		shipped("2026-02-27 23:30:00"),
		shipped("2026-03-09 08:00:00"),
	}
	expect(t, printed(t, s, nil, einvoice.CII), map[string]string{
		delivery + "/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString": "20260228",
	})
}

func TestTheBooksAreKeptInAnotherCurrency(t *testing.T) {
	t.Parallel()
	in := cart()
	in.Rate = n("1.25")
	root := printed(t, story(in, nil), nil, einvoice.CII)
	totals := root.all(settlement + "/SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount")
	if len(totals) != 2 || totals[0].attributes["currencyID"] != "USD" || totals[1].attributes["currencyID"] != "EUR" ||
		totals[1].text != "35.78" || root.at(settlement+"/TaxCurrencyCode") != "EUR" {
		t.Errorf("%+v", totals)
	}
	expect(t, root, map[string]string{settlement + "/SpecifiedTradeSettlementPaymentMeans/TypeCode": "30"})
}

// untaxed is a cart without tax.
func untaxed() totals.Input {
	in := cart()
	in.ShippingTax, in.Rules, in.Cards = tax.Rates{}, nil, nil
	for i := range in.Lines {
		in.Lines[i].Tax = tax.Rates{}
	}
	return in
}

func TestReasonsForNoVAT(t *testing.T) {
	t.Parallel()
	abroad := func(country, vat string, virtual bool) func(*order.Placed) {
		return func(p *order.Placed) {
			p.Billing.CountryID, p.Billing.VatID, p.Virtual = country, vat, virtual
			p.Shipping = &directory.Address{Firstname: "A", Lastname: "B", Street: []string{"C 1"}, City: "D", Postcode: "1", CountryID: country}
		}
	}
	for _, c := range []struct {
		name           string
		change         func(*order.Placed)
		set            map[string]string
		category, code string
		reason         string
	}{
		{"at home", nil, nil, "Z", "", ""},
		{"small business", nil, map[string]string{"sales/invoice/exemption_note": "Kleinunternehmer, ohne Umsatzsteuer"}, "E", "",
			"Kleinunternehmer, ohne Umsatzsteuer"},
		{"goods to a business in the EU", abroad("FR", "FR12345678901", false), nil, "K", "VATEX-EU-IC",
			"Steuerfreie innergemeinschaftliche Lieferung"},
		{"services to a business in Greece", abroad("GR", "EL123456789", true), nil, "AE", "VATEX-EU-AE",
			"Steuerschuldnerschaft des Leistungsempfängers"},
		{"goods to a person in the EU", abroad("FR", "", false), nil, "Z", "", ""},
		{"goods to Switzerland", abroad("CH", "CHE123456789", false), nil, "G", "VATEX-EU-G", "Steuerfreie Ausfuhrlieferung"},
		{"something that is no VAT ID", abroad("FR", "GERMANY", false), nil, "Z", "", ""},
		{"a country that there is not", abroad("FR", "QQ12345678", false), nil, "Z", "", ""},
		{"by configuration", abroad("DE", "DE123456788", false), map[string]string{
			"sales/invoice/untaxed": "AE", "sales/invoice/reverse_charge_note": "Bauleistung, Steuer schuldet der Kunde",
		}, "AE", "VATEX-EU-AE", "Bauleistung, Steuer schuldet der Kunde"},
	} {
		root := printed(t, story(untaxed(), c.change), c.set, einvoice.XRechnung)
		taxes := root.all(settlement + "/ApplicableTradeTax")
		if len(taxes) != 1 || taxes[0].at("CategoryCode") != c.category || taxes[0].at("ExemptionReasonCode") != c.code ||
			taxes[0].at("ExemptionReason") != c.reason || taxes[0].at("RateApplicablePercent") != "0" {
			t.Errorf("%s: %+v", c.name, taxes[0])
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	about := func(name string) string { return "general/store_information/" + name }
	before := cart()
	before.Tax.BeforeDiscount, before.Tax.PricesIncludeTax, before.Tax.ShippingIncludesTax = true, false, false
	for _, c := range []struct {
		name   string
		story  *ordertest.Story
		change func(*documents.Order, *documents.Invoice)
		set    map[string]string
		form   einvoice.Form
		kind   fault.Kind
		says   string
	}{
		{name: "form", form: "edifact", kind: fault.Invalid, says: "cii, xrechnung, ubl or xrechnung-ubl"},
		{name: "no number", change: func(_ *documents.Order, i *documents.Invoice) { i.IncrementID = "" }, kind: fault.Conflict,
			says: "no number"},
		{name: "canceled", change: func(_ *documents.Order, i *documents.Invoice) { i.State = 3 }, kind: fault.Conflict, says: "canceled"},
		{name: "seller", set: map[string]string{about("city"): "", about("merchant_vat_number"): "", about("tax_number"): ""},
			kind: fault.Precondition, says: about("city") + ", " + about("merchant_vat_number") + " or " + about("tax_number")},
		{name: "contact", set: map[string]string{about("contact_name"): ""}, form: einvoice.XRechnung, kind: fault.Precondition,
			says: about("contact_name")},
		{name: "forgotten", change: func(o *documents.Order, _ *documents.Invoice) { o.BillingAddress = nil }, kind: fault.Precondition,
			says: "no billing address"},
		{name: "city of the buyer", change: func(o *documents.Order, _ *documents.Invoice) { o.BillingAddress.City = "" },
			form: einvoice.XRechnung, kind: fault.Precondition, says: "city"},
		{name: "city of a German buyer", change: func(o *documents.Order, _ *documents.Invoice) { o.BillingAddress.City = "" },
			form: einvoice.UBL, kind: fault.Precondition, says: "city"},
		{name: "contact between Germans", set: map[string]string{about("contact_name"): ""}, form: einvoice.UBL, kind: fault.Precondition,
			says: about("contact_name")},
		{name: "address of the buyer", change: func(o *documents.Order, _ *documents.Invoice) {
			o.BillingAddress.CountryID, o.CustomerEmail, o.BillingAddress.Email = "AT", nil, nil
		}, form: einvoice.UBL, kind: fault.Precondition, says: "e-mail address of the buyer"},
		{name: "address of the seller", set: map[string]string{
			about("merchant_country"): "AT", about("contact_email"): "", "trans_email/ident_sales/email": "",
		}, form: einvoice.UBL, kind: fault.Precondition, says: about("electronic_address")},
		{name: "account", set: map[string]string{"payment/banktransfer/iban": "", "sales/invoice/on_account": "banktransfer"},
			kind: fault.Precondition, says: "payment/banktransfer/iban"},
		{name: "why exempt", story: story(untaxed(), nil), set: map[string]string{"sales/invoice/untaxed": "E"}, kind: fault.Precondition,
			says: "sales/invoice/exemption_note"},
		{name: "buyer without VAT ID", story: story(untaxed(), nil), set: map[string]string{"sales/invoice/untaxed": "AE"},
			kind: fault.Precondition, says: "no VAT ID"},
		{name: "tax before discount", story: story(before, nil), kind: fault.Precondition, says: "tax/calculation/apply_after_discount"},
	} {
		s := c.story
		if s == nil {
			s = story(cart(), nil)
		}
		o := s.Document
		if c.change != nil {
			c.change(o, o.Accounting.Invoices[0])
		}
		form := c.form
		if form == "" {
			form = einvoice.CII
		}
		_, err := einvoice.PrintInvoice(shop(t, c.set), o, o.Accounting.Invoices[0], form)
		if fault.KindOf(err) != c.kind || err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want a fault %s that says %q", c.name, err, c.kind, c.says)
		}
	}
}

// TestTextsThatXMLCannotCarry are left out.
func TestTextsThatXMLCannotCarry(t *testing.T) {
	t.Parallel()
	s := story(cart(), func(p *order.Placed) {
		p.Lines[0].Name, p.Billing.Company = "Mug\x01 <b>\n& \xff more\uFFFE", "A\x00B"
	})
	root := printed(t, s, nil, einvoice.CII)
	expect(t, root, map[string]string{
		"SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem/SpecifiedTradeProduct/Name": "Mug <b> & more",
		agreement + "/BuyerTradeParty/Name": "A B",
	})
}

func TestChoicesAreNamed(t *testing.T) {
	t.Parallel()
	s := story(cart(), nil)
	s.Document.Items[0].ProductOptions = documents.ProductOptions{
		Options:    []documents.ItemOption{{CartOption: documents.CartOption{Label: "Gravur", Value: "Für Oma"}}},
		ItemChoice: documents.ItemChoice{Attributes: []documents.CartOption{{Label: "Farbe", Value: "Rot"}, {Label: "Leer"}}},
	}
	root := printed(t, s, nil, einvoice.CII)
	var got []string
	const line = "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem/"
	for _, c := range root.all(line + "SpecifiedTradeProduct/ApplicableProductCharacteristic") {
		got = append(got, fmt.Sprint(c.at("Description"), "=", c.at("Value")))
	}
	if want := []string{"Farbe=Rot", "Gravur=Für Oma"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
