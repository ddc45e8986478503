// Package esdbclient connects the official Go client of EventStoreDB to servers of tests.
package esdbclient

import (
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// Connect makes a client for a connection string. It logs nothing and is closed when the test ends.
func Connect(t testing.TB, connection string) *esdb.Client {
	t.Helper()
	config, err := esdb.ParseConnectionString(connection)
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}
