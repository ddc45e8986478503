package papers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

func d(text string) money.Decimal { return money.MustParse(text) }
func dp(text string) *money.Decimal {
	v := d(text)
	return &v
}
func sp(text string) *string { return &text }

var berlin = sync.OnceValue(func() *time.Location {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return zone
})

func shop() pageSettings {
	return pageSettings{
		Name: "Maß & Țesut", Address: "Maß & Țesut GmbH\nGroße Straße 1\n10115 Berlin\nVAT DE123456789",
		Locale: locale.Of("en_US", berlin()),
		Bank:   []string{"IBAN: DE02 1203"}, Terms: []string{"Payable within 14 days.", "Thank you!"},
	}
}

func person(first, last string) *documents.Address {
	return &documents.Address{
		Firstname: first, Lastname: last, Company: sp("Ωmega Жук SRL"), Street: []string{"Strada Ștefan cel Mare 5",
			"Etaj 2"}, City: "București",
		Region: sp("București"), Postcode: "010011", CountryID: "RO", Telephone: "+40 21 555 0100", VatID: sp("RO1234"),
	}
}

// sale returns an order of some lines and its invoice.
func sale(lines int) (*documents.Order, *documents.Invoice) {
	o := &documents.Order{
		IncrementID: "100000007", CreatedAt: "2026-11-20 23:30:00", BillingAddress: person("Łucja", "Weiß"), ShippingAddress: person("Țuța",
			"Müller"),
		PaymentMethodTitle: "Check / Money order", ShippingDesc: sp("Flat Rate - Fixed"), Currency: "EUR",
		GiftcardCodes: documents.Amounts{"GC-7K2M-9QPD": d("10")},
	}
	i := &documents.Invoice{
		IncrementID: "100000042", OrderIncrementID: "100000007", State: 2, StateName: "paid", Currency: "EUR",
		CreatedAt:      "2026-11-21 08:00:00",
		ShippingAmount: d("5"), DiscountAmount: d("-2.5"), DiscountDescription: sp("SPRING"), GiftcardAmount: d("10"),
	}
	for n := range lines {
		item := &documents.Item{ID: int64(n + 1), Name: fmt.Sprintf("Straßenschuh „Größe %d“", 36+n), SKU: fmt.Sprintf("SHOE-%03d", n+1),
			TaxPercent: dp("19")}
		l := documents.InvoiceItem{OrderItemID: item.ID, Name: item.Name, SKU: item.SKU, Qty: d("2"), Price: d("1234.5"),
			RowTotal: d("2469"), TaxAmount: d("469.11")}
		if n%2 == 1 {
			item.TaxPercent, l.TaxAmount = dp("7"), d("172.83")
		}
		o.Items, i.Items = append(o.Items, item), append(i.Items, l)
		i.Subtotal, i.TaxAmount = i.Subtotal.Add(l.RowTotal), i.TaxAmount.Add(l.TaxAmount)
	}
	i.TaxAmount = i.TaxAmount.Add(d("0.95"))
	i.GrandTotal = i.Subtotal.Add(i.DiscountAmount).Add(i.ShippingAmount).Add(i.TaxAmount).Sub(i.GiftcardAmount)
	return o, i
}

