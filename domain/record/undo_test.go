package record_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// TestUndo: a change is undone in its own store view, unless one of its fields was changed again.
func TestUndo(t *testing.T) {
	t.Parallel()
	kind := record.KindOf[struct {
		Name  string        `json:"name" scope:"store"`
		Price money.Decimal `json:"price" scope:"store"`
		Note  string        `json:"note" scope:"store"`
	}]("thing", "Thing")
	value := func(text string) json.RawMessage { return json.RawMessage(text) }
	created, err := kind.Create(record.New(""), 1, record.Values{"name": value(`"A"`), "price": value("13")})
	if err != nil {
		t.Fatal(err)
	}
	before := record.Evolve(record.New(""), created[0])
	for _, c := range []struct {
		name  string
		store int64
		set   record.Values
		clear []string
		later record.Values // changed in all stores afterwards
		want  string        // the values to set and the fields to unset, or the refusal
	}{
		{"a price", 0, record.Values{"price": value("15.5")}, nil, nil, `{"price":13} []`},
		{"a new field", 0, record.Values{"note": value(`"x"`), "price": value("15.5")}, nil, nil, `{"price":13} [note]`},
		{"a cleared field", 0, nil, []string{"name"}, nil, `{"name":"A"} []`},
		{"a value of a store view", 2, record.Values{"price": value("15.5")}, nil, record.Values{"price": value("7")}, `{} [price]`},
		{"another field changed since", 0, record.Values{"price": value("15.5")}, nil, record.Values{"name": value(`"B"`)}, `{"price":13} []`},
		{"the field changed since", 0, record.Values{"price": value("15.5")}, nil, record.Values{"price": value("7")},
			"changed again since: price."},
	} {
		events, err := kind.Change(before, c.store, c.set, c.clear...)
		if err != nil || len(events) != 1 {
			t.Fatalf("%s: %v %v", c.name, events, err)
		}
		now := record.Evolve(before, events[0])
		later, err := kind.Change(now, 0, c.later)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range later {
			now = record.Evolve(now, e)
		}
		set, unset, err := events[0].(record.Changed).Undo(before, now)
		if err != nil {
			if fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		encoded, _ := json.Marshal(set)
		if got := string(encoded) + " [" + strings.Join(slices.Sorted(slices.Values(unset)), " ") + "]"; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
