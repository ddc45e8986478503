package sales

import (
	"cmp"
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

// part has the ways to read a part of an order, and to find it in the folded order. The function find returns nil if it is missing.
type part[D any] struct {
	missing error
	read    func(ctx context.Context, id int64) (*sales.OrderPart[D], error)
	find    func(o *documents.Order, id int64) *D
}

func (h *handlers) shipmentPart() part[documents.Shipment] {
	return part[documents.Shipment]{order.ErrShipmentNotFound, h.reader.Shipment, func(o *documents.Order, id int64) *documents.Shipment {
		return first(o.Shipments, func(s *documents.Shipment) bool { return s.ID == id })
	}}
}

func (h *handlers) invoicePart() part[documents.Invoice] {
	return part[documents.Invoice]{order.ErrInvoiceNotFound, h.reader.Invoice, func(o *documents.Order, id int64) *documents.Invoice {
		return first(o.Accounting.Invoices, func(i *documents.Invoice) bool { return i.ID == id })
	}}
}

func (h *handlers) memoPart() part[documents.CreditMemo] {
	return part[documents.CreditMemo]{order.ErrRefundIsUnknown, h.reader.CreditMemo, func(o *documents.Order, id int64) *documents.CreditMemo {
		return first(o.Accounting.Memos, func(m *documents.CreditMemo) bool { return m.ID == id })
	}}
}

// written returns the ways to read a part and to fold it from the stream of its order.
func (p part[D]) written(h *handlers, orderID, id int64) operations.Written[documents.Order, D] {
	return operations.Written[documents.Order, D]{
		Stream: order.Stream(orderID), Each: h.commands.EachUntil, Apply: folds.ApplyOrder, Missing: p.missing,
		Read: func(ctx context.Context) (documents.Doc[D], error) {
			row, err := p.read(ctx, id)
			if err != nil {
				return nil, err
			}
			return row.Doc, nil
		},
		Encode: func(o *documents.Order) (documents.Doc[D], error) {
			found := p.find(o, id)
			if found == nil {
				return nil, nil
			}
			return documents.Ready(*found)
		},
	}
}

// getPart answers a read of a part that its guard has loaded.
func getPart[D any](ctx context.Context, c *operations.Call, h *handlers, p part[D]) (documents.Doc[D], error) {
	row := operations.Loaded[*sales.OrderPart[D]](c)
	if c.InPast() {
		return p.written(h, row.OrderID, row.ID).AsOf(ctx, c)
	}
	return row.Doc, nil
}

// pastParts lists parts of an order in the requested past, in the order of their numbers.
func pastParts[D any](
	ctx context.Context, c *operations.Call, h *handlers, orderID int64, of func(*documents.Order) []*D, id func(*D) int64,
) ([]*sales.OrderPart[D], error) {
	o, err := writtenOrder(ctx, c, h.commands, h.reader, orderID).State(ctx, c)
	if err != nil {
		return nil, err
	}
	var list []*sales.OrderPart[D]
	for _, d := range of(o) {
		doc, err := documents.Ready(*d)
		if err != nil {
			return nil, err
		}
		list = append(list, &sales.OrderPart[D]{ID: id(d), OrderID: o.ID, StoreID: o.StoreID, Doc: doc})
	}
	slices.SortFunc(list, func(a, b *sales.OrderPart[D]) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

// pageOf returns the requested page of a whole list.
func pageOf[D any](c *operations.Call, list []*sales.OrderPart[D]) *documents.Page[D] {
	page := c.Page()
	out := &documents.Page[D]{Total: int64(len(list))}
	for _, p := range readmodels.Paginate(page, list) {
		out.Docs = append(out.Docs, p.Doc)
	}
	out.Next = page.Next(len(out.Docs), len(list))
	return out
}

// first returns the first element that satisfies is, or nil.
func first[T any](list []*T, is func(*T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i]
	}
	return nil
}

// partsQuery filters shipments or invoices of all orders.
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
