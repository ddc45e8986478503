package relay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/vault"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, func() error { return goleak.Find() })
}

type (
	happened struct {
		N int `json:"n"`
	}
	ignored struct{}
	met     struct {
		Person string `json:"person"`
		Name   string `json:"name,omitzero" personal:"true"`
		Key    string `json:"key,omitzero" personal:"true" credential:"true"`
	}
)

func (happened) EventName() string { return "Happened" }
func (ignored) EventName() string  { return "Ignored" }
func (met) EventName() string      { return "Met" }
func (m met) DataSubject() string  { return m.Person }
func (recorder) String() string    { return "recorder://here tests" }
func (r recorder) Close() error    { return nil }
func (r *broker) Topic(m message.Metadata) string {
	return m[CategoryMetadata] + "." + m[EventMetadata]
}

// broker keeps what is published. fail, if set, decides about each message before it is kept.
type broker struct {
	recorder
	mu   sync.Mutex
	kept []CloudEvent
	more chan struct{} // is closed when something is kept
	fail func(CloudEvent) error
}

type recorder struct{}

func newBroker() *broker { return &broker{more: make(chan struct{})} }

func (b *broker) Dial() (message.Publisher, error) { return b, nil }

func (b *broker) Publish(_ string, messages ...*message.Message) error {
	for _, m := range messages {
		var e CloudEvent
		if err := json.Unmarshal(m.Payload, &e); err != nil {
			return err
		}
		b.mu.Lock()
		fail := b.fail
		b.mu.Unlock()
		if fail != nil {
			if err := fail(e); err != nil {
				return err
			}
		}
		b.mu.Lock()
		b.kept = append(b.kept, e)
		close(b.more)
		b.more = make(chan struct{})
		b.mu.Unlock()
	}
	return nil
}

// await returns what is kept once it is n messages.
func (b *broker) await(t *testing.T, n int) []CloudEvent {
	t.Helper()
	limit, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		b.mu.Lock()
		kept, more := slices.Clone(b.kept), b.more
		b.mu.Unlock()
		if len(kept) >= n {
			return kept
		}
		select {
		case <-more:
		case <-limit.Done():
			t.Fatalf("%d messages, want %d", len(kept), n)
		}
	}
}

type world struct {
	t     *testing.T
	pool  *pgxpool.Pool
	store *postgres.Store
	keys  *postgres.Keyring
	codec *eventstore.Codec
}

