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
	"tradelog/readmodels/scopes"
)

// RecordRow is a plain record as it is stored: its values by store view, when it was made, and when its newest change was
// recorded.
type RecordRow struct {
	State            record.State
	Created, Updated time.Time
}

// records stores the rows of kinds of plain record, one table for each kind.
type records struct {
	tables map[string]*Table // by stream category
	scope  scopes.Scope      // touched by every change, beside the record's own scope
	memory map[string]*RecordRow
}

// Records declares a projector of kinds of plain record: table by kind. Every change touches the scope of the projector's name.
func Records(name string, version int, kinds map[*record.Kind]string) Definition {
	d := Definition{Name: name, Version: version, Tables: slices.Sorted(maps.Values(kinds))}
	tables := map[string]*Table{}
	for kind, table := range kinds {
		d.Events = append(d.Events, kind.EventNames()...)
		tables[kind.Name] = &Table{Name: table, Keys: 1,
			Columns: Columns("id text, state text, created_at timestamptz, updated_at timestamptz, version bigint")}
	}
	slices.Sort(d.Events)
	d.New = func() Projector {
		return &records{tables: tables, scope: scopes.Everything(name), memory: map[string]*RecordRow{}}
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
		table := r.tables[domain.Category(e.Stream)]
		_, id, _ := strings.Cut(e.Stream, "-")
		row := r.memory[e.Stream]
		if row == nil {
			row = &RecordRow{Created: e.Times().Occurred}
			r.memory[e.Stream] = row
		}
		row.State, row.Updated = record.Evolve(row.State, e.Payload), e.RecordedAt
		w.Touch(e.Position, r.scope, scopes.Stream(r.scope.Projector, e.Stream))
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
			row := &RecordRow{State: record.State{Exists: true}}
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
