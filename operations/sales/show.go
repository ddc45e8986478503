package sales

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/order"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// OrderType is the document of an order, for schemas.
var OrderType = operations.TypeOf[documents.Order]()

// ShowOrder answers a write with the order as it is after it.
func ShowOrder(ctx context.Context, c *operations.Call, cmd *commands.Commands, r *readmodels.Reader, id int64) (*operations.Reply, error) {
	var backend documents.OrderBackend
	return operations.Written[documents.Order]{
		Serves: serves, Stream: order.Stream(id), Each: cmd.EachEvent, Missing: order.ErrNotFound,
		Read: func(ctx context.Context) ([]byte, error) {
			o, err := r.Order(ctx, id)
			if err != nil {
				return nil, err
			}
			return visible(c, o), nil
		},
		Apply: func(o *documents.Order, e domain.Event, at domain.Times) *documents.Order {
			if placed, ok := e.(order.Placed); ok {
				backend = documents.OrderBackend{RemoteIP: placed.RemoteIP, Forwarded: placed.Forwarded}
			}
			return documents.ApplyOrder(o, e, at)
		},
		Encode: func(o *documents.Order) ([]byte, error) {
			b, err := documents.Encode(o)
			if err != nil {
				return nil, err
			}
			fragment, err := documents.Fragment(backend)
			return visible(c, &readmodels.Order{Doc: b, Backend: fragment}), err
		},
	}.Answer(ctx, c)
}

// visible adds what only the back office sees.
func visible(c *operations.Call, o *readmodels.Order) []byte {
	if c.BackendReader("orders") {
		return documents.Splice(o.Doc, o.Backend)
	}
	return o.Doc
}
