package graphql

import (
	"context"
	"strconv"
	"time"

	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/readmodels/documents"
)

// answered is an answer in memory, with what it is made of.
type answered struct {
	answer documents.Answer
	madeOf operations.MadeOf
	until  time.Time
}

// invoke calls an operation for the caller. The answer of a read is remembered while what it is made of stands.
func (x *execution) invoke(ctx context.Context, o *operations.Operation, in *representation.Input) (documents.Answer, error) {
	caller := x.caller
	caller.Principal, caller.KeyBucket = x.request.Principal, ""
	if !o.Reads() {
		caller.KeyBucket = x.bucket()
	}
	call, err := x.h.pipeline.Admit(ctx, caller, o, in)
	if err != nil {
		return documents.Answer{}, err
	}
	key := ""
	if o.Reads() && !call.Replays() {
		key = representation.Key(call, representation.JSON)
		if had, ok := x.h.read.Get(call, key); ok {
			x.made(had)
			return had.answer, nil
		}
	}
	done, err := call.Run(ctx)
	if err != nil {
		return documents.Answer{}, err
	}
	got := answered{done.Answer, done.MadeOf, done.Until}
	if key != "" {
		x.h.read.Put(key, done, got, bytesOf(done.Answer))
		x.made(got)
	}
	if done.Position > x.position {
		x.position, x.token = done.Position, call.Token(done.Position)
	}
	if done.Replayed {
		x.replayed++
	}
	if !o.Reads() {
		x.lasting = false
	}
	return done.Answer, nil
}

// made notes what an answer is made of.
func (x *execution) made(a answered) {
	x.madeOf = append(x.madeOf, a.madeOf)
	if !a.until.IsZero() && (x.until.IsZero() || a.until.Before(x.until)) {
		x.until = a.until
	}
}

// bucket returns the scope of the idempotency key of a mutation. One key is one mutation (graphql §1), so each further one of a document
// has
// a scope of its own.
func (x *execution) bucket() string {
	if x.writes == 0 {
		return "" // a query that opens a cart
	}
	scope := "POST\x00" + Path
	if x.writes > 1 {
		scope += "\x00" + strconv.Itoa(x.writes)
	}
	return scope
}

// bytesOf returns the size of an answer.
func bytesOf(a documents.Answer) int {
	n := len(a.Item) + len(a.Bare) + 200
	for _, item := range a.Items {
		n += len(item)
	}
	return n
}
