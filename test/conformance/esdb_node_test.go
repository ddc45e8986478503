package conformance_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore/esdb/server"
	"tradelog/eventstore/postgres"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
	"tradelog/test/suite"
)

// esdbServer is the connection string of the server. own tells that it is a server of this program.
func esdbServer(t *testing.T) (connection string, own bool) {
	if named := os.Getenv("TRADELOG_TEST_ESDB"); named != "" {
		return named, false
	}
	pool := pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up))
	log, err := postgres.Open(t.Context(), pool, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := server.New(server.Options{Store: log, Groups: postgres.Groups{Pool: pool}, Outage: postgres.Outage,
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	t.Cleanup(func() {
		now, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		s.Stop(now)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "esdb://" + l.Addr().String() + "?tls=false", true
}

// word returns a word that no other test has used.
func word() string { return strings.ReplaceAll(uuid.NewString(), "-", "")[:12] }

// TestESDBNodeClients makes the calls of the official Node clients: the one for EventStoreDB, and its successor.
func TestESDBNodeClients(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	connection, own := esdbServer(t)
	for _, module := range []string{"@eventstore/db-client", "@kurrent/kurrentdb-client"} {
		t.Run(module, func(t *testing.T) {
			t.Parallel()
			client := node(t, "esdb", "calls.mjs", module, connection, word())
			client.Stderr = t.Output()
			out, err := client.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := client.Start(); err != nil {
				t.Fatal(err)
			}
			saw := map[string]string{}
			for lines := bufio.NewScanner(out); lines.Scan(); {
				var told struct {
					Step string
					Saw  any
				}
				if err := json.Unmarshal(lines.Bytes(), &told); err != nil {
					t.Errorf("%s: %v", lines.Bytes(), err)
				}
				saw[told.Step] = fmt.Sprint(told.Saw)
			}
			if err := client.Wait(); err != nil {
				t.Error(err)
			}
			for step, want := range nodeSees {
				if derived := strings.HasSuffix(step, "category") || strings.HasSuffix(step, "type"); derived && !own {
					continue // a real server makes these streams later, if its projections run
				}
				if saw[step] != want {
					t.Errorf("%s: %s, not %s", step, saw[step], want)
				}
			}
		})
	}
}

// nodeSees maps each call of calls.mjs to its expected result.
var nodeSees = map[string]string{
	"append":                "2",
	"append again":          "wrong-expected-version",
	"append another":        "true",
	"append too large":      "maximum-append-size-exceeded",
	"read":                  "[order-1@0 Placed order-1@1 Placed order-1@2 Held]",
	"read from":             "[order-1@1 Placed]",
	"read backwards":        "[order-1@2 Held order-1@1 Placed]",
	"read missing":          "stream-not-found",
	"read all":              "3",
	"read category":         "[order-1@0 Placed order-1@1 Placed order-1@2 Held order-2@0 Placed]",
	"read type":             "[order-1@2 Held]",
	"subscribe to stream":   "[order-1@1 Placed order-1@2 Held]",
	"subscribe to all":      "[order-1@0 Placed order-1@1 Placed order-1@2 Held order-2@0 Placed]",
	"subscribe to category": "[order-1@0 Placed order-1@1 Placed order-1@2 Held order-2@0 Placed]",
	"create group":          "<nil>",
	"create group again":    "persistent-subscription-exists",
	"group":                 "[1 3 RoundRobin unbounded]",
	"update group":          "<nil>",
	"updated group":         "[1 5 Pinned 1]",
	"consume":               "[order-1@1 Placed order-1@2 Held]",
	"too many consumers":    "maximum-subscribers-reached",
	"replay":                "<nil>",
	"replayed":              "[order-1@1 Placed]",
	"create group to all":   "<nil>",
	"update group to all":   "<nil>",
	"group to all":          "2",
	"consume all":           "[order-1@2 Held]",
	"replay to all":         "<nil>",
	"list groups to all":    "true",
	"delete group to all":   "<nil>",
	"list groups of stream": "[mail]",
	"list groups":           "true",
	"delete group":          "<nil>",
	"deleted group":         "persistent-subscription-does-not-exist",
	"consume deleted group": "persistent-subscription-does-not-exist",
}
