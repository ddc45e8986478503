package wishlist_test

import (
	"reflect"
	"strings"
	"testing"

	"tradelog/domain"
	"tradelog/domain/wishlist"
)

func TestDecisions(t *testing.T) {
	t.Parallel()
	mug := wishlist.ItemAdded{CustomerID: 7, ItemID: 1, ProductID: 10, StoreID: 1, Qty: 2, Description: "blue"}
	note, long := " red ", strings.Repeat("ä", wishlist.MaxDescription+1)
	add := func(product, qty int64, description *string) func(wishlist.State) ([]domain.Event, error) {
		return func(s wishlist.State) ([]domain.Event, error) {
			return s.Add(wishlist.Addition{CustomerID: 7, ProductID: product, StoreID: 1, ItemID: 2, Qty: qty, Description: description})
		}
	}
	for _, c := range []struct {
		name  string
		given []domain.Event
		when  func(wishlist.State) ([]domain.Event, error)
		then  []domain.Event
		fails string
	}{
		{"a first product begins the list", nil, add(10, 3, &note), []domain.Event{
			wishlist.ItemAdded{CustomerID: 7, ItemID: 2, ProductID: 10, StoreID: 1, Qty: 3, Description: "red"},
		}, ""},
		{"a product that is there grows and keeps its description", []domain.Event{mug}, add(10, 1, nil), []domain.Event{
			wishlist.ItemChanged{CustomerID: 7, ItemID: 1, Qty: 3, Description: "blue"},
		}, ""},
		{"a new description replaces the one there was", []domain.Event{mug}, add(10, 1, &note), []domain.Event{
			wishlist.ItemChanged{CustomerID: 7, ItemID: 1, Qty: 3, Description: "red"},
		}, ""},
		{"a quantity does not grow beyond the bound", []domain.Event{mug}, add(10, wishlist.MaxQty, nil), []domain.Event{
			wishlist.ItemChanged{CustomerID: 7, ItemID: 1, Qty: wishlist.MaxQty, Description: "blue"},
		}, ""},
		{"none is refused", nil, add(10, 0, nil), nil, "The quantity of a wishlist item must be between 1 and 10000"},
		{"a long description is refused", nil, add(10, 1, &long), nil, "The description of a wishlist item cannot exceed 2000 characters"},
		{"merging adds what is missing, each once", []domain.Event{mug}, func(s wishlist.State) ([]domain.Event, error) {
			return s.Sync(7, 1, []int64{10, 11, 11}, []int64{2, 3, 4})
		}, []domain.Event{wishlist.ItemAdded{CustomerID: 7, ItemID: 3, ProductID: 11, StoreID: 1, Qty: 1}}, ""},
		{"an item is removed", []domain.Event{mug}, func(s wishlist.State) ([]domain.Event, error) { return s.Remove(1) },
			[]domain.Event{wishlist.ItemRemoved{ItemID: 1}}, ""},
		{"an item is removed once", []domain.Event{mug, wishlist.ItemRemoved{ItemID: 1}},
			func(s wishlist.State) ([]domain.Event, error) { return s.Remove(1) }, nil, "Wishlist item not found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := wishlist.New("")
			for _, e := range c.given {
				s = wishlist.Evolve(s, e)
			}
			got, err := c.when(s)
			refusal := ""
			if err != nil {
				refusal = err.Error()
			}
			if refusal != c.fails || !reflect.DeepEqual(got, c.then) {
				t.Errorf("got %v, %q; want %v, %q", got, refusal, c.then, c.fails)
			}
		})
	}
}
