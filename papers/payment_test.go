package papers

import (
	"encoding/xml"
	"strings"
	"testing"
	"time"

	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/payment"
	"tradelog/domain/tax"
	"tradelog/domain/totals"
	"tradelog/papers/einvoice"
	"tradelog/test/ordertest"
)

// goods is a cart of two lines at 19 and 7 % and of shipping, which a gift card pays in part.
func goods() totals.Input {
	at := func(percent string) tax.Rates {
		return tax.NewRates(d(percent), tax.Applied{RateID: d(percent).Int(), Percent: d(percent)})
	}
	return totals.Input{
		Tax: tax.Settings{PricesIncludeTax: true, ShippingIncludesTax: true}, Rate: money.One,
		Lines: []totals.Line{
			{
				Qty:       d("2"),
				UnitPrice: d("119"),
				BasePrice: d("119"),
				Tax:       at("19"),
			}, {Qty: d("1"), UnitPrice: d("9.99"), BasePrice: d("9.99"), Tax: at("7")},
		},
		Shipping: d("5.95"), BaseShipping: d("5.95"), ShippingTax: at("19"),
		Cards: []totals.Card{{ID: 1, Code: "GC-7K2M-9QPD-AAAA", Balance: d("30")}},
	}
}

// settledXML is an electronic invoice, as far as it tells of payment.
type settledXML struct {
	Settlement struct {
		IBAN  string `xml:"SpecifiedTradeSettlementPaymentMeans>PayeePartyCreditorFinancialAccount>IBANID"`
		Until string `xml:"SpecifiedTradePaymentTerms>DueDateDateTime>DateTimeString"`
		Sums  struct {
			Gross string `xml:"GrandTotalAmount"`
			Paid  string `xml:"TotalPrepaidAmount"`
			Due   string `xml:"DuePayableAmount"`
		} `xml:"SpecifiedTradeSettlementHeaderMonetarySummation"`
	} `xml:"SupplyChainTradeTransaction>ApplicableHeaderTradeSettlement"`
}

// TestPaymentIsToldAlike: for every payment method, paid at once or on account, the paper and the electronic invoice in it have the same
// total (BT-112), paid amounts (BT-113), amount due (BT-115), account and day.
func TestPaymentIsToldAlike(t *testing.T) {
	t.Parallel()
	german := locale.Of("de_DE", nil)
	for _, method := range []string{"checkmo", payment.CashOnDelivery, "banktransfer", payment.PurchaseOrder, "sandbox"} {
		for _, onAccount := range []string{"", method} {
			shop, err := ordertest.Shop(map[string]string{"sales/invoice/on_account": onAccount})
			if err != nil {
				t.Fatal(err)
			}
			p := ordertest.Placed(goods())
			p.Payment = method
			s := ordertest.Begin(p, time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC))
			s.Invoice()
			o, i := s.Document, s.Document.Accounting.Invoices[0]
			i.State = int(order.Paid)
			body, err := einvoice.PrintInvoice(shop, o, i, einvoice.CII)
			if err != nil {
				t.Fatalf("%s: %v", method, err)
			}
			var read settledXML
			if err := xml.Unmarshal(body, &read); err != nil {
				t.Fatal(err)
			}
			of := read.Settlement
			file, err := New(nil).Invoice(t.Context(), shop, o, i)
			if err != nil {
				t.Fatal(err)
			}
			amount := func(text string) string { return german.Money(d(text), "EUR") }
			want := []string{
				"Gesamtsumme " + amount(of.Sums.Gross),
				"Geschenkkarten (GC-7…AAAA) " + amount("-30"),
				"Zu zahlen " + amount(of.Sums.Due),
			}
			var unwanted []string
			for text, there := range map[string]bool{
				"Bezahlt " + amount("-"+d(of.Sums.Paid).Sub(d("30")).Fixed()): !d(of.Sums.Paid).Equal(d("30")),
				"Fällig am": of.Until != "", "15. März 2026": of.Until == "20260315",
				"IBAN: DE02 1203 0000 0000 2020 51": of.IBAN == "DE02120300000000202051",
			} {
				if there {
					want = append(want, text)
				} else {
					unwanted = append(unwanted, text)
				}
			}
			check(t, file, want, append(unwanted, "9QPD")...)
		}
	}
}

