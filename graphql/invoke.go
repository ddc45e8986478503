package graphql

import (
	"context"
	"strconv"

	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/readmodels/documents"
)

// invoke calls an operation for the caller.
func (x *execution) invoke(ctx context.Context, o *operations.Operation, in *representation.Input) (a documents.Answer, err error) {
	caller := x.caller
	caller.Principal, caller.KeyBucket = x.request.Principal, ""
	if !o.Reads() {
		caller.KeyBucket = x.bucket()
	}
	call, err := x.h.pipeline.Admit(ctx, caller, o, in)
	if err != nil {
		return a, err
	}
	a, done, err := operations.Answer(ctx, call, operations.Documents{})
	if err != nil {
		return a, err
	}
	if done.Position > x.position {
		x.position, x.token = done.Position, call.Token(done.Position)
	}
	if done.Replayed {
		x.replayed++
	}
	x.differs = x.differs || done.BodyDiffers
	x.lasting = x.lasting && o.Reads()
	x.madeOf = append(x.madeOf, done.MadeOf)
	return a, nil
}

// bucket returns the scope of the idempotency key of a mutation. A key is for one mutation (graphql §1), so each further mutation of a
// document has a scope of its own.
func (x *execution) bucket() string {
	if x.writes == 0 {
		return "" // a query that creates a cart
	}
	scope := "POST\x00" + Path
	if x.writes > 1 {
		scope += "\x00" + strconv.Itoa(x.writes)
	}
	return scope
}
