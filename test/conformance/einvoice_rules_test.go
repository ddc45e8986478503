package conformance_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/tax"
	"tradelog/domain/totals"
	"tradelog/papers/einvoice"
	"tradelog/readmodels/documents"
	"tradelog/test/ordertest"
	"tradelog/test/suite"
)

// officialRules names the folder with the rules of CEN, KoSIT and Peppol.
const officialRules = "TRADELOG_EN16931"

// rulesOf are the beginnings of the names of the stylesheets for each form. Those of Peppol may be missing.
var rulesOf = map[einvoice.Form][]string{
	einvoice.CII: {"EN16931-CII"}, einvoice.XRechnung: {"EN16931-CII", "XRechnung-CII"},
	einvoice.UBL: {"EN16931-UBL", peppolRules}, einvoice.XRechnungUBL: {"EN16931-UBL", "XRechnung-UBL"},
}

const peppolRules = "PEPPOL-EN16931-UBL"

// variedOrders returns orders of kinds that typicalOrders lacks: prices with tax, a discount and a gift card, two currencies, options, and
// a credit memo of several invoices.
func variedOrders() (out []*ordertest.Story) {
	in := totals.Input{
		Tax: tax.Settings{PricesIncludeTax: true, ShippingIncludesTax: true, DiscountsOnGross: true}, Rate: amount("1.25"),
		Lines: []totals.Line{
			{Qty: amount("3"), UnitPrice: amount("119"), BasePrice: amount("119"), Tax: vat("19")},
			{Qty: amount("7"), UnitPrice: amount("9.99"), BasePrice: amount("9.99"), Tax: vat("7")},
		},
		Shipping: amount("5.95"), BaseShipping: amount("5.95"), ShippingTax: vat("19"),
		Rules: []pricerule.Rule{{ID: 1, Code: "TEN", Action: pricerule.ByPercent, Amount: amount("10")}},
		Cards: []totals.Card{{ID: 1, Code: "GC-1", Balance: amount("30")}},
	}
	for _, payment := range []string{"banktransfer", "purchaseorder"} {
		p := ordertest.Placed(in)
		p.Payment, p.PaymentData = payment, map[string]any{"poNumber": "PO-77"}
		s := ordertest.Begin(p, time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC))
		s.Document.Items[0].ProductOptions = documents.ProductOptions{
			Options: []documents.ItemOption{{CartOption: documents.CartOption{Label: "Gravur", Value: "Für Oma"}}},
		}
		s.Invoice(order.Wanted{LineID: 1, Qty: amount("2")})
		s.Invoice()
		s.Refund(order.NewCreditMemo{AdjustmentPositive: amount("3")})
		out = append(out, s)
	}
	return out
}

