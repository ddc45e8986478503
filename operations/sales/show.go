package sales

import (
	"context"
	"errors"
	"time"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
)

// OrderType is the document of an order, for schemas.
var OrderType = operations.TypeOf[documents.Order]()

// ShowOrder answers a write with the order as it is after it. While the read model is behind, the order is folded from its
// stream.
func ShowOrder(ctx context.Context, c *operations.Call, cmd *commands.Commands, r *readmodels.Reader, id int64) (*operations.Reply, error) {
	if err := c.Settled(ctx, "orders"); err != nil {
		if !errors.Is(err, freshness.ErrBehind) {
			return nil, err
		}
		return foldOrder(ctx, c, cmd, id)
	}
	o, err := r.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	return operations.Item(visible(c, o)), nil
}

func foldOrder(ctx context.Context, c *operations.Call, cmd *commands.Commands, id int64) (*operations.Reply, error) {
	var doc *documents.Order
	var backend documents.OrderBackend
	if err := cmd.EachEvent(ctx, order.Stream(id), func(e domain.Event, at time.Time) {
		if placed, ok := e.(order.Placed); ok {
			backend = documents.OrderBackend{RemoteIP: placed.RemoteIP, Forwarded: placed.Forwarded}
		}
		doc = documents.ApplyOrder(doc, e, at)
	}); err != nil {
		return nil, err
	}
	if doc == nil {
		return nil, order.ErrNotFound
	}
	b, err := documents.Encode(doc)
	if err != nil {
		return nil, err
	}
	fragment, err := documents.Fragment(backend)
	return operations.Item(visible(c, &readmodels.Order{Doc: b, Backend: fragment})), err
}

// visible adds what only the back office sees.
func visible(c *operations.Call, o *readmodels.Order) []byte {
	if c.BackendReader("orders") {
		return documents.Splice(o.Doc, o.Backend)
	}
	return o.Doc
}
