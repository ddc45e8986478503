package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tradelog/eventstore"
	"tradelog/internal/wait"
)

// unknownTries is how often an append of unknown outcome is repeated.
const unknownTries = 20

// appendBulk appends a batch with the BulkAppender of the target. After an unknown outcome it looks at the head of the target.
func (t *transfer) appendBulk(ctx context.Context, batch []eventstore.Recorded) error {
	end := t.at + eventstore.Position(len(batch))
	for try := 0; ; try++ {
		at, err := t.bulk.AppendBulk(ctx, t.at, batch)
		if err == nil {
			t.at = at
			return nil
		}
		if !errors.Is(err, eventstore.ErrUnknownOutcome) || try == unknownTries {
			return err
		}
		backOff(ctx, try)
		switch head, headErr := t.to.Head(ctx); {
		case headErr != nil:
			return errors.Join(err, headErr)
		case head == end: // the final comparison checks that it is this batch
			t.at = end
			return nil
		case head != t.at:
			return fmt.Errorf("%w: it is at %d", eventstore.ErrHeadMoved, head)
		}
	}
}

// appendRuns appends runs of events of the same stream, one after another to keep the order.
func (t *transfer) appendRuns(ctx context.Context, batch []eventstore.Recorded) error {
	for len(batch) > 0 {
		n := 1
		for n < len(batch) && batch[n].Stream == batch[0].Stream && batch[n].Revision == batch[n-1].Revision+1 {
			n++
		}
		events := make([]eventstore.NewEvent, n)
		for i := range events {
			events[i] = batch[i].NewEvent
		}
		at, err := t.appendRun(ctx, batch[0].Stream, batch[0].Revision, events)
		if err != nil {
			return err
		}
		if at.First != batch[0].Revision || at.Position <= t.at {
			return fmt.Errorf("%w: event %s is there already, at position %d", ErrDiffers, events[0].ID, at.FirstPosition)
		}
		t.at = at.Position
		batch = batch[n:]
	}
	return nil
}

func (t *transfer) appendRun(
	ctx context.Context, stream string, first eventstore.Revision, events []eventstore.NewEvent,
) (eventstore.Appended, error) {
	unknown := false
	for try := 0; ; try++ {
		at, err := t.to.Append(ctx, stream, eventstore.Exactly(first-1), events...)
		unknown = unknown || errors.Is(err, eventstore.ErrUnknownOutcome)
		if err == nil || !unknown || errors.Is(err, eventstore.ErrWrongRevision) || try == unknownTries || ctx.Err() != nil {
			return at, err
		}
		backOff(ctx, try)
	}
}

// backOff waits a little longer after each attempt.
func backOff(ctx context.Context, attempt int) {
	wait.For(ctx, min(time.Duration(1<<min(attempt, 10))*10*time.Millisecond, time.Second))
}

var epoch = time.Unix(0, 0).UTC()
