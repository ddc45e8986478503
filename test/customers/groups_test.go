package customers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

func TestCustomerGroups(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	table := []salestest.Exchange{
		{Method: "POST", Path: "/customer-groups", Body: fields{}, Status: 400, Message: "Customer group code is required."},
		{Method: "POST", Path: "/customer-groups", Body: fields{"code": strings.Repeat("a", 33)}, Status: 400,
			Message: "Customer group code must not exceed 32 characters."},
		{Method: "POST", Path: "/customer-groups", Body: fields{"code": "VIP", "taxClassId": 99}, Status: 201,
			Want: fields{"id": 4, "code": "VIP", "taxClassId": 99, "taxClassName": nil}},
		{Method: "POST", Path: "/customer-groups", Body: fields{"code": " vip "}, Status: 422,
			Message: "Failed to create CustomerGroup: Customer Group already exists."},
		{Method: "PUT", Path: "/customer-groups/4", Body: fields{"taxClassId": 3}, Status: 200,
			Want: fields{"code": "VIP", "taxClassName": "Retail Customer"}},
		{Method: "PUT", Path: "/customer-groups/4", Body: fields{"code": "General"}, Status: 422,
			Message: "Failed to update CustomerGroup: Customer Group already exists."},
		{Method: "PUT", Path: "/customer-groups/4", Body: fields{"code": "Friends"}, Status: 200, Want: fields{"code": "Friends"}},
		{Method: "POST", Path: "/customer-groups", Body: fields{"code": "VIP"}, Status: 201,
			Want: fields{"code": "VIP", "taxClassId": nil, "taxClassName": nil}},
		{Method: "GET", Path: "/customer-groups/0", Status: 404, Message: "Not Found"},
		{Method: "PUT", Path: "/customer-groups/0", Body: fields{"code": "x"}, Status: 404, Message: "Not Found"},
		{Method: "DELETE", Path: "/customer-groups/0", Status: 404, Message: "Not Found"},
		{Method: "DELETE", Path: "/customer-groups/99", Status: 404, Message: "Not Found"},
		{Method: "DELETE", Path: "/customer-groups/1", Status: 422,
			Message: `Failed to delete CustomerGroup: The group "General" cannot be deleted.`},
	}
	for i := range table {
		table[i].Headers = s.Service
	}
	s.Run(t, table)
	s.Configure("customer/create_account/default_group", "2")
	if got := s.Must(422, "DELETE", "/customer-groups/2", nil, s.Service...).
		Message(); got != `Failed to delete CustomerGroup: The group "Wholesale" cannot be deleted.` {
		t.Error(got)
	}
	s.Must(204, "DELETE", "/customer-groups/1", nil, s.Service...)
	s.Verify("records", "sequences")
}

// TestADeletedGroupHandsItsCustomersOn to the default group. No customer can join it any more.
func TestADeletedGroupHandsItsCustomersOn(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	ann, _ := s.Customer("ann@example.com")
	bob, _ := s.Customer("bob@example.com")
	for id, group := range map[int64]int{ann: 3, bob: 2} {
		s.Must(200, "PUT", fmt.Sprintf("/customers/%d", id), fields{"groupId": group}, s.Service...)
	}
	s.Must(204, "DELETE", "/customer-groups/3", nil, s.Service...)
	for id, group := range map[int64]float64{ann: 1, bob: 2} {
		if got := s.Must(200, "GET", fmt.Sprintf("/customers/%d", id), nil, s.Service...).Object(t)["groupId"]; got != group {
			t.Errorf("customer %d is in group %v, want %v", id, got, group)
		}
	}
	if got := s.Must(400, "PUT", fmt.Sprintf("/customers/%d", bob), fields{"groupId": 3}, s.Service...).
		Message(); got != "Customer group 3 does not exist" {
		t.Error(got)
	}
}

// TestOneOfManyGetsAGroupCode despite simultaneous requests on several instances.
func TestOneOfManyGetsAGroupCode(t *testing.T) {
	t.Parallel()
	first := apptest.Start(t)
	second := apptest.Start(t, apptest.OnDatabase(first))
	writer := apptest.Bearer(first.Service([]string{"all"}))
	second.Settle()
	const many = 8
	answers := make(chan apptest.Answer, many)
	for i := range many {
		shop := []*apptest.Shop{first, second}[i%2]
		go func() {
			if i < 2 { // some change to it
				answers <- shop.Do("PUT", fmt.Sprintf("/customer-groups/%d", i+2), fields{"code": "Wanted"}, writer...)
				return
			}
			answers <- shop.Do("POST", "/customer-groups", fields{"code": "wanted"}, writer...)
		}()
	}
	won := 0
	for range many {
		switch a := <-answers; a.Status {
		case 200, 201:
			won++
		case 422, 409:
		default:
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	first.Settle()
	if list := first.Must(200, "GET", "/customer-groups?search=wanted", nil, writer...).List(t); won != 1 || len(list) != 1 {
		t.Errorf("%d requests won, %d groups have the code", won, len(list))
	}
}

// TestAPastGroupNamesThePastClass: the name of the tax class is that of then, also after the class was renamed and deleted.
func TestAPastGroupNamesThePastClass(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	back := apptest.Bearer(s.Service([]string{"all"}))
	id := s.Must(201, "POST", "/tax-classes", fields{"className": "Trade", "classType": "CUSTOMER"}, back...).Object(t)["id"]
	class := fmt.Sprintf("/tax-classes/%v", id)
	group := fmt.Sprintf("/customer-groups/%v", s.Must(201, "POST", "/customer-groups", fields{"code": "VIP", "taxClassId": id},
		back...).Object(t)["id"])
	s.Settle()
	var names []any
	var positions []string
	look := func() {
		now := s.Must(200, "GET", group, nil, back...)
		names, positions = append(names, now.Object(t)["taxClassName"]), append(positions, fmt.Sprint(s.LogSize()))
	}
	look()
	s.Must(200, "PUT", class, fields{"className": "Wholesale"}, back...)
	s.Settle()
	look()
	if a := s.Do("DELETE", class, nil, back...); a.Status != 204 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	s.Settle()
	look()
	if !slices.Equal(names, []any{"Trade", "Wholesale", nil}) {
		t.Fatalf("the group has shown %v", names)
	}
	for i, at := range positions {
		if got := s.Must(200, "GET", group+"?asOf="+at, nil, back...).Object(t)["taxClassName"]; got != names[i] {
			t.Errorf("as of %s: %v, want %v", at, got, names[i])
		}
	}
}
