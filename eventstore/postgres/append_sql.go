package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"tradelog/eventstore"
)

// appendSQL stores a batch in one statement and transaction. It holds the row lock of log_head until the commit is durable and
// locks nothing else. It writes only if the head is where this process left it and the streams in $6 are at the revisions in $7.
// PostgreSQL takes the snapshot before it waits for the lock. An unmoved head proves that nobody has appended since, so the
// snapshot is current.
const appendSQL = `
WITH head AS (
    UPDATE log_head SET position = $1, seal = $2, recorded_at = $3
    WHERE position = $4 AND seal = $5
      AND NOT EXISTS (
        SELECT FROM unnest($6::text[], $7::bigint[]) AS known (stream, revision)
        WHERE known.revision <>
            coalesce((SELECT e.revision FROM events e WHERE e.stream = known.stream ORDER BY e.revision DESC LIMIT 1), -1))
    RETURNING 1)
INSERT INTO events (position, stream, revision, id, type, schema_version, data, metadata, recorded_at, seal)
SELECT u.position, u.stream, u.revision, u.id, u.type, u.schema_version, u.data::json, u.metadata::json, $3, u.seal
FROM head, unnest($8::bigint[], $9::text[], $10::bigint[], $11::uuid[], $12::text[], $13::int[], $14::text[], $15::text[], $16::bytea[])
    AS u (position, stream, revision, id, type, schema_version, data, metadata, seal)`

// optimistic tries a single round trip. done reports that every request has been answered. Without an error and not done, nothing
// was stored: the guess was wrong or a look-up is needed, which locked does.
func (a *appender) optimistic(ctx context.Context, batch []*request) (done bool, err error) {
	if a.head == nil {
		return false, nil
	}
	accepted, unknown := a.guess(batch)
	if accepted == nil {
		return false, nil
	}
	if err := a.connect(ctx); err != nil {
		return false, err
	}
	before := *a.head
	events, now := a.plan(before, accepted)
	var revisions []int64
	var streams []string
	for _, s := range unknown {
		rev, _ := s.Expected.Revision()
		streams, revisions = append(streams, s.Stream), append(revisions, int64(rev))
	}
	tag, err := a.exec(ctx, before, now, streams, revisions, events)
	switch {
	case uniqueViolation(err):
		return false, nil // an event ID or a revision exists; locked looks it up
	case err != nil:
		return false, err
	case tag.RowsAffected() == 0:
		return false, nil
	}
	a.committed(events, now, accepted)
	return true, nil
}

// guess assigns revisions from the revisions that this process remembers. It returns nil if it does not know enough or if a
// request seems to fail, which only a look-up can decide. unknown are the appends whose stream is assumed to be as expected; the
// statement checks them.
func (a *appender) guess(batch []*request) (accepted []*placed, unknown []*eventstore.StreamAppend) {
	current := make(map[string]eventstore.Revision, len(batch))
	for _, r := range batch {
		for i := range r.appends {
			to := &r.appends[i]
			rev, seen := current[to.Stream]
			if !seen {
				if rev, seen = a.revisions.Get(to.Stream); !seen {
					named, ok := to.Expected.Revision()
					if !ok {
						return nil, nil
					}
					rev = named
					unknown = append(unknown, to)
				}
				current[to.Stream] = rev
			}
			if !to.Expected.Met(rev) {
				return nil, nil
			}
		}
		accepted = append(accepted, assignRevisions(r, current)...)
	}
	return accepted, unknown
}