// stylesheets returns the compiled rules of a folder by the beginnings of their names. It fails without those of CEN and KoSIT.
func stylesheets(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if kind := strings.ToLower(filepath.Ext(path)); err != nil || entry.IsDir() || kind != ".xsl" && kind != ".xslt" {
			return err
		}
		for _, rules := range rulesOf {
			for _, begins := range rules {
				if strings.HasPrefix(strings.ToLower(entry.Name()), strings.ToLower(begins)) && out[begins] == "" {
					out[begins] = path
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range rulesOf {
		for _, begins := range rules {
			if out[begins] == "" && begins != peppolRules {
				t.Fatalf("%s=%s has no %s*.xsl or .xslt", officialRules, folder, begins)
			}
		}
	}
	return out
}

// violations runs a stylesheet on the files of a folder, and returns the rules that each violates. Warnings are none.
func violations(t *testing.T, processor []string, sheet, folder string) map[string][]string {
	t.Helper()
	results := t.TempDir()
	args := append(slices.Clone(processor[1:]), "-s:"+folder, "-xsl:"+sheet, "-o:"+results)
	if said, err := exec.CommandContext(t.Context(), processor[0], args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%.5000s", args, err, said)
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, file := range files {
		report, err := os.ReadFile(filepath.Join(results, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[file.Name()] = failedAsserts(t, report)
	}
	return out
}

// failedAsserts returns the errors of a report in SVRL (Schematron Validation Report Language). A report without a rule that was tried
// fails the test: the stylesheet is for other documents.
func failedAsserts(t *testing.T, report []byte) (out []string) {
	t.Helper()
	d, tried := xml.NewDecoder(bytes.NewReader(report)), false
	for {
		token, err := d.Token()
		if err == io.EOF && tried {
			return out
		}
		if err != nil {
			t.Fatalf("the report: %v, a rule was tried: %v\n%.2000s", err, tried, report)
		}
		e, starts := token.(xml.StartElement)
		if !starts {
			continue
		}
		switch e.Name.Local {
		case "fired-rule":
			tried = true
		case "failed-assert", "successful-report":
			var said struct {
				ID   string `xml:"id,attr"`
				Flag string `xml:"flag,attr"`
				Role string `xml:"role,attr"`
				At   string `xml:"location,attr"`
				Text string `xml:"text"`
			}
			if err := d.DecodeElement(&said, &e); err != nil {
				t.Fatal(err)
			}
			if !slices.Contains([]string{"warning", "warn", "information", "info"}, strings.ToLower(said.Flag+said.Role)) {
				out = append(out, fmt.Sprintf("%s: %s at %s", said.ID, strings.Join(strings.Fields(said.Text), " "), said.At))
			}
		}
	}
}

// TestEInvoiceOfficialRules runs the compiled rules of CEN, KoSIT and Peppol on documents of every kind of order, in all forms.
func TestEInvoiceOfficialRules(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	folder := os.Getenv(officialRules)
	if folder == "" {
		t.Skipf("set %s to a folder with the compiled rules of CEN and KoSIT (docs/einvoices.md)", officialRules)
	}
	sheets, processor := stylesheets(t, folder), suite.Program(t, scripts+"/en16931.sh", "--where")
	for form, files := range writtenInvoices(t, slices.Concat(typicalOrders(), variedOrders(), drawnOrders())) {
		total := "<ram:GrandTotalAmount>"
		if isUBL(form) {
			total = `<cbc:TaxInclusiveAmount currencyID="EUR">`
		}
		broken := brokenInvoice(t, files[0], total, total+"1")
		for _, begins := range rulesOf[form] {
			sheet := sheets[begins]
			if sheet == "" {
				continue
			}
			for file, found := range violations(t, processor, sheet, filepath.Dir(files[0])) {
				if found != nil {
					body, _ := os.ReadFile(filepath.Join(filepath.Dir(files[0]), file))
					t.Errorf("%s by %s: %s\n%.10000s", form, begins, strings.Join(found, "\n"), body)
				}
			}
			if strings.HasPrefix(begins, "EN16931") {
				for _, found := range violations(t, processor, sheet, filepath.Dir(broken)) {
					if found == nil {
						t.Errorf("%s by %s: a wrong total passes", form, begins)
					}
				}
			}
		}
	}
}

// TestEInvoiceSchemaOfUBL validates both kinds of documents with the schemas of UBL 2.1 where the folder of the rules has them.
func TestEInvoiceSchemaOfUBL(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	schemas := map[string]string{}
	if folder := os.Getenv(officialRules); folder != "" {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && strings.HasPrefix(entry.Name(), "UBL-") && strings.HasSuffix(entry.Name(), "-2.1.xsd") {
				schemas[strings.TrimSuffix(strings.TrimPrefix(entry.Name(), "UBL-"), "-2.1.xsd")] = path
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if schemas["Invoice"] == "" || schemas["CreditNote"] == "" {
		t.Skipf("set %s to a folder with UBL-Invoice-2.1.xsd and UBL-CreditNote-2.1.xsd (docs/einvoices.md)", officialRules)
	}
	xmllint := suite.Program(t, scripts+"/xmllint.sh", "--where")[0]
	all := writtenInvoices(t, slices.Concat(typicalOrders(), variedOrders(), drawnOrders()))
	for _, file := range slices.Concat(all[einvoice.UBL], all[einvoice.XRechnungUBL]) {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		schema := schemas["Invoice"]
		if bytes.Contains(body, []byte("<CreditNote ")) {
			schema = schemas["CreditNote"]
		}
		if out, err := exec.CommandContext(t.Context(), xmllint, "--nonet", "--noout", "--schema", schema, file).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%.5000s\n%.10000s", err, out, body)
		}
	}
}
