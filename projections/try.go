package projections

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// Try applies events to the read models as if they followed the log, and rolls everything back. It fails with *FailedError if a projector
// would stop at one of them. Other errors tell nothing about the events. The read models must have caught up with the log.
func (e *Engine) Try(ctx context.Context, events []eventstore.Recorded) error {
	conn, err := e.options.Pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	for i := range e.options.Definitions {
		d := &e.options.Definitions[i]
		c := chunk{events: slices.Clone(events)}
		if len(d.Events) > 0 {
			c.events = slices.DeleteFunc(c.events, func(e eventstore.Recorded) bool { return !slices.Contains(d.Events, e.Type) })
		}
		if c.wanted(d); len(c.events) == 0 {
			continue
		}
		if err := e.try(ctx, conn.Conn(), d, c); err != nil {
			return err
		}
	}
	return nil
}

// try applies events to the tables of one projector in a transaction that is rolled back.
func (e *Engine) try(ctx context.Context, conn *pgx.Conn, d *Definition, c chunk) error {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx)) //nolint:errcheck // the connection is looked after by its pool
	// The projector itself may be writing the same rows.
	if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '3s'`); err != nil {
		return err
	}
	r := &runner{engine: e, definition: d, db: conn, conn: conn, projector: d.New(), tries: true}
	w, rows := newWriter(ctx, r), &pgx.Batch{}
	if err := r.project(ctx, w, rows, c); err != nil {
		return r.failed(err, c.events)
	}
	if rows.Len() == 0 {
		return nil
	}
	if err := conn.SendBatch(ctx, rows).Close(); err != nil {
		return r.failed(fmt.Errorf("write rows: %w", err), c.events)
	}
	return nil
}
