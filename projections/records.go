package projections

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/record"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// RecordRow is the stored form of a plain record. It has the values by store view, the time when it was made, and the recorded time of its
// newest change.
type RecordRow struct {
	State            record.State
	Created, Updated time.Time
}

// records stores the rows of kinds of plain record in one table.
type records struct {
	table  *Rows[tables.RecordRow]
	scope  scopes.Scope // touched by every change, beside the scopes of the kind and of the record
	memory map[string]*RecordRow
}

// Records declares a projector of kinds of plain record. It has one table: a row for each record, whose key is kind and identifier.
// A change touches the scope of the projector's name, that of the kind's name, and that of the record's stream.
func Records(name string, version int, table string, kinds ...*record.Kind) Definition {
	d := Definition{Name: name, Version: version, Tables: []string{table}, Events: []string{}}
	for _, kind := range kinds {
		d.Events, d.Trails = append(d.Events, kind.EventNames()...), append(d.Trails, kind.Name)
	}
	slices.Sort(d.Events)
	rows := TableOf[tables.RecordRow](table, 2)
	d.New = func() Projector {
		return &records{table: rows, scope: scopes.Everything(name), memory: map[string]*RecordRow{}}
	}
	return d
}

// Apply writes one row for each record; a deleted record has none.
func (r *records) Apply(ctx context.Context, w *Writer, events []Event) error {
	if len(r.memory) > 10_000 {
		clear(r.memory)
	}
	if err := r.load(ctx, w, events); err != nil {
		return err
	}
	for _, e := range events {
		kind, id, _ := strings.Cut(e.Stream, "-")
		row := r.memory[e.Stream]
		if row == nil {
			row = &RecordRow{Created: e.Times().Occurred}
			r.memory[e.Stream] = row
		}
		row.State, row.Updated = record.Evolve(row.State, e.Payload), e.RecordedAt
		w.Touch(e.Position, r.scope, scopes.Stream(r.scope.Projector, kind), scopes.Stream(r.scope.Projector, e.Stream))
		if row.State.Deleted {
			w.Delete(r.table.Table, kind, id)
			continue
		}
		if err := r.table.Put(w, tables.RecordRow{
			Record:  tables.Record{Kind: kind, ID: id, Values: row.State.Values, CreatedAt: row.Created, UpdatedAt: row.Updated},
			Version: e.Position,
		}); err != nil {
			return At(e, err)
		}
	}
	return nil
}

// load reads the rows of records that were made before this batch and are not in memory.
func (r *records) load(ctx context.Context, w *Writer, events []Event) error {
	var kinds, ids []string
	for _, e := range events {
		if _, has := r.memory[e.Stream]; !has && e.Revision > 0 {
			kind, id, _ := strings.Cut(e.Stream, "-")
			kinds, ids = append(kinds, kind), append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := w.Query(ctx, "SELECT "+recordColumns.SQL()+" FROM "+r.table.Name+
		" WHERE (kind, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))", kinds, ids)
	if err != nil {
		return err
	}
	found, err := pgx.CollectRows(rows, recordColumns.Collect)
	for _, row := range found {
		r.memory[row.Kind+"-"+row.ID] = &RecordRow{
			State: record.State{Exists: true, Values: row.Values}, Created: row.CreatedAt, Updated: row.UpdatedAt,
		}
	}
	return err
}

var recordColumns = tables.Of[tables.Record]()
