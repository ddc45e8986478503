package webhooks

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
	"tradelog/internal/wait"
	"tradelog/readmodels/documents"
)

// The states of deliveries.
const (
	delivered = "delivered"
	retrying  = "retrying" // it failed, and is tried again
	waiting   = "waiting"  // an earlier change of its resource is retrying
	parked    = "parked"   // it was given up
)

// dirty remembers that a lane has something to store. The caller may have the lane's lock.
func (d *Dispatcher) dirty(l *lane) {
	d.noting.Lock()
	defer d.noting.Unlock()
	d.unstored[l] = true
	select {
	case d.stale <- struct{}{}:
	default:
	}
}

// flushes stores outcomes, those of a moment together.
func (d *Dispatcher) flushes(ctx context.Context) error {
	for {
		select {
		case <-d.stale:
		case <-ctx.Done():
			return nil
		}
		wait.For(ctx, d.options.Flush)
		if err := d.flush(ctx); err != nil {
			return err
		}
	}
}

// outcome is the part of a lane that is to be stored.
type outcome struct {
	lane     *lane
	position eventstore.Position
	failing  *time.Time
	accepted *time.Time
	rows     map[mark]row
}

// storeRowsSQL stores deliveries of subscriptions that are there, unless they were set to another position meanwhile.
const storeRowsSQL = `
INSERT INTO public.webhook_deliveries AS d (subscription, position, ordinal, event, resource, resource_id, what, state, attempts, status,
	error, took, due_at, first_at, last_at, replay)
SELECT n.* FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[],
		$9::integer[], $10::integer[], $11::text[], $12::integer[], $13::timestamptz[], $14::timestamptz[], $15::timestamptz[], $16::bigint[])
	AS n (subscription, position, ordinal, event, resource, resource_id, what, state, attempts, status, error, took, due_at, first_at,
		last_at, replay)
	JOIN public.webhook_positions p ON p.subscription = n.subscription AND p.replays = n.replay
ON CONFLICT (subscription, position, ordinal) DO UPDATE SET state = excluded.state, attempts = excluded.attempts,
	status = excluded.status, error = excluded.error, took = excluded.took, due_at = excluded.due_at, first_at = excluded.first_at,
	last_at = excluded.last_at, replay = excluded.replay`

const storePositionsSQL = `
UPDATE public.webhook_positions p SET position = greatest(p.position, n.position), failing_since = n.failing_since,
	delivered_at = coalesce(n.delivered_at, p.delivered_at)
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[])
	AS n (subscription, replays, position, failing_since, delivered_at)
WHERE p.subscription = n.subscription AND p.replays = n.replays`

// flush stores the outcomes of all lanes in one transaction.
func (d *Dispatcher) flush(ctx context.Context) error {
	d.flushing.Lock()
	defer d.flushing.Unlock()
	outcomes := d.outcomes()
	if len(outcomes) == 0 {
		return nil
	}
	err := d.asynchronously(ctx, func(tx pgx.Tx) error { return store(ctx, tx, outcomes) })
	for _, o := range outcomes {
		o.settle(err == nil)
	}
	return err
}

