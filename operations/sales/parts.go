package sales

import (
	"context"
	"slices"

	"tradelog/domain/fault"
	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/sales"
)

// The parts of an order are shipments, invoices and credit memos.

// orderWith loads the order that the path names, for a list of its parts.
func (h *handlers) orderWith(ctx context.Context, c *operations.Call) (*sales.Order, error) {
	o, err := h.reader.Order(ctx, c.PathID("orderId"))
	if fault.KindOf(err) == fault.NotFound {
		return nil, order.ErrNotFound
	}
	if err == nil {
		c.Keep(o)
	}
	return o, err
}

// readOf is the guard of reading the parts of an order.
func (h *handlers) readOf(ctx context.Context, c *operations.Call) error {
	o, err := h.orderWith(ctx, c)
	if err != nil {
		return err
	}
	return c.CheckStoreRow("order", o.StoreID)
}

// partOf is the guard of a single part.
func partOf[D any](
	ctx context.Context, c *operations.Call, label string, missing error,
	read func(ctx context.Context, id int64) (*sales.OrderPart[D], error),
) error {
	p, err := read(ctx, c.PathID("id"))
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
	read func(ctx context.Context, id int64) (*sales.OrderPart[D], error), find func(*documents.Order) *D,
) (documents.Doc[D], error) {
	return operations.Written[documents.Order, D]{
		Stream: order.Stream(orderID), Each: h.commands.EachEvent, Apply: folds.ApplyOrder, Missing: missing,
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

// partsQuery chooses shipments or invoices of all orders.
type partsQuery struct {
	IncrementID string `query:"incrementId" doc:"exact increment ID, such as 100000001"`
}

// listParts is the handler of a list of shipments or invoices of all orders.
func listParts[D any](
	read func(ctx context.Context, f sales.PartFilter, page readmodels.Page) (*documents.Page[D], error),
) operations.Handler[partsQuery, *documents.Page[D]] {
	return func(ctx context.Context, c *operations.Call, in partsQuery) (*documents.Page[D], error) {
		return read(ctx, sales.PartFilter{IncrementID: in.IncrementID, Stores: c.AllowedStores()}, c.Page())
	}
}
