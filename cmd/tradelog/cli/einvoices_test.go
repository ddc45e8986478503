package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/test/salestest"
)

// TestElectronicInvoicesAreWritten: an operator writes the XML of an invoice and of a credit memo.
func TestElectronicInvoicesAreWritten(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 5, nil)
	o := s.Order("MUG*2")
	number, orders := fmt.Sprint(o["incrementId"]), fmt.Sprintf("/orders/%d", salestest.ID(o))
	s.Must(201, "POST", orders+"/invoices", salestest.Fields{}, s.Service...)
	s.Must(201, "POST", orders+"/credit-memos", salestest.Fields{}, s.Service...)
	refused(t, s.Shop, "general/store_information/merchant_country", "invoices", "einvoice", number, "100000001")
	about := "general/store_information/"
	s.Configure(about+"name", "Hafen", about+"address", "Speicherstraße 7", about+"postcode", "20457", about+"city", "Hamburg",
		about+"merchant_country", "DE", about+"merchant_vat_number", "DE123456789")
	s.Configure(about+"contact_name", "Buchhaltung", about+"phone", "040 5550142")
	for _, c := range []struct {
		flags []string
		has   string
	}{
		{nil, "<ram:TypeCode>380</ram:TypeCode>"}, {[]string{"--format", "xrechnung"}, "xrechnung_3.0"},
		{[]string{"--credit-memo"}, "<ram:TypeCode>381</ram:TypeCode>"},
	} {
		file := filepath.Join(t.TempDir(), "out.xml")
		done(t, s.Shop, append([]string{"invoices", "einvoice", number, "100000001", "--out", file}, c.flags...)...)
		if body, err := os.ReadFile(file); err != nil || !strings.Contains(string(body), c.has) {
			t.Errorf("%v: %v\n%s", c.flags, err, body)
		}
	}
	refused(t, s.Shop, "has no invoice 7", "invoices", "einvoice", number, "7")
	refused(t, s.Shop, "has no credit memo 7", "invoices", "einvoice", number, "7", "--credit-memo")
}