func newWorld(t *testing.T) *world {
	t.Helper()
	pool := pgtest.Pool(t, pgtest.WithMaxConns(8), pgtest.WithTemplate("migrated", migrations.Up))
	store, err := postgres.Open(t.Context(), pool, postgres.Options{PollInterval: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	keys := postgres.NewKeyring(vault.New(pool, nil, false))
	return &world{t, pool, store, keys, eventstore.NewCodec(keys, domain.Spec[happened](1), domain.Spec[ignored](1), domain.Spec[met](1))}
}

func (w *world) append(stream string, events ...domain.Event) (last eventstore.Position) {
	w.t.Helper()
	for _, e := range events {
		encoded, err := w.codec.Encode(w.t.Context(), e)
		if err != nil {
			w.t.Fatal(err)
		}
		encoded.ID = uuid.New()
		encoded.Metadata = []byte(`{"correlationId":"together","storeId":3,"reason":"why","actor":{"kind":"admin","id":3,"name":"anna"},` +
			`"occurredAt":"2026-03-01T10:20:30Z"}`)
		at, err := w.store.Append(w.t.Context(), stream, eventstore.Any, encoded)
		if err != nil {
			w.t.Fatal(err)
		}
		last = at.Position
	}
	return last
}

func (w *world) relay(to *broker) *Relay {
	return &Relay{Name: "test", Pool: w.pool, Store: w.store, Codec: w.codec, Broker: to, Logger: slog.New(slog.DiscardHandler),
		Poll: 20 * time.Millisecond, Retry: 10 * time.Millisecond}
}

// once runs a relay to the end of the log.
func (w *world) once(r *Relay) {
	w.t.Helper()
	r.Once = true
	if err := r.Run(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// start runs a relay until the returned function is called.
func (w *world) start(r *Relay) (stop func()) {
	ctx, cancel := context.WithCancel(w.t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := r.Run(ctx); err != nil {
			w.t.Errorf("the relay ended: %v", err)
		}
	})
	stop = func() {
		cancel()
		running.Wait()
	}
	w.t.Cleanup(stop)
	return stop
}

func (w *world) status() Status {
	w.t.Helper()
	list, err := Statuses(w.t.Context(), w.pool, w.store)
	if err != nil || len(list) != 1 {
		w.t.Fatalf("relays: %v, %v", list, err)
	}
	return list[0]
}

// revisionsOf lists the revisions of the messages by stream.
func revisionsOf(events []CloudEvent) map[string][]int64 {
	out := map[string][]int64{}
	for _, e := range events {
		out[e.Subject] = append(out[e.Subject], e.Revision)
	}
	return out
}

// TestAMessageIsACloudEvent: everything but the ID and the time of storing is compared.
func TestAMessageIsACloudEvent(t *testing.T) {
	t.Parallel()
	w, b := newWorld(t), newBroker()
	w.append("order-42", happened{7})
	w.once(w.relay(b))
	got := b.await(t, 1)[0]
	if _, err := uuid.Parse(got.ID); err != nil {
		t.Error(err)
	}
	if _, err := time.Parse(time.RFC3339, got.RecordedTime); err != nil {
		t.Error(err)
	}
	got.ID, got.RecordedTime = "", ""
	shown, err := json.Marshal(got)
	want := `{"specversion":"1.0","id":"","source":"/logs/` + w.store.LogID() + `","type":"tradelog.Happened","subject":"order-42",` +
		`"time":"2026-03-01T10:20:30Z","datacontenttype":"application/json","dataschema":"urn:tradelog:event:Happened:1",` +
		`"partitionkey":"order-42","position":"1","revision":0,"recordedtime":"","correlationid":"together","actor":"admin-3","storeid":3,` +
		`"data":{"n":7}}`
	if err != nil || string(shown) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, shown, want)
	}
}

// TestFiltersMoveTheCheckpoint past what they leave out.
func TestFiltersMoveTheCheckpoint(t *testing.T) {
	t.Parallel()
	w, b := newWorld(t), newBroker()
	for i := range 20 {
		w.append(fmt.Sprintf("order-%d", i%3), happened{i}, ignored{})
		w.append(fmt.Sprintf("cart-%d", i%3), happened{i})
	}
	r := w.relay(b)
	r.Filter, r.Streams = eventstore.Filter{Types: []string{"Happened"}}, []string{"order-1", "order-2"}
	w.once(r)
	got := revisionsOf(b.await(t, 13))
	if len(got) != 2 || len(got["order-1"]) != 7 || len(got["order-2"]) != 6 || !slices.IsSorted(got["order-1"]) {
		t.Errorf("published: %v", got)
	}
	if s := w.status(); s.Position != 60 || s.Lag != 0 || s.Running {
		t.Errorf("status %+v", s)
	}
	last := w.append("cart-1", happened{1})
	again := w.relay(b)
	again.Filter = r.Filter
	stop := w.start(again)
	b.await(t, 14)
	stop()
	if s := w.status(); s.Position != last {
		t.Errorf("the checkpoint is %d, want %d", s.Position, last)
	}
}

// TestAFailureLosesAndReordersNothing: the broker refuses some messages the first time. Some come again, none is left out, and
// streams keep their order.
func TestAFailureLosesAndReordersNothing(t *testing.T) {
	t.Parallel()
	w, b := newWorld(t), newBroker()
	for i := range 200 {
		w.append(fmt.Sprintf("order-%d", i%7), happened{i})
	}
	refused := map[string]bool{}
	var mu sync.Mutex
	b.fail = func(e CloudEvent) error {
		mu.Lock()
		defer mu.Unlock()
		if e.Revision == 9 && !refused[e.Subject] {
			refused[e.Subject] = true
			return errors.New("refused")
		}
		return nil
	}
	r := w.relay(b)
	stop := w.start(r)
	last := w.append("order-7", happened{})
	for r.at.Load() < int64(last) {
		b.mu.Lock()
		more := b.more
		b.mu.Unlock()
		if r.at.Load() < int64(last) {
			select {
			case <-more:
			case <-time.After(20 * time.Millisecond):
			case <-t.Context().Done():
				t.Fatal("ended")
			}
		}
	}
	stop()
	if len(refused) != 7 {
		t.Errorf("refused: %v", refused)
	}
	for stream, revisions := range revisionsOf(b.await(t, 201)) {
		next := int64(0)
		for _, revision := range revisions {
			if revision > next { // lower ones come again
				t.Errorf("%s: revision %d comes when %d is next", stream, revision, next)
			}
			next = max(next, revision+1)
		}
	}
	if s := w.status(); s.Position != last {
		t.Errorf("the checkpoint is %d, want %d", s.Position, last)
	}
}

// TestOneProcessPublishes: a second relay of the name waits, and goes on when the first has lost its connection. The first cannot store a
// checkpoint any more.
func TestOneProcessPublishes(t *testing.T) {
	t.Parallel()
	w, first, second := newWorld(t), newBroker(), newBroker()
	w.append("order-1", happened{1})
	hang, release := make(chan struct{}), make(chan struct{})
	w.start(w.relay(first))
	first.await(t, 1)
	var waits bytes.Buffer
	waiting := make(chan struct{})
	r := w.relay(second)
	r.Logger = slog.New(slog.NewTextHandler(signal{&waits, "another process", waiting}, nil))
	w.start(r)
	<-waiting
	if s := w.status(); !s.Running {
		t.Errorf("status %+v", s)
	}
	if err := Delete(t.Context(), w.pool, "test"); err == nil || !strings.Contains(err.Error(), "running") {
		t.Errorf("a running relay is deleted: %v", err)
	}
	first.mu.Lock()
	first.fail = func(CloudEvent) error {
		close(hang)
		<-release
		return errors.New("too late")
	}
	first.mu.Unlock()
	w.append("order-1", happened{2})
	<-hang // the first is publishing when it loses its connection
	if _, err := w.pool.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`); err != nil {
		t.Fatal(err)
	}
	if got := second.await(t, 1)[0]; got.Revision != 1 {
		t.Errorf("the second begins with %+v", got)
	}
	close(release)
}

// signal closes a channel when a text is written.
type signal struct {
	*bytes.Buffer
	text string
	seen chan struct{}
}

func (s signal) Write(p []byte) (int, error) {
	if strings.Contains(string(p), s.text) {
		close(s.seen)
	}
	return s.Buffer.Write(p)
}

// TestPersonalData is left out, or opened for persons who are not forgotten. Credentials are never shown.
func TestPersonalData(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.append("customer-7", met{"customer-7", "Ada", "k"})
	w.append("customer-8", met{"customer-8", "Bob", "k"})
	if _, err := w.pool.Exec(t.Context(), `DELETE FROM subject_keys WHERE subject = 'customer-8'`); err != nil {
		t.Fatal(err)
	}
	codec := eventstore.NewCodec(postgres.NewKeyring(vault.New(w.pool, nil, false)), domain.Spec[met](1)) // without keys in memory
	for open, want := range map[bool][]string{
		false: {`{"person":"customer-7"} key,name`, `{"person":"customer-8"} key,name`},
		true:  {`{"person":"customer-7","name":"Ada"} key`, `{"person":"customer-8"} key,name`},
	} {
		b := newBroker()
		r := w.relay(b)
		r.Name, r.Codec, r.OpenPersonal = fmt.Sprint("open-", open), codec, open
		w.once(r)
		for _, e := range b.await(t, 2) {
			if got := string(e.Data) + " " + e.Withheld; !slices.Contains(want, got) {
				t.Errorf("open %v: %s, want one of %q", open, got, want)
			}
		}
	}
}

// TestANameBelongsToATarget and a log, and its position to the log.
func TestANameBelongsToATarget(t *testing.T) {
	t.Parallel()
	w, b := newWorld(t), newBroker()
	w.append("order-1", happened{1}, happened{2})
	for sql, want := range map[string]string{
		`UPDATE relays SET target = 'nats://elsewhere tradelog'`: "publishes to nats://elsewhere tradelog, not to recorder://here tests",
		`UPDATE relays SET log_id = 'another'`:                   "another log",
		`UPDATE relays SET position = 3`:                         "lost events",
	} {
		w.once(w.relay(b))
		if _, err := w.pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
		if err := w.relay(b).Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", sql, err, want)
		}
		if err := Delete(t.Context(), w.pool, "test"); err != nil {
			t.Fatal(err)
		}
	}
	r := w.relay(b)
	r.From = Start{after: 1}
	before := len(b.await(t, 0))
	w.once(r)
	if got := b.await(t, before+1)[before:]; len(got) != 1 || got[0].Position != "2" {
		t.Errorf("after position 1: %+v", got)
	}
}
