package app_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tradelog/cmd/tradelog/cli"
	"tradelog/eventstore"
	"tradelog/test/apptest"
)

// scrape reads the metrics: values by name and labels, as they are printed.
func scrape(t *testing.T, s *apptest.Shop) map[string]float64 {
	t.Helper()
	out := map[string]float64{}
	answer := httptest.NewRecorder()
	s.Metrics.Handler().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	if answer.Code != 200 {
		t.Fatalf("metrics: status %d\n%s", answer.Code, answer.Body)
	}
	for line := range strings.Lines(answer.Body.String()) {
		line = strings.TrimSpace(line)
		at := strings.LastIndexByte(line, ' ')
		if at < 0 || line[0] == '#' {
			continue
		}
		value, err := strconv.ParseFloat(line[at+1:], 64)
		if err != nil {
			t.Fatalf("metrics: %q: %v", line, err)
		}
		out[line[:at]] = value
	}
	return out
}

// until polls until a condition is met that nothing signals.
func until(t *testing.T, what string, met func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !met() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("waiting for %s: %v", what, ctx.Err())
		}
	}
}

func TestMetricsTellWhereEverythingStands(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	s.Must(200, "GET", "/stores", nil)
	s.Must(200, "GET", "/stores", nil)
	s.Must(404, "GET", "/products/999", nil)
	s.Must(404, "GET", "/metrics", nil) // the listener of the shop does not serve the metrics
	event := eventstore.NewEvent{ID: uuid.New(), Type: "Unheard", SchemaVersion: 1, Data: []byte(`{}`), Metadata: []byte(`{}`)}
	if _, err := s.Store.Append(t.Context(), "test-1", eventstore.NoStream, event); err != nil {
		t.Fatal(err)
	}
	event.ID = uuid.New()
	if _, err := s.Store.Append(t.Context(), "test-1", eventstore.NoStream, event); !errors.Is(err, eventstore.ErrWrongRevision) {
		t.Fatalf("a stream that is there: %v", err)
	}
	s.Customer("anna@example.com")
	s.Settle()
	head := float64(s.LogSize())
	var got map[string]float64
	until(t, "checkpoints at the end of the log", func() bool {
		got = scrape(t, s)
		for _, name := range s.Projections.Names() {
			if got[fmt.Sprintf("tradelog_projector_position{projector=%q}", name)] != head {
				return false
			}
		}
		_, begun := got[`tradelog_reaction_position{reaction="return-canceled-stock"}`]
		return begun
	})
	for name, want := range map[string]float64{
		"tradelog_log_position": head, "tradelog_database_up": 1, `tradelog_projector_lag_events{projector="orders"}`: 0,
		`tradelog_reaction_parked{reaction="return-canceled-stock"}`: 0, `tradelog_projector_lag_seconds{projector="orders"}`: 0,
		`tradelog_append_seconds_count{outcome="conflict"}`: 1, `tradelog_role_owned{role="project"}`: 1, `tradelog_replicas{state="in_use"}`: 0,
		`tradelog_pool_connections{pool="database",state="max"}`: float64(s.Config.Database.MaxConnections),
	} {
		if value, there := got[name]; !there || value != want {
			t.Errorf("%s is %v (there: %v), want %v", name, value, there, want)
		}
	}
	for _, name := range []string{
		`tradelog_append_seconds_count{outcome="done"}`, "tradelog_append_batch_events_sum", "tradelog_append_lock_wait_seconds_count",
		"tradelog_log_subscriptions", `tradelog_projector_batch_events_sum{projector="customers"}`,
		`tradelog_projector_batch_seconds_count{projector="customers"}`,
		`tradelog_remembered_answers_total{interface="rest",result="hit"}`, `tradelog_remembered_answers_total{interface="rest",result="miss"}`,
	} {
		if got[name] < 1 {
			t.Errorf("%s is %v", name, got[name])
		}
	}
	for _, name := range []string{
		`tradelog_reaction_position{reaction="return-canceled-stock"}`, `tradelog_reaction_lag_events{reaction="return-canceled-stock"}`,
		"go_goroutines",
	} {
		if _, there := got[name]; !there {
			t.Errorf("%s is not shown", name)
		}
	}
	answered := 0
	for name, value := range got {
		if strings.HasPrefix(name, "tradelog_projector_failed") {
			t.Errorf("%s %v", name, value)
		}
		if strings.HasPrefix(name, "tradelog_request_seconds_count{") && (strings.Contains(name, `status="200"`) ||
			strings.Contains(name, `status="404"`)) {
			answered += int(value)
		}
	}
	if answered < 2 {
		t.Errorf("%d requests were counted", answered)
	}
}

