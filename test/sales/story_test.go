package sales_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"tradelog/cmd/tradelog/cli"
	"tradelog/test/salestest"
)

// logHistory returns the output of `tradelog events history` for a stream. flags are further flags, such as --body.
func logHistory(s *salestest.Shop, stream string, flags ...string) string {
	s.T.Helper()
	var out, failed bytes.Buffer
	args := append([]string{"--data", s.T.TempDir(), "--database", s.Config.Database.URL, "--event-store", s.Config.EventLog.StoreURL,
		"events", "history", stream}, flags...)
	if code := cli.Run(context.Background(), nil, args, &out, &failed); code != 0 {
		s.T.Fatalf("events history %s: %s", stream, failed.String())
	}
	return out.String()
}

// checkLogHistory checks the events in the history of a stream, in order.
func checkLogHistory(s *salestest.Shop, stream, events string) {
	s.T.Helper()
	var types []string
	for line := range strings.Lines(logHistory(s, stream, "--json")) {
		var e struct{ Type string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			s.T.Fatalf("%s: %q is no event: %v", stream, line, err)
		}
		types = append(types, e.Type)
	}
	if got := strings.Join(types, " "); got != events {
		s.T.Errorf("the history of %s tells\n%s, want\n%s", stream, got, events)
	}
}

// books are the sums of an order's documents and gift cards, in cents of the base currency.
type books struct {
	Invoiced, Refunded   int64
	FromCards, BackCards int64 // payments by gift cards, and refunds to them
}

// checkBooks adds up an order's invoices, credit memos and gift card movements, and compares the sums with the order and with want.
func checkBooks(s *salestest.Shop, orderID int64, want books, cards ...int64) {
	s.T.Helper()
	s.Settle()
	path := fmt.Sprintf("/orders/%d", orderID)
	o := s.Must(200, "GET", path, nil, s.Service...).Object(s.T)
	invoices, memos := documentsOf(s, path+"/invoices"), documentsOf(s, path+"/credit-memos")
	var took, gave float64 // cards are credited to the fourth decimal
	for _, id := range cards {
		card := s.Must(200, "GET", fmt.Sprintf("/giftcards/%d", id), nil, s.Service...).Object(s.T)
		took, gave = took-cardMoves(card, orderID, "used"), gave+cardMoves(card, orderID, "refunded")
	}
	got := books{
		Invoiced:  documentSum(invoices, "grandTotal"),
		Refunded:  documentSum(memos, "grandTotal"),
		FromCards: cents(took),
		BackCards: cents(gave),
	}
	if got != want {
		s.T.Errorf("order %d: the books say %+v, want %+v", orderID, got, want)
	}
	for name, of := range map[string]int64{"totalInvoiced": got.Invoiced, "totalPaid": got.Invoiced, "totalRefunded": got.Refunded,
		"giftcardAmount": got.FromCards} {
		if total := cents(salestest.At(o, "prices."+name)); total != of {
			s.T.Errorf("order %d: %s is %d, its documents come to %d", orderID, name, total, of)
		}
	}
	if whole := cents(salestest.At(o, "prices.grandTotal")); whole != got.Invoiced && salestest.At(o, "prices.totalCanceled") == nil {
		s.T.Errorf("order %d: %d was ordered, %d invoiced", orderID, whole, got.Invoiced)
	}
	for _, p := range append(invoices, memos...) {
		checkDocument(s, p)
	}
}

// checkDocument adds up the lines of an invoice or a credit memo.
func checkDocument(s *salestest.Shop, p salestest.Fields) {
	s.T.Helper()
	var rows int64
	list, _ := p["items"].([]any)
	for _, item := range list {
		rows += cents(salestest.At(item, "rowTotal"))
	}
	if subtotal := cents(p["subtotal"]); rows != subtotal {
		s.T.Errorf("the lines of %v come to %d, its subtotal is %d", p["incrementId"], rows, subtotal)
	}
}

// cardMoves returns the sum of a card's movements of one kind for an order.
func cardMoves(card salestest.Fields, orderID int64, action string) (amount float64) {
	list, _ := card["history"].([]any)
	for _, entry := range list {
		if salestest.At(entry, "action") == action && salestest.Number(salestest.At(entry, "orderId")) == orderID {
			v, _ := salestest.At(entry, "amount").(float64)
			amount += v
		}
	}
	return amount
}

func documentsOf(s *salestest.Shop, path string) []salestest.Fields {
	s.T.Helper()
	return s.Must(200, "GET", path, nil, s.Service...).List(s.T)
}

func documentSum(all []salestest.Fields, name string) (total int64) {
	for _, p := range all {
		total += cents(p[name])
	}
	return total
}

func cents(v any) int64 {
	n, _ := v.(float64)
	return int64(math.Round(n * 100))
}
