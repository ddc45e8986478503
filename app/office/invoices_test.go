package office_test

import (
	"bytes"
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// TestInvoicesAreReadByTheirOwners checks that others cannot read them.
func TestInvoicesAreReadByTheirOwners(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Product("MUG", "10", 100, nil)
	o := s.Order("MUG*2")
	made := s.Must(201, "POST", path(o, "/invoices"), fields{}, s.Service...).Object(t)
	pdf := path(o, fmt.Sprintf("/invoices/%v/pdf", made["id"]))
	list := s.Must(200, "GET", path(o, "/invoices"), nil, s.Service...).JSON(t).([]any)
	if len(list) != 1 || salestest.At(list, "0.pdfUrl") != "/api/rest/v2"+pdf {
		t.Errorf("list: %v", list)
	}
	a := s.Must(200, "GET", pdf, nil, s.Service...)
	if !bytes.HasPrefix(a.Body, []byte("%PDF-")) || a.Header.Get("Content-Disposition") != `attachment; filename="invoice_100000001.pdf"` ||
		a.Header.Get("Cache-Control") != "private, max-age=0, must-revalidate" {
		t.Errorf("%v %.20q", a.Header, a.Body)
	}
	if a := s.Do("GET", pdf, nil, append([]string{"If-None-Match", a.Header.Get("ETag")}, s.Service...)...); a.Status != 304 {
		t.Errorf("unchanged: %d", a.Status)
	}
	s.Run(t, []salestest.Exchange{
		{Method: "GET", Path: path(o, "/invoices"), Status: 401, Message: "Authentication required"},
		{Method: "GET", Path: path(o, "/invoices/999999/pdf"), Headers: s.Service, Status: 404, Message: "Invoice not found"},
		{Method: "GET", Path: "/orders/999999/invoices", Headers: s.Service, Status: 404, Message: "Order not found"},
		{Method: "POST", Path: fmt.Sprintf("/invoices/%v/capture", made["id"]), Headers: s.Service, Status: 400,
			Message: "The invoice cannot be captured in its current state"},
		{Method: "POST", Path: fmt.Sprintf("/invoices/%v/void", made["id"]), Headers: s.Service, Status: 400,
			Message: "The invoice cannot be voided in its current state"},
		{Method: "POST", Path: fmt.Sprintf("/invoices/%v/cancel", made["id"]), Headers: s.Service, Status: 400,
			Message: "The invoice cannot be canceled in its current state"},
		{Method: "POST", Path: "/invoices/999999/cancel", Headers: s.Service, Status: 404, Message: "Invoice not found"},
	})
}