// TestAStoppedProjectorIsNamed by the metrics and by the command, with the event and its position. A rebuild by another process starts it
// again.
func TestAStoppedProjectorIsNamed(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	command := func(args ...string) (int, string) {
		t.Helper()
		var out bytes.Buffer
		code := cli.Run(context.Background(), nil, append(args, "--database", s.Config.Database.URL, "--log-level", "error"), &out, &out)
		return code, out.String()
	}
	if code, out := command("projections", "status"); code != 0 || !strings.Contains(out, "customers") {
		t.Fatalf("exit %d\n%s", code, out)
	}
	if _, err := s.Pool.Exec(t.Context(), `ALTER TABLE read.customers ADD CONSTRAINT broken CHECK (false) NOT VALID`); err != nil {
		t.Fatal(err)
	}
	s.Customer("anna@example.com")
	// Tables like those of a rebuild in another process.
	if _, err := s.Pool.Exec(t.Context(), `CREATE SCHEMA shadow_orders; CREATE TABLE shadow_orders.shadow_checkpoint AS
		SELECT 7::bigint AS position`); err != nil {
		t.Fatal(err)
	}
	var failed string
	until(t, "the projector to stop", func() bool {
		for name := range scrape(t, s) {
			if strings.HasPrefix(name, "tradelog_projector_failed{") {
				failed = name
			}
		}
		return failed != ""
	})
	page, err := s.Store.ReadAll(t.Context(), 0, 0, 1000, eventstore.Filter{Types: []string{"CustomerRegistered"}})
	if err != nil || len(page.Events) != 1 {
		t.Fatalf("%d registrations, error %v", len(page.Events), err)
	}
	at := page.Events[0].Position
	if want := fmt.Sprintf(`tradelog_projector_failed{event="CustomerRegistered",position="%d",projector="customers"}`, at); failed != want {
		t.Errorf("shown %s, want %s", failed, want)
	}
	if got := scrape(t, s); got[`tradelog_projector_lag_seconds{projector="customers"}`] <= 0 ||
		got[`tradelog_projector_rebuild_position{projector="orders"}`] != 7 {
		t.Errorf("the projector is %v s behind, the rebuild at %v", got[`tradelog_projector_lag_seconds{projector="customers"}`],
			got[`tradelog_projector_rebuild_position{projector="orders"}`])
	}
	// The other projectors go on.
	if _, err := s.Commands.Checkout.CreateCart(apptest.Operator(), 1, 0); err != nil {
		t.Fatal(err)
	}
	until(t, "the others", func() bool {
		got := scrape(t, s)
		return got[`tradelog_projector_position{projector="carts"}`] == got["tradelog_log_position"] &&
			got[`tradelog_projector_lag_events{projector="customers"}`] > 0
	})
	code, out := command("projections", "status")
	if want := fmt.Sprintf("stopped at position %d (CustomerRegistered): ", at); code != 1 || !strings.Contains(out, want) ||
		!strings.Contains(out, "1 projectors have stopped") {
		t.Errorf("exit %d, want 1 and %q\n%s", code, want, out)
	}
	if strings.Contains(out, "anna") || strings.Contains(out, "Anna") {
		t.Errorf("a person is named:\n%s", out)
	}
	if _, err := s.Pool.Exec(t.Context(), `ALTER TABLE read.customers DROP CONSTRAINT broken`); err != nil {
		t.Fatal(err)
	}
	if code, out := command("projections", "rebuild", "customers"); code != 0 {
		t.Fatalf("exit %d\n%s", code, out)
	}
	s.Customer("bert@example.com")
	until(t, "the projector to go on", func() bool {
		got := scrape(t, s)
		return got[`tradelog_projector_lag_events{projector="customers"}`] == 0 && got[failed] == 0
	})
	if code, out := command("projections", "verify", "customers"); code != 0 {
		t.Errorf("exit %d\n%s", code, out)
	}
}
