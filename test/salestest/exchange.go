package salestest

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/test/apptest"
	"tradelog/test/contract"
)

// Exchange is a request and its expected answer.
type Exchange struct {
	Name         string
	Method, Path string
	Body         any
	Headers      []string
	Status       int
	Message      string // of a refusal
	Want         Fields // members of the answer; a dot goes into an object, a number into a list
	Unwanted     []string
}

// Run sends requests in order. Every answer must conform to the shop's OpenAPI document, and a refusal must append no event.
func (s *Shop) Run(t *testing.T, table []Exchange) {
	t.Helper()
	for _, x := range table {
		name := x.Name
		if name == "" {
			name = x.Method + " " + x.Path
		}
		t.Run(name, func(t *testing.T) {
			a := s.Send(t, x)
			if x.Want != nil {
				Check(t, a.Object(t), x.Want)
			}
			for _, text := range x.Unwanted {
				if strings.Contains(string(a.Body), text) {
					t.Errorf("%q must not be in %s", text, a.Body)
				}
			}
		})
	}
}

// Send sends the request of an exchange and checks the answer, except for the body of a successful one.
func (s *Shop) Send(t testing.TB, x Exchange) apptest.Answer {
	t.Helper()
	before := s.LogSize()
	a := s.Do(x.Method, x.Path, x.Body, x.Headers...)
	if a.Status != x.Status {
		t.Fatalf("%s %s: status %d, want %d\n%s", x.Method, x.Path, a.Status, x.Status, a.Body)
	}
	contract.Check(t, s.Document, x.Method, x.Path, a.Status, a.Header.Get("Content-Type"), a.Body)
	if x.Status >= 400 {
		if got := a.Message(); got != x.Message {
			t.Errorf("%s %s: message %q, want %q", x.Method, x.Path, got, x.Message)
		}
		if left := s.Since(before); len(left) > 0 {
			t.Errorf("%s %s: the refusal left %v", x.Method, x.Path, left)
		}
	}
	return a
}

// Since lists the events after a position, except for reservations that the shop settles in the background.
func (s *Shop) Since(at eventstore.Position) (names []string) {
	s.T.Helper()
	page, err := s.Store.ReadAll(context.Background(), at, eventstore.Forwards, 100, eventstore.Filter{})
	if err != nil {
		s.T.Fatal(err)
	}
	for _, e := range page.Events {
		meta, err := e.Meta()
		if err != nil {
			s.T.Fatal(err)
		}
		if e.Type != (stock.Settled{}).EventName() || meta.Actor.Kind != "system" {
			names = append(names, e.Type)
		}
	}
	return names
}

// Check compares members; want nil means that there is none or that it is null.
func Check(t testing.TB, object, want Fields) {
	t.Helper()
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if got := At(object, path); !reflect.DeepEqual(got, plain(want[path])) {
			t.Errorf("%s is %v, want %v", path, got, want[path])
		}
	}
}

// At returns a member of a document: "items.0.sku" is the SKU of its first item, "items.#" the number of items.
func At(v any, path string) any {
	for _, name := range strings.Split(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			v = at[name]
		case []any:
			if name == "#" {
				v = float64(len(at))
				continue
			}
			i := 0
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(at) {
				return nil
			}
			v = at[i]
		default:
			return nil
		}
	}
	return v
}

// plain converts a value to its JSON form.
func plain(v any) any {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Int, reflect.Int64:
		return float64(r.Int())
	case reflect.Slice:
		out := make([]any, r.Len())
		for i := range out {
			out[i] = plain(r.Index(i).Interface())
		}
		return out
	case reflect.Map:
		out := map[string]any{}
		for _, k := range r.MapKeys() {
			out[k.String()] = plain(r.MapIndex(k).Interface())
		}
		return out
	}
	return v
}

// Members checks that an object has exactly some members, given as one text; a name with a ? may be missing.
func Members(t testing.TB, what string, object any, names string) {
	t.Helper()
	members, ok := object.(map[string]any)
	if !ok {
		t.Errorf("%s is no object: %v", what, object)
		return
	}
	known := map[string]bool{}
	for _, name := range strings.Fields(names) {
		name, optional := strings.CutSuffix(name, "?")
		known[name] = true
		if _, has := members[name]; !has && !optional {
			t.Errorf("%s has no %s", what, name)
		}
	}
	for name := range members {
		if !known[name] {
			t.Errorf("%s has a member %s that it must not have", what, name)
		}
	}
}