// locked stores a batch in two round trips while it locks the head: it looks everything up, then writes. A failed expectation
// fails only its own request.
func (a *appender) locked(ctx context.Context, batch []*request) (done bool, err error) {
	if err := a.connect(ctx); err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*a.store.options.AppendTimeout)
	defer cancel()
	tx, err := a.conn.Begin(ctx)
	if err != nil {
		return false, err
	}
	defer tx.Rollback(ctx)
	seen := a.store.seen()
	before, there, current, stored, err := a.store.lookUp(ctx, tx, seen, batch)
	if err == nil {
		err = a.store.compare(seen, before.position, there)
	}
	if err != nil {
		return false, err
	}
	var accepted []*placed
	refused := map[*request]error{}
	var repeated []*request
	for _, r := range batch {
		there, err := admit(r, current, stored)
		switch {
		case err != nil:
			refused[r] = err
		case there:
			repeated = append(repeated, r)
		default:
			parts := assignRevisions(r, current)
			accepted = append(accepted, parts...)
			for _, p := range parts {
				for i, e := range p.Events { // the same events may be queued twice
					stored[e.ID] = storedEvent{stream: p.Stream, revision: p.first + eventstore.Revision(i), pending: p}
				}
			}
		}
	}
	events, now := a.plan(before, accepted)
	if len(accepted) > 0 {
		tag, err := a.execOn(ctx, tx, before, now, nil, nil, events)
		if err != nil {
			return false, err
		}
		if tag.RowsAffected() != int64(len(events)) {
			return false, errHeadMoved
		}
	}
	if err := tx.Commit(ctx); err != nil {
		return false, err
	}
	a.revisions.Purge()
	a.committed(events, now, accepted)
	for r, err := range refused {
		r.reply(nil, err)
	}
	for _, r := range repeated {
		r.reply(appendedOf(r, stored), nil)
	}
	return true, nil
}

// storedEvent is the position of an event, or its future position if the current batch commits.
type storedEvent struct {
	stream     string
	revision   eventstore.Revision
	position   eventstore.Position
	recordedAt time.Time
	pending    *placed // in the current batch; position and time are not known yet
}

func (e storedEvent) at() eventstore.Position {
	if e.pending == nil {
		return e.position
	}
	return e.pending.appended.FirstPosition + eventstore.Position(e.revision-e.pending.first)
}

func (e storedEvent) time() time.Time {
	if e.pending == nil {
		return e.recordedAt.UTC()
	}
	return e.pending.appended.RecordedAt
}

// appendedOf returns the answer to a request whose events are already stored.
func appendedOf(r *request, stored map[uuid.UUID]storedEvent) []eventstore.Appended {
	results := make([]eventstore.Appended, len(r.appends))
	for i := range r.appends {
		events := r.appends[i].Events
		first, last := stored[events[0].ID], stored[events[len(events)-1].ID]
		results[i] = eventstore.Appended{First: first.revision, Last: last.revision, FirstPosition: first.at(), Position: last.at(),
			RecordedAt: last.time(), Repeated: true}
	}
	return results
}

// admit tells whether a request can be stored, given the newest revisions of its streams, or is there already. It fails with
// *eventstore.WrongRevisionError.
func admit(r *request, current map[string]eventstore.Revision, stored map[uuid.UUID]storedEvent) (there bool, err error) {
	var has, refused *eventstore.StreamAppend // the first that is there already, and the first that can never be stored as it is
	found := 0
	for i := range r.appends {
		to := &r.appends[i]
		whole, partly := alreadyStored(to, stored)
		if whole {
			if found++; has == nil {
				has = to
			}
		} else if refused == nil && (partly || !to.Expected.Met(current[to.Stream])) {
			refused = to
		}
	}
	if found == len(r.appends) {
		return true, nil
	}
	if refused == nil {
		refused = has
	}
	if refused != nil {
		return false, &eventstore.WrongRevisionError{Stream: refused.Stream, Expected: refused.Expected, Actual: current[refused.Stream]}
	}
	return false, nil
}

// lookUp locks the head and reads in one round trip what the batch depends on. there is the seal of the event at the position
// seen before.
func (s *Store) lookUp(
	ctx context.Context, tx pgx.Tx, seen eventstore.Mark, batch []*request,
) (h head, there []byte, current map[string]eventstore.Revision, stored map[uuid.UUID]storedEvent, err error) {
	current, stored = map[string]eventstore.Revision{}, map[uuid.UUID]storedEvent{}
	b := &pgx.Batch{}
	// Under READ COMMITTED each statement sees what was committed before it began. So the later ones see everything that was
	// committed before the lock was granted.
	s.queueLock(b, &h)
	queueRevisions(b, streamsOf(batch), current)
	queueStored(b, batch, stored)
	queueSeal(b, seen, &there)
	err = tx.SendBatch(ctx, b).Close()
	return h, there, current, stored, err
}

