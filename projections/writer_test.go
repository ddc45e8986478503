package projections

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/money"
	"tradelog/eventstore"
	"tradelog/readmodels/scopes"
	"tradelog/test/pgtest"
)

// pairs is a small table for the writer's tests: two key columns and one that may be null.
var (
	pairs   = &Table{Name: "pairs", Keys: 2, Columns: Columns("a bigint, b text, note text")}
	members = &Table{Name: "members", Keys: 1, Columns: Columns("id bigint")} // nothing but a key
	totals  = &Table{Name: "totals", Keys: 1, Add: "n", Columns: Columns("id bigint, label text, n bigint")}
)

const pairsSQL = `CREATE TABLE pairs (a bigint, b text, note text, other text DEFAULT 'fresh', PRIMARY KEY (a, b));
	CREATE TABLE members (id bigint PRIMARY KEY); CREATE TABLE totals (id bigint PRIMARY KEY, label text, n bigint)`

// commit sends the changes that a writer has collected.
func commit(t *testing.T, conn *pgx.Conn, do func(w *Writer)) {
	t.Helper()
	w, b := newWriter(t.Context(), &runner{db: conn}), &pgx.Batch{}
	do(w)
	w.queue(b)
	if err := conn.SendBatch(t.Context(), b).Close(); err != nil {
		t.Fatal(err)
	}
}

func connect(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(t.Context()) })
	return conn
}

// dump lists the rows of a table, each as PostgreSQL prints it.
func dump(t *testing.T, conn *pgx.Conn, table string) string {
	t.Helper()
	rows, err := conn.Query(t.Context(), "SELECT t::text FROM "+table+" t ORDER BY 1")
	if err != nil {
		t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

func TestWriter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		batches []func(w *Writer)
		want    map[string]string
	}{
		{"rows are put and replaced by their whole key", []func(w *Writer){
			func(w *Writer) {
				w.Put(pairs, 1, "x", "one")
				w.Put(pairs, 1, "y", "two")
				w.Put(pairs, 2, "x", nil)
			},
			func(w *Writer) {
				w.Put(pairs, 1, "y", nil)
				w.Put(pairs, 2, "x", "")
			},
		}, map[string]string{"pairs": `(1,x,one,fresh) (1,y,,fresh) (2,x,"",fresh)`}},
		{"the last of a batch counts", []func(w *Writer){
			func(w *Writer) {
				w.Put(pairs, 1, "x", "one")
				w.Put(pairs, 1, "x", "two")
				w.Put(pairs, 1, "x", "three")
			},
		}, map[string]string{"pairs": `(1,x,three,fresh)`}},
		{"rows are deleted by their whole key", []func(w *Writer){
			func(w *Writer) {
				w.Put(pairs, 1, "x", "one")
				w.Put(pairs, 1, "y", "two")
				w.Put(pairs, 2, "x", "three")
			},
			func(w *Writer) {
				w.Delete(pairs, 1, "y")
				w.Delete(pairs, 7, "y")
			},
		}, map[string]string{"pairs": `(1,x,one,fresh) (2,x,three,fresh)`}},
		{"deleted after it was put", []func(w *Writer){
			func(w *Writer) { w.Put(pairs, 1, "x", "one") },
			func(w *Writer) {
				w.Put(pairs, 1, "x", "two")
				w.Delete(pairs, 1, "x")
			},
		}, map[string]string{"pairs": ""}},
		{"put after it was deleted is a new row", []func(w *Writer){
			func(w *Writer) {
				w.Put(pairs, 1, "x", "one")
				w.Exec(`UPDATE pairs SET other = 'used'`)
			},
			func(w *Writer) {
				w.Delete(pairs, 1, "x")
				w.Put(pairs, 1, "x", "two")
			},
		}, map[string]string{"pairs": `(1,x,two,fresh)`}},
		{"keys that look alike when they are joined", []func(w *Writer){
			func(w *Writer) {
				w.Put(pairs, 1, "1x", "a")
				w.Put(pairs, 11, "x", "b")
			},
		}, map[string]string{"pairs": `(1,1x,a,fresh) (11,x,b,fresh)`}},
		{"a table of nothing but keys", []func(w *Writer){
			func(w *Writer) {
				w.Put(members, 1)
				w.Put(members, 2)
				w.Put(members, 1)
			},
			func(w *Writer) {
				w.Put(members, 2)
				w.Put(members, 3)
				w.Delete(members, 1)
			},
		}, map[string]string{"members": "(2) (3)"}},
		{"values are added up, in a batch and over batches", []func(w *Writer){
			func(w *Writer) {
				w.Put(totals, 1, "a", int64(2))
				w.Put(totals, 1, "b", int64(3))
				w.Put(totals, 2, "c", int64(-1))
			},
			func(w *Writer) {
				w.Put(totals, 1, "d", int64(4))
				w.Put(totals, 2, "c", int64(-1))
			},
		}, map[string]string{"totals": "(1,d,9) (2,c,-2)"}},
		{"a counter that comes to nothing is no row", []func(w *Writer){
			func(w *Writer) {
				w.Put(totals, 1, "a", int64(2))
				w.Put(totals, 2, "b", int64(1))
				w.Put(totals, 2, "b", int64(-1))
			},
			func(w *Writer) {
				w.Put(totals, 1, "a", int64(-2))
				w.Put(totals, 3, "c", int64(0))
			},
		}, map[string]string{"totals": ""}},
		{"a counter begins anew after it was deleted", []func(w *Writer){
			func(w *Writer) {
				w.Put(totals, 1, "a", int64(5))
				w.Put(totals, 2, "b", int64(5))
			},
			func(w *Writer) {
				w.Put(totals, 1, "a", int64(3))
				w.Delete(totals, 1)
				w.Put(totals, 1, "a", int64(1))
				w.Delete(totals, 2)
			},
		}, map[string]string{"totals": "(1,a,1)"}},
		{"statements come after the rows", []func(w *Writer){
			func(w *Writer) {
				w.Exec(`UPDATE members SET id = id + $1`, 10)
				w.Put(members, 1)
				w.Exec(`UPDATE members SET id = id * 2`)
			},
		}, map[string]string{"members": "(22)"}},
		{"nothing at all", []func(w *Writer){func(*Writer) {}}, map[string]string{"pairs": "", "members": "", "totals": ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			conn := connect(t)
			if _, err := conn.Exec(t.Context(), pairsSQL); err != nil {
				t.Fatal(err)
			}
			for _, batch := range c.batches {
				commit(t, conn, batch)
			}
			for table, want := range c.want {
				if got := dump(t, conn, table); got != want {
					t.Errorf("%s: %s, want %s", table, got, want)
				}
			}
		})
	}
}

