package stockalert_test

import (
	"reflect"
	"testing"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/stockalert"
)

func TestDecisions(t *testing.T) {
	t.Parallel()
	asked := stockalert.Asked{AlertID: 1, ProductID: 7, StoreID: 1}
	for _, c := range []struct {
		name  string
		given []domain.Event
		when  func(s stockalert.State) ([]domain.Event, error)
		then  []domain.Event
		fails error
	}{
		{"the first request", nil, func(s stockalert.State) ([]domain.Event, error) {
			return s.Ask(stockalert.Alert{ID: 1, ProductID: 7, StoreID: 1})
		}, []domain.Event{asked}, nil},
		{"asking again changes nothing", []domain.Event{asked}, func(s stockalert.State) ([]domain.Event, error) {
			return s.Ask(stockalert.Alert{ID: 2, ProductID: 7, StoreID: 1})
		}, nil, nil},
		{"another store view is another matter", []domain.Event{asked}, func(s stockalert.State) ([]domain.Event, error) {
			return s.Ask(stockalert.Alert{ID: 2, ProductID: 7, StoreID: 2})
		}, []domain.Event{stockalert.Asked{AlertID: 2, ProductID: 7, StoreID: 2}}, nil},
		{"the product comes back", []domain.Event{asked}, func(s stockalert.State) ([]domain.Event, error) { return s.Raise(1), nil },
			[]domain.Event{stockalert.Raised{AlertID: 1, ProductID: 7, StoreID: 1}}, nil},
		{"it is told once", []domain.Event{asked, stockalert.Raised{AlertID: 1, ProductID: 7, StoreID: 1}},
			func(s stockalert.State) ([]domain.Event, error) { return s.Raise(1), nil }, nil, nil},
		{"after that one can ask anew", []domain.Event{asked, stockalert.Raised{AlertID: 1, ProductID: 7, StoreID: 1}},
			func(s stockalert.State) ([]domain.Event, error) {
				return s.Ask(stockalert.Alert{ID: 2, ProductID: 7, StoreID: 1})
			}, []domain.Event{stockalert.Asked{AlertID: 2, ProductID: 7, StoreID: 1}}, nil},
		{"who does not want to know", []domain.Event{asked}, func(s stockalert.State) ([]domain.Event, error) { return s.Withdraw(1) },
			[]domain.Event{stockalert.Withdrawn{AlertID: 1}}, nil},
		{"is not told", []domain.Event{asked, stockalert.Withdrawn{AlertID: 1}},
			func(s stockalert.State) ([]domain.Event, error) { return s.Raise(1), nil }, nil, nil},
		{"an alert of somebody else", []domain.Event{asked}, func(s stockalert.State) ([]domain.Event, error) { return s.Withdraw(2) },
			nil, stockalert.ErrNotFound},
		{"all at once", []domain.Event{asked, stockalert.Asked{AlertID: 2, ProductID: 8, StoreID: 1}},
			func(s stockalert.State) ([]domain.Event, error) { return s.WithdrawAll(), nil },
			[]domain.Event{stockalert.Withdrawn{AlertID: 1}, stockalert.Withdrawn{AlertID: 2}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := stockalert.New("")
			for _, e := range c.given {
				s = stockalert.Evolve(s, e)
			}
			if got, err := c.when(s); err != c.fails || !reflect.DeepEqual(got, c.then) {
				t.Errorf("got %v, %v; want %v, %v", got, err, c.then, c.fails)
			}
		})
	}
}

func TestTooManyProducts(t *testing.T) {
	t.Parallel()
	s := stockalert.New("")
	for i := range int64(stockalert.Most) {
		events, err := s.Ask(stockalert.Alert{ID: i + 1, ProductID: i + 1, StoreID: 1})
		if err != nil || len(events) != 1 {
			t.Fatalf("%d: %v, %v", i, events, err)
		}
		s = stockalert.Evolve(s, events[0])
	}
	if _, err := s.Ask(stockalert.Alert{ID: 999, ProductID: 999, StoreID: 1}); fault.KindOf(err) != fault.Precondition {
		t.Errorf("one too many: %v", err)
	}
	s = stockalert.Evolve(s, stockalert.Withdrawn{AlertID: 1})
	if events, err := s.Ask(stockalert.Alert{ID: 999, ProductID: 999, StoreID: 1}); err != nil || len(events) != 1 {
		t.Errorf("after one was withdrawn: %v, %v", events, err)
	}
}
