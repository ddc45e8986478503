package projections

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/readmodels/scopes"
)

// Writer collects the row changes of a batch. Rows are written set-based, one statement for each table, in the order in
// which the tables were first used.
type Writer struct {
	ctx       context.Context // of the batch, with which the writer ends
	runner    *runner
	tables    map[*Table]*pending
	order     []*Table
	extra     []statement
	scopes    map[string]eventstore.Position
	published []any
	// streams are the streams with a trail whose scopes were touched, each with the positions of the events that did.
	streams map[touchedStream]struct{}
}

type touchedStream struct {
	stream string
	at     eventstore.Position
}

type statement struct {
	sql  string
	args []any
}

// Table describes a read table for set-based writing. Columns are written as PostgreSQL types; the key columns come first.
type Table struct {
	Name    string
	Columns []Column
	Keys    int // number of columns of the primary key, which come first
	// Add names a column whose values are added to the present value, for counters. A row whose sum is 0 is removed, so
	// that the rows do not depend on how events were batched.
	Add string

	// Made when they are first needed: the same table is written by a live run and by a rebuild beside it.
	once           sync.Once
	upsert, remove string
}

// Column is a column and its PostgreSQL type.
type Column struct{ Name, Type string }

// Columns reads columns from a list such as "id bigint, name text".
func Columns(list string) []Column {
	var out []Column
	for c := range strings.SplitSeq(list, ",") {
		f := strings.Fields(c)
		out = append(out, Column{f[0], f[1]})
	}
	return out
}

// pending holds the changes of a batch to a table. Deletions come first, so that a row which is deleted and put again begins anew.
type pending struct {
	order   []string
	keys    map[string][]any
	rows    map[string][]any // to put, by key
	deleted map[string]bool
}

func newWriter(ctx context.Context, r *runner) *Writer {
	return &Writer{
		ctx: ctx, runner: r, tables: map[*Table]*pending{}, scopes: map[string]eventstore.Position{}, streams: map[touchedStream]struct{}{},
	}
}

