package cart

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/domain/money"
)

var at = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)

func n(i int64) money.Decimal { return money.FromInt(i) }

func anyQty(Total) error { return nil }

func fold(events ...domain.Event) State {
	var s State
	for _, e := range events {
		s = Evolve(s, e)
	}
	return s
}

func TestDecisions(t *testing.T) {
	t.Parallel()
	errStock := errors.New("not enough")
	created := Created{CartID: 1, StoreID: 1, MaskedID: "m", At: at}
	mug := ItemAdded{Item: Item{ID: 1, ProductID: 10, SKU: "MUG", Type: "simple", Qty: n(2)}, At: at}
	started := CheckoutStarted{CartID: 1, OrderID: 7, IncrementID: "100000007", At: at}
	closed := Closed{CartID: 1, OrderID: 7, At: at}
	add := func(s State) ([]domain.Event, error) {
		return s.Add(Item{ProductID: 10, SKU: "MUG", Type: "simple", Qty: n(3)}, at, anyQty)
	}
	for _, c := range []struct {
		name  string
		given []domain.Event
		when  func(State) ([]domain.Event, error)
		want  []domain.Event
		fails error
	}{
		{name: "a product becomes a line", given: []domain.Event{created}, when: add,
			want: []domain.Event{ItemAdded{Item: Item{ID: 1, ProductID: 10, SKU: "MUG", Type: "simple", Qty: n(3)}, At: at}}},
		{name: "the same product increases its line", given: []domain.Event{created, mug}, when: add,
			want: []domain.Event{ItemQtyChanged{ItemID: 1, Qty: n(5), At: at}}},
		{name: "a line number is not used twice", given: []domain.Event{created, mug, ItemRemoved{ItemID: 1, At: at}}, when: add,
			want: []domain.Event{ItemAdded{Item: Item{ID: 2, ProductID: 10, SKU: "MUG", Type: "simple", Qty: n(3)}, At: at}}},
		{name: "the quantity of all lines of a product is asked about", given: []domain.Event{created, mug}, fails: errStock,
			when: func(s State) ([]domain.Event, error) {
				return s.Add(Item{ProductID: 10, Qty: n(3)}, at, func(total Total) error {
					if total(10).Equal(n(5)) {
						return errStock
					}
					return nil
				})
			}},
		{name: "nothing cannot be added", given: []domain.Event{created}, fails: CheckQty(n(0)),
			when: func(s State) ([]domain.Event, error) { return s.Add(Item{ProductID: 10, Qty: n(0)}, at, anyQty) }},
		{name: "too much cannot be added", given: []domain.Event{created}, fails: CheckQty(n(10001)),
			when: func(s State) ([]domain.Event, error) { return s.Add(Item{ProductID: 10, Qty: n(10001)}, at, anyQty) }},
		{name: "a cart that is being placed is locked", given: []domain.Event{created, mug, started}, when: add, fails: ErrInProgress},
		{name: "a closed cart is closed", given: []domain.Event{created, mug, started, closed}, when: add, fails: ErrInactive},
		{name: "an unknown line", given: []domain.Event{created}, fails: ErrItemNotFound(9),
			when: func(s State) ([]domain.Event, error) { return s.Remove(9, at) }},
		{name: "checkout starts", given: []domain.Event{created, mug}, want: []domain.Event{started},
			when: func(s State) ([]domain.Event, error) {
				return s.StartCheckout(Starting{OrderID: 7, Increment: "100000007"}, 2, at)
			}},
		{name: "checkout of a cart that changed meanwhile", given: []domain.Event{created, mug}, fails: ErrChanged,
			when: func(s State) ([]domain.Event, error) {
				return s.StartCheckout(Starting{OrderID: 7, Increment: "100000007"}, 1, at)
			}},
		{name: "an empty cart is not placed", given: []domain.Event{created}, fails: ErrEmpty,
			when: func(s State) ([]domain.Event, error) {
				return s.StartCheckout(Starting{OrderID: 7, Increment: "100000007"}, 1, at)
			}},
		{name: "two placements do not overlap", given: []domain.Event{created, mug, started}, fails: ErrInProgress,
			when: func(s State) ([]domain.Event, error) {
				return s.StartCheckout(Starting{OrderID: 8, Increment: "100000008"}, 3, at)
			}},
		{name: "a placed cart is not placed again", given: []domain.Event{created, mug, started, closed}, fails: ErrInactive,
			when: func(s State) ([]domain.Event, error) {
				return s.StartCheckout(Starting{OrderID: 8, Increment: "100000008"}, 4, at)
			}},
		{name: "aborting opens the cart", given: []domain.Event{created, mug, started},
			want: []domain.Event{CheckoutAborted{CartID: 1, OrderID: 7, Reason: "stock", At: at}},
			when: func(s State) ([]domain.Event, error) { return s.AbortCheckout(7, "stock", at) }},
		{name: "aborting another checkout does nothing", given: []domain.Event{created, mug, started},
			when: func(s State) ([]domain.Event, error) { return s.AbortCheckout(8, "stock", at) }},
		{name: "closing", given: []domain.Event{created, mug, started}, want: []domain.Event{closed},
			when: func(s State) ([]domain.Event, error) { return s.Close(7, at) }},
		{name: "closing twice does nothing", given: []domain.Event{created, mug, started, closed},
			when: func(s State) ([]domain.Event, error) { return s.Close(7, at) }},
		{name: "setting what is set does nothing", given: []domain.Event{created, DetailsSet{CartID: 1, Method: "flatrate_flatrate", At: at}},
			when: func(s State) ([]domain.Event, error) { return s.SetDetails(Details{Method: "flatrate_flatrate"}, at) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := c.when(fold(c.given...))
			if !reflect.DeepEqual(got, c.want) || !errors.Is(err, c.fails) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestEvolveLeavesTheOldStateAlone(t *testing.T) {
	t.Parallel()
	before := fold(Created{CartID: 1, At: at}, ItemAdded{Item: Item{ID: 1, ProductID: 10, Qty: n(1)}, At: at})
	Evolve(before, ItemQtyChanged{ItemID: 1, Qty: n(9), At: at})
	Evolve(before, ItemAdded{Item: Item{ID: 2, ProductID: 11, Qty: n(1)}, At: at})
	if len(before.Items) != 1 || !before.Items[0].Qty.Equal(n(1)) {
		t.Errorf("the state changed: %+v", before.Items)
	}
}
