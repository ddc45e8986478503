package sales

import (
	"context"

	"tradelog/commands/sales"
	"tradelog/domain"
	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	readsales "tradelog/readmodels/sales"
)

// ShowOrder answers a write with the order in its new state.
func ShowOrder(ctx context.Context, c *operations.Call, cmd *sales.Orders, r *readsales.Reader,
	id int64) (documents.Doc[documents.Order], error) {
	return writtenOrder(ctx, c, cmd, r, id).Answer(ctx, c)
}

// writtenOrder returns the ways to read the order and to fold it from its stream.
func writtenOrder(ctx context.Context, c *operations.Call, cmd *sales.Orders, r *readsales.Reader,
	id int64) operations.Written[documents.Order, documents.Order] {
	var backend documents.OrderBackend
	return operations.Written[documents.Order, documents.Order]{
		Stream: order.Stream(id), Each: cmd.EachUntil, Missing: order.ErrNotFound,
		Read: func(ctx context.Context) (documents.Doc[documents.Order], error) {
			o, err := r.Order(ctx, id)
			if err != nil {
				return nil, err
			}
			return visible(ctx, c, r, o)
		},
		Apply: applyOrder(&backend),
		Encode: func(o *documents.Order) (documents.Doc[documents.Order], error) {
			b, err := documents.Encode(o)
			if err != nil {
				return nil, err
			}
			fragment, err := documents.Fragment(backend)
			if err != nil {
				return nil, err
			}
			return visible(ctx, c, r, &readsales.Order{Doc: b, Backend: fragment})
		},
	}
}

// applyOrder folds an order, and notes the members for the back office alone.
func applyOrder(backend *documents.OrderBackend) func(*documents.Order, domain.Event, domain.Times) *documents.Order {
	return func(o *documents.Order, e domain.Event, at domain.Times) *documents.Order {
		if placed, ok := e.(order.Placed); ok {
			*backend = documents.OrderBackend{RemoteIP: placed.RemoteIP, Forwarded: placed.Forwarded}
		}
		return folds.ApplyOrder(o, e, at)
	}
}

// pastRow returns the lists' row of an order in the requested past.
func (h *handlers) pastRow(ctx context.Context, c *operations.Call, in orderPath) (documents.Doc[documents.OrderRow], error) {
	var backend documents.OrderBackend
	return operations.Written[documents.Order, documents.OrderRow]{
		Stream: order.Stream(in.ID), Each: h.commands.EachUntil, Missing: order.ErrNotFound, Apply: applyOrder(&backend),
		Encode: func(o *documents.Order) (documents.Doc[documents.OrderRow], error) {
			row, err := documents.Ready(o.Row())
			if err != nil || !c.BackendReader("orders") {
				return row, err
			}
			fragment, err := documents.Fragment(backend)
			return row.Splice(fragment), err
		},
	}.AsOf(ctx, c)
}

// visible adds the members for the back office alone: members of its own, and its accounts that took steps.
func visible(ctx context.Context, c *operations.Call, r *readsales.Reader, o *readsales.Order) (documents.Doc[documents.Order], error) {
	if c.BackendReader("orders") {
		return r.Named(ctx, o.Doc.Splice(o.Backend))
	}
	return forBuyers(o), nil
}

// forBuyers returns an order as buyers see it.
func forBuyers(o *readsales.Order) documents.Doc[documents.Order] {
	return documents.ForBuyers(documents.WithoutStaff(o.Doc))
}
