package esdb

import (
	"context"
	"fmt"
	"net"
	"testing"

	"go.uber.org/goleak"

	"tradelog/eventstore"
	"tradelog/eventstore/esdb/server"
	"tradelog/eventstore/storetest"
	"tradelog/internal/testing/pgtest"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, func() error { return goleak.Find() })
}

// TestStore runs the conformance suite against the server over the log in memory.
func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) storetest.Log {
		url := serve(t, storetest.NewMemory())
		store := open(t, url)
		return storetest.Log{Store: store, Close: store.Close, Again: func() eventstore.Store { return open(t, url) }}
	}, storetest.Features{Instances: true})
}

// serve starts a server over a log and returns its URL.
func serve(t testing.TB, log eventstore.Store) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := server.New(server.Options{Store: log})
	ended := make(chan error, 1)
	go func() { ended <- served.Serve(listener) }()
	t.Cleanup(func() {
		served.Stop(context.Background())
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return fmt.Sprintf("esdb://%s?tls=false", listener.Addr())
}

func open(t testing.TB, url string) *Store {
	t.Helper()
	store, err := Open(t.Context(), url, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store
}
