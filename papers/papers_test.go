package papers

import (
	"regexp"
	"strings"
	"testing"

	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/internal/pdf"
	"tradelog/readmodels/documents"
)

// bought is an order of two units of each of some lines, with its prices.
func bought(lines int) *documents.Order {
	o, i := sale(lines)
	for n, item := range o.Items {
		l := i.Items[n]
		item.QtyOrdered, item.Price, item.RowTotal, item.TaxAmount = l.Qty, l.Price, l.RowTotal, &l.TaxAmount
		item.PriceInclTax = l.Price.Add(l.TaxAmount.Div(d("2")))
		item.RowTotalInclTax = l.RowTotal.Add(l.TaxAmount)
	}
	discount := i.DiscountAmount.Neg()
	o.Prices = &documents.Prices{
		Subtotal: i.Subtotal, SubtotalInclTax: i.Subtotal.Add(i.TaxAmount).Sub(d("0.95")), TaxAmount: i.TaxAmount, GrandTotal: i.GrandTotal,
		DiscountAmount: &discount, ShippingAmount: &i.ShippingAmount, ShippingInclTax: dp("5.95"), GiftcardAmount: &i.GiftcardAmount,
	}
	o.DiscountDesc = i.DiscountDescription
	return o
}

func ofOrder(t testing.TB, s pageSettings, o *documents.Order) []byte {
	t.Helper()
	file, err := orderPaper(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestOrderConfirmation has the prices without tax, or with it for consumers; both tell the tax by rate.
func TestOrderConfirmation(t *testing.T) {
	t.Parallel()
	o := bought(2)
	net := ofOrder(t, shop(), o)
	keep(t, "order", net)
	check(
		t,
		net,
		[]string{"Order # 100000007", "Order Date", "€1,234.50", "€2,469.00", "Tax €642.89",
			"Grand Total €5,583.39", "Amount Due €5,573.39",
			"Bank details",
			"Tax rate Net Tax Gross", "Shipping & Handling €5.00"},
		"Invoice",
		"CANCELED",
	)
	s := shop()
	s.Gross, s.Locale = true, locale.Of("de_DE", berlin())
	gross := ofOrder(t, s, o)
	keep(t, "order-gross-de", gross)
	check(
		t,
		gross,
		[]string{"Bestellung Nr. 100000007", "1.469,055 €", "2.938,11 €", "Versand", "5,95 €",
			"Gesamtsumme 5.583,39 €", "Zu zahlen 5.573,39 €",
			"19 %", "470,06 €"},
		"1.234,50",
	)
	o.State = "canceled"
	check(t, ofOrder(t, shop(), o), []string{"CANCELED"}, "Bank details")
}

// TestTheRowsAddUp: the amounts above the grand total add up to it, with prices of both kinds.
func TestTheRowsAddUp(t *testing.T) {
	t.Parallel()
	o := bought(3)
	for _, gross := range []bool{false, true} {
		s := shop()
		s.Gross = gross
		b := billOfOrder(o)
		p := &paper{settings: s}
		sum := money.Zero
		for _, r := range p.billTotals(b) {
			sum = sum.Add(r.amount)
		}
		if !sum.Equal(b.whole()) {
			t.Errorf("gross %v: %s, want %s", gross, sum, b.whole())
		}
	}
}

// TestTotalsInTheBaseCurrency are told when buyers pay in another one.
func TestTotalsInTheBaseCurrency(t *testing.T) {
	t.Parallel()
	o, i := sale(1)
	o.BaseCurrencyCode, i.BaseGrandTotal, i.BaseTaxAmount = "USD", d("3210.98"), d("512.34")
	check(t, printed(t, shop(), o, i), []string{"In the currency of the shop", "Tax: $512.34", "Grand Total: $3,210.98"})
	// Every amount between subtotal and grand total is there, so that the line adds up.
	i.BaseSubtotal, i.BaseDiscountAmount, i.BaseShippingAmount, i.BaseGiftcardAmount = d("100"), d("-10"), d("5"), d("20")
	i.BaseTaxAmount, i.BaseGrandTotal = d("17.1"), d("93.2")
	check(t, printed(t, shop(), o, i), []string{"Subtotal: $100.00", "Discount: -$10.00", "Shipping & Handling: $5.00", "Tax: $17.10",
		"Discount Tax Compensation: $1.10", "Grand Total: $113.20", "Gift Cards: -$20.00"})
	o.BaseCurrencyCode = i.Currency
	check(t, printed(t, shop(), o, i), nil, "In the currency of the shop")
}

func TestCreditMemo(t *testing.T) {
	t.Parallel()
	o, i := sale(2)
	m := &documents.CreditMemo{
		IncrementID: "100000003", OrderIncrementID: o.IncrementID, Currency: "EUR", CreatedAt: "2026-11-25 10:00:00", Subtotal: d("1234.5"),
		TaxAmount: d("234.56"), AdjustmentPositive: d("3"), AdjustmentNegative: d("1.5"), Adjustment: d("1.5"), GiftcardAmount: d("10"),
		GrandTotal: d("1460.56"), Items: []documents.CreditMemoItem{
			{
				OrderItemID: 1,
				Name:        i.Items[0].Name,
				SKU:         i.Items[0].SKU,
				Qty:         d("1"),
				Price:       d("1234.5"),
				RowTotal:    d("1234.5"),
				TaxAmount:   d("234.56"),
			},
		},
	}
	i.ID = 7
	other := &documents.Invoice{ID: 8, IncrementID: "100000099", CreatedAt: "2026-11-22 00:00:00"}
	o.Accounting.Invoices = []*documents.Invoice{i, other, {ID: 9, IncrementID: "100000100", State: int(order.Revoked)}}
	file, err := creditMemoPaper(shop(), o, m)
	if err != nil {
		t.Fatal(err)
	}
	keep(t, "memo", file)
	check(t, file, []string{"Credit Memo # 100000003", "November 25, 2026", "For Invoice #", "100000042, 100000099",
		"Adjustment Refund €3.00",
		"Adjustment Fee -€1.50", "Grand Total €1,470.56", "Refunded to Gift Cards (GC-…QPD) -€10.00", "Refunded Amount €1,460.56"},
		"Bank details", "SHOE-002", "100000100")
	m.InvoiceID = &other.ID
	if file, err = creditMemoPaper(shop(), o, m); err != nil {
		t.Fatal(err)
	}
	check(t, file, []string{"100000099"}, "100000042")
}

// TestPackingSlip has no prices, and its lines in the order of SKUs.
func TestPackingSlip(t *testing.T) {
	t.Parallel()
	o := bought(4)
	o.Items[0].SKU, o.Items[2].IsVirtual = "ZEBRA", true
	o.Items[3].QtyShipped = d("1.5")
	o.CustomerNote = sp("Please ring twice")
	o.Items[1].ProductOptions.Attributes = []documents.CartOption{{Label: "Colour", Value: "Red"}}
	file, err := packingSlipPaper(shop(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	keep(t, "slip", file)
	check(
		t,
		file,
		[]string{"Packing Slip for Order # 100000007", "Țuța Müller", "Colour: Red", "0.5", "Please ring twice", "Picked"},
		"€",
		"1,234",
		"SHOE-003",
		"Tax",
	)
	text := read(t, file)
	if at := strings.Index(text, "ZEBRA"); at < strings.Index(text, "SHOE-004") {
		t.Error("the lines are not in the order of their SKUs")
	}
	if n := strings.Count(tool(t, file, "pdfinfo", "-struct"), "Figure"); n != 4 { // of the order and of three SKUs
		t.Errorf("%d bar codes", n)
	}
	shipment := &documents.Shipment{IncrementID: "100000021", CreatedAt: "2026-11-22 10:00:00", Tracks: []documents.Track{
		{Title: "DHL", TrackNumber: "00340434161094"},
	}, Items: []documents.ShipmentItem{{OrderItemID: 2, Name: "Shoe", SKU: "SHOE-002", Qty: d("1")}}}
	if file, err = packingSlipPaper(shop(), o, shipment); err != nil {
		t.Fatal(err)
	}
	keep(t, "slip-shipment", file)
	check(t, file, []string{"Packing Slip # 100000021", "DHL 00340434161094", "November 22, 2026", "SHOE-002", "100000007"}, "ZEBRA", "€")
	for _, item := range o.Items {
		item.QtyShipped = item.QtyOrdered
	}
	if _, err := packingSlipPaper(shop(), o, nil); err != errNothingToPack {
		t.Errorf("nothing is open: %v", err)
	}
}

func TestGiftCard(t *testing.T) {
	t.Parallel()
	g := &documents.GiftCard{
		Code: "GC-7K2M-9QPD-AAAA-BBBB", Balance: d("50"), CurrencyCode: sp("EUR"), RecipientName: sp("אברהם"), SenderName: sp("Łucja"),
		Message: sp("Alles Gute! 生日快乐\nDeine Oma"), ExpiresAt: sp("2027-11-21 00:00:00"), CreatedAt: "2026-11-21 08:00:00",
	}
	s := shop()
	s.Terms = nil
	file, err := giftCardPaper(s, g)
	if err != nil {
		t.Fatal(err)
	}
	keep(t, "card", file)
	check(t, file, []string{"Gift Card", "€50.00", g.Code, "אברהם", "Łucja", "Alles Gute! 生日快乐", "November 21, 2027",
		"checkout"})
	if !regexp.MustCompile(`(?m)^ *Deine Oma *$`).MatchString(read(t, file)) {
		t.Error("the message lost its line break")
	}
}

// TestPapersInEveryScript: names and addresses are printed as they are written.
func TestPapersInEveryScript(t *testing.T) {
	t.Parallel()
	for code, names := range map[string][2]string{
		"ja_JP": {"髙橋 太郎", "陶器のマグカップ"}, "zh_CN": {"王小明", "陶瓷杯"},
		"ko_KR": {"김철수", "머그컵"}, "he_IL": {"אברהם כהן", "ספל קרמיקה"},
		"ar_SA": {"محمد علي", "كوب سيراميك"},
		"th_TH": {"สมชาย", "แก้วเซรามิก"},
		"hi_IN": {"अमित शर्मा", "चीनी मिट्टी का मग"}, "el_GR": {"Γιώργος", "Κούπα"},
	} {
		o, i := sale(1)
		o.BillingAddress.Firstname, o.BillingAddress.Lastname, i.Items[0].Name = "", names[0], names[1]
		s := shop()
		s.Locale = locale.Of(code, nil)
		file := printed(t, s, o, i)
		keep(t, "script-"+code, file)
		check(t, file, []string{names[0], names[1]}, "?")
	}
}

// TestSizesOfPages: printed text stays on the page, also on the shorter one.
func TestSizesOfPages(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]pdf.Size{"letter": pdf.Letter, "A4": pdf.A4} {
		o, i := sale(60)
		s := shop()
		s.Size = size
		file := printed(t, s, o, i)
		keep(t, "size-"+name, file)
		if !strings.Contains(tool(t, file, "pdfinfo"), "("+name+")") {
			t.Errorf("the pages are not %s", name)
		}
		if text := read(t, file); strings.Count(text, "SHOE-") != 60 || strings.Count(text, "Grand Total") != 1 {
			t.Errorf("%s: lines are missing", name)
		}
	}
}

// TestThePapersAreRead aloud in order: title, addresses, table with its head once, totals.
func TestThePapersAreRead(t *testing.T) {
	t.Parallel()
	o, i := sale(40)
	structure := tool(t, printed(t, shop(), o, i), "pdfinfo", "-struct-text")
	at := 0
	for _, want := range []string{"H1 (block)", `"Invoice # 100000042"`, "Sold to", "Łucja Weiß", "Products", "SHOE-001", "SHOE-040",
		"Grand Total", "Bank"} {
		next := strings.Index(structure[at:], want)
		if next < 0 {
			t.Fatalf("%q does not come after what precedes it", want)
		}
		at += next
	}
	for text, want := range map[string]int{"Products": 1, "Page 1": 0, "H1 (block)": 1} {
		if got := strings.Count(structure, text); got != want {
			t.Errorf("%q is there %d times, want %d", text, got, want)
		}
	}
}

// TestTheElectronicInvoiceIsAttached to the printed one.
func TestTheElectronicInvoiceIsAttached(t *testing.T) {
	t.Parallel()
	o, i := sale(1)
	s := shop()
	s.Invoice = []byte("<invoice/>")
	if list := tool(t, printed(t, s, o, i), "pdfdetach", "-list"); !strings.Contains(list, invoiceFile) {
		t.Error(list)
	}
}

// TestWhyThereIsNoTax is said on papers with untaxed amounts alone.
func TestWhyThereIsNoTax(t *testing.T) {
	t.Parallel()
	o, i := sale(1)
	s := shop()
	s.Untaxed = "The buyer owes the tax."
	check(t, printed(t, s, o, i), nil, s.Untaxed)
	i.Items[0].TaxAmount, i.TaxAmount = d("0"), d("0")
	check(t, printed(t, s, o, i), []string{"Notes", s.Untaxed})
}

// TestTheDayOfDelivery is that of the last shipment before the invoice, else that of the invoice.
func TestTheDayOfDelivery(t *testing.T) {
	t.Parallel()
	s := shop()
	i := &documents.Invoice{CreatedAt: "2026-11-21 08:00:00"}
	o := &documents.Order{}
	if got := s.delivered(o, i); got != "November 21, 2026" {
		t.Error(got)
	}
	for _, at := range []string{"2026-11-19 08:00:00", "2026-11-20 08:00:00", "2026-11-25 08:00:00"} {
		o.Shipments = append(o.Shipments, &documents.Shipment{CreatedAt: at, ShipmentStatus: 1})
	}
	if got := s.delivered(o, i); got != "November 20, 2026" {
		t.Error(got)
	}
	const canceled = 2
	o.Shipments[1].ShipmentStatus = canceled
	if got := s.delivered(o, i); got != "November 19, 2026" {
		t.Errorf("a cancelled shipment delivers: %s", got)
	}
}

// FuzzNames prints any names: a paper, or a refusal with the character.
func FuzzNames(f *testing.F) {
	for _, text := range []string{"Ada", "שלום", "\u202e\u0301\ufe0f", "a\u200d\u0e33", "👩‍👩‍👧", "\x00\xff", "ﷺ"} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, name, sku string) {
		o, i := sale(1)
		o.BillingAddress.Lastname, i.Items[0].Name, i.Items[0].SKU = name, name, sku
		file, err := invoicePaper(shop(), o, i)
		if (err == nil) != (len(file) > 0) {
			t.Errorf("%d bytes, error %v", len(file), err)
		}
	})
}
