// Package tally counts the events and streams of a log by category and type, once for all readers.
//
// The counts are stored with the position up to which they go. Advance adds the next part of the log. A reader adds the short rest that is
// not counted yet, so the counts are exact unless counting is far behind.
package tally

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
)

// Tally has the counts of a log.
type Tally struct {
	Pool *pgxpool.Pool
	Log  eventstore.SealedStore
}

// Counts are the counts up to a position.
type Counts struct {
	UpTo eventstore.Position
	All  []eventstore.Count // in order of category and type
}

// The numbers of events that are counted at once: by Advance, and by a reader who adds the rest.
const (
	batchSize = 50_000
	rest      = 5_000
)

// Advance counts the next part of the log, and reports whether there is more. Several callers at once count each part once.
func (t *Tally) Advance(ctx context.Context) (more bool, err error) {
	head, err := t.Log.Head(ctx)
	if err != nil {
		return false, err
	}
	var from eventstore.Position
	if err := t.Pool.QueryRow(ctx, `SELECT position FROM log_tally`).Scan(&from); err != nil || from >= head {
		return false, err
	}
	to := min(from+batchSize, head)
	counts, err := t.Log.Count(ctx, eventstore.Range{From: from, To: to})
	if err != nil {
		return false, err
	}
	err = pgx.BeginFunc(ctx, t.Pool, func(tx pgx.Tx) error {
		moved, err := tx.Exec(ctx, `UPDATE log_tally SET position = $2 WHERE position = $1`, int64(from), int64(to))
		if err != nil || moved.RowsAffected() == 0 { // somebody else has counted it
			return err
		}
		return add(ctx, tx, counts)
	})
	return to < head, err
}

func add(ctx context.Context, tx pgx.Tx, counts []eventstore.Count) error {
	categories, types := make([]string, len(counts)), make([]string, len(counts))
	events, streams := make([]int64, len(counts)), make([]int64, len(counts))
	for i, c := range counts {
		categories[i], types[i], events[i], streams[i] = c.Category, c.Type, c.Events, c.Streams
	}
	_, err := tx.Exec(ctx, `INSERT INTO log_tallies (category, type, events, streams)
		SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
		ON CONFLICT (category, type) DO UPDATE SET events = log_tallies.events + excluded.events,
			streams = log_tallies.streams + excluded.streams`, categories, types, events, streams)
	return err
}

// CatchUp counts to the end of the log, or a number of parts if it does not get there.
func (t *Tally) CatchUp(ctx context.Context, parts int) error {
	for range parts {
		if more, err := t.Advance(ctx); err != nil || !more {
			return err
		}
	}
	return nil
}

// Read returns the counts up to a position, which is the end of the log unless counting is far behind.
func (t *Tally) Read(ctx context.Context, head eventstore.Position) (c Counts, err error) {
	rows, err := t.Pool.Query(ctx, `SELECT p.position, coalesce(n.category, ''), coalesce(n.type, ''), coalesce(n.events, 0),
		coalesce(n.streams, 0) FROM log_tally p LEFT JOIN log_tallies n ON true`)
	if err != nil {
		return c, err
	}
	c.All, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (n eventstore.Count, err error) {
		err = row.Scan(&c.UpTo, &n.Category, &n.Type, &n.Events, &n.Streams)
		return n, err
	})
	if err != nil {
		return c, err
	}
	c.All = slices.DeleteFunc(c.All, func(n eventstore.Count) bool { return n.Events == 0 })
	if left := head - c.UpTo; left > 0 && left <= rest {
		newer, err := t.Log.Count(ctx, eventstore.Range{From: c.UpTo, To: head})
		if err != nil {
			return c, err
		}
		c.UpTo, c.All = head, sum(c.All, newer)
	}
	slices.SortFunc(c.All, func(a, b eventstore.Count) int {
		return cmp.Or(cmp.Compare(a.Category, b.Category), cmp.Compare(a.Type, b.Type))
	})
	return c, nil
}

// sum adds counts to others.
func sum(counts, more []eventstore.Count) []eventstore.Count {
	for _, m := range more {
		same := func(n eventstore.Count) bool { return n.Category == m.Category && n.Type == m.Type }
		if i := slices.IndexFunc(counts, same); i >= 0 {
			counts[i].Events += m.Events
			counts[i].Streams += m.Streams
		} else {
			counts = append(counts, m)
		}
	}
	return counts
}

// PutBack begins to count anew if events after the end of the log were counted, because an operator went on without them.
func PutBack(ctx context.Context, tx pgx.Tx, end eventstore.Position) error {
	moved, err := tx.Exec(ctx, `UPDATE log_tally SET position = 0 WHERE position > $1`, int64(end))
	if err != nil || moved.RowsAffected() == 0 {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM log_tallies`)
	return err
}