// TestTheBuyersNumbers are those of the electronic invoice: the VAT ID of the address or of the account, and the buyer's order.
func TestTheBuyersNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ inAddress, ofAccount, want, unwanted string }{
		{"", "FR12345678901", "N° de TVA : FR12345678901", "fiscal"},
		{"FR99999999999", "FR12345678901", "N° de TVA : FR99999999999", "FR12345678901"},
		{"none", "FR12345678901", "N° de TVA : FR12345678901", "fiscal"},
		{"", "RSSMRA80A01H501U", "N° fiscal : RSSMRA80A01H501U", "de TVA : RSS"},
	} {
		o, i := sale(1)
		o.BillingAddress.VatID, o.CustomerTaxvat, o.PoNumber, o.ShippingAddress = &c.inAddress, &c.ofAccount, sp("PO-77"), nil
		s := shop()
		s.Locale = locale.Of("fr_FR", nil)
		check(t, printed(t, s, o, i), []string{c.want, "Votre n° de commande", "PO-77"}, c.unwanted)
	}
}

// TestTheSellerIsNamed by general/store_information, unless sales/identity/address has the same.
func TestTheSellerIsNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		identity string
		want     []string
	}{
		"by the particulars": {"", []string{"Hafen & Hügel GmbH", "Speicherstraße 7", "20457 Hamburg", "Deutschland", "Tel.: +49 40 5550 142",
			"HRB 12345", "USt-IdNr.: DE123456789", "Steuernummer: 22/345/67890"}},
		"what lines lack is added": {"Hafen\nKai 1\nUSt-IdNr. DE 123 456 789", []string{
			"Hafen & Hügel GmbH", "Hafen", "Kai 1", "USt-IdNr. DE 123 456 789", "HRB 12345", "Steuernummer: 22/345/67890"}},
	} {
		shop, err := ordertest.Shop(
			map[string]string{"sales/identity/address": c.identity, "general/store_information/registration": "HRB 12345"},
		)
		if err != nil {
			t.Fatal(err)
		}
		got := sellerLines(shop.Settings.In(1), shop.Locale(1))
		if strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if lacks := shop.SellerLacks(); lacks != "" {
			t.Errorf("%s: it lacks %s", name, lacks)
		}
	}
	const about = "general/store_information/"
	bare, err := ordertest.Shop(map[string]string{
		about + "name": "", about + "legal_name": "", about + "city": "", about + "merchant_vat_number": "", about + "tax_number": "",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "store view default: " + about + "legal_name, " + about + "city, " + about + "merchant_vat_number"
	if got := bare.SellerLacks(); got != want {
		t.Errorf("it lacks %q, want %q", got, want)
	}
}

// TestRatesOfABundle are those of its parts.
func TestRatesOfABundle(t *testing.T) {
	t.Parallel()
	o, i := sale(3)
	o.Items[0].TaxPercent, o.Items[1].ParentItemID, o.Items[2].ParentItemID = nil, &o.Items[0].ID, &o.Items[0].ID
	check(t, printed(t, shop(), o, i), []string{"7 %, 19 % €2,469.00"})
}

// TestAdjustmentsOfAMemoAddUp on papers of both forms.
func TestAdjustmentsOfAMemoAddUp(t *testing.T) {
	t.Parallel()
	s := ordertest.Begin(ordertest.Placed(goods()), time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC))
	s.Invoice()
	s.Refund(order.NewCreditMemo{
		Items: []order.RefundItem{{LineID: 1, Qty: d("1")}}, AdjustmentPositive: d("3"), AdjustmentNegative: d("10"),
	})
	o := s.Document
	m := o.Accounting.Memos[0]
	if !m.AdjustmentTax.Equal(d("-1.12")) {
		t.Errorf("7.00 at 19 %% have a tax of %s", m.AdjustmentTax)
	}
	for _, gross := range []bool{false, true} {
		p := &paper{settings: pageSettings{Gross: gross}}
		b := billOfMemo(o, m)
		if !gross {
			b.netAdjustments(m)
		}
		sum := money.Zero
		for _, r := range p.billTotals(b) {
			sum = sum.Add(r.amount)
			if r.name == p.translate(locale.TaxOff) {
				t.Errorf("gross %v: %s are left", gross, r.amount)
			}
		}
		if !sum.Equal(b.whole()) {
			t.Errorf("gross %v: %s, want %s", gross, sum, b.whole())
		}
	}
}