// asynchronously commits without waiting for the disk. Messages whose outcome a crash of the database takes back are sent again.
func (d *Dispatcher) asynchronously(ctx context.Context, do func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, d.options.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = off`); err != nil {
			return err
		}
		return do(tx)
	})
}

// outcomes takes the outcomes that the lanes have to store.
func (d *Dispatcher) outcomes() (all []outcome) {
	d.mu.Lock()
	common := d.at
	d.mu.Unlock()
	d.noting.Lock()
	lanes := d.unstored
	d.unstored = map[*lane]bool{}
	d.noting.Unlock()
	for l := range lanes {
		l.mu.Lock()
		o := outcome{
			lane: l, position: l.position(common), rows: l.results, failing: documents.Optional(l.failingSince),
			accepted: documents.Optional(l.delivered),
		}
		if len(o.rows) > 0 || o.position != l.stored || l.changed {
			l.untrimmed += len(l.results)
			l.results, l.changed = map[mark]row{}, false
			all = append(all, o)
		}
		l.mu.Unlock()
	}
	return all
}

// settle remembers that an outcome was stored, or has to be stored again.
func (o outcome) settle(ok bool) {
	l := o.lane
	l.mu.Lock()
	defer l.mu.Unlock()
	if ok {
		l.stored = o.position
		return
	}
	l.changed = true
	for m, r := range o.rows {
		if _, newer := l.results[m]; !newer {
			l.results[m] = r
		}
	}
	l.of.dirty(l)
}

// store stores outcomes.
func store(ctx context.Context, tx pgx.Tx, outcomes []outcome) error {
	var c struct {
		event                                []uuid.UUID
		subscription, position, took, replay []int64
		ordinal, attempts, status            []int
		resource, id, what, state, problem   []string
		due                                  []*time.Time
		first, last                          []time.Time
		lanes, replays, positions            []int64
		failing, accepted                    []*time.Time
	}
	for _, o := range outcomes {
		of := o.lane.subscription
		c.lanes, c.replays = append(c.lanes, of.ID), append(c.replays, o.lane.replays)
		c.positions = append(c.positions, int64(o.position))
		c.failing, c.accepted = append(c.failing, o.failing), append(c.accepted, o.accepted)
		for _, r := range o.rows {
			c.subscription = append(c.subscription, of.ID)
			c.position, c.ordinal, c.event = append(c.position, int64(r.position)), append(c.ordinal, r.ordinal), append(c.event, r.event)
			c.resource, c.id, c.what = append(c.resource, r.resource), append(c.id, r.id), append(c.what, r.what)
			c.state, c.attempts, c.status = append(c.state, r.state), append(c.attempts, r.attempts), append(c.status, r.status)
			c.problem, c.took = append(c.problem, r.problem), append(c.took, r.took.Milliseconds())
			c.due, c.first, c.last = append(c.due, documents.Optional(r.due)), append(c.first, r.first), append(c.last, r.last)
			c.replay = append(c.replay, o.lane.replays)
		}
	}
	batch := &pgx.Batch{}
	if len(c.subscription) > 0 {
		batch.Queue(storeRowsSQL, c.subscription, c.position, c.ordinal, c.event, c.resource, c.id, c.what, c.state, c.attempts, c.status,
			c.problem, c.took, c.due, c.first, c.last, c.replay)
	}
	batch.Queue(storePositionsSQL, c.lanes, c.replays, c.positions, c.failing, c.accepted)
	return tx.SendBatch(ctx, batch).Close()
}

// idles stores now and then the progress of lanes that had nothing to send.
func (d *Dispatcher) idles(ctx context.Context) error {
	for ctx.Err() == nil {
		wait.For(ctx, idleEvery)
		if ctx.Err() == nil {
			if err := d.storeIdle(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *Dispatcher) storeIdle(ctx context.Context) error {
	d.mu.Lock()
	at := d.at
	var idle []int64
	for id, l := range d.lanes {
		l.mu.Lock()
		if l.joined && len(l.queue) == 0 && len(l.results) == 0 && l.stored < at && l.read <= at {
			idle = append(idle, id)
			l.stored = at
		}
		l.mu.Unlock()
	}
	d.mu.Unlock()
	if len(idle) == 0 {
		return nil
	}
	_, err := d.options.Pool.Exec(ctx,
		`UPDATE public.webhook_positions SET position = greatest(position, $1) WHERE subscription = ANY($2)`, int64(at), idle)
	return err
}

// sweeps deletes old deliveries at intervals.
func (d *Dispatcher) sweeps(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := d.Sweep(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		wait.For(ctx, sweepEvery)
	}
	return nil
}

// The bounds of stored deliveries that were accepted or given up.
const (
	keptFor   = 30 * 24 * time.Hour
	keptOfOne = 5000
	// trimmedAfter is the number of deliveries of a subscription after which it is looked at again whether it has too many.
	trimmedAfter = 1000
	// trimmed is the number of subscriptions that one statement looks at.
	trimmed = 100
)

// Sweep deletes deliveries that were accepted or given up more than thirty days ago. Of each subscription it keeps only the newest 5,000 or
// 6,000 accepted ones.
func (d *Dispatcher) Sweep(ctx context.Context) error {
	if _, err := d.options.Pool.Exec(ctx, `DELETE FROM public.webhook_deliveries WHERE last_at < $1 AND state IN ('delivered', 'parked')`,
		d.options.Clock().Add(-keptFor)); err != nil {
		return err
	}
	var full []int64
	d.mu.Lock()
	for id, l := range d.lanes {
		l.mu.Lock()
		if l.untrimmed >= trimmedAfter {
			full, l.untrimmed = append(full, id), 0
		}
		l.mu.Unlock()
	}
	d.mu.Unlock()
	for ids := range slices.Chunk(full, trimmed) {
		if err := d.trim(ctx, ids); err != nil {
			return err
		}
	}
	return nil
}

// trim deletes the accepted deliveries of some subscriptions but for the newest.
func (d *Dispatcher) trim(ctx context.Context, ids []int64) error {
	_, err := d.options.Pool.Exec(ctx, `WITH old AS MATERIALIZED (
			SELECT s.id, (SELECT position FROM public.webhook_deliveries n WHERE n.subscription = s.id
				ORDER BY position DESC, ordinal DESC OFFSET $2 LIMIT 1) AS until FROM unnest($1::bigint[]) AS s (id))
		DELETE FROM public.webhook_deliveries d USING old
		WHERE d.subscription = old.id AND d.position <= old.until AND d.state = 'delivered'`, ids, keptOfOne)
	return err
}

// Ahead lists the subscriptions that are after the end of the log. They would be sent no new changes.
func Ahead(ctx context.Context, tx pgx.Tx, end eventstore.Position) ([]eventstore.Ahead, error) {
	rows, err := tx.Query(ctx, `SELECT 'webhook ' || subscription, position FROM public.webhook_positions WHERE position > $1
		ORDER BY subscription`, int64(end))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[eventstore.Ahead])
}

// PutBack moves subscriptions back to the end of a log that lost events, in the caller's transaction. Their receivers have seen the lost
// changes.
func PutBack(ctx context.Context, tx pgx.Tx, end eventstore.Position) error {
	b := &pgx.Batch{}
	b.Queue(`UPDATE public.webhook_positions SET position = $1 WHERE position > $1`, int64(end))
	b.Queue(`DELETE FROM public.webhook_deliveries WHERE position > $1`, int64(end))
	return tx.SendBatch(ctx, b).Close()
}
