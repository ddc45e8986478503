package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/storetest"
	"tradelog/installation/migrations"
	"tradelog/test/esdbclient"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// overStores runs a test over a log in memory and over one in PostgreSQL, whose positions clients may count.
func overStores(t *testing.T, test func(t *testing.T, store eventstore.Store)) {
	t.Parallel()
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		test(t, memory(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		store, err := postgres.Open(t.Context(), pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up)), postgres.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(store.Close)
		test(t, store)
	})
}

func memory(t *testing.T) eventstore.Store {
	store := storetest.NewMemory()
	t.Cleanup(store.Close)
	return store
}

// serve starts a server on a free port of the machine, and returns it and its address.
func serve(t *testing.T, o Options) (*Server, string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))
	}
	s := New(o)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		s.Stop(ctx)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s, l.Addr().String()
}

// connect is an official client of the server at an address, without TLS.
func connect(t *testing.T, address string) *esdb.Client {
	t.Helper()
	return esdbclient.Connect(t, "esdb://"+address+"?tls=false")
}

// over is a client of a server over a store.
func over(t *testing.T, store eventstore.Store) *esdb.Client {
	t.Helper()
	_, address := serve(t, Options{Store: store})
	return connect(t, address)
}

func event(kind, data string) esdb.EventData {
	return esdb.EventData{EventID: uuid.New(), EventType: kind, ContentType: esdb.ContentTypeJson, Data: []byte(data)}
}

// numbered makes events of a type, with the data {"n":0}, {"n":1} ...
func numbered(kind string, n int) []esdb.EventData {
	out := make([]esdb.EventData, n)
	for i := range out {
		out[i] = event(kind, fmt.Sprintf(`{"n":%d}`, i))
	}
	return out
}

func stored(t *testing.T, client *esdb.Client, stream string, events ...esdb.EventData) *esdb.WriteResult {
	t.Helper()
	done, err := client.AppendToStream(t.Context(), stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, events...)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// names shows events of a read as "order-1@0 Placed", in order.
func names(t *testing.T, read *esdb.ReadStream, err error) []string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	var out []string
	for {
		next, err := read.Recv()
		if err != nil {
			return out
		}
		out = append(out, name(next.Event))
	}
}

func name(e *esdb.RecordedEvent) string {
	return fmt.Sprintf("%s@%d %s", e.StreamID, e.EventNumber, e.EventType)
}

// code returns the kind of an error that the client reports.
func code(t *testing.T, err error) esdb.ErrorCode {
	t.Helper()
	var known *esdb.Error
	if !errors.As(err, &known) {
		t.Fatalf("no error of the client: %v", err)
	}
	return known.Code()
}

func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && fmt.Sprint(x) == fmt.Sprint(y)
}
