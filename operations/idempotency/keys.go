// Package idempotency stores requests by their idempotency key (rest-v2 §8, conventions §10).
//
//	free ──Reserve──▶ reserved ──Finish──▶ finished ──24 h──▶ free
//	  ▲                  │
//	  ├──────Release─────┘  the request was refused
//	  └───────Leave──────┘  it failed; or 10 minutes are over, or the instance that held it is dead: taken over
//
// A request's event IDs derive from its attempt, so the log itself records the request's effects. A request that takes over a reservation
// keeps the attempt, gets the results of the executed commands and continues from there. The log recognizes repeated events by their IDs.
package idempotency

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/commands"
	"tradelog/eventstore"
	"tradelog/internal/dedicated"
	"tradelog/internal/wait"
	"tradelog/operations"
	"tradelog/readmodels/freshness"
)

// The lifetimes of records.
const (
	lifetime  = 24 * time.Hour   // of a stored answer
	abandoned = 10 * time.Minute // until a reservation without an answer is free
)

// lockClass is the first half of the advisory locks that running instances hold.
const lockClass = 0x74_6c_6b_79

// Keys stores the records in PostgreSQL.
type Keys struct {
	Pool    *pgxpool.Pool
	Store   eventstore.Store
	Codec   *eventstore.Codec
	Tracker *freshness.Tracker
	Clock   func() time.Time
	Logger  *slog.Logger

	holder  int32
	stop    context.CancelFunc
	running sync.WaitGroup
	pending pending
}

var _ operations.Keys = (*Keys)(nil)

