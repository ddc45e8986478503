// Package esdbtest starts EventStoreDB servers for tests, which speak the protocol over logs in PostgreSQL. It also simulates faulty nodes
// of a cluster: behind the others, silent, full, without a leader, or refusing large appends before their end. All nodes have the same log.
package esdbtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/esdb/server"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/storetest"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

// Server is a server with an address that it keeps over restarts.
type Server struct {
	URL string // without credentials and TLS
	Log eventstore.Store

	t       testing.TB
	address string
	mu      sync.Mutex
	running *server.Server
	ended   chan error
}

// Start starts a server with an empty log of its own in PostgreSQL. Its positions are far apart, and all others are refused.
func Start(t testing.TB) *Server {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	log, err := postgres.Open(t.Context(), pool, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	return Over(t, storetest.Sparse{Dense: log})
}

// Over starts a server over a log.
func Over(t testing.TB, log eventstore.Store) *Server {
	t.Helper()
	s := &Server{Log: log, t: t, address: "127.0.0.1:0"}
	s.Begin()
	s.URL = fmt.Sprintf("esdb://%s?tls=false", s.address)
	t.Cleanup(s.Kill)
	return s
}

// Begin starts the server, initially or after Kill.
func (s *Server) Begin() {
	s.t.Helper()
	listener, err := net.Listen("tcp", s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.address = listener.Addr().String()
	s.running, s.ended = server.New(server.Options{
		Store: s.Log, Outage: postgres.Outage, MaxAppendSize: eventstore.MaxAppendSize,
	}), make(chan error, 1)
	go func(running *server.Server, ended chan<- error) { ended <- running.Serve(listener) }(s.running, s.ended)
}

// Kill cuts all connections off and ends the server.
func (s *Server) Kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running == nil {
		return
	}
	now, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	s.running.Stop(now)
	if err := <-s.ended; err != nil && !errors.Is(err, net.ErrClosed) {
		s.t.Errorf("serve EventStoreDB: %v", err)
	}
	s.running = nil
}
