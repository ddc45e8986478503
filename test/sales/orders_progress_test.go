package sales_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// TestPaidAndShipped lists orders by their open payments and shipments, in all their stages.
func TestPaidAndShipped(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 1000, nil)
	s.Product("CODE", "25", 100, fields{"type": "virtual", "weight": nil})
	s.Must(201, "POST", "/giftcards", fields{"code": "GC-ALL", "initialBalance": 500}, s.Service...)
	_, anna := s.Customer("anna@example.com")
	names := map[int64]string{}
	place := func(name string, lines ...string) fields {
		o := s.Order(lines...)
		names[salestest.ID(o)] = name
		return o
	}
	act := func(o fields, below string, body any) { s.Must(201, "POST", path(o, below), body, s.Service...) }
	one := func(o fields) fields { return fields{"items": list{fields{"orderItemId": line(o, 0), "qty": 1}}} }
	fresh := place("new", "MUG")
	part := place("invoiced-in-part", "MUG*2")
	act(part, "/invoices", one(part))
	act(place("paid", "MUG"), "/invoices", nil)
	held := place("held", "MUG")
	act(held, "/invoices", nil)
	act(held, "/hold", fields{"reason": "the address"})
	begun := place("shipped-in-part", "MUG*2")
	act(begun, "/invoices", nil)
	act(begun, "/shipments", one(begun))
	finished := place("complete", "MUG")
	act(finished, "/invoices", nil)
	act(finished, "/shipments", fields{})
	act(place("on-account", "MUG"), "/shipments", fields{})
	act(place("canceled", "MUG"), "/cancel", nil)
	rest := place("rest-canceled", "MUG*2")
	act(rest, "/invoices", one(rest))
	act(rest, "/cancel", nil)
	back := place("refunded", "MUG")
	act(back, "/invoices", nil)
	act(back, "/credit-memos", fields{})
	unpaid := place("virtual-new", "CODE")
	act(place("virtual", "CODE"), "/invoices", nil)
	cart := s.Cart(anna, "MUG")
	s.Must(200, "POST", fmt.Sprintf("/carts/%d/giftcards", cart), fields{"giftcardCode": "GC-ALL"}, anna...)
	gift := s.Must(201, "POST", fmt.Sprintf("/carts/%d/place-order", cart), salestest.Placement(fields{
		"guestEmail": nil, "paymentMethod": "free",
	}), anna...).Object(t)
	names[salestest.ID(gift)] = "gift-card"
	s.Settle()

	check := func(query, want string) {
		t.Helper()
		a := s.Send(t, salestest.Exchange{Method: "GET", Path: "/orders?itemsPerPage=100&sortBy=created_at&" + query, Headers: s.Service,
			Status: 200})
		var got []string
		for _, row := range a.List(t) {
			got = append(got, names[salestest.ID(row)])
		}
		if strings.Join(got, " ") != want || a.Header.Get("X-Total-Count") != fmt.Sprint(len(got)) {
			t.Errorf("%s lists %s orders:\n%s, want\n%s", query, a.Header.Get("X-Total-Count"), strings.Join(got, " "), want)
		}
	}
	day := url.QueryEscape(fresh["createdAt"].(string)[:10])
	for query, want := range map[string]string{
		"paid=true":               "paid held shipped-in-part complete rest-canceled refunded virtual gift-card",
		"paid=false":              "new invoiced-in-part on-account virtual-new",
		"shipped=1":               "complete on-account",
		"shipped=0":               "new invoiced-in-part paid held shipped-in-part rest-canceled gift-card",
		"paid=true&shipped=false": "paid held shipped-in-part rest-canceled gift-card",
		"paid=true&shipped=false&state=processing":                     "paid shipped-in-part rest-canceled",
		"paid=true&shipped=false&storeId=1&createdFrom=" + day:         "paid held shipped-in-part rest-canceled gift-card",
		"paid=true&shipped=false&createdTo=2020-01-01":                 "",
		"paid=false&shipped=true":                                      "on-account",
		"paid=true&shipped=true":                                       "complete",
		"paid=perhaps&shipped=true":                                    "complete on-account",
		"paid=true&shipped=false&email=anna@example.com":               "gift-card",
		"paid=true&shipped=false&itemsPerPage=100&storeId=99":          "",
		"paid=false&shipped=&createdFrom=" + day + "&createdTo=" + day: "new invoiced-in-part on-account virtual-new",
	} {
		check(query, want)
	}
	strict := salestest.With(s.Service, "Prefer", "handling=strict")
	if a := s.Must(400, "GET", "/orders?paid=perhaps", nil, strict...); !strings.Contains(a.Message(), "paid") {
		t.Error(a.Message())
	}
	if a := s.Must(400, "GET", "/orders?shiped=true", nil, strict...); !strings.Contains(a.Message(), "Did you mean shipped?") {
		t.Error(a.Message())
	}

	// The list changes with the payment, and its ETag with it.
	const due = "/orders?paid=false"
	tag := s.Must(200, "GET", due, nil, s.Service...).Header.Get("ETag")
	s.Must(304, "GET", due, nil, salestest.With(s.Service, "If-None-Match", tag)...)
	act(unpaid, "/invoices", nil)
	s.Must(200, "GET", due, nil, salestest.With(s.Service, "If-None-Match", tag)...)
	check("paid=false", "new invoiced-in-part on-account")
	restricted := s.As([]string{"orders/read"}, 99)
	if a := s.Do("GET", "/orders?paid=true", nil, restricted...); a.Status == 200 && len(a.List(t)) > 0 {
		t.Errorf("a token of another store sees %s", a.Body)
	}
	s.Verify("orders")
}

// TestPaidAndShippedAreIndexed: a list of open work reads its rows from an index in the order of the list, however many orders are
// complete.
func TestPaidAndShippedAreIndexed(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	var q salestest.Queries
	s := salestest.Start(t, q.Trace())
	s.Product("MUG", "10", 100, nil)
	s.Order("MUG")
	s.Settle()
	q.Take()
	s.Must(200, "GET", "/orders?paid=true&shipped=false", nil, s.Service...)
	s.Must(200, "GET", "/orders?paid=false", nil, s.Service...)
	lists := slices.DeleteFunc(q.Take(), func(sql string) bool { return !strings.Contains(sql, "ORDER BY created_at DESC") })
	if len(lists) != 2 {
		t.Fatalf("%d queries are lists: %q", len(lists), lists)
	}
	conn, run := tables(t, s)
	run(`INSERT INTO read.orders (id, increment_id, store_id, customer_id, email, state, status, created_at, updated_at, doc, row, backend,
		version, payment, shipping)
		SELECT n, n, 1, 0, '', 'complete', 'complete', now() - n * interval '1 minute', now(), '{}', '{}', '', 1, 'done',
		CASE WHEN n % 100 = 0 THEN 'due' ELSE 'done' END FROM generate_series(1000, 6000) AS n`)
	run("ANALYZE read.orders")
	for i, want := range []struct {
		index string
		args  []any
	}{
		{"orders_shipping", []any{"done", "due", 20, 0}}, {"orders_payment", []any{"due", 20, 0}},
	} {
		rows, err := conn.Query(t.Context(), "EXPLAIN "+lists[i], append([]any{pgx.QueryExecModeExec}, want.args...)...)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if plan := strings.Join(lines, "\n"); err != nil || !strings.Contains(plan, "using "+want.index+" ") || strings.Contains(plan, "Sort") {
			t.Errorf("%v\n%s\n%s", err, lists[i], plan)
		}
	}
}
