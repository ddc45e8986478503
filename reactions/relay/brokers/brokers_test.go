package brokers

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/vault"
	"tradelog/installation/migrations"
	"tradelog/reactions/relay"
	"tradelog/test/pgtest"
)

// What the test binary needs to know to be a relay.
const (
	databaseVariable = "TEST_RELAY_DATABASE"
	addressVariable  = "TEST_RELAY_TO"
	onceVariable     = "TEST_RELAY_ONCE"
)

func TestMain(m *testing.M) {
	if os.Getenv(databaseVariable) != "" {
		if err := publish(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	pgtest.Main(m)
}

type happened struct {
	N int `json:"n"`
}

func (happened) EventName() string { return "Happened" }

func codec(pool *pgxpool.Pool) *eventstore.Codec {
	return eventstore.NewCodec(postgres.NewKeyring(vault.New(pool, nil, false)), domain.Spec[happened](1))
}

// publish is a process that is a relay.
func publish() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT)
	defer stop()
	pool, err := pgxpool.New(ctx, os.Getenv(databaseVariable))
	if err != nil {
		return err
	}
	defer pool.Close()
	store, err := postgres.Open(ctx, pool, postgres.Options{})
	if err != nil {
		return err
	}
	defer store.Close()
	broker, err := Parse(os.Getenv(addressVariable), "shop", Receiver{})
	if err != nil {
		return err
	}
	r := &relay.Relay{
		Name: "test", Pool: pool, Store: store, Codec: codec(pool), Broker: broker, Once: os.Getenv(onceVariable) != "",
		Logger: slog.New(slog.NewTextHandler(os.Stdout, nil)), Filter: eventstore.Filter{Categories: []string{"order"}},
		Poll: 100 * time.Millisecond, Retry: 50 * time.Millisecond,
	}
	if err := r.Run(ctx); err != nil {
		return err
	}
	at, _ := r.Published()
	fmt.Println("ended at", at)
	return nil
}

type world struct {
	t     *testing.T
	url   string
	pool  *pgxpool.Pool
	store *postgres.Store
	s     server
	ids   []string // of the events that are published
}

// append appends events to seven orders, and some that are not published.
func (w *world) append(n int) {
	w.t.Helper()
	for i := range n {
		for _, stream := range []string{fmt.Sprintf("order-%d", i%7), "cart-1"} {
			e, err := codec(w.pool).Encode(w.t.Context(), happened{i})
			check(w.t, err)
			e.ID, e.Metadata = uuid.New(), []byte(`{"occurredAt":"2026-03-01T10:20:30Z"}`)
			_, err = w.store.Append(w.t.Context(), stream, eventstore.Any, e)
			check(w.t, err)
			if stream != "cart-1" {
				w.ids = append(w.ids, e.ID.String())
			}
		}
	}
}

func (w *world) start(env ...string) *process {
	program, err := os.Executable()
	check(w.t, err)
	return run(w.t, append(append(os.Environ(), databaseVariable+"="+w.url, addressVariable+"="+w.s.address()), env...), program)
}

func (w *world) checkpoint() (at eventstore.Position) {
	w.t.Helper()
	check(w.t, w.pool.QueryRow(w.t.Context(), `SELECT position FROM relays`).Scan(&at))
	return at
}

// TestBrokers publishes to real brokers, kills the relay between publishing and checkpoint, and restarts the broker: nothing is lost,
// streams keep their order, and only what the kill left unconfirmed comes again.
func TestBrokers(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T) server{"nats": startNATS, "amqp": startRabbit} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &world{t: t, url: pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up)), s: start(t)}
			pool, err := pgxpool.New(t.Context(), w.url)
			check(t, err)
			t.Cleanup(pool.Close)
			w.pool = pool
			w.store, err = postgres.Open(t.Context(), pool, postgres.Options{})
			check(t, err)
			t.Cleanup(w.store.Close)

			w.append(60)
			w.start(onceVariable + "=yes").await("ended at 120")
			compare(t, w, 0, 0)

			repeated, most := w.killed()
			if !w.s.repeats() {
				repeated, most = 0, 0
			}
			p := w.start()
			w.append(3)
			compare(t, w, repeated, most)

			w.s.stop()
			w.append(20)
			p.await("will try again")
			w.s.start()
			compare(t, w, repeated, most)
			p.end(syscall.SIGINT)
			head, err := w.store.Head(t.Context())
			check(t, err)
			if at := w.checkpoint(); at < head-1 { // the last event of a cart may have come after the last look
				t.Errorf("the checkpoint is %d, the log ends at %d", at, head)
			}
			if said := p.said.String(); strings.Contains(said, "hush") || !strings.Contains(said, "ended at") {
				t.Errorf("the relay said\n%s", said)
			}
		})
	}
}

