package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/operations/representation"
	"tradelog/test/apptest"
	"tradelog/test/histories"
	"tradelog/test/suite"
)

// wrongTypes returns a member for each field of an input that has one JSON type, with a value of another type.
func wrongTypes(t reflect.Type) map[string]string {
	wrong := map[string]string{}
	for _, f := range inputs.Fields(t) {
		of := f.Type
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if _, own := reflect.New(of).Interface().(json.Unmarshaler); own && of != reflect.TypeFor[money.Decimal]() ||
			f.Source != inputs.SourceMember || of == reflect.TypeFor[json.RawMessage]() {
			continue
		}
		switch of.Kind() {
		case reflect.Slice, reflect.Map, reflect.Bool, reflect.Int64, reflect.Int:
			wrong[f.Name] = `"text"`
		case reflect.String:
			wrong[f.Name] = `{"an":"object"}`
		case reflect.Struct:
			if of == reflect.TypeFor[money.Decimal]() {
				wrong[f.Name] = `"text"`
			}
		}
	}
	return wrong
}

// TestEveryViolation: the refusal of a body names its fields. For every operation with a body, values of wrong types are all reported at
// once. A request that is refused once a member is missing, empty or odd names that member.
func TestEveryViolation(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	w := startWrites(t, false)
	bodies := 0
	for _, o := range w.shop.Pipeline.Registry.All() {
		if !o.ReadsBody() || o.Input == nil {
			continue
		}
		wrong := wrongTypes(o.Input)
		var members []string
		for name, value := range wrong {
			members = append(members, fmt.Sprintf("%q:%s", name, value))
		}
		in := &representation.Input{Typed: true, Body: func() ([]byte, error) { return []byte("{" + strings.Join(members, ",") + "}"), nil }}
		call := &operations.Call{Operation: o, Principal: &operations.Principal{Kind: operations.AsOperator}}
		err := in.Bind(call, reflect.New(o.Input).Elem())
		for name := range wrong {
			if told := violated(err); !told[name] && len(told) < 100 && len(wrong) > 0 {
				t.Errorf("%s: %s of a wrong type: %v names %v", o.Name(), name, err, slices.Sorted(maps.Keys(told)))
			}
		}
		bodies += len(wrong)
	}
	sent := map[string]bool{}
	w.trying = func(r request, headers []string) { w.vary(r, headers, sent) }
	w.everyWrite("application/json")
	t.Logf("%d members of wrong types, %d requests", bodies, len(sent))
}

// otherwise maps changed requests, whose refusals name another field, to that field.
var otherwise = map[string]string{
	"POST /products stockQty negative":                           "stockData.qty, for which it is short",
	"POST /carts/{id}/place-order shippingAddress missing":       "the shipping method, which needs an address",
	"POST /guest-carts/{id}/place-order shippingAddress missing": "the shipping method, which needs an address",
	"POST /orders shippingAddress missing":                       "the shipping method, which needs an address",
	"POST /customers/forget force missing":                       "an order that is not finished",
}

// violated returns the fields that a refusal names.
func violated(err error) map[string]bool {
	fields := map[string]bool{}
	if f, ok := fault.As(err); ok {
		for _, v := range f.Violations() {
			fields[v.Field] = true
		}
	}
	return fields
}

// vary tries a request without each of its members, and with odd values in their places.
func (w *writes) vary(r request, headers []string, sent map[string]bool) {
	members, plain := r.body.(histories.Arguments)
	if !plain {
		return
	}
	for name, value := range members {
		for what, odd := range oddities(value) {
			key := fmt.Sprintf("%s %s %s", r.operation.Name(), name, what)
			if sent[key] {
				continue
			}
			sent[key] = true
			other := r
			changed := maps.Clone(members)
			if changed[name] = odd; odd == nil {
				delete(changed, name)
			}
			other.body = changed
			answer := other.send(w.unwatched, append(slices.Clone(headers), "X-Dry-Run", "true", "X-Request-Id", triedOut)...)
			if !slices.Contains([]int{http.StatusBadRequest, http.StatusConflict, http.StatusUnprocessableEntity}, answer.Status) {
				continue
			}
			if otherwise[key] != "" {
				continue
			}
			if told := toldBy(w.t, answer); !slices.ContainsFunc(told, func(v fault.Violation) bool { return isAbout(v.Field, name) }) {
				w.t.Errorf("%s, %s %s: the refusal does not name it: %s", r, name, what, answer.Body)
			}
		}
	}
}

// oddities returns replacements for a value; nil for none.
func oddities(value any) map[string]any {
	odd := map[string]any{"missing": nil}
	switch reflect.ValueOf(value).Kind() {
	case reflect.String:
		odd["empty"], odd["odd"] = "", "no such thing!"
	case reflect.Int, reflect.Int64, reflect.Float64:
		odd["negative"], odd["huge"] = -1, 99_999_998
	case reflect.Slice:
		odd["empty"] = []any{}
	}
	return odd
}

func toldBy(t *testing.T, a apptest.Answer) []fault.Violation {
	t.Helper()
	var refusal struct {
		Violations []fault.Violation `json:"violations"`
	}
	if err := json.Unmarshal(a.Body, &refusal); err != nil {
		t.Errorf("%s: %v", a.Body, err)
	}
	return refusal.Violations
}

// isAbout reports whether a path is the path of a member, or below it.
func isAbout(path, member string) bool {
	rest, ok := strings.CutPrefix(path, member)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
