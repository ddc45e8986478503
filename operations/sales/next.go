package sales

import (
	"context"

	"tradelog/domain/order"
	"tradelog/operations"
)

// nextInput names an order.
type nextInput struct {
	ID int64 `json:"id" required:"true" doc:"ID of the order"`
}

// nextStep is a step, and whether the order allows it now.
type nextStep struct {
	Step     order.Step `json:"step"`
	Possible bool       `json:"possible"`
	Refusal  string     `json:"refusal" doc:"why not; empty if it is possible"`
}

// steps declares the operation that lists the next steps of an order. Pages use it for their buttons.
func (h *handlers) steps() *operations.Operation {
	return operations.Define(operations.Declaration{
		Resource: Order, Unrouted: operations.Unrouted{Name: "order.next", Console: true}, Verb: operations.Get,
		Access: operations.Backend.Access("orders/read"), Summary: "Tell what can be done next with an order",
		Doc: "Tells for each step, such as a shipment, whether the order takes it now, and if not, why.",
	}, func(ctx context.Context, c *operations.Call, in nextInput) ([]nextStep, error) {
		o, err := h.manageable(ctx, c, in.ID)
		if err != nil {
			return nil, err
		}
		out := []nextStep{}
		for _, s := range o.Next() {
			out = append(out, nextStep{s.Step, s.Refusal == "", s.Refusal})
		}
		return out, nil
	})
}
