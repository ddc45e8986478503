package eventstore

import (
	"encoding/json"
	"errors"
	"testing"
	"time"
)

func TestExpectations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		expected Expected
		says     string
		missing  bool // met by a stream that does not exist
		at0, at1 bool
		revision Revision
		named    bool
	}{
		{Any, "any", true, true, true, 0, false},
		{NoStream, "no_stream", true, false, false, -1, true},
		{StreamExists, "stream_exists", false, true, true, 0, false},
		{Exactly(0), "0", false, true, false, 0, true},
		{Exactly(1), "1", false, false, true, 1, true},
		{Exactly(-1), "no_stream", true, false, false, -1, true},
	} {
		rev, named := c.expected.Revision()
		if c.expected.String() != c.says || c.expected.Met(-1) != c.missing || c.expected.Met(0) != c.at0 || c.expected.Met(1) != c.at1 ||
			named != c.named || named && rev != c.revision {
			t.Errorf("%s: met by none %v, 0 %v, 1 %v; names %d, %v", c.expected, c.expected.Met(-1), c.expected.Met(0), c.expected.Met(1),
				rev, named)
		}
	}
	if Exactly(-1) != NoStream || Exactly(-5) != NoStream {
		t.Error("a revision below 0 is not NoStream")
	}
	err := error(&WrongRevisionError{Stream: "order-1", Expected: Exactly(3), Actual: -1})
	if err.Error() != "stream order-1: expected 3, is at -1" || !errors.Is(err, ErrWrongRevision) {
		t.Errorf("%v", err)
	}
}

func TestFilters(t *testing.T) {
	t.Parallel()
	if f := (Filter{}); !f.IsZero() || !f.Matches("any", "Thing") {
		t.Error("the zero filter does not let everything through")
	}
	f := Filter{Categories: []string{"order", "cart"}, Types: []string{"Placed"}}
	if f.IsZero() || !f.Matches("cart", "Placed") || f.Matches("cart", "Held") || f.Matches("stock", "Placed") || f.Matches("", "") {
		t.Errorf("%+v lets the wrong ones through", f)
	}
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	want := Metadata{
		CorrelationID: "c", Command: "HoldOrder", Actor: Actor{Kind: "admin", ID: 3, Name: "anna"}, StoreID: 1,
		Idempotency: &Idempotency{Scope: "s", Command: 2}, OccurredAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := (Recorded{NewEvent: NewEvent{Metadata: data}}).Meta()
	if err != nil || got.Actor != want.Actor || *got.Idempotency != *want.Idempotency || got.Command != want.Command ||
		!got.OccurredAt.Equal(want.OccurredAt) {
		t.Errorf("%s comes back as %+v, error %v", data, got, err)
	}
	if _, err := (Recorded{NewEvent: NewEvent{Metadata: []byte(`[]`)}}).Meta(); err == nil {
		t.Error("metadata that is no object was read")
	}
	for actor, says := range map[Actor]string{
		{}: "unknown", {Kind: "system"}: "system", {Kind: "customer", ID: 7}: "customer 7", {Kind: "admin", ID: 3,
			Name: "anna"}: "admin 3 (anna)",
	} {
		if actor.String() != says {
			t.Errorf("%+v is shown as %q, want %q", actor, actor, says)
		}
	}
	if c := (Recorded{Stream: "claim-sku-A-1"}).Category(); c != "claim" {
		t.Errorf("the category is %q", c)
	}
}
