package main_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/app/office"
	"tradelog/cmd/tradelog/cli"
	"tradelog/test/salestest"
)

// TestDocumentsAreWritten: an operator writes the XML of an invoice and of a credit memo, and the PDF of a receipt.
func TestDocumentsAreWritten(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	data := t.TempDir()
	run := func(args ...string) (int, string) {
		var out bytes.Buffer
		code := cli.Run(t.Context(), office.Add, append(args, "--database", s.Config.Database.URL, "--data", data), &out, &out)
		return code, out.String()
	}
	done := func(args ...string) {
		t.Helper()
		if code, out := run(args...); code != 0 {
			t.Fatalf("%v: exit %d\n%s", args, code, out)
		}
	}
	refused := func(want string, args ...string) {
		t.Helper()
		before := s.LogSize()
		if code, out := run(args...); code != 1 || !strings.Contains(out, want) || s.LogSize() != before {
			t.Errorf("%v: exit %d and %d events, want a refusal with %q\n%s", args, code, s.LogSize()-before, want, out)
		}
	}
	s.Product("MUG", "10", 5, nil)
	o := s.Order("MUG*2")
	number, orders := fmt.Sprint(o["incrementId"]), fmt.Sprintf("/orders/%d", salestest.ID(o))
	s.Must(201, "POST", orders+"/invoices", salestest.Fields{}, s.Service...)
	s.Must(201, "POST", orders+"/credit-memos", salestest.Fields{}, s.Service...)
	refused("general/store_information/merchant_country", "invoices", "einvoice", number, "100000001")
	receipt := filepath.Join(t.TempDir(), "receipt.pdf")
	done("events", "prove", "order", number, "--pdf", "-o", receipt)
	if pdf, err := os.ReadFile(receipt); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("the PDF: %.20q, error %v", pdf, err)
	}
	about := "general/store_information/"
	s.Configure(about+"name", "Hafen", about+"address", "Speicherstraße 7", about+"postcode", "20457", about+"city", "Hamburg",
		about+"merchant_country", "DE", about+"merchant_vat_number", "DE123456789")
	s.Configure(about+"contact_name", "Buchhaltung", about+"phone", "040 5550142")
	for _, c := range []struct {
		flags []string
		has   string
	}{
		{nil, "<ram:TypeCode>380</ram:TypeCode>"}, {[]string{"--format", "xrechnung"}, "xrechnung_3.0"},
		{[]string{"--format", "xrechnung-ubl"}, "<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>"},
		{[]string{"--credit-memo"}, "<ram:TypeCode>381</ram:TypeCode>"},
	} {
		file := filepath.Join(t.TempDir(), "out.xml")
		done(append([]string{"invoices", "einvoice", number, "100000001", "--out", file}, c.flags...)...)
		if body, err := os.ReadFile(file); err != nil || !strings.Contains(string(body), c.has) {
			t.Errorf("%v: %v\n%s", c.flags, err, body)
		}
	}
	refused("has no invoice 7", "invoices", "einvoice", number, "7")
	refused("has no credit memo 7", "invoices", "einvoice", number, "7", "--credit-memo")
}
