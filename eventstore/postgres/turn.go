package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// AppendInTurn decides while log_head is locked; see eventstore.TurnTaker. Like AppendBulk it bypasses the appender. One caller
// of a process at a time has a turn: a decision may need another connection of the pool, and callers that wait for the head must
// not occupy all of them.
func (s *Store) AppendInTurn(
	ctx context.Context, stream string, from eventstore.Revision, decide eventstore.Decision,
) (eventstore.Appended, error) {
	if err := eventstore.CheckStream(stream); err != nil {
		return eventstore.Appended{}, err
	}
	if !s.appender.isOpen() {
		return eventstore.Appended{}, eventstore.ErrClosed
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return eventstore.Appended{}, ctx.Err()
	}
	tx, err := s.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted})
	if err != nil {
		return eventstore.Appended{}, fmt.Errorf("append in turn: %w", err)
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	h, newer, err := s.lockForTurn(ctx, tx, stream, from)
	if err != nil {
		return eventstore.Appended{}, s.turnError(err)
	}
	if err := s.fill(ctx, newer); err != nil { // newer events are old ones only for a caller that has not read the stream before
		return eventstore.Appended{}, err
	}
	events, err := decide(newer)
	if err != nil || len(events) == 0 {
		return eventstore.Appended{}, err
	}
	if err := eventstore.CheckAppend(stream, events); err != nil {
		return eventstore.Appended{}, err
	}
	appended, end, err := s.storeInTurn(ctx, tx, h, eventstore.StreamAppend{Stream: stream, Expected: eventstore.Any, Events: events})
	if err != nil || appended.Repeated {
		return appended, s.turnError(err)
	}
	if err := s.commit(ctx, tx); err != nil {
		return eventstore.Appended{}, s.turnError(err)
	}
	s.see(end)
	s.options.Observer.Stored(len(events), 1)
	return appended, nil
}

// turnError returns the error for a failure before the commit. Nothing was stored.
func (s *Store) turnError(err error) error {
	if err == nil || connectionLost(err) {
		return err
	}
	return s.appender.explain(err, false)
}

// lockForTurn locks the head and reads the stream from a revision on.
func (s *Store) lockForTurn(ctx context.Context, tx pgx.Tx, stream string, from eventstore.Revision) (
	h head, newer []eventstore.Recorded, err error,
) {
	var there []byte
	seen := s.seen()
	b := &pgx.Batch{}
	queueLimits(b, s.appender.lockTimeout(), s.options.AppendTimeout)
	s.queueLock(b, &h)
	queueSeal(b, seen, &there)
	sql := `SELECT ` + columns + ` FROM events WHERE stream = $1 AND revision >= $2 ORDER BY revision`
	b.Queue(sql, stream, int64(from)).Query(func(rows pgx.Rows) error {
		newer, err = collect(rows)
		return err
	})
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return head{}, nil, err
	}
	if err := s.compare(seen, h.position, there); err != nil {
		return head{}, nil, err
	}
	return h, newer, nil
}

// storeInTurn appends events to a stream while the head is locked. end is the new end of the log.
func (s *Store) storeInTurn(
	ctx context.Context, tx pgx.Tx, h head, to eventstore.StreamAppend,
) (appended eventstore.Appended, end eventstore.Mark, err error) {
	current, stored := map[string]eventstore.Revision{}, map[uuid.UUID]storedEvent{}
	b := &pgx.Batch{}
	r := &request{appends: []eventstore.StreamAppend{to}}
	queueRevisions(b, streamsOf([]*request{r}), current)
	queueStored(b, []*request{r}, stored)
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return eventstore.Appended{}, eventstore.Mark{}, err
	}
	newest := current[to.Stream]
	if there, partly := alreadyStored(&to, stored); there {
		return appendedOf(r, stored)[0], eventstore.Mark{}, nil
	} else if partly {
		return eventstore.Appended{}, eventstore.Mark{}, &eventstore.WrongRevisionError{Stream: to.Stream, Expected: eventstore.Exactly(newest),
			Actual: newest}
	}
	parts := assignRevisions(r, current)
	events, now := s.appender.plan(h, parts)
	tag, err := s.appender.execOn(ctx, tx, h, now, nil, nil, events)
	if err == nil && tag.RowsAffected() != int64(len(events)) {
		err = errHeadMoved
	}
	return parts[0].appended, eventstore.Mark{Position: now.position, Seal: now.seal}, err
}