// Put writes a row and replaces the one with the same key. For a table with an Add column its values, of type int64, are added up.
func (w *Writer) Put(t *Table, values ...any) {
	if len(values) != len(t.Columns) {
		panic(fmt.Sprintf("projections: table %s has %d columns, got %d values", t.Name, len(t.Columns), len(values)))
	}
	p, key := w.pending(t, values[:t.Keys])
	if had := p.rows[key]; had != nil && t.Add != "" {
		values = slices.Clone(values)
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
	if len(key) != t.Keys {
		panic(fmt.Sprintf("projections: the key of table %s has %d columns, got %d values", t.Name, t.Keys, len(key)))
	}
	p, k := w.pending(t, key)
	delete(p.rows, k)
	p.deleted[k] = true
}

func (w *Writer) pending(t *Table, key []any) (*pending, string) {
	p := w.tables[t]
	if p == nil {
		p = &pending{keys: map[string][]any{}, rows: map[string][]any{}, deleted: map[string]bool{}}
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

// Exec queues a statement that rows cannot express. Queued statements run after the rows.
func (w *Writer) Exec(sql string, args ...any) { w.extra = append(w.extra, statement{sql, args}) }

// Publish hands readers of this process a row of the batch once it is committed. A reader that remembers the row then need not read it
// again.
func (w *Writer) Publish(row any) { w.published = append(w.published, row) }

// Query reads the projector's own tables as they are before this batch.
func (w *Writer) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if err := w.runner.settle(); err != nil {
		return nil, err
	}
	return w.runner.db.Query(ctx, sql, args...)
}

// Seal seals a text that must not be stored in plain. Readers open it with Reader.Open. Equal texts become equal sealed texts.
func (w *Writer) Seal(text string) (string, error) {
	return w.runner.engine.options.Sealer.Seal(w.ctx, text)
}

// eventsBefore calls f with the events of a stream before the event last, as the log has them now. It leaves out events that the
// projector does not handle.
func (w *Writer) eventsBefore(ctx context.Context, last Event, f func(Event) error) error {
	options, handled := w.runner.engine.options, w.runner.definition.Events
	for from := eventstore.Revision(0); from < last.Revision; {
		recorded, err := options.Store.ReadStream(ctx, last.Stream, from, eventstore.Forwards, int(min(last.Revision-from, 1000)))
		if err != nil {
			return err
		}
		if len(recorded) == 0 {
			return fmt.Errorf("%s ends before revision %d", last.Stream, last.Revision)
		}
		payloads, err := options.Codec.DecodeAll(ctx, recorded, true)
		if err != nil {
			return err
		}
		for i, payload := range payloads {
			if payload == nil || handled != nil && !slices.Contains(handled, recorded[i].Type) {
				continue
			}
			if err := f(Event{Recorded: recorded[i], Payload: payload}.timed()); err != nil {
				return err
			}
		}
		from = recorded[len(recorded)-1].Revision + 1
	}
	return nil
}

// Touch records that the event at a position changed some scopes: an item, a collection, a part of a collection. It panics on a scope of
// another projector, which is a programming error.
func (w *Writer) Touch(at eventstore.Position, touched ...scopes.Scope) {
	for _, s := range touched {
		if s.Projector != w.runner.definition.Name {
			panic(fmt.Sprintf("projections: %s touched %s of %s", w.runner.definition.Name, s.Name, s.Projector))
		}
		w.scopes[s.Name] = max(w.scopes[s.Name], at)
		if slices.Contains(w.runner.definition.Trails, domain.Category(s.Name)) {
			w.streams[touchedStream{s.Name, at}] = struct{}{}
		}
	}
}

// touchTrails touches the scopes of the trails that have new events, unless these events touched the scopes of their streams.
func (w *Writer) touchTrails(events []Event) {
	d := w.runner.definition
	for _, e := range events {
		if !slices.Contains(d.Trails, domain.Category(e.Stream)) {
			continue
		}
		if _, touched := w.streams[touchedStream{e.Stream, e.Position}]; !touched {
			w.Touch(e.Position, scopes.TrailAlone(d.Name, e.Stream))
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
			for i, v := range p.rows[k] {
				put[i] = append(put[i], literal(v))
			}
			if p.deleted[k] {
				for i, v := range p.keys[k] {
					gone[i] = append(gone[i], literal(v))
				}
			}
		}
		upsert, remove := t.statements()
		if len(gone[0]) > 0 {
			b.Queue(remove, asArgs(gone)...)
		}
		if len(put[0]) > 0 {
			b.Queue(upsert, asArgs(put)...)
			if t.Add != "" && p.lowers(t) {
				b.Queue(remove+" AND t."+t.Add+" = 0", asArgs(put[:t.Keys])...)
			}
		}
	}
	for _, s := range w.extra {
		b.Queue(s.sql, s.args...)
	}
}

// lowers tells whether a counter goes down, and so may have become 0.
func (p *pending) lowers(t *Table) bool {
	add := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == t.Add })
	for _, row := range p.rows {
		if row[add].(int64) <= 0 {
			return true
		}
	}
	return false
}

func asArgs(columns [][]*string) []any {
	out := make([]any, len(columns))
	for i, c := range columns {
		out[i] = c
	}
	return out
}

// statements returns the SQL that puts and deletes rows.
func (t *Table) statements() (upsert, remove string) {
	t.once.Do(func() { t.upsert, t.remove = t.upsertSQL(), t.removeSQL() })
	return t.upsert, t.remove
}

// upsertSQL inserts rows given as one text array for each column. Types are cast on the server, so that one encoding
// serves all of them.
func (t *Table) upsertSQL() string {
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
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM unnest(%s) AS u (%s) ON CONFLICT (%s) DO %s", t.Name, strings.Join(names, ", "),
		strings.Join(casts, ", "), strings.Join(params, ", "), strings.Join(sources, ", "), strings.Join(names[:t.Keys], ", "), action)
}

func (t *Table) removeSQL() string {
	var on, params, sources []string
	for i, c := range t.Columns[:t.Keys] {
		on = append(on, fmt.Sprintf("t.%s = u.c%d::%s", c.Name, i, c.Type))
		params = append(params, fmt.Sprintf("$%d::text[]", i+1))
		sources = append(sources, fmt.Sprintf("c%d", i))
	}
	return fmt.Sprintf("DELETE FROM %s t USING unnest(%s) AS u (%s) WHERE %s", t.Name, strings.Join(params, ", "),
		strings.Join(sources, ", "), strings.Join(on, " AND "))
}
