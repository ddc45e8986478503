package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/app"
	"tradelog/commands"
	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/postgres"
	"tradelog/installation/migrations"
	"tradelog/projections"
	"tradelog/test/pgtest"
)

// weighed is an event of this test alone, in its third version. Its weight was a text of grams, then a number of grams, and is now a number
// with a unit.
type weighed struct {
	Parcel string `json:"parcel"`
	Weight int    `json:"weight"`
	Unit   string `json:"unit"`
}

func (weighed) EventName() string { return "TestParcelWeighed" }

func weighedSpec() domain.EventSpec {
	return domain.Spec[weighed](3,
		func(data []byte) ([]byte, error) {
			var v1 struct{ Parcel, Grams string }
			if err := json.Unmarshal(data, &v1); err != nil {
				return nil, err
			}
			return fmt.Appendf(nil, `{"parcel":%q,"grams":%s}`, v1.Parcel, v1.Grams), nil
		},
		func(data []byte) ([]byte, error) {
			return bytes.Replace(bytes.Replace(data, []byte(`"grams"`), []byte(`"weight"`), 1), []byte(`}`), []byte(`,"unit":"g"}`), 1), nil
		})
}

// stored is an event in its stored form, with the event that readers must get.
type stored struct {
	event  eventstore.NewEvent
	stream string
	read   string
}

// olderEvents are one event of each version that is read through an upcaster. They are those of the test's own type, and the golden files
// of all older versions of declared types.
func olderEvents(t *testing.T, codec *eventstore.Codec) (out []stored) {
	t.Helper()
	add := func(name string, version int, data []byte) {
		e := eventstore.NewEvent{ID: uuid.New(), Type: name, SchemaVersion: version, Data: data, Metadata: []byte(`{}`)}
		event, err := codec.Decode(t.Context(), eventstore.Recorded{NewEvent: e})
		if err != nil {
			t.Fatalf("%s version %d: %v", name, version, err)
		}
		out = append(out, stored{event: e, stream: fmt.Sprintf("upcast-%d", len(out)+1), read: text(t, event)})
	}
	add("TestParcelWeighed", 1, []byte(`{"parcel":"A","grams":"250"}`))
	add("TestParcelWeighed", 2, []byte(`{"parcel":"A","grams":250}`))
	add("TestParcelWeighed", 3, []byte(`{"parcel":"A","weight":250,"unit":"g"}`))
	for _, s := range out {
		if want := `{"parcel":"A","weight":250,"unit":"g"}`; s.read != want {
			t.Fatalf("version %d is read as %s, want %s", s.event.SchemaVersion, s.read, want)
		}
	}
	golden := goldenEvents(t)
	for _, spec := range app.EventSpecs() {
		for version := 1; version < spec.Version; version++ {
			data, ok := golden[goldenEvent(spec.Name, version)]
			if !ok {
				t.Fatalf("there is no %s", goldenEvent(spec.Name, version))
			}
			add(spec.Name, version, data)
		}
	}
	return out
}

func text(t testing.TB, event domain.Event) string {
	t.Helper()
	b, err := json.Marshal(event)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var upcastsTable = &projections.Table{Name: "upcasts", Keys: 1, Columns: projections.Columns("position bigint, event text")}

// upcasts is a projector that records the events it receives.
type upcasts struct{ t testing.TB }

func (p upcasts) Apply(_ context.Context, w *projections.Writer, events []projections.Event) error {
	for _, e := range events {
		w.Put(upcastsTable, e.Position, text(p.t, e.Payload))
	}
	return nil
}

// reader is a log with every kind of reader.
type reader struct {
	t       *testing.T
	codec   *eventstore.Codec
	pool    *pgxpool.Pool
	store   *postgres.Store
	engine  *projections.Engine
	mu      sync.Mutex
	at      eventstore.Position
	changed chan struct{}
}

func newReader(t *testing.T, codec *eventstore.Codec) *reader {
	t.Helper()
	r := &reader{t: t, codec: codec, changed: make(chan struct{})}
	r.pool = pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up))
	if _, err := r.pool.Exec(t.Context(), `CREATE TABLE read.upcasts (position bigint PRIMARY KEY, event text NOT NULL)`); err != nil {
		t.Fatal(err)
	}
	var err error
	if r.store, err = postgres.Open(t.Context(), r.pool, postgres.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.store.Close)
	r.engine, err = projections.New(projections.Options{Pool: r.pool, Store: r.store, Codec: codec, Publish: r.publish,
		Definitions: []projections.Definition{
			{Name: "upcasts", Version: 1, Tables: []string{"upcasts"}, New: func() projections.Projector { return upcasts{t} }},
		}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *reader) publish(u projections.Update) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if u.Failed {
		r.t.Errorf("the projector has failed: %s", u.Reason)
	}
	r.at = max(r.at, u.Position)
	close(r.changed)
	r.changed = make(chan struct{})
}

