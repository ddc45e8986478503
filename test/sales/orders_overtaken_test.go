package sales_test

import (
	"context"
	"testing"

	"tradelog/test/salestest"
)

// TestFinishedByAnother checks that the answer is right if a reaction has completed the invoice before the request does.
func TestFinishedByAnother(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	o := s.Order("MUG*2")
	id := int64(salestest.ID(o))
	s.Deciders.Steps(func(step string) {
		if step != "invoice: made" {
			return
		}
		now, err := s.Commands.Sales.Order(context.Background(), id)
		if err == nil {
			err = s.Commands.Sales.FinishInvoice(context.Background(), id, now.Invoices[0].ID)
		}
		if err != nil {
			t.Errorf("finished by another: %v", err)
		}
	})
	s.Run(t, []salestest.Exchange{
		{Method: "POST", Path: path(o, "/invoices"), Headers: s.Service, Body: fields{}, Status: 201, Want: fields{"incrementId": "100000001"}},
	})
}
