package platform_test

import (
	"fmt"
	"testing"

	"tradelog/operations/customers"
	"tradelog/test/apptest"
)

// TestCustomersOfADeletedGroupMove checks that the reaction moves the customers if the deleting request did not.
func TestCustomersOfADeletedGroupMove(t *testing.T) {
	t.Parallel()
	s := startStepped(t)
	id, _ := s.Customer("anna@example.com")
	s.Must(200, "PUT", fmt.Sprintf("/customers/%d", id), fields{"groupId": 3}, s.Service...)
	if err := customers.Groups.Commands(s.Deciders).Delete(apptest.Operator(), 3); err != nil {
		t.Fatal(err)
	}
	until(t, "the customer is in the default group", func() bool {
		account, err := s.Commands.Customers.Customer(t.Context(), id)
		return err == nil && account.GroupID == 1
	})
}
