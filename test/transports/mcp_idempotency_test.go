package transports_test

import (
	"context"
	"testing"

	"tradelog/eventstore"
	"tradelog/test/apptest"
)

// TestIdempotencyKeys checks that the same key, tool and arguments get the first answer again.
func TestIdempotencyKeysOfTools(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 100)
	for range 3 {
		order(t, s, "MUG", 1)
	}
	_, token := s.Customer("anna@example.com")
	a, other := introduce(t, s, apptest.Bearer(s.Service([]string{"all"}))...), introduce(t, s, apptest.Bearer(s.Service([]string{"all"}))...)
	key := []string{"X-Idempotency-Key", "k1"}
	send := func(a *agent, id any, tool string, arguments object, more object) apptest.Answer {
		params := object{"name": tool, "arguments": arguments}
		for name, value := range more {
			params[name] = value
		}
		return post(s, object{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}, append(key, a.headers...)...)
	}
	replayed := func(answer apptest.Answer) bool { return answer.Header.Get("X-Idempotency-Replayed") == "true" }

	first := send(a, 1, "sales_orders_comments_create", object{"id": 1, "comment": "once"}, nil)
	again := send(a, "two", "sales_orders_comments_create", object{"comment": "once", "id": 1}, object{"_meta": object{"progressToken": 5}})
	if replayed(first) || !replayed(again) {
		t.Errorf("replayed: %t, %t", replayed(first), replayed(again))
	}
	one, two := replyOf(t, first), replyOf(t, again)
	if string(one.Result) != string(two.Result) || string(one.ID) != "1" || string(two.ID) != `"two"` {
		t.Errorf("%s %s\n%s %s", one.ID, one.Result, two.ID, two.Result)
	}
	for name, answer := range map[string]apptest.Answer{
		"another order":  send(a, 1, "sales_orders_comments_create", object{"id": 2, "comment": "once"}, nil),
		"another tool":   send(a, 1, "sales_orders_hold_create", object{"id": 1, "dryRun": false}, nil),
		"another caller": send(other, 1, "sales_orders_comments_create", object{"id": 1, "comment": "once"}, nil),
	} {
		if r := replyOf(t, answer); replayed(answer) || r.Error != nil {
			t.Errorf("%s: replayed %t, %s", name, replayed(answer), r.failed())
		}
	}

	// A failed call can be repeated at once.
	for range 2 {
		if answer := send(a, 1, "sales_orders_hold_create", object{"id": 1}, nil); replayed(answer) ||
			replyOf(t, answer).failed() != "-32603 Order cannot be held. It is on hold already." {
			t.Errorf("refused: %s", answer.Body)
		}
	}
	// Guests share no buckets.
	nobody := introduce(t, s)
	for range 2 {
		if answer := send(nobody, 1, "customers_guest_carts_create", object{}, nil); replayed(answer) {
			t.Error("a guest's cart was given out twice")
		}
	}
	// A customer has one cart.
	customer := introduce(t, s, apptest.Bearer(token)...)
	if x, y := replyOf(t, send(customer, 1, "customers_carts_create", nil, nil)),
		replyOf(t, send(customer, 1, "customers_carts_create", nil, nil)); string(x.Result) != string(y.Result) {
		t.Errorf("two carts: %s %s", x.Result, y.Result)
	}

	// In a batch each message has its own bucket, even equal ones.
	comment := func(id int, text string) object {
		return object{
			"jsonrpc": "2.0", "id": id, "method": "tools/call",
			"params": object{"name": "sales_orders_comments_create", "arguments": object{"id": 3, "comment": text}},
		}
	}
	batch := []any{comment(1, "same"), comment(2, "same"), comment(3, "")}
	comments := func() int {
		events, err := s.Store.ReadStream(context.Background(), "order-3", 0, eventstore.Forwards, 100)
		if err != nil {
			t.Fatal(err)
		}
		return len(events) - 1 // without the placement
	}
	for range 2 {
		post(s, batch, append(key, a.headers...)...)
		if n := comments(); n != 2 {
			t.Errorf("%d comments, want 2", n)
		}
	}
}
