package platform_test

import (
	"context"
	"fmt"
	"testing"

	"tradelog/commands/forgetting"
	"tradelog/test/apptest"
)

// TestForgettingAGuestIsFinished: the reaction completes a decision after a crash.
func TestForgettingAGuestIsFinished(t *testing.T) {
	t.Parallel()
	s := startStepped(t)
	id := s.order()
	ctx, crash := context.WithCancel(apptest.Operator())
	s.Deciders.Steps(func(step string) {
		if step == "forget: guest's forgetting recorded" {
			crash()
		}
	})
	if _, err := s.Commands.Forgetting.ForgetGuest(ctx, forgetting.Guest{OrderID: id}, "", true,
		func(forgetting.Traces) error { return nil }); err == nil {
		t.Fatal("it went on after the crash")
	}
	until(t, "the order has no person", func() bool {
		return s.count(`SELECT count(*) FROM read.orders WHERE email = ''`) == 1 &&
			s.count(`SELECT count(*) FROM subject_keys WHERE subject LIKE 'guest-%'`) == 0
	})
}

// TestAnAccountGetsItsOrder: a process ends after it has opened an account from a guest's order. The reaction assigns the order to the
// account.
func TestAnAccountGetsItsOrder(t *testing.T) {
	t.Parallel()
	s := startStepped(t)
	placed := s.place(s.cart()).Object(t)
	details := s.Must(200, "GET", fmt.Sprintf("/orders/%v/details", placed["incrementId"]), nil, "X-Order-Token",
		fmt.Sprint(placed["accessToken"])).Object(t)
	there, letGo := s.halt("register: account opened")
	answer := make(chan apptest.Answer)
	go func() {
		answer <- s.Do("POST", "/customers/create-from-order", fields{"accountToken": details["accountToken"],
			"password": "a long password"})
	}()
	<-there
	until(t, "the order is the account's", func() bool {
		o, err := s.Commands.Sales.Order(t.Context(), int64(placed["id"].(float64)))
		return err == nil && o.CustomerID == 1
	})
	letGo()
	if a := <-answer; a.Status != 201 || a.Object(t)["id"] != 1. {
		t.Errorf("the process goes on: %d %s", a.Status, a.Body)
	}
	if n := len(s.events("OrderCustomerAssigned")); n != 1 {
		t.Errorf("the order was given away %d times", n)
	}
}
