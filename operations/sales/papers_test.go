package sales_test

import (
	"bytes"
	"fmt"
	"testing"

	"tradelog/internal/testing/salestest"
)

// TestPapers: who may read a document may print it, customers their own; a paper about nothing is refused, and so is one with a character
// that no font has.
func TestPapers(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	_, ben := s.Customer("ben@example.com")
	o := s.OrderOf(anna, "MUG*2")
	below := path(o, "")
	one := fields{"items": []any{fields{"orderItemId": line(o, 0), "qty": 1}}}
	s.Must(201, "POST", below+"/invoices", fields{}, s.Service...)
	memo := salestest.ID(s.Must(201, "POST", below+"/credit-memos", one, s.Service...).Object(t))
	slip := below + "/packing-slip"
	pdf := func(status int, path string, headers ...string) {
		t.Helper()
		a := s.Do("GET", path, nil, headers...)
		if a.Status != status || (status == 200) != bytes.HasPrefix(a.Body, []byte("%PDF-")) ||
			status == 200 && a.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%s: %d %s %.120s, want %d", path, a.Status, a.Header.Get("Content-Type"), a.Body, status)
		}
	}
	s.Settle()
	pdf(200, slip, s.Service...)
	shipment := salestest.ID(s.Must(201, "POST", below+"/shipments", one, s.Service...).Object(t))
	s.Settle()
	memos := fmt.Sprintf("/credit-memos/%d/pdf", memo)
	mine := fmt.Sprintf("/customers/me%s/credit-memos/%d/pdf", below, memo)
	shipped := fmt.Sprintf("/shipments/%d/pdf", shipment)
	pdf(200, below+"/pdf", s.Service...)
	pdf(200, memos, s.Service...)
	pdf(200, shipped, s.Service...)
	pdf(200, below+"/pdf", anna...)
	pdf(200, mine, anna...)
	for _, path := range []string{slip, shipped, memos} {
		pdf(403, path, anna...)
		pdf(401, path)
	}
	pdf(404, below+"/pdf", ben...)
	pdf(404, mine, ben...)
	pdf(404, "/credit-memos/999999/pdf", s.Service...)
	pdf(404, fmt.Sprintf("/customers/me%s/credit-memos/999999/pdf", below), anna...)
	pdf(403, memos, s.As([]string{"orders/read", "shipments/read"})...)
	pdf(422, slip, s.Service...) // one unit is refunded, the other shipped

	address := salestest.Address()
	address["lastName"] = "\U00012000"
	odd := salestest.Placement(fields{"billingAddress": address})
	cart := s.GuestCart("MUG")
	strange := s.Must(201, "POST", "/guest-carts/"+cart+"/place-order", odd).Object(t)
	s.Settle()
	a := s.Do("GET", path(strange, "/pdf"), nil, s.Service...)
	if a.Status != 422 || !bytes.Contains(a.Body, []byte("U+12000")) {
		t.Errorf("a paper that cannot be printed: %d %s", a.Status, a.Body)
	}
}
