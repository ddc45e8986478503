package sales_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestARevocationEndsInARefund tells a whole story: a customer gets part of an order and revokes the contract. The shop accepts, takes the
// products back and refunds the money.
func TestARevocationEndsInARefund(t *testing.T) {
	t.Parallel()
	apptest.OnEachStore(t, tellARevocationEndsInARefund)
}

func tellARevocationEndsInARefund(t *testing.T, store apptest.Option) {
	s := startRevocable(t, store)
	s.Product("CUP", "7.5", 100, nil)
	_, anna := s.Customer("anna@example.com")

	// Four units for 37.50 and 20 of shipping; three of them are shipped. The invoice is paid.
	o := s.Must(201, "POST", fmt.Sprintf("/carts/%d/place-order", s.Cart(anna, "MUG*3", "CUP")),
		salestest.Placement(fields{"guestEmail": nil}), anna...).Object(t)
	id := salestest.ID(o)
	at := func(below string) string { return fmt.Sprintf("/orders/%d%s", id, below) }
	item := func(n, qty int, more ...any) fields {
		out := fields{"orderItemId": salestest.At(o, fmt.Sprintf("items.%d.id", n)), "qty": qty}
		for i := 0; i+1 < len(more); i += 2 {
			out[more[i].(string)] = more[i+1]
		}
		return out
	}
	s.Run(t, []salestest.Exchange{
		{Name: "the shop invoices", Method: "POST", Path: at("/invoices"), Body: fields{"capture": "offline"}, Headers: s.Service, Status: 201,
			Want: fields{"grandTotal": 57.5, "stateName": "paid"}},
		{Name: "and ships", Method: "POST", Path: at("/shipments"), Body: fields{"items": list{item(0, 2), item(1, 1)}}, Headers: s.Service,
			Status: 201, Want: fields{"totalQty": 3}},
		{Name: "the customer revokes", Method: "POST", Path: revoke, Body: fields{"orderReference": o["incrementId"], "reason": "too small"},
			Headers: anna, Status: 201, Want: fields{"id": 1, "orderId": id}},
		{Name: "the shop finds it", Method: "GET", Path: revoked + "?orderId=" + fmt.Sprint(id), Headers: s.Service, Status: 200},
		{Name: "and accepts", Method: "PUT", Path: revoked + "/1", Body: fields{"processedStatus": "accepted", "adminNote": "sent back"},
			Headers: s.Service, Status: 200, Want: fields{"processedStatus": "accepted"}},
		{Name: "which moves no money", Method: "GET", Path: at(""), Headers: s.Service, Status: 200,
			Want: fields{"state": "processing", "prices.totalPaid": 57.5, "prices.totalRefunded": 0}},
		{Name: "more than all is not refunded", Method: "POST", Path: at("/credit-memos"), Body: fields{"items": list{item(0, 4)}},
			Headers: s.Service, Status: 422, Message: `Invalid qty to refund item "The MUG": at most 3 can be refunded, in whole units`},
		{Name: "what came back is", Method: "POST", Path: at("/credit-memos"), Headers: s.Service, Status: 201,
			Body: fields{"items": list{item(0, 2, "backToStock", true), item(1, 1, "backToStock", true)}, "comment": "Revocation 1"},
			Want: fields{"state": "refunded", "subtotal": 27.5, "shippingAmount": 20, "grandTotal": 47.5, "comment": "Revocation 1"}},
		{Name: "the mug that never left follows", Method: "POST", Path: at("/credit-memos"),
			Body: fields{"items": list{item(0, 1, "backToStock", true)}}, Headers: s.Service, Status: 201,
			Want: fields{"subtotal": 10, "shippingAmount": 0, "grandTotal": 10}},
		{Name: "and nothing is left", Method: "POST", Path: at("/credit-memos"), Body: fields{}, Headers: s.Service, Status: 400,
			Message: "Order cannot be refunded (already fully refunded or not in a refundable state)"},
		{Name: "the order is closed", Method: "GET", Path: at(""), Headers: anna, Status: 200, Want: fields{
			"state": "closed", "prices.totalPaid": 57.5, "prices.totalRefunded": 57.5, "prices.totalDue": 0, "items.0.qtyRefunded": 3,
			"items.1.qtyRefunded": 1}},
	})
	s.Settle()

	// All stock is returned.
	for sku, want := range map[string]string{"MUG": "1000", "CUP": "100"} {
		if got := s.Stock(sku); got != want {
			t.Errorf("%s of %s, want %s", got, sku, want)
		}
	}
	// The refunds equal the payments, document by document.
	checkBooks(s, id, books{Invoiced: 5750, Refunded: 5750})
	// The history names the actors but no person.
	request, order := logHistory(s, "revocation-1", "--body"), logHistory(s, fmt.Sprintf("order-%d", id), "--body")
	events := func(text string) string {
		return strings.Join(regexp.MustCompile(`Revocation[A-Z]\w+|Order[A-Z]\w+`).FindAllString(text, -1), " ")
	}
	for _, want := range []string{
		"RevocationSubmitted", "by customer", "SubmitRevocation", "RevocationProcessed", "by api", "RevocationNoted", `"status": "accepted"`,
	} {
		if !strings.Contains(request, want) && !strings.Contains(request, strings.ReplaceAll(want, ": ", ":")) {
			t.Errorf("the history does not tell %q:\n%s", want, request)
		}
	}
	for _, secret := range []string{"anna", "Anna", "too small", "sent back"} {
		if strings.Contains(request+order, secret) {
			t.Errorf("the history tells %q:\n%s", secret, request+order)
		}
	}
	for _, want := range []string{"OrderPlaced", "OrderShipped", "OrderCommented", "RemarkRevocation"} {
		if !strings.Contains(order, want) {
			t.Errorf("the history does not tell %q: %s", want, events(order))
		}
	}
	s.Verify(s.Projections.Names()...)
}
