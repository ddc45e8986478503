package projections

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/money"
	"tradelog/eventstore"
)

// Writer collects the row changes of a batch. Rows are written set-based, one statement for each table, in the order in
// which the tables were first used.
type Writer struct {
	conn   *pgx.Conn
	tables map[*Table]*pending
	order  []*Table
	extra  []statement
	scopes map[string]eventstore.Position
}

type statement struct {
	sql  string
	args []any
}

// Table describes a read table for set-based writing. Columns are written as PostgreSQL types; the key columns come first.
type Table struct {
	Name    string
	Columns []Column
	Keys    int // how many of the columns, from the first, are the primary key
	// Add names a column whose values are added to what the row has, for counters. A row that comes to 0 is removed, so
	// that the rows do not depend on how events were batched.
	Add string

	upsert, remove string
}

// Column is a column and its PostgreSQL type.
type Column struct{ Name, Type string }

type pending struct {
	rows  map[string][]any // by key; nil is a deletion
	order []string
	keys  map[string][]any
}

func newWriter(conn *pgx.Conn) *Writer {
	return &Writer{conn: conn, tables: map[*Table]*pending{}, scopes: map[string]eventstore.Position{}}
}

// Put writes a row, replacing the one with the same key. For a table with Add columns the values are added up.
func (w *Writer) Put(t *Table, values ...any) {
	if len(values) != len(t.Columns) {
		panic(fmt.Sprintf("projections: table %s has %d columns, got %d values", t.Name, len(t.Columns), len(values)))
	}
	p, key := w.pending(t, values[:t.Keys])
	if had := p.rows[key]; had != nil && t.Add != "" {
		for i, c := range t.Columns {
			if c.Name == t.Add {
				values[i] = had[i].(int64) + values[i].(int64)
			}
		}
	}
	p.rows[key] = values
}

// Delete removes the row with a key.
func (w *Writer) Delete(t *Table, key ...any) {
	p, k := w.pending(t, key)
	p.rows[k] = nil
}

func (w *Writer) pending(t *Table, key []any) (*pending, string) {
	p := w.tables[t]
	if p == nil {
		p = &pending{rows: map[string][]any{}, keys: map[string][]any{}}
		w.tables[t] = p
		w.order = append(w.order, t)
	}
	var k string
	for _, v := range key {
		k += *literal(v) + "\x00"
	}
	if _, seen := p.keys[k]; !seen {
		p.order = append(p.order, k)
		p.keys[k] = key
	}
	return p, k
}

// Exec queues a statement for what rows cannot express. Queued statements run after the rows.
func (w *Writer) Exec(sql string, args ...any) { w.extra = append(w.extra, statement{sql, args}) }

// Query reads the projector's own tables as they are before this batch.
func (w *Writer) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return w.conn.Query(ctx, sql, args...)
}

// Touch records that a position changed some things: an item, a collection, a scoped collection.
func (w *Writer) Touch(at eventstore.Position, scopes ...string) {
	for _, s := range scopes {
		if w.scopes[s] < at {
			w.scopes[s] = at
		}
	}
}

// queue adds the collected changes to a batch.
func (w *Writer) queue(b *pgx.Batch) {
	for _, t := range w.order {
		p := w.tables[t]
		put := make([][]*string, len(t.Columns))
		gone := make([][]*string, t.Keys)
		for _, k := range p.order {
			if row := p.rows[k]; row != nil {
				for i, v := range row {
					put[i] = append(put[i], literal(v))
				}
			} else {
				for i, v := range p.keys[k] {
					gone[i] = append(gone[i], literal(v))
				}
			}
		}
		if len(gone[0]) > 0 {
			b.Queue(t.removeSQL(), asArgs(gone)...)
		}
		if len(put[0]) > 0 {
			b.Queue(t.upsertSQL(), asArgs(put)...)
		}
		if t.Add != "" {
			b.Queue(t.removeSQL()+" AND t."+t.Add+" = 0", asArgs(put[:t.Keys])...)
		}
	}
	for _, s := range w.extra {
		b.Queue(s.sql, s.args...)
	}
}

func asArgs(columns [][]*string) []any {
	out := make([]any, len(columns))
	for i, c := range columns {
		out[i] = c
	}
	return out
}

// upsertSQL inserts rows given as one text array for each column. Types are cast on the server, so that one encoding
// serves all of them.
func (t *Table) upsertSQL() string {
	if t.upsert != "" {
		return t.upsert
	}
	var names, casts, sources, sets, params []string
	for i, c := range t.Columns {
		names = append(names, c.Name)
		casts = append(casts, fmt.Sprintf("u.c%d::%s", i, c.Type))
		sources = append(sources, fmt.Sprintf("c%d", i))
		params = append(params, fmt.Sprintf("$%d::text[]", i+1))
		switch {
		case i < t.Keys:
		case c.Name == t.Add:
			sets = append(sets, fmt.Sprintf("%s = %s.%s + excluded.%s", c.Name, t.Name, c.Name, c.Name))
		default:
			sets = append(sets, fmt.Sprintf("%s = excluded.%s", c.Name, c.Name))
		}
	}
	action := "NOTHING"
	if len(sets) > 0 {
		action = "UPDATE SET " + strings.Join(sets, ", ")
	}
	t.upsert = fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM unnest(%s) AS u (%s) ON CONFLICT (%s) DO %s", t.Name, strings.Join(names, ", "),
		strings.Join(casts, ", "), strings.Join(params, ", "), strings.Join(sources, ", "), strings.Join(names[:t.Keys], ", "), action)
	return t.upsert
}

func (t *Table) removeSQL() string {
	if t.remove != "" {
		return t.remove
	}
	var on, params, sources []string
	for i, c := range t.Columns[:t.Keys] {
		on = append(on, fmt.Sprintf("t.%s = u.c%d::%s", c.Name, i, c.Type))
		params = append(params, fmt.Sprintf("$%d::text[]", i+1))
		sources = append(sources, fmt.Sprintf("c%d", i))
	}
	t.remove = fmt.Sprintf("DELETE FROM %s t USING unnest(%s) AS u (%s) WHERE %s", t.Name, strings.Join(params, ", "), strings.Join(sources, ", "), strings.Join(on, " AND "))
	return t.remove
}

// literal prints a value as PostgreSQL reads it back from text; nil is NULL.
func literal(v any) *string {
	var s string
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		s = v
	case *string:
		return v
	case []byte:
		s = string(v)
	case int64:
		s = strconv.FormatInt(v, 10)
	case int:
		s = strconv.Itoa(v)
	case *int64:
		if v == nil {
			return nil
		}
		s = strconv.FormatInt(*v, 10)
	case eventstore.Position:
		s = strconv.FormatInt(int64(v), 10)
	case bool:
		s = strconv.FormatBool(v)
	case money.Decimal:
		s = v.String()
	case *money.Decimal:
		if v == nil {
			return nil
		}
		s = v.String()
	case time.Time:
		s = v.UTC().Format("2006-01-02 15:04:05.999999Z07:00")
	case []int64:
		s = "{" + join(v) + "}"
	case []string:
		quoted := make([]string, len(v))
		for i, x := range v {
			quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(x) + `"`
		}
		s = "{" + strings.Join(quoted, ",") + "}"
	default:
		panic(fmt.Sprintf("projections: no literal for %T", v))
	}
	return &s
}

func join(list []int64) string {
	var b []byte
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(b)
}
