package projections

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/person"
	"tradelog/readmodels/tables"
)

// PerStream makes projectors with a row for each stream: an order, a cart, a gift card. A row is folded from all its events of a batch and
// written once. The functions are the part in which such projectors differ.
type PerStream[R any] struct {
	Memory int // rows kept in memory
	// Table is the table with the rows. They are read into the fields of R that name a column (see the package tables) by the column id.
	Table string
	// Loaded completes a row that was read; nil does nothing.
	Loaded func(r *R)
	// Begin makes the row of a new stream. Nil: the zero R.
	Begin func() *R
	// Fold applies an event and touches scopes. It returns false if the row need not be written.
	Fold func(w *Writer, e Event, r *R) (bool, error)
	// Carry copies the state of the tables from the row before a person was forgotten to the row that is folded anew after it. Nil copies
	// nothing.
	Carry func(from, to *R)
	// Put writes a row after the last of its events. It returns false if the row is deleted.
	Put func(w *Writer, id int64, r *R, last Event) (bool, error)
}

// Projector makes a projector for a run. It serves as the New of a Definition.
func (s PerStream[R]) Projector() Projector {
	if s.Begin == nil {
		s.Begin = func() *R { return new(R) }
	}
	p := &streamRows[R]{PerStream: s, columns: tables.Of[R]()}
	p.query = "SELECT " + p.columns.SQL() + ", id FROM " + s.Table + " WHERE id = ANY($1)"
	p.rows = NewRowCache(s.Memory, p.load)
	return p
}

type streamRows[R any] struct {
	PerStream[R]
	columns *tables.Columns[R]
	query   string // reads rows by the numbers of their streams
	rows    *RowCache[*R]
}

func (p *streamRows[R]) load(ctx context.Context, w *Writer, ids []int64, found func(int64, *R)) error {
	rows, err := w.Query(ctx, p.query, ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		r := p.Begin()
		if err := p.columns.Into(r, rows, &id); err != nil {
			return err
		}
		if p.Loaded != nil {
			p.Loaded(r)
		}
		found(id, r)
	}
	return rows.Err()
}

// Apply folds the events and writes each changed row.
func (p *streamRows[R]) Apply(ctx context.Context, w *Writer, events []Event) error {
	rows, err := p.rows.Batch(ctx, w, events, func(Event) bool { return true })
	if err != nil {
		return err
	}
	last := map[int64]Event{}
	var changed []int64
	for _, e := range events {
		id := domain.StreamID(e.Stream)
		r := rows[id]
		if r == nil {
			r = p.Begin()
			rows[id] = r
		}
		if _, forgotten := e.Payload.(person.Forgotten); forgotten {
			if r, err = p.refoldForgotten(ctx, w, e, r); err != nil {
				return At(e, err)
			}
			rows[id] = r
		}
		write, err := p.Fold(w, e, r)
		if err != nil {
			return At(e, err)
		}
		if !write {
			continue
		}
		if _, again := last[id]; !again {
			changed = append(changed, id)
		}
		last[id] = e
	}
	for _, id := range changed {
		there, err := p.Put(w, id, rows[id], last[id])
		if err != nil {
			return At(last[id], err)
		}
		if there {
			p.rows.Keep(id, rows[id])
		} else {
			p.rows.Drop(id)
		}
	}
	return nil
}

// refoldForgotten folds the events before a person.Forgotten again, because the keys to their personal data are deleted. Scopes are touched
// at the position of that event, so a rebuild, which never had the keys, makes the same row and the same versions.
func (p *streamRows[R]) refoldForgotten(ctx context.Context, w *Writer, forgotten Event, had *R) (*R, error) {
	r := p.Begin()
	err := w.eventsBefore(ctx, forgotten, func(e Event) error {
		e.Position = forgotten.Position
		_, err := p.Fold(w, e, r)
		return err
	})
	if err == nil && p.Carry != nil {
		p.Carry(had, r)
	}
	return r, err
}
