package sales

import (
	"context"
	"slices"

	"tradelog/domain/fault"
	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// The parts of an order are shipments, invoices and credit memos.

// orderWith loads the order that the path names, for a list of its parts. parts is the scope of the list.
func (h *handlers) orderWith(ctx context.Context, c *operations.Call, parts func(orderID int64) scopes.Scope) (*readmodels.Order, error) {
	id := c.PathID("orderId")
	if err := c.Depends(ctx, scopes.Order(id), parts(id)); err != nil {
		return nil, err
	}
	o, err := h.reader.Order(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return nil, order.ErrNotFound
	}
	if err == nil {
		c.Keep(o)
	}
	return o, err
}

// readOf is the guard of reading an order's parts.
func (h *handlers) readOf(ctx context.Context, c *operations.Call, parts func(orderID int64) scopes.Scope) error {
	o, err := h.orderWith(ctx, c, parts)
	if err != nil {
		return err
	}
	return c.CheckStoreRow("order", o.StoreID)
}

// partOf is the guard of a single part. Writes have no scope.
func partOf[D any](
	ctx context.Context, c *operations.Call, label string, missing error, scope func(id int64) scopes.Scope,
	read func(ctx context.Context, id int64) (*readmodels.OrderPart[D], error),
) error {
	id := c.PathID("id")
	if scope != nil {
		if err := c.Depends(ctx, scope(id)); err != nil {
			return err
		}
	}
	p, err := read(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return missing
	}
	if err != nil {
		return err
	}
	c.Keep(p)
	return c.CheckStoreRow(label, p.StoreID)
}

// showPart answers a write with a part in its new state. find returns the part of the folded order, or nil.
func showPart[D any](
	ctx context.Context, c *operations.Call, h *handlers, orderID, id int64, missing error,
	read func(ctx context.Context, id int64) (*readmodels.OrderPart[D], error), find func(*documents.Order) *D,
) (documents.Doc[D], error) {
	return operations.Written[documents.Order, D]{
		Serves: serves, Stream: order.Stream(orderID), Each: h.commands.EachEvent, Apply: documents.ApplyOrder, Missing: missing,
		Read: func(ctx context.Context) (documents.Doc[D], error) {
			p, err := read(ctx, id)
			if err != nil {
				return nil, err
			}
			return p.Doc, nil
		},
		Encode: func(o *documents.Order) (documents.Doc[D], error) {
			part := find(o)
			if part == nil {
				return nil, nil
			}
			return documents.Ready(*part)
		},
	}.Answer(ctx, c)
}

// first returns the first element that satisfies is, or nil.
func first[T any](list []*T, is func(*T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i]
	}
	return nil
}
