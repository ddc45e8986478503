package projections

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/record"
)

// recordRow is a plain record as it is stored: its values by store view, when it was made, and when its newest change was
// recorded.
type recordRow struct {
	State            record.State
	Created, Updated time.Time
}

// recordTable is the shape of all tables of plain records.
func recordTable(name string) *Table {
	return &Table{Name: name, Keys: 1, Columns: []Column{{"id", "text"}, {"state", "text"}, {"created_at", "timestamptz"}, {"updated_at", "timestamptz"}, {"version", "bigint"}}}
}

// records keeps the rows of kinds of plain record, one table for each. It is the only projector a new kind needs.
type records struct {
	tables map[string]*Table // by stream category
	scope  string            // touched by every change, beside the record's own scope
	memory map[string]*recordRow
}

// Records is a projector for kinds of plain record: table name by kind. Every change touches the scope that is called like the
// projector.
func Records(name string, version int, tables map[*record.Kind]string) Definition {
	d := Definition{Name: name, Version: version, Tables: slices.Sorted(maps.Values(tables)), New: func() Projector {
		r := &records{tables: map[string]*Table{}, scope: name, memory: map[string]*recordRow{}}
		for kind, table := range tables {
			r.tables[kind.Name] = recordTable(table)
		}
		return r
	}}
	for kind := range tables {
		d.Events = append(d.Events, kind.EventNames()...)
	}
	slices.Sort(d.Events)
	return d
}

// Apply keeps one row for each record; a deleted record has none.
func (r *records) Apply(ctx context.Context, w *Writer, events []Event) error {
	if len(r.memory) > 10_000 {
		clear(r.memory)
	}
	if err := r.load(ctx, w, events); err != nil {
		return err
	}
	for _, e := range events {
		table := r.tables[domain.Category(e.Stream)]
		_, id, _ := strings.Cut(e.Stream, "-")
		row := r.memory[e.Stream]
		if row == nil {
			row = &recordRow{Created: e.Times().Occurred}
			r.memory[e.Stream] = row
		}
		row.State, row.Updated = record.Evolve(row.State, e.Payload), e.RecordedAt
		w.Touch(e.Position, r.scope, e.Stream)
		if row.State.Deleted {
			w.Delete(table, id)
			continue
		}
		state, err := json.Marshal(row.State.Values)
		if err != nil {
			return At(e, err)
		}
		w.Put(table, id, state, row.Created, row.Updated, e.Position)
	}
	return nil
}

// load reads the rows of records that were made before this batch and are not in memory, in one query for each table.
func (r *records) load(ctx context.Context, w *Writer, events []Event) error {
	wanted := map[string][]string{}
	for _, e := range events {
		if _, has := r.memory[e.Stream]; !has && e.Revision > 0 {
			category, id, _ := strings.Cut(e.Stream, "-")
			wanted[category] = append(wanted[category], id)
		}
	}
	for category, ids := range wanted {
		rows, err := w.Query(ctx, "SELECT id, state, created_at, updated_at FROM "+r.tables[category].Name+" WHERE id = ANY($1)", ids)
		if err != nil {
			return err
		}
		for rows.Next() {
			var id, state string
			row := &recordRow{State: record.State{Exists: true}}
			if err := rows.Scan(&id, &state, &row.Created, &row.Updated); err != nil {
				rows.Close()
				return err
			}
			if err := json.Unmarshal([]byte(state), &row.State.Values); err != nil {
				rows.Close()
				return err
			}
			r.memory[category+"-"+id] = row
		}
		if err := rows.Err(); err != nil {
			return err
		}
	}
	return nil
}
