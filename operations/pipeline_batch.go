package operations

import (
	"context"
	"errors"
	"time"

	"tradelog/domain/fault"
)

// batchTime is the time within which the calls of one message begin. A request has more time, so the last call can end and be answered.
const batchTime = 20 * time.Second

// Batch bounds the calls of one message: their time, and the bytes of their answers together. Between two calls it tells whether another
// one may begin. Make it with NewBatch.
type Batch struct {
	ctx   context.Context
	clock func() time.Time
	until time.Time
	limit int
	sent  int
	full  bool
}

// errBatchLate refuses a call of a message whose time is over.
var errBatchLate = fault.New(fault.Unavailable, "The calls of this message took more than %d seconds, so this one was not made. "+
	"Send it again in a message of its own.", int(batchTime/time.Second))

// NewBatch begins a batch whose answers have at most limit bytes together.
func (p *Pipeline) NewBatch(ctx context.Context, limit int) *Batch {
	return &Batch{ctx: ctx, clock: p.Clock, until: p.Clock().Add(batchTime), limit: limit}
}

// Gone tells whether the client has disconnected, so that the batch can end. A request after its time is still answered.
func (b *Batch) Gone() bool { return errors.Is(b.ctx.Err(), context.Canceled) }

// Expired returns the refusal of a further call after the time, otherwise nil.
func (b *Batch) Expired() error {
	if b.clock().Before(b.until) {
		return nil
	}
	return errBatchLate
}

// Full tells whether an answer did not fit. No further call may be made then.
func (b *Batch) Full() bool { return b.full }

// Add counts the bytes of an answer. It returns false if the answer does not fit, and the batch is then full.
func (b *Batch) Add(size int) bool {
	b.sent += size
	b.full = b.full || b.sent > b.limit
	return !b.full
}
