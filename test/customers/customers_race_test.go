package customers_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"tradelog/test/apptest"
)

// TestOneOfManyGetsAnEmail checks that an e-mail address has one account despite concurrent requests on several instances.
func TestOneOfManyGetsAnEmail(t *testing.T) {
	t.Parallel()
	first := apptest.Start(t)
	second := apptest.Start(t, apptest.OnDatabase(first))
	writer := apptest.Bearer(first.Service([]string{"customers/all"}))
	const many = 8
	for i := range many / 2 {
		first.Customer(fmt.Sprintf("c%d@example.com", i))
	}
	first.Settle()
	second.Settle()
	answers := make(chan apptest.Answer, many)
	for i := range many {
		shop := []*apptest.Shop{first, second}[i%2]
		go func() {
			if i < many/2 { // some change to it, others register with it
				answers <- shop.Do("PUT", fmt.Sprintf("/customers/%d", i+1), fields{"email": "Wanted@example.com"}, writer...)
				return
			}
			answers <- shop.Do("POST", "/customers", fields{"email": "wanted@example.com", "password": "secret phrase"}, writer...)
		}()
	}
	won := 0
	for range many {
		switch a := <-answers; a.Status {
		case 200, 201:
			won++
		case 409:
		default:
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	first.Settle()
	if list := first.Must(200, "GET", "/customers?email=wanted@example.com", nil, writer...).List(t); won != 1 || len(list) != 1 {
		t.Errorf("%d requests won, %d accounts have the e-mail address", won, len(list))
	}
	// Accounts with a changed address have freed the former one.
	total := len(first.Must(200, "GET", "/customers?itemsPerPage=100", nil, writer...).List(t))
	for i := range many / 2 {
		first.Do("POST", "/customers", fields{"email": fmt.Sprintf("c%d@example.com", i), "password": "secret phrase"}, writer...)
	}
	first.Settle()
	if after := len(first.Must(200, "GET", "/customers?itemsPerPage=100", nil, writer...).List(t)); after != many/2+1 {
		t.Errorf("%d accounts before, %d after, want %d", total, after, many/2+1)
	}
}

// TestAPausedRegistrationDoesNotShareItsEmail: a registration pauses after it has claimed the address. The next one gets the address, and
// the first opens no account when it continues.
func TestAPausedRegistrationDoesNotShareItsEmail(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	// halt pauses the next registration after its claim, until it is let go.
	halt := func() (there, letGo chan struct{}) {
		there, letGo = make(chan struct{}), make(chan struct{})
		var stopped atomic.Bool
		s.Deciders.Steps(func(step string) {
			if step == "register: e-mail claimed" && stopped.CompareAndSwap(false, true) {
				close(there)
				<-letGo
			}
		})
		return there, letGo
	}
	register := func() apptest.Answer {
		return s.Do("POST", "/customers", fields{"email": "anna@example.com", "password": "secret phrase", "firstname": "A", "lastname": "B"})
	}
	paused := make(chan apptest.Answer)
	there, letGo := halt()
	go func() { paused <- register() }()
	<-there
	won := register()
	close(letGo)
	if lost := <-paused; won.Status != 201 || lost.Status != 409 {
		t.Errorf("the second registration: %d %s\nthe first, which paused: %d %s", won.Status, won.Body, lost.Status, lost.Body)
	}
	s.Settle()
	writer := apptest.Bearer(s.Service([]string{"customers/all"}))
	if list := s.Must(200, "GET", "/customers?email=anna@example.com", nil, writer...).List(t); len(list) != 1 || list[0]["id"] != 2. {
		t.Errorf("accounts with the address: %v", list)
	}
	// An account that changes to an address also ends a registration that had claimed it.
	there, letGo = halt()
	go func() {
		paused <- s.Do("POST", "/customers", fields{"email": "ben@example.com", "password": "secret phrase", "firstname": "A", "lastname": "B"})
	}()
	<-there
	s.Must(200, "PUT", "/customers/2", fields{"email": "ben@example.com"}, writer...)
	close(letGo)
	if lost := <-paused; lost.Status != 409 {
		t.Errorf("the registration that paused: %d %s", lost.Status, lost.Body)
	}
}