// queueLock locks the head of the log until the end of the transaction.
func (s *Store) queueLock(b *pgx.Batch, h *head) {
	began := time.Now()
	b.Queue(`SELECT position, seal, recorded_at FROM log_head ORDER BY position DESC LIMIT 1 FOR UPDATE`).QueryRow(func(row pgx.Row) error {
		err := row.Scan(&h.position, &h.seal, &h.recordedAt)
		s.options.Observer.Locked(time.Since(began))
		h.recordedAt = h.recordedAt.UTC()
		return err
	})
}

// queueRevisions reads the newest revisions of streams, or -1 for a stream that does not exist.
func queueRevisions(b *pgx.Batch, streams []string, current map[string]eventstore.Revision) {
	b.Queue(`SELECT s, coalesce((SELECT e.revision FROM events e WHERE e.stream = s ORDER BY e.revision DESC LIMIT 1), -1)
		FROM unnest($1::text[]) AS s`,
		streams).Query(func(rows pgx.Rows) error {
		var s string
		var rev eventstore.Revision
		_, err := pgx.ForEachRow(rows, []any{&s, &rev}, func() error {
			current[s] = rev
			return nil
		})
		return err
	})
}

// queueStored finds the events of a batch that the log has already.
func queueStored(b *pgx.Batch, batch []*request, stored map[uuid.UUID]storedEvent) {
	var ids []uuid.UUID
	for _, r := range batch {
		for i := range r.appends {
			for j := range r.appends[i].Events {
				ids = append(ids, r.appends[i].Events[j].ID)
			}
		}
	}
	b.Queue(`SELECT id, stream, revision, position, recorded_at FROM events WHERE id = ANY($1)`, ids).Query(func(rows pgx.Rows) error {
		var id uuid.UUID
		var e storedEvent
		_, err := pgx.ForEachRow(rows, []any{&id, &e.stream, &e.revision, &e.position, &e.recordedAt},
			func() error {
				stored[id] = e
				return nil
			})
		return err
	})
}

// queueSeal reads the seal of the event at a position.
func queueSeal(b *pgx.Batch, at eventstore.Mark, seal *[]byte) {
	b.Queue(sealAt, int64(at.Position)).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{seal}, func() error { return nil })
		return err
	})
}

// alreadyStored reports whether the events of an append are in its stream, one after another. partly reports that some of its IDs
// are used otherwise, so that it can never be stored.
func alreadyStored(to *eventstore.StreamAppend, stored map[uuid.UUID]storedEvent) (there, partly bool) {
	found := 0
	first, inOrder := stored[to.Events[0].ID]
	for i, e := range to.Events {
		if s, exists := stored[e.ID]; exists {
			found++
			inOrder = inOrder && s.stream == to.Stream && s.revision == first.revision+eventstore.Revision(i)
		}
	}
	there = inOrder && found == len(to.Events)
	return there, found > 0 && !there
}

type execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

func (a *appender) exec(
	ctx context.Context, before, now head, streams []string, revisions []int64, events []eventstore.Recorded,
) (pgconn.CommandTag, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*a.store.options.AppendTimeout)
	defer cancel()
	return a.execOn(ctx, a.conn, before, now, streams, revisions, events)
}

func (a *appender) execOn(
	ctx context.Context, on execer, before, now head, streams []string, revisions []int64, events []eventstore.Recorded,
) (pgconn.CommandTag, error) {
	n := len(events)
	positions, names, revs := make([]int64, n), make([]string, n), make([]int64, n)
	ids, types, versions := make([]pgtype.UUID, n), make([]string, n), make([]int32, n)
	data, metadata, seals := make([]string, n), make([]string, n), make([][]byte, n)
	for i := range events {
		e := &events[i]
		positions[i], names[i], revs[i] = int64(e.Position), e.Stream, int64(e.Revision)
		ids[i], types[i], versions[i] = pgtype.UUID{Bytes: e.ID, Valid: true}, e.Type, int32(e.SchemaVersion)
		data[i], metadata[i], seals[i] = string(e.Data), string(e.Metadata), e.Seal
	}
	if streams == nil {
		streams, revisions = []string{}, []int64{}
	}
	return on.Exec(ctx, appendSQL, int64(now.position), now.seal, now.recordedAt, int64(before.position), before.seal,
		streams, revisions, positions, names, revs, ids, types, versions, data, metadata, seals)
}

func streamsOf(requests []*request) []string {
	var out []string
	for _, r := range requests {
		for i := range r.appends {
			out = append(out, r.appends[i].Stream)
		}
	}
	return out
}