// project runs the projector until it has seen the whole log.
func (r *reader) project() {
	r.t.Helper()
	head, err := r.store.Head(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	for {
		r.mu.Lock()
		at, changed := r.at, r.changed
		r.mu.Unlock()
		if at >= head {
			return
		}
		select {
		case <-changed:
		case <-r.t.Context().Done():
			r.t.Fatalf("the projector is at %d of %d", at, head)
		}
	}
}

// rows returns the rows of the projector, in the order of the log.
func (r *reader) rows() []string {
	r.t.Helper()
	rows, err := r.pool.Query(r.t.Context(), `SELECT event FROM read.upcasts ORDER BY position`)
	if err != nil {
		r.t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

// folded returns the state for a command's decision: the events of a stream, as the repository reads them.
func (r *reader) folded(stream string) (out []string) {
	r.t.Helper()
	repository := commands.NewRepository(commands.Infrastructure{Store: r.store, Codec: r.codec}, commands.Decider[[]string]{
		Category: "upcast", Initial: func(string) []string { return nil },
		Evolve: func(s []string, e domain.Event) []string { return append(s, text(r.t, e)) },
	})
	if err := repository.View(r.t.Context(), stream, func(s []string, _ bool) error {
		out = slices.Clone(s)
		return nil
	}); err != nil {
		r.t.Fatal(err)
	}
	return out
}

// check compares the results of all readers. times is how often each event is in the log.
func (r *reader) check(events []stored, times int, what string) {
	r.t.Helper()
	var want []string
	for range times {
		for _, s := range events {
			want = append(want, s.read)
		}
	}
	if got := r.rows(); !slices.Equal(got, want) {
		r.t.Errorf("%s: the projector was shown\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, s := range events {
		if got := r.folded(s.stream); !slices.Equal(got, slices.Repeat([]string{s.read}, times)) {
			r.t.Errorf("%s: the repository reads %s version %d as %v, want %s", what, s.event.Type, s.event.SchemaVersion, got, s.read)
		}
	}
}

// TestOlderEventsAreReadEverywhere stores one event of each version that has an upcaster, as an older program would have. It reads them in
// every way: by live subscriptions and others, by a repository, by a rebuild, and from a log after an import. The golden files of a type
// cover its second and later versions.
func TestOlderEventsAreReadEverywhere(t *testing.T) {
	t.Parallel()
	codec := eventstore.NewCodec(openKeys{}, append(app.EventSpecs(), weighedSpec())...)
	events := olderEvents(t, codec)
	r := newReader(t, codec)
	store := func() {
		t.Helper()
		for i, s := range events {
			if _, err := r.store.Append(t.Context(), s.stream, eventstore.Any, s.event); err != nil {
				t.Fatal(err)
			}
			events[i].event.ID = uuid.New()
		}
	}
	store()
	if err := r.engine.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.engine.Stop)
	r.project()
	r.check(events, 1, "catching up")
	store()
	r.project()
	r.check(events, 2, "live")
	if _, err := r.pool.Exec(t.Context(), `UPDATE read.upcasts SET event = 'damaged'`); err != nil {
		t.Fatal(err)
	}
	if err := r.engine.Rebuild(t.Context(), "upcasts", nil); err != nil {
		t.Fatal(err)
	}
	r.check(events, 2, "rebuilt")

	var export bytes.Buffer
	if _, err := audit.Export(t.Context(), r.store, &export, audit.ExportOptions{}); err != nil {
		t.Fatal(err)
	}
	imported := newReader(t, codec)
	if _, err := audit.Import(t.Context(), imported.store, &export, audit.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := imported.engine.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(imported.engine.Stop)
	imported.project()
	imported.check(events, 2, "imported")
	for _, s := range events {
		recorded, err := imported.store.ReadStream(t.Context(), s.stream, 0, eventstore.Forwards, 10)
		if err != nil || len(recorded) != 2 || recorded[0].SchemaVersion != s.event.SchemaVersion || !sameJSON(recorded[0].Data, s.event.Data) {
			t.Errorf("%s version %d was imported as %+v, error %v", s.event.Type, s.event.SchemaVersion, recorded, err)
		}
	}
}