func printed(t testing.TB, s pageSettings, o *documents.Order, i *documents.Invoice) []byte {
	t.Helper()
	file, err := invoicePaper(s, o, i)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// squeezed replaces several blanks by one, so that the layout does not matter.
func squeezed(text string) string { return strings.Join(strings.Fields(text), " ") }

func check(t *testing.T, file []byte, want []string, unwanted ...string) {
	t.Helper()
	text := read(t, file)
	flat := squeezed(text)
	for _, w := range want {
		if !strings.Contains(flat, squeezed(w)) {
			t.Errorf("the page lacks %q:\n%s", w, text)
		}
	}
	for _, u := range unwanted {
		if strings.Contains(flat, u) {
			t.Errorf("the page has %q:\n%s", u, text)
		}
	}
}

func TestInvoice(t *testing.T) {
	t.Parallel()
	o, i := sale(2)
	file := printed(t, shop(), o, i)
	keep(t, "invoice", file)
	check(t, file, []string{
		"Maß & Țesut", "Große Straße 1", "10115 Berlin", "Invoice # 100000042", "Order #", "100000007", "November 21, 2026",
		"Sold to", "Łucja Weiß", "Ship to", "Țuța Müller", "Ωmega Жук SRL", "Strada Ștefan cel Mare 5",
		"010011 București", "Romania", "T: +40 21 555 0100",
		"Payment Method", "Check / Money order", "Shipping Method", "Flat Rate - Fixed", "Products", "SKU", "Price", "Qty", "Tax",
		"Subtotal", "Tax rate", "Net", "Gross", "19 %", "Delivery Date",
		"Straßenschuh „Größe 36“", "SHOE-001", "€1,234.50", "€2,469.00", "€4,938.00", "Discount (SPRING)", "-€2.50",
		"Shipping & Handling", "€5.00",
		"€172.83", "€642.89", "Grand Total €5,583.39", "Gift Cards (GC-…QPD)", "-€10.00", "Amount Due €5,573.39",
		"Bank details", "IBAN: DE02 1203", "Terms", "Payable within 14 days.", "Thank you!", "Page 1 of 1",
	}, "CANCELED", "Compensation", "Page 2")
	if pages(t, file) != 1 {
		t.Errorf("%d pages", pages(t, file))
	}
	// Half past eleven in London is the next day in Berlin.
	if text := read(t, file); strings.Count(text, "November 21") != 3 || strings.Contains(text, "November 20") {
		t.Errorf("dates are not those of the shop's zone:\n%s", text)
	}
}

func TestALongInvoiceHasSeveralPages(t *testing.T) {
	t.Parallel()
	o, i := sale(120)
	file := printed(t, shop(), o, i)
	n := pages(t, file)
	text := read(t, file)
	for _, page := range strings.Split(strings.TrimSuffix(text, "\f"), "\f") {
		if strings.Contains(page, "SHOE-") != strings.Contains(page, "Products") || !strings.Contains(page, "Invoice # 100000042") {
			t.Errorf("a page without its head:\n%s", page)
		}
	}
	for page := 1; page <= n; page++ {
		if !strings.Contains(text, fmt.Sprintf("Page %d of %d", page, n)) {
			t.Errorf("no number on page %d", page)
		}
	}
	for line := 1; line <= 120; line++ {
		if strings.Count(text, fmt.Sprintf("SHOE-%03d", line)) != 1 {
			t.Errorf("line %d is not there once", line)
		}
	}
	if strings.Count(text, "Grand Total") != 1 {
		t.Error("not one total")
	}
}

// TestPageBreaks prints invoices of every length around the end of a page: totals never overlap the footer, nothing is missing, and the
// page with the terms has the totals too.
func TestPageBreaks(t *testing.T) {
	t.Parallel()
	for lines := 5; lines < 25; lines++ {
		o, i := sale(lines)
		text := read(t, printed(t, shop(), o, i))
		if strings.Count(text, "Grand Total") != 1 || strings.Count(text, "SHOE-") != lines {
			t.Errorf("%d lines:\n%s", lines, text)
		}
		for page := range strings.SplitSeq(text, "\f") {
			if strings.Contains(page, "Thank you!") && !strings.Contains(page, "Grand Total") {
				t.Errorf("%d lines: the terms are alone:\n%s", lines, page)
			}
		}
	}
}

// TestPartsHaveNoLines: a part is told with the line that it belongs to.
func TestPartsHaveNoLines(t *testing.T) {
	t.Parallel()
	o, i := sale(2)
	o.Items[1].ParentItemID = &o.Items[0].ID
	i.Items[1].ParentItemID = &o.Items[0].ID
	o.Items[0].ProductOptions.BuyRequest = json.RawMessage(`{}`)
	check(t, printed(t, shop(), o, i), []string{"SHOE-001"}, "SHOE-002")
}

// TestChoicesArePrinted: an invoice tells what was chosen of a line: options with texts and files, a variant, parts of a bundle, links.
func TestChoicesArePrinted(t *testing.T) {
	t.Parallel()
	o, i := sale(3)
	o.Items[2].ParentItemID = &o.Items[1].ID
	i.Items[2].ParentItemID = &o.Items[1].ID
	o.Items[0].ProductOptions.Options = []documents.ItemOption{
		{CartOption: documents.CartOption{Label: "Engraving", Value: "für Anna"}, Print: "für Anna"},
		{CartOption: documents.CartOption{Label: "Motif", Value: "logo.png 40 x 30 px", File: &documents.ChosenFile{Key: "0123456789abcdef0123"}},
			Print: "logo.png 40 x 30 px"},
	}
	o.Items[0].ProductOptions.LinkTitles = []documents.CartOption{{Label: "Files", Value: "Manual, Plans"}}
	o.Items[1].ProductOptions.Attributes = []documents.CartOption{{Label: "Colour", Value: "Red"}}
	o.Items[1].ProductOptions.Bundle = []documents.ItemBundle{
		{Label: "Cups", Values: []documents.ItemBundleChoice{{Title: "Cup", Qty: d("3")}, {Title: "Mug", Qty: d("1.5")}}},
	}
	check(t, printed(t, shop(), o, i), []string{
		"Engraving: für Anna", "Motif: logo.png 40 x 30 px", "Files: Manual, Plans", "Colour: Red", "Cups: 3 x Cup, 1.5 x Mug",
	}, "SHOE-003", "0123456789abcdef0123")
	french := shop()
	french.Locale = locale.Of("fr_FR", berlin())
	check(t, printed(t, french, o, i), []string{"Engraving : für Anna", "Colour : Red"}, "Engraving: für Anna")
}

func TestVirtualCanceledUntaxed(t *testing.T) {
	t.Parallel()
	o, i := sale(1)
	o.IsVirtual, o.ShippingAddress, o.GiftcardCodes = true, nil, nil
	i.State, i.ShippingAmount, i.DiscountAmount, i.TaxAmount, i.GiftcardAmount = 3, d("0"), d("0"), d("0"), d("0")
	i.Items[0].TaxAmount, i.GrandTotal = d("0"), i.Subtotal
	check(t, printed(t, pageSettings{Bank: shop().Bank}, o, i), []string{"CANCELED", "Sold to", "Payment Method", "€1,234.50",
		"Grand Total"},
		"Ship to", "Shipping", "Discount", "Gift Card", "Tax 19%", "Romania Romania", "IBAN")
}

// TestInvoiceInGerman: words, amounts, dates and addresses are those of the store's locale. A single tax rate is the whole tax and stands
// once. A hyphen is read back as it was typed.
func TestInvoiceInGerman(t *testing.T) {
	t.Parallel()
	o, i := sale(1)
	i.TaxAmount, i.GrandTotal = d("469.11"), i.GrandTotal.Sub(d("0.95"))
	i.Items[0].Name = "T-Shirt co\u2011op soft\u00adware 1\u20132"
	s := shop()
	s.Locale = locale.Of("de_DE", berlin())
	file := printed(t, s, o, i)
	keep(t, "invoice-de", file)
	check(t, file, []string{
		"Rechnung Nr. 100000042", "Bestellung Nr.", "Rechnungsdatum", "21. November 2026", "Lieferung an", "Rumänien", "Tel.: +40",
		"USt-IdNr.: RO1234", "Zahlungsart", "Artikel", "Menge", "1.234,50 €", "Zwischensumme", "Rabatt (SPRING)", "Steuer",
		"19 %", "469,11 €",
		"Gesamtsumme", "Steuersatz", "Netto", "Brutto", "Lieferdatum",
		"Bankverbindung", "Bedingungen", "Seite 1 von 1", "SHOE-001", "GC-…QPD", "Zu zahlen", "T-Shirt co\u2011op software 1\u20132",
	}, "Invoice", "Order", "Tax", "Total", "Romania", "\u00ad")
}

// TestEveryRowAddsUp: tax within a discount is named, so that the column adds up to the grand total.
func TestEveryRowAddsUp(t *testing.T) {
	t.Parallel()
	o, i := sale(1)
	i.GrandTotal = i.GrandTotal.Add(d("1.9"))
	check(t, printed(t, shop(), o, i), []string{"Discount Tax Compensation", "€1.90"})
}

func TestOddText(t *testing.T) {
	t.Parallel()
	o, i := sale(1)
	a := o.BillingAddress
	a.Firstname, a.Lastname, a.Company = "Zoe\u0308 \x00(a\\b)\r", "山田 \xff", sp(strings.Repeat("Donaudampfschifffahrtsgesellschaft", 8))
	i.Items[0].Name, i.Items[0].SKU = strings.Repeat("wide words ", 300), strings.Repeat("S", 400)
	i.Items[0].Price, i.Items[0].RowTotal = d("99999999999.99"), d("-99999999999.99")
	i.Currency = "INR"
	s := pageSettings{Name: strings.Repeat("N", 500), Address: strings.Repeat("Somewhere ", 200), Locale: locale.Of("de_DE", nil)}
	file := printed(t, s, o, i)
	keep(t, "odd", file)
	check(t, file, []string{"Zoë (a\\b)", "山田", "99.999.999.999,99 ₹", "-99.999.999.999,99 ₹", "Gesamtsumme"})
	if i.Items = append(i.Items, documents.InvoiceItem{OrderItemID: 99, Name: "Of no order line"}); len(printed(t, shop(), o, i)) == 0 {
		t.Error("nothing")
	}
	if _, err := invoicePaper(shop(), nil, i); err == nil {
		t.Error("an invoice without an order was printed")
	}
	if _, err := invoicePaper(pageSettings{}, &documents.Order{}, &documents.Invoice{}); err != nil {
		t.Errorf("an empty invoice: %v", err)
	}
	a.Lastname = "\U00012000 😀"
	check(t, printed(t, shop(), o, i), []string{"\U00012000", "😀"})
}

// TestSameInputSameBytes also when many print at once.
func TestSameInputSameBytes(t *testing.T) {
	t.Parallel()
	o, i := sale(30)
	first := printed(t, shop(), o, i)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for range 2 {
				if file, err := invoicePaper(shop(), o, i); err != nil || !bytes.Equal(file, first) {
					t.Errorf("another file, error %v", err)
				}
			}
		})
	}
	all.Wait()
	i.Comments = append(i.Comments, documents.Comment{Comment: "not printed"})
	i.Items[0].Qty = d("3")
	if bytes.Equal(printed(t, shop(), o, i), first) {
		t.Error("another invoice has the same file")
	}
}

