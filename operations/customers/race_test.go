package customers_test

import (
	"fmt"
	"testing"

	"tradelog/internal/testing/apptest"
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
				answers <- shop.Do("PUT", fmt.Sprintf("/customers/%d", i+1), body{"email": "Wanted@example.com"}, writer...)
				return
			}
			answers <- shop.Do("POST", "/customers", body{"email": "wanted@example.com", "password": "secret phrase"}, writer...)
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
	// Accounts that changed their address have freed the old one.
	total := len(first.Must(200, "GET", "/customers?itemsPerPage=100", nil, writer...).List(t))
	for i := range many / 2 {
		first.Do("POST", "/customers", body{"email": fmt.Sprintf("c%d@example.com", i), "password": "secret phrase"}, writer...)
	}
	first.Settle()
	if after := len(first.Must(200, "GET", "/customers?itemsPerPage=100", nil, writer...).List(t)); after != many/2+1 {
		t.Errorf("%d accounts before, %d after, want %d", total, after, many/2+1)
	}
}