// killed kills a relay that has published five events and waits to store its checkpoint. It returns how many will come again: five, and at
// most five more for each time that the relay tired of waiting and began anew.
func (w *world) killed() (repeated, most int) {
	w.t.Helper()
	before := w.checkpoint()
	tx, err := w.pool.Begin(w.t.Context())
	check(w.t, err)
	_, err = tx.Exec(w.t.Context(), `SELECT FROM relays FOR UPDATE`)
	check(w.t, err)
	p := w.start()
	w.append(5)
	w.s.read(len(w.ids))
	p.end(syscall.SIGKILL)
	_, err = w.pool.Exec(w.t.Context(), `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database()
		AND application_name LIKE 'tradelog relay%'`)
	check(w.t, err)
	check(w.t, tx.Rollback(w.t.Context()))
	if after := w.checkpoint(); after != before {
		w.t.Fatalf("the checkpoint moved from %d to %d", before, after)
	}
	return 5, 5 * (1 + strings.Count(p.said.String(), "will try again"))
}

// compare waits until everything is published and looks at all of it. So many events come again, or up to most.
func compare(t *testing.T, w *world, repeated, most int) {
	t.Helper()
	seen, again := look(t, w, w.s.read(len(w.ids)+repeated))
	for seen < len(w.ids) && again < most { // others came again in between
		seen, again = look(t, w, w.s.read(len(w.ids)+again))
	}
	if seen != len(w.ids) || again < repeated || again > most {
		t.Errorf("%d events, %d of them again; want %d, %d to %d", seen, again, len(w.ids), repeated, most)
	}
}

// look counts the events of messages, and how many of them came again.
func look(t *testing.T, w *world, messages []received) (events, again int) {
	t.Helper()
	seen, next := map[string]bool{}, map[string]int64{}
	for _, m := range messages {
		var e relay.CloudEvent
		check(t, json.Unmarshal(m.body, &e))
		valid(t, m.body)
		if m.contentType != relay.ContentType || m.id != "" && m.id != e.ID || m.key != "" && m.key != e.Subject {
			t.Errorf("%+v", m)
		}
		if seen[e.ID] {
			again++
			continue
		}
		if seen[e.ID] = true; e.Revision != next[e.Subject] || !slices.Contains(w.ids, e.ID) {
			t.Errorf("%s of %s has revision %d, want %d", e.ID, e.Subject, e.Revision, next[e.Subject])
		}
		next[e.Subject]++
	}
	return len(seen), again
}

// valid holds a message against the JSON format of CloudEvents 1.0: the required attributes, and the types and names of all.
func valid(t *testing.T, body []byte) {
	t.Helper()
	var e map[string]any
	check(t, json.Unmarshal(body, &e))
	for _, required := range []string{"id", "source", "specversion", "type"} {
		if text, ok := e[required].(string); !ok || text == "" {
			t.Errorf("%s is %v", required, e[required])
		}
	}
	for name, value := range e {
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") != "" || len(name) > 20 {
			t.Errorf("an attribute is named %q", name)
		}
		switch v := value.(type) {
		case string, bool:
		case float64:
			if v != float64(int32(v)) {
				t.Errorf("%s is %v, which is no Integer", name, v)
			}
		default:
			if name != "data" {
				t.Errorf("%s is %v", name, v)
			}
		}
	}
	if at, ok := e["time"].(string); ok {
		_, err := time.Parse(time.RFC3339Nano, at)
		check(t, err)
	}
	if e["specversion"] != "1.0" {
		t.Errorf("specversion %v", e["specversion"])
	}
}

// TestAddresses: what is not understood is refused, and nobody sees a password.
func TestAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"nats://a":                       "nats://a:4222 shop",
		"nats+tls://u:hush@a:1,[::1]":    "nats+tls://a:1,[::1]:4222 shop",
		"amqp://u:hu%73h@rabbit/events":  "amqp://rabbit:5672/events shop",
		"amqps://u:hush@rabbit/%2Fa":     "amqps://rabbit:5671/%2Fa shop",
		"kafka://u:hush@a:9092,b,c:9094": "kafka://a:9092,b:9092,c:9094 shop",
		"redis://u:hush@a":               "",
		"nats://u:hush@":                 "",
		"amqp://u:hu%zzsh@a":             "",
		"amqp://u:hush@a,b":              "",
		"kafka://u:hush@a/hush":          "",
		"hush":                           "",
	} {
		b, err := Parse(address, "shop", Receiver{})
		switch {
		case err != nil && (want != "" || strings.Contains(err.Error(), "hush")):
			t.Errorf("%s: %v", address, err)
		case err == nil && b.String() != want:
			t.Errorf("%s: %s, want %q", address, b, want)
		}
	}
	for _, destination := range []string{"", "a b", "a..b", "amq.topic", "a.>", strings.Repeat("a", 121)} {
		if _, err := Parse("nats://a", destination, Receiver{}); err == nil {
			t.Errorf("the place %q is accepted", destination)
		}
	}
}
