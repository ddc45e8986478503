package papers

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/domain/locale"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/tax"
	"tradelog/domain/totals"
	"tradelog/readmodels/documents"
	"tradelog/test/ordertest"
)

// lawfulShop is a shop of a country. Its buyers are businesses: one at home, one in another country of the Union.
type lawfulShop struct {
	code, vat, home, foreign string // locale and VAT IDs
	abroad                   string // country of the foreign buyer
	reversed                 string // words of the law for reverse charge
}

var lawfulShops = map[string]lawfulShop{
	"DE": {"de_DE", "DE123456789", "DE987654321", "FR12345678901", "FR", "Steuerschuldnerschaft des Leistungsempfängers"},
	"FR": {"fr_FR", "FR12345678901", "FR98765432109", "DE123456789", "DE", "Autoliquidation"},
	"IT": {"it_IT", "IT12345678901", "IT10987654321", "DE123456789", "DE", "Inversione contabile"},
	"ES": {"es_ES", "ESB12345678", "ESB87654321", "DE123456789", "DE", "Inversión del sujeto pasivo"},
	"NL": {"nl_NL", "NL123456789B01", "NL987654321B01", "DE123456789", "DE", "Btw verlegd"},
	"PL": {"pl_PL", "PL1234567890", "PL9876543210", "DE123456789", "DE", "Odwrotne obciążenie"},
}

// invoiced returns the printed invoice of two units at 100.00 with a tenth off, and the documents.
func (l lawfulShop) invoiced(
	t *testing.T,
	country, buyer, taxvat, percent string,
	virtual bool,
) (string, *documents.Order, *documents.Invoice) {
	t.Helper()
	const about = "general/store_information/"
	shop, err := ordertest.Shop(map[string]string{
		about + "merchant_country": country, about + "merchant_vat_number": l.vat, about + "tax_number": "", about + "registration": "REG 12345",
		"general/locale/code": l.code, "sales/invoice/on_account": "purchaseorder",
	})
	if err != nil {
		t.Fatal(err)
	}
	rates := tax.Rates{}
	if percent != "0" {
		rates = tax.NewRates(d(percent), tax.Applied{RateID: 1, Percent: d(percent)})
	}
	p := ordertest.Placed(totals.Input{
		Rate: d("1"), Lines: []totals.Line{{Qty: d("2"), UnitPrice: d("100"), BasePrice: d("100"), Tax: rates}},
		Shipping: d("5"), BaseShipping: d("5"), ShippingTax: rates,
		Rules: []pricerule.Rule{{ID: 1, Code: "TEN", Action: pricerule.ByPercent, Amount: d("10")}},
	})
	p.Payment, p.PaymentData, p.Customer.Taxvat, p.Virtual = "purchaseorder", map[string]any{"poNumber": "PO-77"}, taxvat, virtual
	p.Billing.CountryID, p.Shipping.CountryID = buyer, buyer
	s := ordertest.Begin(p, time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC))
	s.Invoice()
	o, i := s.Document, s.Document.Accounting.Invoices[0]
	i.State = int(order.Paid) // as invoices of offline methods are
	file, err := New(nil).Invoice(t.Context(), shop, o, i)
	if err != nil {
		t.Fatal(err)
	}
	keep(t, "lawful-"+country+"-"+percent, file)
	return squeezed(read(t, file)), o, i
}

// TestInvoicesAreLawful: the invoice of a shop in each country of the table in docs/papers.md has what the law of the country wants.
func TestInvoicesAreLawful(t *testing.T) {
	t.Parallel()
	countries, rows := lawTable(t)
	for n, country := range countries {
		l, known := lawfulShops[country]
		if !known {
			t.Fatalf("no shop in %s", country)
		}
		text, o, i := l.invoiced(t, country, country, l.home, "20", false)
		goods, _, _ := l.invoiced(t, country, l.abroad, l.foreign, "0", false)
		services, _, _ := l.invoiced(t, country, l.abroad, l.foreign, "0", true)
		spoken := locale.Of(l.code, berlin())
		eur := func(amount string) string { return spoken.Money(d(amount), "EUR") }
		day := func(text string) string { return pageSettings{Locale: spoken}.date(text) }
		wants := map[string][]string{
			"date":                               {spoken.Translate(invoiceDate), day(i.CreatedAt)},
			"number":                             {i.IncrementID},
			"seller":                             {"Hafen & Hügel GmbH", "Speicherstraße 7", "20457 Hamburg"},
			"tax number of the seller":           {l.vat},
			"entry of the seller in a register":  {"REG 12345"},
			"buyer":                              {"Muster & Söhne GmbH", "20095 Hamburg"},
			"VAT ID of the buyer":                {l.home},
			"purchase-order number of the buyer": {spoken.Translate(purchaseOrder), o.IncrementID, "PO-77"},
			"goods and quantity":                 {"Product 1", "SKU-1", spoken.Number(d("2"))},
			"day of delivery":                    {spoken.Translate(deliveryDate)},
			"price of a unit without tax":        {eur("100")},
			"discount":                           {eur("-20")},
			"net amount by rate":                 {eur("185")},
			"rate":                               {"20 %"},
			"tax by rate":                        {eur("37")},
			"total":                              {eur("222")},
			"due date":                           {spoken.Translate(dueDate), spoken.Date(time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC))},
		}
		for _, row := range rows {
			if row.cells[n] == "–" {
				continue
			}
			of, want := text, wants[row.name]
			switch row.name {
			case "VAT ID of both, and why a supply to another country of the Union has no tax":
				of, want = goods, []string{l.vat, l.foreign, spoken.Translate(locale.Text("Tax-free intra-Community supply"))}
			case "VAT ID of both, and that the buyer owes the tax":
				of, want = services, []string{l.vat, l.foreign, l.reversed}
			default:
				if want == nil {
					t.Fatalf("docs/papers.md has %q, which the test does not know", row.name)
				}
			}
			for _, w := range want {
				if !strings.Contains(of, squeezed(w)) {
					t.Errorf("%s, %s: the invoice lacks %q:\n%s", country, row.name, w, of)
				}
			}
			delete(wants, row.name)
		}
		for name := range wants {
			if !slices.ContainsFunc(rows, func(r lawRow) bool { return r.name == name }) {
				t.Errorf("docs/papers.md lacks %q", name)
			}
		}
	}
}

// lawRow is a row of the table of what the law wants.
type lawRow struct {
	name  string
	cells []string // rules, by country
}

// lawTable reads the table of docs/papers.md.
func lawTable(t *testing.T) (countries []string, rows []lawRow) {
	t.Helper()
	page, err := os.ReadFile("../docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(page), "| on the invoice |")
	if !found {
		t.Fatal("docs/papers.md has no table")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for n, text := range strings.Split(table, "\n") {
		var cells []string
		for cell := range strings.SplitSeq(strings.Trim(text, "| "), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		switch n {
		case 0:
			countries = cells
		case 1: // the line below the head
		default:
			rows = append(rows, lawRow{cells[0], cells[1:]})
		}
	}
	if len(countries) != len(lawfulShops) || len(rows) < 15 {
		t.Fatalf("the table has %d countries and %d rows", len(countries), len(rows))
	}
	return countries, rows
}