// Start takes the lock of this instance and deletes old records from time to time.
func (k *Keys) Start(ctx context.Context) error {
	k.holder = rand.Int32()
	alive := make(chan error, 1)
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	k.stop = stop
	k.running.Go(func() { k.live(background, alive) })
	k.running.Go(func() { k.clean(background) })
	k.running.Go(func() { k.settleLater(background) })
	select {
	case err := <-alive:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (k *Keys) Stop() {
	if k.stop != nil {
		k.stop()
	}
	k.running.Wait()
}

// live holds the instance's lock on a connection of its own. It takes the lock again after losing it.
func (k *Keys) live(ctx context.Context, first chan<- error) {
	for ctx.Err() == nil {
		err := k.hold(ctx, first)
		select {
		case first <- err:
		default:
		}
		if ctx.Err() == nil {
			k.Logger.Warn("the instance's lock was lost; taking it again", "error", err)
			wait.For(ctx, time.Second)
		}
	}
}

func (k *Keys) hold(ctx context.Context, held chan<- error) error {
	conn, err := dedicated.Connect(ctx, k.Pool, "tradelog instance", nil)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1::int, $2::int)`, lockClass, k.holder); err != nil {
		return err
	}
	select {
	case held <- nil:
	default:
	}
	for {
		wait.For(ctx, 5*time.Second)
		if ctx.Err() != nil {
			// The server notices a closed connection a moment later. An instance that starts meanwhile would still count this one.
			leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_, err := conn.Exec(leaving, `SELECT pg_advisory_unlock_all()`)
			return err
		}
		if _, err := conn.Exec(ctx, `SELECT 1`); err != nil {
			return err
		}
	}
}

func (k *Keys) clean(ctx context.Context) {
	for ctx.Err() == nil {
		if _, err := k.Pool.Exec(
			ctx, `DELETE FROM idempotency_keys WHERE reserved_at < $1`, k.Clock().Add(-lifetime),
		); err != nil && ctx.Err() == nil {
			k.Logger.Warn("drop old idempotency keys", "error", err)
		}
		wait.For(ctx, time.Hour)
	}
}

// reserveSQL takes a key that is free or whose record is too old. It takes over a reservation of a dead instance and keeps its attempt. The
// row lock admits one of several callers.
const reserveSQL = `
INSERT INTO idempotency_keys AS k (scope, attempt, holder, reserved_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (scope) DO UPDATE SET
    attempt = CASE WHEN k.finished_at IS NULL THEN k.attempt ELSE excluded.attempt END,
    holder = excluded.holder, reserved_at = excluded.reserved_at, finished_at = NULL, status = NULL, headers = NULL, body = NULL,
    streams = NULL
WHERE k.finished_at < $5 OR k.finished_at IS NULL AND (k.reserved_at < $6
    OR NOT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.classid = $7::bigint::oid
        AND l.objid = (k.holder & 4294967295)::oid AND l.objsubid = 2))
RETURNING attempt`

// Reserve takes a key; see operations.Keys.
func (k *Keys) Reserve(ctx context.Context, scope string) (operations.Reservation, error) {
	if !k.pending.begin(scope, k.Clock()) {
		return operations.Reservation{Busy: true}, nil
	}
	r, taken, err := k.reserve(ctx, scope)
	switch {
	case err != nil && (taken || answerLost(err)):
		leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if leaveErr := k.settle(leaving, scope, leaveSQL, int64(noInstance)); leaveErr != nil {
			k.Logger.Warn("release an idempotency key", "error", leaveErr)
		}
	case err != nil || r.Busy || r.Stored != nil:
		k.pending.end(scope)
	}
	return r, err
}

// reserve takes a key in the database. taken reports that the key was taken, even if a later step failed.
func (k *Keys) reserve(ctx context.Context, scope string) (r operations.Reservation, taken bool, err error) {
	now := k.Clock()
	fresh := uuid.New()
	for range 3 {
		var attempt uuid.UUID
		err := k.Pool.QueryRow(
			ctx, reserveSQL, scope, fresh, int64(k.holder), now, now.Add(-lifetime), now.Add(-abandoned), int64(lockClass),
		).Scan(&attempt)
		if err == nil {
			r := operations.Reservation{Attempt: attempt}
			if attempt != fresh {
				r.Executed, err = k.executed(ctx, scope, attempt)
			}
			return r, true, err
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return operations.Reservation{}, false, fmt.Errorf("reserve an idempotency key: %w", err)
		}
		r, found, err := k.stored(ctx, scope)
		if found || err != nil {
			return r, false, err
		}
		// The key was released between the two statements.
	}
	return operations.Reservation{Busy: true}, false, nil
}

// answerLost reports whether a failed statement may have taken effect.
func answerLost(err error) bool {
	var never *pgconn.ConnectError
	var refused *pgconn.PgError
	switch {
	case errors.As(err, &never) || pgconn.SafeToRetry(err):
		return false
	case errors.As(err, &refused):
		return refused.SeverityUnlocalized != "ERROR"
	}
	return true
}

func (k *Keys) stored(ctx context.Context, scope string) (r operations.Reservation, found bool, err error) {
	var status *int
	var headers *string
	var body []byte
	err = k.Pool.QueryRow(ctx, `SELECT status, headers, body FROM idempotency_keys WHERE scope = $1`, scope).Scan(&status, &headers, &body)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return r, false, nil
	case err != nil:
		return r, false, err
	case status == nil:
		return operations.Reservation{Busy: true}, true, nil
	}
	s := operations.StoredAnswer{Form: operations.FormBare, Body: body} // older records have no form
	if headers != nil {
		if err := json.Unmarshal([]byte(*headers), &s); err != nil {
			return r, false, err
		}
	}
	return operations.Reservation{Stored: &s}, true, nil
}

// executed finds the commands that a crashed attempt has executed.
func (k *Keys) executed(ctx context.Context, scope string, attempt uuid.UUID) (map[uuid.UUID]commands.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	head, err := k.Store.Head(ctx)
	if err != nil {
		return nil, err
	}
	if err := k.Tracker.Wait(ctx, "executed", head); err != nil {
		return nil, err
	}
	reference := scope + "/" + attempt.String()
	rows, err := k.Pool.Query(ctx, `SELECT command, stream, first, last, position FROM read.executed_commands WHERE scope = $1`, reference)
	if err != nil {
		return nil, err
	}
	type span struct {
		Command     int
		Stream      string
		First, Last eventstore.Revision
		Position    eventstore.Position
	}
	spans, err := pgx.CollectRows(rows, pgx.RowToStructByName[span])
	if err != nil {
		return nil, err
	}
	out := map[uuid.UUID]commands.Result{}
	for _, s := range spans {
		recorded, err := k.Store.ReadStream(ctx, s.Stream, s.First, eventstore.Forwards, int(s.Last-s.First)+1)
		if err != nil {
			return nil, err
		}
		if len(recorded) != int(s.Last-s.First)+1 || !belongTo(recorded, reference, s.Command) {
			// The command is then decided again from the present log. The log recognizes repeated events by their IDs.
			k.Logger.Warn("a stored command result does not match the log and is ignored", "stream", s.Stream, "revision", s.First)
			continue
		}
		events, err := k.Codec.DecodeAll(ctx, recorded, false)
		if err != nil {
			return nil, err
		}
		out[recorded[0].ID] = commands.Result{
			Stream: s.Stream, Revision: s.Last, Position: s.Position, RecordedAt: recorded[len(recorded)-1].RecordedAt, Events: events,
			Repeated: true, Number: s.Command,
		}
	}
	return out, nil
}

// belongTo reports whether events belong to a command, as their metadata say. The table is only an index.
func belongTo(events []eventstore.Recorded, reference string, command int) bool {
	return !slices.ContainsFunc(events, func(e eventstore.Recorded) bool {
		meta, err := e.Meta()
		return err != nil || meta.Idempotency == nil || *meta.Idempotency != (eventstore.Idempotency{Scope: reference, Command: command})
	})
}

// finished is the status of a record with an answer.
const finished = 200

// Finish stores an answer; see operations.Keys.
func (k *Keys) Finish(ctx context.Context, scope string, attempt uuid.UUID, s operations.StoredAnswer) error {
	kind, err := json.Marshal(s)
	if err != nil {
		return err
	}
	const finishSQL = `UPDATE idempotency_keys SET finished_at = $4, status = $5, headers = $6, body = $7, streams = $8
		WHERE scope = $1 AND holder = $2 AND attempt = $3`
	return k.settle(ctx, scope, finishSQL, attempt, k.Clock(), finished, string(kind), s.Body, s.Streams)
}

// Forget empties the stored answers of requests that wrote to some streams. A repeated request gets an answer without a body.
func (k *Keys) Forget(ctx context.Context, streams []string) error {
	_, err := k.Pool.Exec(ctx, `UPDATE idempotency_keys SET body = NULL, headers = (headers::jsonb || '{"form": ""}')::text
		WHERE finished_at IS NOT NULL AND (streams IS NULL OR streams && $1)`, streams)
	if err != nil {
		return fmt.Errorf("empty the answers of idempotency keys: %w", err)
	}
	return nil
}

func (k *Keys) Release(ctx context.Context, scope string, attempt uuid.UUID) error {
	return k.settle(
		ctx, scope, `DELETE FROM idempotency_keys WHERE scope = $1 AND holder = $2 AND attempt = $3 AND finished_at IS NULL`, attempt,
	)
}

// Leave gives up a key and keeps its attempt; see operations.Keys.
func (k *Keys) Leave(ctx context.Context, scope string, _ uuid.UUID) error {
	return k.settle(ctx, scope, leaveSQL, int64(noInstance))
}

// leaveSQL takes a reservation away from this instance. The next request takes it over with its attempt.
const leaveSQL = `UPDATE idempotency_keys SET holder = $3 WHERE scope = $1 AND holder = $2 AND finished_at IS NULL`

// noInstance is a holder that is no instance.
const noInstance = -1

// Instances counts the running instances on the database.
func (k *Keys) Instances(ctx context.Context) (n int, err error) {
	err = k.Pool.QueryRow(ctx, `SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
		WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.classid = $1::bigint::oid
		AND l.objsubid = 2 AND l.granted`, int64(lockClass)).Scan(&n)
	return n, err
}
