package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// bulkTimeout bounds each statement of a bulk append. The head of the log is locked meanwhile, so callers append a few thousand
// events at a time.
const bulkTimeout = 30 * time.Second

// AppendBulk imports events by COPY; see eventstore.SealedStore. Like every append it locks log_head until the commit. It
// bypasses the appender, which notices that the head has moved and looks it up again.
func (s *Store) AppendBulk(ctx context.Context, after eventstore.Position, events []eventstore.Recorded) (eventstore.Position, error) {
	if len(events) == 0 {
		return 0, fmt.Errorf("%w: no events", eventstore.ErrInvalidEvent)
	}
	starts, err := checkBulk(events)
	if err != nil {
		return 0, err
	}
	tx, err := s.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted})
	if err != nil {
		return 0, fmt.Errorf("bulk append: %w", err)
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	at, err := s.copyBulk(ctx, tx, after, events, starts)
	if err != nil {
		return 0, bulkError(err)
	}
	if err := s.commit(ctx, tx); err != nil {
		return 0, bulkError(err)
	}
	return at.position, nil
}

// commit commits events that did not go through the appender.
func (s *Store) commit(ctx context.Context, tx pgx.Tx) error {
	err := tx.Commit(ctx)
	switch {
	case err == nil:
		s.wake.wakeForeign() // the tail lacks these events, so local subscribers must query
		s.wake.local()
	case connectionLost(err):
		err = fmt.Errorf("%w: %w", eventstore.ErrUnknownOutcome, err)
	}
	return err
}

// bulkError turns a failure into an error of the port.
func bulkError(err error) error {
	switch {
	case errors.Is(err, eventstore.ErrHeadMoved), errors.Is(err, eventstore.ErrInvalidEvent),
		errors.Is(err, eventstore.ErrUnknownOutcome):
		return err
	case uniqueViolation(err) || refusedByServer(err):
		return fmt.Errorf("%w: %w", eventstore.ErrInvalidEvent, err)
	default:
		return fmt.Errorf("bulk append: %w", err)
	}
}

// checkBulk refuses events that cannot be stored. It returns the revision that each continued stream must be at.
func checkBulk(events []eventstore.Recorded) (starts map[string]eventstore.Revision, err error) {
	newest := make(map[string]eventstore.Revision, len(events))
	starts = map[string]eventstore.Revision{}
	for i := range events {
		e := &events[i]
		last, seen := newest[e.Stream]
		switch {
		case seen && e.Revision != last+1:
			return nil, fmt.Errorf("%w: %s jumps from revision %d to %d", eventstore.ErrInvalidEvent, e.Stream, last, e.Revision)
		case e.Revision < 0 || e.ID == uuid.Nil:
			return nil, fmt.Errorf("%w: event %d has no ID or no revision", eventstore.ErrInvalidEvent, i)
		case !seen:
			if err := eventstore.CheckStream(e.Stream); err != nil {
				return nil, err
			}
			if e.Revision > 0 { // a stream that starts at 0 and exists violates the unique key
				starts[e.Stream] = e.Revision - 1
			}
		}
		if err := eventstore.CheckType(&e.NewEvent); err != nil { // the columns take only JSON
			return nil, fmt.Errorf("event %d: %w", i, err)
		}
		newest[e.Stream] = e.Revision
	}
	return starts, nil
}

func (s *Store) copyBulk(
	ctx context.Context, tx pgx.Tx, after eventstore.Position, events []eventstore.Recorded, starts map[string]eventstore.Revision,
) (head, error) {
	at, err := s.lockForBulk(ctx, tx, after, starts)
	if err != nil {
		return head{}, err
	}
	next := 0
	rows := pgx.CopyFromFunc(func() ([]any, error) {
		if next == len(events) {
			return nil, nil
		}
		e := events[next]
		next++
		at.position++
		e.Position = at.position
		if recorded := e.RecordedAt.UTC().Truncate(time.Microsecond); recorded.After(at.recordedAt) {
			at.recordedAt = recorded
		}
		e.RecordedAt = at.recordedAt
		at.seal = eventstore.Seal(at.seal, &e)
		return []any{int64(e.Position), e.Stream, int64(e.Revision), [16]byte(e.ID), e.Type, int32(e.SchemaVersion), e.Data, e.Metadata,
			e.RecordedAt, at.seal}, nil
	})
	columns := []string{"position", "stream", "revision", "id", "type", "schema_version", "data", "metadata", "recorded_at", "seal"}
	if _, err := tx.CopyFrom(ctx, pgx.Identifier{"events"}, columns, rows); err != nil {
		return head{}, err
	}
	_, err = tx.Exec(ctx, `UPDATE log_head SET position = $1, seal = $2, recorded_at = $3 WHERE position = $4`, int64(at.position), at.seal,
		at.recordedAt, int64(after))
	return at, err
}

// lockForBulk locks the head and checks in one round trip that the log and the streams end where the caller says.
func (s *Store) lockForBulk(
	ctx context.Context, tx pgx.Tx, after eventstore.Position, starts map[string]eventstore.Revision,
) (h head, err error) {
	streams := make([]string, 0, len(starts))
	for stream := range starts {
		streams = append(streams, stream)
	}
	current := make(map[string]eventstore.Revision, len(starts))
	b := &pgx.Batch{}
	queueLimits(b, s.options.AppendTimeout, bulkTimeout)
	s.queueLock(b, &h)
	queueRevisions(b, streams, current)
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return head{}, err
	}
	if h.position != after {
		return head{}, fmt.Errorf("%w: it ends at %d, not at %d", eventstore.ErrHeadMoved, h.position, after)
	}
	for stream, want := range starts {
		if current[stream] != want {
			return head{}, fmt.Errorf("%w: %s is at revision %d, and the next event is %d", eventstore.ErrInvalidEvent, stream,
				current[stream], want+1)
		}
	}
	return h, nil
}

// queueLimits bounds how long a transaction of the pool waits for the head and locks it. It also makes the commit durable.
func queueLimits(b *pgx.Batch, waiting, working time.Duration) {
	b.Queue(`SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
		set_config('idle_in_transaction_session_timeout', $2, true), set_config('synchronous_commit', 'on', true)`,
		fmt.Sprint(waiting.Milliseconds()), fmt.Sprint(working.Milliseconds()))
}
