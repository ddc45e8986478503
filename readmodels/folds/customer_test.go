package folds_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// TestEventsThatReadModelsDoNotSeeLeaveAnAccountAsItIs holds the fold of the whole stream to that of the projector.
func TestEventsThatReadModelsDoNotSeeLeaveAnAccountAsItIs(t *testing.T) {
	t.Parallel()
	at := domain.Times{Occurred: time.Unix(0, 0), Recorded: time.Unix(0, 0)}
	later := domain.Times{Occurred: time.Unix(60, 0), Recorded: time.Unix(60, 0)}
	registered := func() *documents.Customer {
		return folds.ApplyCustomer(nil, customer.Registered{CustomerID: 7, WebsiteID: 1}, at)
	}
	hidden := 0
	for _, spec := range customer.AccountSpecs() {
		if slices.ContainsFunc(customer.Shown(), func(s domain.EventSpec) bool { return s.Name == spec.Name }) {
			continue
		}
		hidden++
		event := reflect.Indirect(reflect.ValueOf(spec.New())).Interface().(domain.Event)
		if got := folds.ApplyCustomer(registered(), event, later); !reflect.DeepEqual(got, registered()) {
			t.Errorf("%s changes the document", spec.Name)
		}
	}
	if hidden == 0 {
		t.Error("read models see all events of accounts")
	}
}
