package esdb

import (
	"testing"

	"go.uber.org/goleak"

	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
	"tradelog/test/esdbtest"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, func() error { return goleak.Find() })
}

// TestStore runs the conformance suite against the server over a log in memory that has positions far apart.
func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) storetest.Log {
		url := esdbtest.Over(t, storetest.Sparse{Dense: storetest.NewMemory()}).URL
		store := open(t, url)
		return storetest.Log{Store: store, Close: store.Close, Again: func() eventstore.Store { return open(t, url) }}
	}, storetest.Features{Instances: true})
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
