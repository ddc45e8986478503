package papers

import (
	"strings"
	"testing"

	"tradelog/domain/locale"
	"tradelog/domain/money"
	"tradelog/readmodels/documents"
)

// TestInvoiceInEveryLanguage: the fonts have every character of the translations, and what is printed is that of the locale.
func TestInvoiceInEveryLanguage(t *testing.T) {
	t.Parallel()
	vat := "RO1234"
	buyer := &documents.Address{
		Firstname: "Łucja", Lastname: "Weiß", Street: []string{"Strada Ștefan cel Mare 5"}, City: "București", Postcode: "010011",
		CountryID: "RO", Telephone: "+40 21 555 0100", VatID: &vat,
	}
	price := money.MustParse("1234.5")
	o := &documents.Order{
		IncrementID: "100000007", CreatedAt: "2026-11-20 09:30:00", BillingAddress: buyer, ShippingAddress: buyer, Currency: "EUR",
		PaymentMethodTitle: "PayLater", Items: []*documents.Item{{ID: 1, Name: "Mug", SKU: "MUG", TaxPercent: &money.Zero}},
	}
	i := &documents.Invoice{
		IncrementID: "100000042", OrderIncrementID: "100000007", State: 2, Currency: "EUR", CreatedAt: "2026-11-01 08:00:00",
		Items:    []documents.InvoiceItem{{OrderItemID: 1, Name: "Mug", SKU: "MUG", Qty: money.One, Price: price, RowTotal: price}},
		Subtotal: price, GrandTotal: price,
	}
	for code, want := range map[string][]string{
		"fr_FR": {"Facture n° 100000042", "1er novembre 2026", "20 novembre 2026", "Tél. : +40", "N° de TVA : RO1234", "1 234,50 €",
			"1 sur 1"},
		"es_ES": {"Factura n.º 100000042", "1 de noviembre de 2026", "NIF-IVA: RO1234", "Dirección de envío", "1234,50 €", "Página 1 de 1"},
		"it_IT": {"Fattura n. 100000042", "1 novembre 2026", "P. IVA: RO1234", "Q.tà", "1234,50 €", "Pagina 1 di 1"},
		"nl_NL": {"Factuur nr. 100000042", "1 november 2026", "Btw-nummer: RO1234", "Totaalbedrag", "€ 1.234,50", "Pagina 1 van 1"},
		"pl_PL": {"Faktura nr 100000042", "1 listopada 2026", "NIP: RO1234", "Sposób płatności", "1234,50 €", "Strona 1 z 1"},
	} {
		file, err := invoicePaper(pageSettings{Name: "Shop", Locale: locale.Of(code, nil)}, o, i)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(read(t, file)), " ")
		for _, one := range want {
			if !strings.Contains(text, one) {
				t.Errorf("%s: %q is missing:\n%s", code, one, text)
			}
		}
		if strings.Contains(text, "?") {
			t.Errorf("%s: a character cannot be printed:\n%s", code, text)
		}
	}
}
