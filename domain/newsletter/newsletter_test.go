package newsletter_test

import (
	"fmt"
	"reflect"
	"testing"

	"tradelog/domain"
	"tradelog/domain/newsletter"
)

func events(list ...domain.Event) []domain.Event { return list }

func TestDecisions(t *testing.T) {
	t.Parallel()
	guest := newsletter.Subscribed{SubscriberID: 1, StoreID: 1, Status: newsletter.Active, Email: "a@example.com", Code: "c1"}
	waiting := guest
	waiting.Status = newsletter.Inactive
	mine := guest
	mine.CustomerID = 7
	request := newsletter.Subscription{Email: "A@example.com", StoreID: 1, Code: "c2"}
	mustConfirm := request
	mustConfirm.Confirm = true
	asCustomer := request
	asCustomer.CustomerID = 7
	for _, c := range []struct {
		name  string
		given []domain.Event
		when  func(s newsletter.State) ([]domain.Event, error)
		then  []domain.Event
		fails error
	}{
		{"a first subscription has the code it was given", nil,
			func(s newsletter.State) ([]domain.Event, error) { return s.Subscribe(1, request), nil },
			events(newsletter.Subscribed{SubscriberID: 1, StoreID: 1, Status: newsletter.Active, Email: "a@example.com", Code: "c2"}), nil},
		{"a subscription that stands is not begun again", events(guest),
			func(s newsletter.State) ([]domain.Event, error) { return s.Subscribe(1, mustConfirm), nil }, nil, nil},
		{"one that waits is asked for again, with its code", events(waiting),
			func(s newsletter.State) ([]domain.Event, error) { return s.Subscribe(1, mustConfirm), nil }, events(waiting), nil},
		{"a customer gets what they subscribed as a guest", events(guest),
			func(s newsletter.State) ([]domain.Event, error) { return s.Subscribe(1, asCustomer), nil },
			events(newsletter.Linked{SubscriberID: 1, CustomerID: 7, Email: "a@example.com", Code: "c1"}), nil},
		{"a guest does not take it from a customer", events(mine),
			func(s newsletter.State) ([]domain.Event, error) { return s.Subscribe(1, request), nil }, nil, nil},
		{"the link of the e-mail confirms", events(waiting),
			func(s newsletter.State) ([]domain.Event, error) { return s.Confirm("c1") }, events(newsletter.Confirmed{}), nil},
		{"a link that was opened before does nothing", events(waiting, newsletter.Confirmed{}, newsletter.Unsubscribed{}),
			func(s newsletter.State) ([]domain.Event, error) { return s.Confirm("c1") }, nil, nil},
		{"a wrong code is refused", events(waiting), func(s newsletter.State) ([]domain.Event, error) { return s.Confirm("c2") }, nil,
			newsletter.ErrLink},
		{"an empty code is refused before there is a subscriber", nil,
			func(s newsletter.State) ([]domain.Event, error) { return s.Confirm("") }, nil, newsletter.ErrLink},
		{"leaving ends a subscription that waits", events(waiting),
			func(s newsletter.State) ([]domain.Event, error) { return s.Leave("c1") }, events(newsletter.Unsubscribed{}), nil},
		{"leaving twice does nothing", events(guest, newsletter.Unsubscribed{}),
			func(s newsletter.State) ([]domain.Event, error) { return s.Unsubscribe(), nil }, nil, nil},
		{"another customer's new address moves nothing", events(mine),
			func(s newsletter.State) ([]domain.Event, error) { return s.Move(8, "b@example.com"), nil }, nil, nil},
		{"a new address moves the subscription", events(mine),
			func(s newsletter.State) ([]domain.Event, error) { return s.Move(7, "B@example.com"), nil },
			events(newsletter.Linked{SubscriberID: 1, CustomerID: 7, Email: "b@example.com", Code: "c1"}), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newsletter.New("")
			for _, e := range c.given {
				s = newsletter.Evolve(s, e)
			}
			got, err := c.when(s)
			if err != c.fails || fmt.Sprint(got) != fmt.Sprint(c.then) && !reflect.DeepEqual(got, c.then) {
				t.Errorf("got %v, %v; want %v, %v", got, err, c.then, c.fails)
			}
		})
	}
}
