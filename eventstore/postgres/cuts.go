package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"tradelog/eventstore"
)

// Cut is a position where the log lost its newest events and an operator continued without them.
type Cut struct {
	Epoch      int                 `json:"epoch"`    // 1, 2, 3 ...
	Position   eventstore.Position `json:"position"` // of the last remaining event
	Seen       eventstore.Position `json:"seen"`     // the greatest position known to have existed
	AcceptedAt time.Time           `json:"acceptedAt"`
}

// querier is a pool, a connection or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Cuts lists where a log was cut, in order of epoch.
func Cuts(ctx context.Context, db querier) ([]Cut, error) {
	rows, err := db.Query(ctx, `SELECT epoch, position, seen, accepted_at FROM log_cuts ORDER BY epoch`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c Cut, err error) {
		err = row.Scan(&c.Epoch, &c.Position, &c.Seen, &c.AcceptedAt)
		c.AcceptedAt = c.AcceptedAt.UTC()
		return c, err
	})
}

// Ends returns the head of a log and the position of its newest event. They differ if events were removed from the end of the
// table or added behind it.
func Ends(ctx context.Context, db querier) (head, last eventstore.Position, err error) {
	err = db.QueryRow(ctx, `SELECT (SELECT position FROM log_head ORDER BY position DESC LIMIT 1),
		coalesce((SELECT max(position) FROM events), 0)`).Scan(&head, &last)
	return head, last, err
}

// SealAt returns the seal of the event at a position, nil when there is none.
func SealAt(ctx context.Context, db querier, at eventstore.Position) (seal []byte, err error) {
	rows, err := db.Query(ctx, sealAt, int64(at))
	if err != nil {
		return nil, err
	}
	_, err = pgx.ForEachRow(rows, []any{&seal}, func() error { return nil })
	return seal, err
}

// AcceptCut begins a new epoch at the current end of the log, in the caller's transaction. seen is the greatest position known to
// have existed. A head behind the newest event is set back to it. Appends wait until the transaction ends.
func AcceptCut(ctx context.Context, tx pgx.Tx, seen eventstore.Position) (end eventstore.Position, err error) {
	var head, last eventstore.Position
	if err := tx.QueryRow(ctx, `SELECT position FROM log_head ORDER BY position DESC LIMIT 1 FOR UPDATE`).Scan(&head); err != nil {
		return 0, err
	}
	seal := eventstore.GenesisSeal
	rows, err := tx.Query(ctx, `SELECT position, seal FROM events ORDER BY position DESC LIMIT 1`)
	if err != nil {
		return 0, err
	}
	if _, err := pgx.ForEachRow(rows, []any{&last, &seal}, func() error { return nil }); err != nil {
		return 0, err
	}
	if last > head {
		return 0, fmt.Errorf("the log says that it ends at position %d, and there is an event at %d", head, last)
	}
	if last < head {
		if _, err := tx.Exec(ctx, `UPDATE log_head SET position = $1, seal = $2`, int64(last), seal); err != nil {
			return 0, err
		}
	}
	return last, NoteCut(ctx, tx, eventstore.Mark{Position: last, Seal: seal}, seen)
}

// NoteCut notes a new epoch of a log, which begins behind its newest event, in the caller's transaction.
func NoteCut(ctx context.Context, tx pgx.Tx, newest eventstore.Mark, seen eventstore.Position) error {
	_, err := tx.Exec(ctx, `INSERT INTO log_cuts (epoch, position, seal, seen) SELECT coalesce(max(epoch), 0) + 1, $1, $2, $3 FROM log_cuts`,
		int64(newest.Position), append([]byte{}, newest.Seal...), int64(seen))
	return err
}

// Discard drops all snapshots in the caller's transaction.
func (Snapshots) Discard(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `DELETE FROM snapshots`)
	return err
}
