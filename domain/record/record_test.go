package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain"
	"tradelog/domain/fault"
)

var things = &Kind{Name: "thing", Title: "Thing", Fields: []Field{
	{Name: "code", Global: true}, {Name: "name"}, {Name: "size", Type: Integer}, {Name: "price", Type: Number}, {Name: "on", Type: Boolean},
	{Name: "tags", Type: List}, {Name: "more", Type: Object, Global: true},
}}

func raw(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

func fold(s State, events []domain.Event) State {
	for _, e := range events {
		s = Evolve(s, e)
	}
	return s
}

func thing(t testing.TB, values Values) State {
	t.Helper()
	events, err := things.Create(New(""), 7, values)
	if err != nil {
		t.Fatal(err)
	}
	return fold(New(""), events)
}

func TestLifeOfARecord(t *testing.T) {
	t.Parallel()
	s := thing(t, Values{"name": raw("A"), "size": raw(nil)})
	if s.ID != 7 || !s.Live() || string(s.Values[0]["name"]) != `"A"` || s.Values[0]["size"] != nil {
		t.Errorf("created: %+v", s)
	}
	if _, err := things.Create(s, 7, nil); fault.KindOf(err) != fault.Conflict {
		t.Errorf("created twice: %v", err)
	}
	if events := things.Abandon(s); events != nil {
		t.Errorf("a record that lives was abandoned: %v", events)
	}
	gone, err := things.Delete(s)
	if err != nil {
		t.Fatal(err)
	}
	s = fold(s, gone)
	if s.Live() || !s.Exists {
		t.Errorf("deleted: %+v", s)
	}
	for name, err := range map[string]error{
		"changed": second(things.Change(s, 0, Values{"name": raw("B")})), "deleted": second(things.Delete(s)),
	} {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("a record that is gone was %s: %v", name, err)
		}
	}
	if _, err := things.Create(s, 7, nil); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a record came back: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestAnAbandonedRecordNeverComes(t *testing.T) {
	t.Parallel()
	s := fold(New(""), things.Abandon(New("")))
	if s.Live() || s.Exists {
		t.Errorf("abandoned: %+v", s)
	}
	if _, err := things.Create(s, 7, Values{"name": raw("A")}); fault.KindOf(err) != fault.Conflict {
		t.Errorf("it came all the same: %v", err)
	}
	if again := things.Abandon(s); again != nil {
		t.Errorf("abandoned twice: %v", again)
	}
}

func TestChange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		store int64
		set   Values
		unset []string
		want  string // the change as it is stored
		fails string
	}{
		{name: "nothing", want: ""},
		{name: "what holds already", set: Values{"name": raw("A"), "size": raw(1)}, want: ""},
		{name: "only what differs", set: Values{"name": raw("B"), "size": raw(1)}, want: `{"set":{"name":"B"}}`},
		{name: "null takes away", set: Values{"size": raw(nil)}, want: `{"unset":["size"]}`},
		{name: "null where there is nothing", set: Values{"on": raw(nil)}, want: ""},
		{name: "named twice", set: Values{"size": raw(nil)}, unset: []string{"size"}, want: `{"unset":["size"]}`},
		{name: "set and unset", set: Values{"size": raw(5)}, unset: []string{"size"}, want: `{"unset":["size"]}`},
		{name: "set and unset where there is nothing", store: 3, set: Values{"name": raw("B")}, unset: []string{"name"}, want: ""},
		{name: "an own value", store: 3, set: Values{"name": raw("A")}, want: `{"storeId":3,"set":{"name":"A"}}`},
		{name: "an own value that holds already", store: 2, set: Values{"name": raw("Two")}, want: ""},
		{name: "an own value taken back", store: 2, unset: []string{"name", "size"}, want: `{"storeId":2,"unset":["name"]}`},
		{
			name: "a shared value of one store", store: 2, set: Values{"code": raw("X")},
			fails: "Attribute 'code' is global scope and has no store override.",
		},
		{name: "no such field", set: Values{"colour": raw("red")}, fails: `Thing has no field "colour"`},
		{name: "text for a number", set: Values{"size": raw("1")}, fails: `The type of the "size" attribute is wrong`},
		{name: "a fraction for a whole number", set: Values{"size": raw(1.5)}, fails: `The type of the "size" attribute is wrong`},
		{name: "a number for a flag", set: Values{"on": raw(1)}, fails: `The type of the "on" attribute is wrong`},
		{name: "an object for a list", set: Values{"tags": raw(map[string]int{})}, fails: `The type of the "tags" attribute is wrong`},
		{name: "text for an object", set: Values{"more": raw("x")}, fails: `The type of the "more" attribute is wrong`},
		{name: "every type", set: Values{
			"code": raw("c"), "price": raw(-1.5), "on": raw(true), "tags": raw([]int{1}), "more": raw(map[string]int{"a": 1}),
		},
			want: `{"set":{"code":"c","more":{"a":1},"on":true,"price":-1.5,"tags":[1]}}`},
	} {
		s := thing(t, Values{"name": raw("A"), "size": raw(1)})
		s = Evolve(s, Changed{kind: things, StoreID: 2, Set: Values{"name": raw("Two")}})
		events, err := things.Change(s, c.store, c.set, c.unset...)
		got := ""
		if len(events) > 0 {
			got = string(raw(events[0]))
		}
		if got != c.want || (err == nil) != (c.fails == "") || err != nil && err.Error() != c.fails {
			t.Errorf("%s: %s, %v; want %s%s", c.name, got, err, c.want, c.fails)
		}
	}
}

