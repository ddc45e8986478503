package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

const columns = `position, stream, revision, id, type, schema_version, data::text, metadata::text, recorded_at, seal`

// maxRead bounds one read, so that no caller loads the whole log by mistake.
const maxRead = 10_000

// window is the number of positions that one filtered read considers at most.
const window = 50_000

func limit(most int) int {
	if most <= 0 || most > maxRead {
		return maxRead
	}
	return most
}

// ReadStream reads a stream by the index on (stream, revision).
func (s *Store) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, direction eventstore.Direction, most int,
) ([]eventstore.Recorded, error) {
	sql := `SELECT ` + columns + ` FROM events WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3`
	if direction == eventstore.Backwards {
		sql = `SELECT ` + columns + ` FROM events WHERE stream = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3`
	}
	rows, err := s.pool.Query(ctx, sql, stream, int64(from), limit(most))
	if err != nil {
		return nil, err
	}
	events, err := s.collect(ctx, rows)
	if err != nil {
		return nil, err
	}
	step, want := eventstore.Revision(1), max(from, 0)
	if direction == eventstore.Backwards && len(events) > 0 {
		step, want = -1, events[0].Revision
	}
	for i := range events {
		if events[i].Revision != want {
			return nil, fmt.Errorf("%w: stream %s has revision %d where %d should be", eventstore.ErrGap, stream, events[i].Revision, want)
		}
		want += step
	}
	return events, nil
}

// ReadAll reads the log by the primary key and checks that no position is missing, except for backwards reads with a filter.
func (s *Store) ReadAll(
	ctx context.Context, from eventstore.Position, direction eventstore.Direction, most int, filter eventstore.Filter,
) (eventstore.Page, error) {
	switch {
	case direction == eventstore.Backwards:
		return s.readBack(ctx, from, most, filter)
	case filter.IsZero():
		return s.readForwards(ctx, max(from, 0), most)
	default:
		return s.readFiltered(ctx, max(from, 0), most, filter)
	}
}

func (s *Store) readForwards(ctx context.Context, from eventstore.Position, most int) (eventstore.Page, error) {
	rows, err := s.pool.Query(ctx, `SELECT `+columns+` FROM events WHERE position > $1 ORDER BY position LIMIT $2`, int64(from),
		limit(most))
	if err != nil {
		return eventstore.Page{}, err
	}
	events, err := s.collect(ctx, rows)
	if err != nil {
		return eventstore.Page{}, err
	}
	page := eventstore.Page{Events: events, Next: from, End: len(events) < limit(most)}
	for i := range events {
		if events[i].Position != page.Next+1 {
			return eventstore.Page{}, gap(page.Next, events[i].Position)
		}
		page.Next = events[i].Position
	}
	return page, nil
}

func gap(after, found eventstore.Position) error {
	return fmt.Errorf("%w: position %d follows %d", eventstore.ErrGap, found, after)
}

// readFiltered reads a window of the log. It counts the positions of the window, because a filter hides gaps. Both queries see the
// same moment: an event that is put back between them would be counted and not read.
func (s *Store) readFiltered(ctx context.Context, from eventstore.Position, most int, filter eventstore.Filter) (eventstore.Page, error) {
	end, err := s.Head(ctx)
	if err != nil {
		return eventstore.Page{}, err
	}
	if from >= end {
		return eventstore.Page{Next: from, End: true}, nil
	}
	page := eventstore.Page{Next: min(from+window, end)}
	err = pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return readWindow(ctx, tx, from, most, filter, &page)
	})
	if err == nil {
		err = s.fill(ctx, page.Events)
	}
	if err != nil {
		return eventstore.Page{}, err
	}
	page.End = page.Next >= end
	return page, nil
}

// readWindow reads the events of a filter up to page.Next, or fewer, and sets page.Next to how far it has come.
func readWindow(ctx context.Context, tx pgx.Tx, from eventstore.Position, most int, filter eventstore.Filter, page *eventstore.Page) error {
	rows, err := tx.Query(ctx, `SELECT `+columns+` FROM events WHERE position > $1 AND position <= $2
		AND ($3::text[] IS NULL OR type = ANY($3)) AND ($4::text[] IS NULL OR split_part(stream, '-', 1) = ANY($4))
		ORDER BY position LIMIT $5`, int64(from), int64(page.Next), nilIfEmpty(filter.Types), nilIfEmpty(filter.Categories), limit(most))
	if err != nil {
		return err
	}
	if page.Events, err = collect(rows); err != nil {
		return err
	}
	if n := len(page.Events); n == limit(most) {
		page.Next = page.Events[n-1].Position
	}
	var there int64
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM events WHERE position > $1 AND position <= $2`, int64(from),
		int64(page.Next)).Scan(&there); err != nil {
		return err
	}
	if missing := int64(page.Next-from) - there; missing != 0 {
		return fmt.Errorf("%w: %d missing between %d and %d", eventstore.ErrGap, missing, from, page.Next)
	}
	return nil
}

func (s *Store) readBack(ctx context.Context, from eventstore.Position, most int, filter eventstore.Filter) (eventstore.Page, error) {
	rows, err := s.pool.Query(ctx, `SELECT `+columns+` FROM events WHERE position < $1
		AND ($2::text[] IS NULL OR type = ANY($2)) AND ($3::text[] IS NULL OR split_part(stream, '-', 1) = ANY($3))
		ORDER BY position DESC LIMIT $4`, int64(from), nilIfEmpty(filter.Types), nilIfEmpty(filter.Categories), limit(most))
	if err != nil {
		return eventstore.Page{}, err
	}
	events, err := s.collect(ctx, rows)
	if err != nil {
		return eventstore.Page{}, err
	}
	page := eventstore.Page{Events: events, End: len(events) < limit(most)}
	for i := range events {
		if i > 0 && filter.IsZero() && events[i].Position != events[i-1].Position-1 {
			return eventstore.Page{}, gap(events[i].Position, events[i-1].Position)
		}
	}
	if n := len(events); n > 0 && !page.End {
		page.Next = events[n-1].Position
	}
	return page, nil
}

func nilIfEmpty(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

// collect reads events with their contents, wherever these are.
func (s *Store) collect(ctx context.Context, rows pgx.Rows) ([]eventstore.Recorded, error) {
	events, err := collect(rows)
	if err == nil {
		err = s.fill(ctx, events)
	}
	return events, err
}

// collect reads rows. Events whose contents were dropped have none.
func collect(rows pgx.Rows) ([]eventstore.Recorded, error) {
	return pgx.CollectRows(rows, scanEvent)
}

func scanEvent(row pgx.CollectableRow) (eventstore.Recorded, error) {
	var r eventstore.Recorded
	err := row.Scan(&r.Position, &r.Stream, &r.Revision, (*[16]byte)(&r.ID), &r.Type, &r.SchemaVersion, &r.Data, &r.Metadata, &r.RecordedAt,
		&r.Seal)
	r.RecordedAt = r.RecordedAt.UTC()
	return r, err
}
