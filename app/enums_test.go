package app_test

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/catalog"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/review"
	"tradelog/domain/revocation"
	"tradelog/test/apptest"
)

// closedList is a list of all values of a type of the domain.
type closedList struct {
	of     string
	values []string
	mark   string // a value that no other list has
}

func closedLists() []closedList {
	var states, statuses, discounts []string
	for state, of := range order.Statuses {
		states = append(states, string(state))
		for _, status := range of {
			statuses = append(statuses, string(status))
		}
	}
	for _, a := range []pricerule.Action{pricerule.ByPercent, pricerule.ByFixed, pricerule.CartFixed, pricerule.BuyXGetY} {
		discounts = append(discounts, a.DiscountType())
	}
	return []closedList{
		{"product types", catalog.Types, "configurable"},
		{"types of custom options", catalog.OptionTypes, "drop_down"},
		{"states of orders", states, string(order.New)},
		{"statuses of orders", statuses, "fraud"},
		{"discount types", discounts, pricerule.BuyXGetY.DiscountType()},
		{"captures", []string{string(order.CaptureOnline), string(order.CaptureOffline), string(order.CaptureLater)},
			string(order.CaptureLater)},
		{"visibilities", catalog.Visibilities, "not_visible"},
		{"scopes of attributes", []string{catalog.GlobalScope, catalog.WebsiteScope, catalog.StoreScope}, catalog.GlobalScope},
		{"states of reviews", []string{string(review.Approved), string(review.Pending), string(review.NotApproved)},
			string(review.NotApproved)},
		{"answers to revocations", []string{string(revocation.Accepted), string(revocation.Rejected), string(revocation.InfoRequested)},
			string(revocation.InfoRequested)},
		{"states of invoices", []string{order.Open.String(), order.Paid.String(), order.Revoked.String()}, order.Paid.String()},
	}
}

// TestEnumerationsAreThoseOfTheDomain checks members and filters that take one of the domain's closed lists. Their declarations have the
// whole list.
func TestEnumerationsAreThoseOfTheDomain(t *testing.T) {
	t.Parallel()
	lists, found := closedLists(), map[string]bool{}
	words := regexp.MustCompile(`[a-z_]+`)
	check := func(o string, f reflect.StructField) {
		declared := strings.Split(f.Tag.Get("enum"), ",")
		told := words.FindAllString(f.Tag.Get("doc")+" "+f.Tag.Get("about"), -1)
		for _, list := range lists {
			has := func(value string) bool { return slices.Contains(declared, value) }
			missing := func(value string) bool { return !slices.Contains(told, value) }
			switch {
			case has(list.mark):
				found[list.of] = true
				if got, want := slices.Sorted(slices.Values(declared)), slices.Sorted(slices.Values(list.values)); !slices.Equal(got, want) {
					t.Errorf("%s: %s declares %v, and the %s are %v", o, f.Name, got, list.of, want)
				}
			case f.Tag.Get("enum") == "" && !slices.ContainsFunc(list.values, missing):
				t.Errorf("%s: %s has the %s in its description alone: declare them with enum", o, f.Name, list.of)
			}
		}
	}
	for _, o := range apptest.Start(t).Pipeline.Registry.All() {
		seen := map[reflect.Type]bool{}
		for _, of := range []reflect.Type{o.Input, o.Output} {
			eachStructField(of, seen, func(f reflect.StructField) { check(o.Name(), f) })
		}
	}
	if len(found) != len(lists) {
		t.Errorf("only %v are declared", slices.Sorted(maps.Keys(found)))
	}
}

// eachStructField visits the fields of a type and of the types within it, each type once.
func eachStructField(of reflect.Type, seen map[reflect.Type]bool, visit func(reflect.StructField)) {
	for of != nil && (of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice || of.Kind() == reflect.Map) {
		of = of.Elem()
	}
	if of == nil || of.Kind() != reflect.Struct || seen[of] {
		return
	}
	seen[of] = true
	for i := range of.NumField() {
		visit(of.Field(i))
		eachStructField(of.Field(i).Type, seen, visit)
	}
}
