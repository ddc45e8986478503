package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// TestRepeatedWrites checks that a repeated request with its key is done once and gets the same answer. This holds also if the first answer
// was lost in a crash.
func TestRepeatedWrites(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	_, anna := s.Customer("anna@example.com")
	o, canceled := s.OrderOf(anna, "MUG*3"), s.OrderOf(anna, "MUG")
	one := list{fields{"orderItemId": salestest.At(o, "items.0.id"), "qty": 1}}
	first := s.Must(201, "POST", path(o, "/shipments"), fields{"items": one}, s.Service...).Object(t)
	for i, c := range []struct {
		path    string
		body    any
		headers []string
	}{
		{path(o, "/hold"), nil, s.Service}, {path(o, "/unhold"), fields{"reason": "r"}, s.Service},
		{path(o, "/comments"), fields{"comment": "c"}, s.Service},
		{path(o, "/shipments"), fields{"items": one, "tracks": list{fields{"trackNumber": "1"}}}, s.Service},
		{fmt.Sprintf("/shipments/%d/tracks", salestest.ID(first)), fields{"trackNumber": "2"}, s.Service},
		{fmt.Sprintf("/shipments/%d/comments", salestest.ID(first)), fields{"comment": "c"}, s.Service}, {path(o, "/cancel"), nil, s.Service},
		{path(canceled, "/cancel"), nil, anna},
	} {
		keyed := salestest.With(c.headers, "X-Idempotency-Key", fmt.Sprintf("key-%d", i))
		answer := s.Must(201, "POST", c.path, c.body, keyed...)
		before := s.LogSize()
		replayed := s.Must(201, "POST", c.path, c.body, keyed...)
		if replayed.Header.Get("X-Idempotency-Replayed") != "true" || string(replayed.Body) != string(answer.Body) {
			t.Errorf("%s: replayed as %v %s", c.path, replayed.Header, replayed.Body)
		}
		// As if the instance had died before it answered.
		if _, err := s.Pool.Exec(t.Context(),
			`UPDATE idempotency_keys SET finished_at = NULL, status = NULL, headers = NULL, body = NULL, holder = 1`); err != nil {
			t.Fatal(err)
		}
		again := s.Must(201, "POST", c.path, c.body, keyed...)
		if again.Header.Get("X-Idempotency-Replayed") != "" || string(again.Body) != string(answer.Body) {
			t.Errorf("%s: gone on with as %v\n%s\nwant\n%s", c.path, again.Header, again.Body, answer.Body)
		}
		for _, e := range s.Since(before) {
			t.Errorf("%s: done again: %s", c.path, e)
		}
	}
	if mugs := s.Stock("MUG"); mugs != "98" {
		t.Errorf("%s mugs", mugs)
	}
	s.Verify("orders", "stock")
}

// TestARecordOfACommandThatWasTamperedWith checks that a retry ignores a record that points to other events, needs none, and does nothing
// twice. The table of executed commands is only an index, whose old rows are deleted.
func TestARecordOfACommandThatWasTamperedWith(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	o := s.Order("MUG*3")
	keyed := salestest.With(s.Service, "X-Idempotency-Key", "ship")
	body := fields{"items": list{fields{"orderItemId": salestest.At(o, "items.0.id"), "qty": 1}}}
	shipped := s.Must(201, "POST", path(o, "/shipments"), body, keyed...)
	before := s.LogSize()
	for _, tamper := range []string{
		`UPDATE read.executed_commands SET first = 0, last = 0`, `UPDATE read.executed_commands SET last = last + 50`,
		`UPDATE read.executed_commands SET stream = 'order-99'`, `DELETE FROM read.executed_commands`,
	} {
		s.Settle()
		for _, sql := range []string{
			tamper,
			`UPDATE idempotency_keys SET finished_at = NULL, status = NULL, headers = NULL, body = NULL, holder = 1`,
		} {
			if _, err := s.Pool.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		if again := s.Must(201, "POST", path(o, "/shipments"), body, keyed...); string(again.Body) != string(shipped.Body) {
			t.Errorf("%s: the retry is answered with\n%s\nthe first was\n%s", tamper, again.Body, shipped.Body)
		}
	}
	if done := s.Since(before); len(done) != 0 {
		t.Errorf("done again: %v", done)
	}
}