// TestLiterals sends a value of every kind through a column of its type and compares the result of PostgreSQL with it.
func TestLiterals(t *testing.T) {
	t.Parallel()
	seven, text, amount := int64(7), `it's "so" \ {,} é`, money.MustParse("12.3400")
	for i, c := range []struct {
		kind  string
		value any
		want  string
	}{
		{"text", text, text}, {"text", &text, text}, {"text", []byte(text), text}, {"text", (*string)(nil), "<nil>"},
		{"text", nil, "<nil>"}, {"text", "", ""},
		{"bigint", int64(-1 << 63), "-9223372036854775808"}, {"bigint", 42, "42"}, {"bigint", &seven, "7"},
		{"bigint", (*int64)(nil), "<nil>"},
		{"bigint", eventstore.Position(9), "9"}, {"boolean", true, "true"}, {"boolean", false, "false"},
		{"numeric", amount, amount.String()}, {"numeric", &amount, amount.String()}, {"numeric", (*money.Decimal)(nil), "<nil>"},
		{"timestamptz", time.Date(2026, 3, 1, 23, 59, 59, 123456789, time.FixedZone("", -5*3600)), "2026-03-02 04:59:59.123456+00"},
		{"date", time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), "2026-03-01"},
		{"bigint[]", []int64{3, -1}, "{3,-1}"}, {"bigint[]", []int64(nil), "{}"},
		{"text[]", []string{"a", "", "NULL", `"\`, "x,y", "{}"}, `{a,"","NULL","\"\\","x,y","{}"}`}, {"text[]", []string{}, "{}"},
		{"jsonb", `{"a": [1, "ü"]}`, `{"a": [1, "ü"]}`},
	} {
		t.Run(fmt.Sprintf("%d %s %T", i, c.kind, c.value), func(t *testing.T) {
			t.Parallel()
			conn := connect(t)
			for _, sql := range []string{`SET timezone = 'UTC'`, `CREATE TABLE things (id bigint PRIMARY KEY, v ` + c.kind + `)`} {
				if _, err := conn.Exec(t.Context(), sql); err != nil {
					t.Fatal(err)
				}
			}
			commit(t, conn, func(w *Writer) {
				w.Put(&Table{Name: "things", Keys: 1, Columns: []Column{{"id", "bigint"}, {"v", c.kind}}}, 1, c.value)
			})
			var got *string
			if err := conn.QueryRow(t.Context(), `SELECT v::text FROM things`).Scan(&got); err != nil {
				t.Fatal(err)
			}
			if got == nil {
				none := "<nil>"
				got = &none
			}
			if *got != c.want {
				t.Errorf("stored %s, want %s", *got, c.want)
			}
		})
	}
}

// TestTouch keeps the newest position of each scope.
// TestRowsAreToldOnceTheyAreCommitted: readers of this process are told rows with the commit that they are part of.
func TestRowsAreToldOnceTheyAreCommitted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.start(nil, talliesWith(func(_ context.Context, w *Writer, e Event) error {
		w.Publish(e.Position)
		return nil
	}))
	last := w.add(4)
	i.reaches("tallies", last)
	i.mu.Lock()
	defer i.mu.Unlock()
	var told []any
	for _, u := range i.updates {
		for _, row := range u.Rows {
			if at := row.(eventstore.Position); at > u.Position {
				t.Errorf("the row of position %d is told with the commit of %d", at, u.Position)
			}
		}
		told = append(told, u.Rows...)
	}
	if got := fmt.Sprint(told); got != "[1 2 3 4]" {
		t.Errorf("told %s", got)
	}
}

func TestTouch(t *testing.T) {
	t.Parallel()
	w := newWriter(t.Context(), &runner{definition: &Definition{Name: "letters"}})
	a, b, c := scopes.Stream("letters", "a"), scopes.Stream("letters", "b"), scopes.Stream("letters", "c")
	w.Touch(3, a, b)
	w.Touch(5, b)
	w.Touch(4, b, c)
	if w.scopes["a"] != 3 || w.scopes["b"] != 5 || w.scopes["c"] != 4 || len(w.scopes) != 3 {
		t.Errorf("scopes %v", w.scopes)
	}
	defer func() {
		if recover() == nil {
			t.Error("it touched a scope of another projector")
		}
	}()
	w.Touch(6, scopes.Stream("numbers", "1"))
}

// TestEventsOfTrailsHaveVersions: an event that changes nothing of its stream touches the stream's trail, if there is one.
func TestEventsOfTrailsHaveVersions(t *testing.T) {
	t.Parallel()
	w := newWriter(t.Context(), &runner{definition: &Definition{Name: "letters", Trails: []string{"letter"}}})
	w.Touch(3, scopes.Stream("letters", "letter-1"), scopes.Everything("letters"))
	w.Touch(6, scopes.Stream("letters", "letter-2")) // by another event than those of the stream
	var events []Event
	for at, stream := range map[eventstore.Position]string{3: "letter-1", 4: "letter-1", 5: "letter-2", 6: "parcel-1"} {
		events = append(events, Event{Recorded: eventstore.Recorded{Stream: stream, Position: at}})
	}
	w.touchTrails(events)
	want := map[string]eventstore.Position{"letters": 3, "letter-1": 3, "trail of letter-1": 4, "letter-2": 6, "trail of letter-2": 5}
	if !maps.Equal(w.scopes, want) {
		t.Errorf("touched %v, want %v", w.scopes, want)
	}
}

// TestVersionsOnlyGrow: the touched scopes of a batch are in the table of versions and among the news, in the batch's transaction.
func TestVersionsOnlyGrow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.start(nil, talliesWith(nil), notesDefinition)
	w.append(added{Name: "a", N: 1})
	w.append(added{Name: "b", N: 1})
	last := w.append(added{Name: "a", N: 1})
	i.reaches("tallies", last)
	versions := one[[]string](w, `SELECT array_agg(scope || ' ' || version ORDER BY scope) FROM read.versions WHERE projector = 'tallies'`)
	if want := []string{"tallies 3", "tally a 3", "tally b 2"}; !slices.Equal(versions, want) {
		t.Errorf("versions %q, want %q", versions, want)
	}
	news := one[[]string](w, `SELECT array_agg(DISTINCT s ORDER BY s) FROM projection_bumps, unnest(scopes) AS s
		WHERE projector = 'tallies'`)
	if want := []string{"tallies", "tally a", "tally b"}; !slices.Equal(news, want) {
		t.Errorf("news %q, want %q", news, want)
	}
	before := one[int64](w, `SELECT count(*) FROM projection_bumps`)
	if err := i.Rebuild(t.Context(), "tallies", nil); err != nil {
		t.Fatal(err)
	}
	if after := one[int64](w, `SELECT count(*) FROM projection_bumps`); after != before {
		t.Error("a rebuild is no news: its versions are those of before")
	}
}