func TestLogo(t *testing.T) {
	t.Parallel()
	o, i := sale(1)
	dir := t.TempDir()
	good, broken := filepath.Join(dir, "logo.png"), filepath.Join(dir, "broken.png")
	picture := image.NewNRGBA(image.Rect(0, 0, 2000, 500))
	for x := range 2000 {
		for y := range 500 {
			picture.Set(x, y, color.NRGBA{uint8(x), uint8(y), 90, uint8(x / 8)})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{good: b.Bytes(), broken: b.Bytes()[:b.Len()/2]} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := shop()
	var files logos
	s.Logo = files.find(t.Context(), good)
	file := printed(t, s, o, i)
	if !bytes.Contains(file, []byte("/DCTDecode")) || !bytes.Equal(file, printed(t, s, o, i)) {
		t.Error("the logo is not there, or not the same")
	}
	check(t, file, []string{"Grand Total"})
	plain := shop()
	for _, path := range []string{broken, filepath.Join(dir, "none.png"), dir} {
		s.Logo = files.find(t.Context(), path)
		if !bytes.Equal(printed(t, s, o, i), printed(t, plain, o, i)) {
			t.Errorf("%s: a logo that cannot be read changes the page", path)
		}
	}
}

// BenchmarkInvoice prints invoices. The targets are 20 ms of CPU time and 5 MB for 20 lines, and 100 ms for 200.
func BenchmarkInvoice(b *testing.B) {
	for _, lines := range []int{20, 200} {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			o, i := sale(lines)
			s := shop()
			printed(b, s, o, i)
			b.ReportAllocs()
			began := processor(b)
			for b.Loop() {
				printed(b, s, o, i)
			}
			b.ReportMetric((processor(b)-began).Seconds()*1000/float64(b.N), "cpu-ms/page")
		})
	}
}

// processor returns the CPU time of this process.
func processor(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
