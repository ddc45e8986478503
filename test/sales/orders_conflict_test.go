package sales_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"tradelog/commands"
	salescommands "tradelog/commands/sales"
	"tradelog/domain/fault"
	"tradelog/domain/order"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/operations/sales"
	"tradelog/test/salestest"
)

// overtaking is a log in which another process always appends first to an order. The caller's deadline passes at the second attempt.
type overtaking struct {
	eventstore.Store
	attempts atomic.Int64
	timeUp   context.CancelFunc
}

func (o *overtaking) Append(ctx context.Context, stream string, expected eventstore.Expected,
	events ...eventstore.NewEvent) (eventstore.Appended, error) {
	if o.attempts.Add(1) == 2 {
		o.timeUp()
	}
	return eventstore.Appended{}, &eventstore.WrongRevisionError{Stream: stream, Actual: 1000}
}

// TestOvertakenForTooLong checks that a caller who is always overtaken gets a conflict and that nothing was done.
func TestOvertakenForTooLong(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	o := s.Order("MUG")
	ctx, timeUp := context.WithCancel(t.Context())
	log := &overtaking{Store: s.Store, timeUp: timeUp}
	late := salescommands.NewOrders(commands.NewEngine(commands.Infrastructure{Store: log, Codec: s.Codec, Clock: s.Config.Clock}, s.IDs),
		salescommands.Areas{}, nil)
	registry, err := operations.NewRegistry(sales.New(late, s.Readers.Sales, s.Readers.Customers, nil, sales.Papers{}, sales.EInvoices{}))
	if err != nil {
		t.Fatal(err)
	}
	pipeline := *s.Pipeline
	pipeline.Registry = registry
	for _, one := range registry.All() {
		if one.Path != "/orders/{id}/hold" {
			continue
		}
		id := fmt.Sprint(salestest.ID(o))
		before := s.LogSize()
		caller := operations.Caller{Token: operations.Chosen(strings.TrimPrefix(s.Service[1], "Bearer ")), RequestID: "late"}
		_, err := pipeline.Init().Invoke(ctx, caller, one, &representation.Input{Variables: map[string]string{"id": id}})
		if f, _ := fault.As(err); f == nil || f.Kind != fault.Conflict || f.Message != order.ErrBusy.Message {
			t.Errorf("refused with %v", err)
		}
		if n := log.attempts.Load(); n != 2 {
			t.Errorf("%d attempts", n)
		}
		if done := s.Since(before); len(done) > 0 {
			t.Errorf("done all the same: %v", done)
		}
		return
	}
	t.Error("there is no such operation")
}
