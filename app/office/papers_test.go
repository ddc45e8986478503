package office_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"tradelog/domain/order"
	"tradelog/test/salestest"
)

// papersByKey checks that the keys in e-mails open their own documents and nothing else.
func papersByKey(t *testing.T, s *salestest.Shop, o fields, memo int64, pdf func(status int, path string, headers ...string)) {
	t.Helper()
	id := salestest.ID(o)
	secret, err := s.Secrets.Derive(t.Context(), "paper links", fmt.Sprintf("order %d", id))
	if err != nil {
		t.Fatal(err)
	}
	invoices := s.Must(200, "GET", path(o, "/invoices"), nil, s.Service...).Body
	var list []struct{ ID int64 }
	if err := json.Unmarshal(invoices, &list); err != nil || len(list) != 1 {
		t.Fatalf("%s, %v", invoices, err)
	}
	for _, paper := range []order.Paper{
		{Kind: order.PaperOrder, OrderID: id, ID: id}, {Kind: order.PaperInvoice, OrderID: id, ID: list[0].ID},
		{Kind: order.PaperMemo, OrderID: id, ID: memo},
	} {
		pdf(200, "/papers/"+paper.Key(secret))
		pdf(404, "/papers/"+paper.Key(secret+"!"))
		paper.ID += 1000
		if paper.Kind != order.PaperOrder {
			pdf(404, "/papers/"+paper.Key(secret))
		}
	}
	pdf(404, "/papers/none")
}

// TestPapers: readers of a document may print it, customers only their own. A document without content is refused, and so is one with a
// character that no font has.
func TestPapers(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	_, ben := s.Customer("ben@example.com")
	o := s.OrderOf(anna, "MUG*2")
	below := path(o, "")
	one := fields{"items": []any{fields{"orderItemId": salestest.At(o, "items.0.id"), "qty": 1}}}
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
		if status == 200 {
			s.Must(304, "GET", path, nil, salestest.With(headers, "If-None-Match", a.Header.Get("ETag"))...)
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

	papersByKey(t, s, o, memo, pdf)

	address := salestest.Address()
	address["lastName"] = "\U00012000 😀"
	odd := salestest.Placement(fields{"billingAddress": address})
	cart := s.GuestCart("MUG")
	strange := s.Must(201, "POST", "/guest-carts/"+cart+"/place-order", odd).Object(t)
	s.Settle()
	pdf(200, path(strange, "/pdf"), s.Service...)
}