func TestChangeIn(t *testing.T) {
	t.Parallel()
	s := thing(t, Values{"name": raw("A"), "code": raw("a")})
	events, err := things.ChangeIn(s, 2, Values{"name": raw("Two"), "code": raw("b"), "size": raw(4)})
	if err != nil || fmt.Sprintf("%s", raw(events)) != `[{"set":{"code":"b"}},{"storeId":2,"set":{"name":"Two","size":4}}]` {
		t.Errorf("got %s, %v", raw(events), err)
	}
	s = fold(s, events)
	if string(s.In(0)["code"]) != `"b"` || string(s.In(0)["name"]) != `"A"` || string(s.In(2)["name"]) != `"Two"` ||
		string(s.In(2)["code"]) != `"b"` {
		t.Errorf("folded to %v", s.Values)
	}
	if events, err := things.ChangeIn(s, 2, Values{"code": raw("c"), "size": raw("x")}); err == nil || events != nil {
		t.Errorf("half a change: %v, %v", events, err)
	}
}

// TestViewsFallBack drives random changes. The value in a store view is its own, else that of all stores, and a fold does not modify the
// state it was given.
func TestViewsFallBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		events, err := things.Create(New(""), 1, Values{"name": raw("0")})
		if err != nil {
			t.Fatal(err)
		}
		s := fold(New(""), events)
		model := map[int64]map[string]string{0: {"name": `"0"`}}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			store := rapid.Int64Range(0, 2).Draw(t, "store")
			field := rapid.SampledFrom([]string{"name", "size"}).Draw(t, "field")
			value := raw(nil)
			if rapid.Bool().Draw(t, "set") {
				value = raw(rapid.IntRange(0, 3).Draw(t, "value"))
				if field == "name" {
					value = raw(string(value))
				}
			}
			before := string(raw(s.Values))
			events, err := things.Change(s, store, Values{field: value})
			if err != nil {
				t.Fatal(err)
			}
			next := fold(s, events)
			if string(raw(s.Values)) != before {
				t.Fatal("the fold changed the state it was given")
			}
			s = next
			if model[store] == nil {
				model[store] = map[string]string{}
			}
			if string(value) == "null" {
				delete(model[store], field)
			} else {
				model[store][field] = string(value)
			}
			for view := range int64(3) {
				for _, name := range []string{"name", "size"} {
					want, own := model[view][name]
					if !own {
						want = model[0][name]
					}
					if got := string(s.In(view)[name]); got != want {
						t.Fatalf("%s in %d is %s, want %s", name, view, got, want)
					}
				}
			}
		}
	})
}

func TestOfAndRead(t *testing.T) {
	t.Parallel()
	type shape struct {
		Name string  `json:"name"`
		Size *int    `json:"size"`
		Tags []int64 `json:"tags"`
		On   *bool   `json:"on"`
	}
	size := 3
	values, err := Of(shape{Name: "<&>", Size: &size, Tags: []int64{}})
	if err != nil || string(raw(len(values))) != "3" || string(values["name"]) != `"<&>"` || string(values["tags"]) != "[]" {
		t.Fatalf("%s, %v", values, err)
	}
	back, err := Read[shape](values)
	if err != nil || back.Name != "<&>" || *back.Size != 3 || back.Tags == nil || back.On != nil {
		t.Errorf("%+v, %v", back, err)
	}
	if _, err := Read[shape](Values{"size": raw("x")}); err == nil {
		t.Error("text was read as a number")
	}
}
