package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tradelog/eventstore"
	"tradelog/internal/wait"
)

// unknownTries is the number of times that an append of unknown outcome is repeated.
const unknownTries = 20

// appendBulk appends a batch by AppendBulk of the target. After an unknown outcome it looks at the head of the target.
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

// appendRuns appends runs of events of the same stream, one after another to keep the order. A run that the target does not take at once is
// halved.
func (t *transfer) appendRuns(ctx context.Context, batch []eventstore.Recorded) error {
	for most := len(batch); len(batch) > 0; {
		n := 1
		for n < min(len(batch), most) && batch[n].Stream == batch[0].Stream && batch[n].Revision == batch[n-1].Revision+1 {
			n++
		}
		at, err := t.appendRun(ctx, batch[:n])
		var large *eventstore.TooLargeError
		switch {
		case errors.As(err, &large) && n > 1:
			most = n / 2
			continue
		case large != nil:
			return &unfitError{Stream: batch[0].Stream, Revision: batch[0].Revision, Position: batch[0].Position, ID: batch[0].ID.String(),
				Size: len(batch[0].Data) + len(batch[0].Metadata), cause: large}
		case err != nil:
			return err
		}
		if at.First != batch[0].Revision || at.Position <= t.at {
			return fmt.Errorf("%w: event %s is there already, at position %d", errDiffers, batch[0].ID, at.FirstPosition)
		}
		t.at = at.Position
		batch = batch[n:]
	}
	return nil
}

// unfitError names an event that is larger than the target takes.
type unfitError struct {
	Stream   string
	Revision eventstore.Revision
	Position eventstore.Position // in the source
	ID       string
	Size     int // bytes of data and metadata
	cause    *eventstore.TooLargeError
}

// Error names the event and the limit.
func (e *unfitError) Error() string {
	limit := "than the target takes"
	if e.cause.Limit > 0 {
		limit = fmt.Sprintf("than the %d bytes that the target takes at once", e.cause.Limit)
	}
	return fmt.Sprintf("audit: event %s (stream %s, revision %d, position %d) has %d bytes of data and metadata, more %s; raise the limit of "+
		"the target (MaxAppendSize of EventStoreDB) and repeat, which goes on here", e.ID, e.Stream, e.Revision, e.Position, e.Size, limit)
}

// Unwrap returns the refusal of the target.
func (e *unfitError) Unwrap() error { return e.cause }

// appendRun appends consecutive events of a stream, with their times if the target can keep them.
func (t *transfer) appendRun(ctx context.Context, run []eventstore.Recorded) (eventstore.Appended, error) {
	stream, before := run[0].Stream, eventstore.Exactly(run[0].Revision-1)
	appending := func() (eventstore.Appended, error) { return t.moved.AppendMoved(ctx, stream, before, run...) }
	if t.moved == nil {
		events := make([]eventstore.NewEvent, len(run))
		for i := range run {
			events[i] = run[i].NewEvent
		}
		appending = func() (eventstore.Appended, error) { return t.to.Append(ctx, stream, before, events...) }
	}
	unknown := false
	for try := 0; ; try++ {
		at, err := appending()
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
