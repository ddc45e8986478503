package app_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli"
	"tradelog/eventstore"
	"tradelog/eventstore/lineage"
	"tradelog/installation/migrations"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/pgtest"
	"tradelog/test/suite"
)

// program runs a command on a database and a data directory.
func program(url, data string, args ...string) (code int, said string) {
	var out bytes.Buffer
	code = cli.Run(context.Background(), nil, append(args, "--database", url, "--data", data, "--log-level", "error"), &out, &out)
	return code, out.String()
}

// withWitness lets a shop note the last event that it has seen.
func withWitness(dir string) apptest.Option {
	return apptest.WithConfig(func(c *app.Config) { c.EventLog.WitnessDir = dir })
}

// onURL starts a shop on a database.
func onURL(url string) apptest.Option {
	return apptest.WithConfig(func(c *app.Config) { c.Database.URL = url })
}

// starts tells whether a shop starts on a database.
func starts(t *testing.T, url, witness string) error {
	t.Helper()
	app, err := app.Open(t.Context(), app.Config{
		Database: app.Database{URL: url}, EventLog: app.EventLog{WitnessDir: witness}, Secrets: app.Secrets{MasterKeys: apptest.MasterKeys},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	return app.Start(t.Context())
}

// change carries out statements on a database that nobody else uses.
func change(t *testing.T, url string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	// A running shop sees all of the statements or none.
	err = pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error {
		for _, s := range statements {
			if _, err := tx.Exec(t.Context(), s); err != nil {
				return fmt.Errorf("%s: %w", s, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// headBack sets the head of the log to its newest event.
const headBack = `UPDATE log_head SET (position, seal) = (SELECT position, seal FROM events ORDER BY position DESC LIMIT 1)`

// TestALogThatLostEventsIsRefused by the start and by every command, whichever trace reveals the loss, until an operator goes on without
// the events. Then nothing is left of them, and no new event gets their numbers.
func TestALogThatLostEventsIsRefused(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	data := t.TempDir()
	s := apptest.Start(t, withWitness(data))
	writer := apptest.Bearer(s.Service([]string{"customers/all"}))
	register := func(s *apptest.Shop, email, key string) apptest.Answer {
		t.Helper()
		return s.Must(201, "POST", "/customers", map[string]any{"email": email, "password": "secret phrase"},
			append([]string{"X-Idempotency-Key", key}, writer...)...)
	}
	left := register(s, "anna@example.com", "first")
	s.Settle()
	if code, said := program(s.Config.Database.URL, data, "projections", "rebuild", "customers"); code != 0 { // old tables for a rollback
		t.Fatal(said)
	}
	s.Settle()
	cut := s.LogSize()
	gone := register(s, "bert@example.com", "second")
	s.Settle()
	seen := s.LogSize()
	s.Stop()
	url := s.Config.Database.URL
	change(t, url, `DELETE FROM events WHERE position > `+itoa(cut), headBack)

	var loss *lineage.LossError
	if err := starts(t, url, data); !errors.As(err, &loss) || loss.End != cut || !loss.Rows {
		t.Fatalf("the start: %v", err)
	}
	ahead := map[string]eventstore.Position{}
	for _, a := range loss.Ahead {
		ahead[a.What] = a.Position
	}
	for _, what := range []string{"projector customers", "projector executed", "the newest version of projector customers"} {
		if ahead[what] <= cut || ahead[what] > seen {
			t.Errorf("%s is named at position %d\n%v", what, ahead[what], loss.Ahead)
		}
	}
	for _, args := range [][]string{
		{"events", "verify"}, {"projections", "status"}, {"projections", "rebuild", "customers"}, {"config", "list"},
	} {
		if code, said := program(url, data, args...); code != 1 || !strings.Contains(said, "lost events: it ends at position "+itoa(cut)) ||
			!strings.Contains(said, "projections rebuild --all") {
			t.Errorf("tradelog %s: exit %d\n%s", strings.Join(args, " "), code, said)
		}
	}
	if code, said := program(url, data, "projections", "rebuild", "--all"); code != 0 ||
		!strings.Contains(said, "projector customers is at position") {
		t.Fatalf("exit %d\n%s", code, said)
	}

	s = apptest.Start(t, onURL(url), withWitness(data))
	if list := s.Must(200, "GET", "/customers", nil, append([]string{"X-Min-Position", left.Header.Get("X-Event-Position")}, writer...)...).
		List(t); len(list) != 1 {
		t.Errorf("%d customers are listed", len(list))
	}
	s.Must(409, "GET", "/customers", nil, append([]string{"X-Min-Position", gone.Header.Get("X-Event-Position")}, writer...)...)
	// A client that repeats the lost request succeeds and gets another number.
	again := register(s, "bert@example.com", "second")
	if old, now := gone.Object(t)["id"].(float64), again.Object(t)["id"].(float64); now <= old {
		t.Errorf("the lost customer was %v, and %v is another", old, now)
	}
	if kept := register(s, "anna@example.com", "first"); kept.Object(t)["id"] != left.Object(t)["id"] {
		t.Errorf("the answer that was left: %s", kept.Body)
	}
	if list := s.Must(200, "GET", "/customers", nil, append([]string{"X-Min-Position", again.Header.Get("X-Event-Position")}, writer...)...).
		List(t); len(list) != 2 {
		t.Errorf("%d customers are listed", len(list))
	}
	for _, args := range [][]string{{"projections", "verify", "--all"}, {"events", "verify"}} {
		if code, said := program(url, data, args...); code != 0 || args[0] == "events" && !strings.Contains(said,
			"an operator went on without them") {
			t.Errorf("tradelog %s: exit %d\n%s", strings.Join(args, " "), code, said)
		}
	}
	if code, said := program(url, data, "projections", "rollback", "customers"); code != 1 {
		t.Errorf("the rows of lost events were put back: %s", said)
	}
	// Another installation has seen the lost events too, and learns of the cut from the log.
	s.Stop()
	if err := starts(t, url, data); err != nil {
		t.Error(err)
	}
}

// TestWhatTellsOfLostEvents: each trace alone is enough.
func TestWhatTellsOfLostEvents(t *testing.T) {
	t.Parallel()
	template := pgtest.WithTemplate("closed shop", func(ctx context.Context, url string) error {
		if err := migrations.Up(ctx, url); err != nil {
			return err
		}
		app, err := app.Open(ctx, app.Config{Database: app.Database{URL: url}, Secrets: app.Secrets{MasterKeys: apptest.MasterKeys}})
		if err != nil {
			return err
		}
		defer app.Close()
		return app.Start(ctx)
	})
	const end = `(SELECT position FROM log_head)`
	for _, c := range []struct{ name, do, want string }{
		{"a checkpoint", `UPDATE projection_checkpoints SET position = 1000000 WHERE projector = 'orders'`, "projector orders"},
		{"a version", `INSERT INTO read.versions VALUES ('orders', 'order-9', 1 + ` + end + `)`, "the newest version of projector orders"},
		{
			"a reaction", `INSERT INTO reaction_checkpoints VALUES ('mails', 1 + ` + end +
				`) ON CONFLICT (reaction) DO UPDATE SET position = excluded.position`, "reaction mails",
		},
		{"a parked event", `INSERT INTO reaction_parked VALUES ('finish-papers', 1 + ` + end + `, 'order-1', 'X', 'x')`,
			"reaction finish-papers"},
		{"the outbox", `INSERT INTO reaction_mails (kind, event_id, stream, revision, position, queued_at, due_at)
			VALUES ('order', gen_random_uuid(), 'order-1', 0, 1 + ` + end + `, now(), now())`, "the outbox of e-mails"},
		{
			"tables to go back to",
			`CREATE SCHEMA old_orders; CREATE TABLE old_orders.shadow_checkpoint AS SELECT 1000000::bigint AS position, 1 AS schema_version`,
			"the tables in schema old_orders",
		},
		{"the head alone", `DELETE FROM events WHERE position = ` + end, "its own head"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			url := pgtest.URL(t, template)
			change(t, url, c.do)
			var loss *lineage.LossError
			if err := starts(t, url, ""); !errors.As(err, &loss) || len(loss.Ahead) == 0 || !strings.Contains(loss.Error(), c.want) {
				t.Errorf("the start: %v", err)
			}
		})
	}
}

// TestASequenceBehindTheLog is named by verify, and put right by the next start.
func TestASequenceBehindTheLog(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	first, _ := s.Customer("anna@example.com")
	s.Customer("bert@example.com")
	s.Settle()
	url, data := s.Config.Database.URL, t.TempDir()
	s.Stop()
	if code, said := program(url, data, "events", "verify"); code != 0 {
		t.Errorf("exit %d\n%s", code, said)
	}
	change(t, url, `SELECT setval('ids.customer', `+itoa(first)+`)`)
	if code, said := program(url, data, "events", "verify"); code != 1 ||
		!strings.Contains(said, "sequence customer is at "+itoa(first)+", and the log has "+itoa(first+1)) {
		t.Errorf("exit %d\n%s", code, said)
	}
	s = apptest.Start(t, onURL(url))
	if third, _ := s.Customer("carl@example.com"); third != first+2 {
		t.Errorf("customer %d after %d", third, first+1)
	}
}

// started opens and starts a server that does not serve yet, and where it will listen. The test closes it.
func started(t *testing.T, config app.Config) (*app.App, net.Listener) {
	t.Helper()
	config.Secrets.MasterKeys = apptest.MasterKeys
	a, err := app.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	if err := a.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return a, listener
}

// TestALogThatLosesEventsWhileItIsServed ends the server, with the reason: what it remembers is of another log.
func TestALogThatLosesEventsWhileItIsServed(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up))
	app, listener := started(t, app.Config{Database: app.Database{URL: url}})
	if _, err := app.Commands.Checkout.CreateCart(apptest.Operator(), 1, 0); err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- app.Serve(context.Background(), listener) }()
	if err := app.Ready(t.Context()); err != nil {
		t.Errorf("before: %v", err)
	}
	change(t, url, `DELETE FROM events WHERE position = (SELECT position FROM log_head)`, headBack)
	if err := <-served; !errors.Is(err, eventstore.ErrLogLost) || !strings.Contains(err.Error(), "lost events") {
		t.Errorf("the server ended: %v", err)
	}
	if err := app.Ready(t.Context()); !errors.Is(err, eventstore.ErrLogLost) {
		t.Errorf("ready: %v", err)
	}
	if _, err := app.Commands.Checkout.CreateCart(apptest.Operator(), 1, 0); err == nil {
		t.Error("a write succeeded")
	}
}

// TestADatabaseThatIsGone ends the server at once, however long the requests under way might take.
func TestADatabaseThatIsGone(t *testing.T) {
	t.Parallel()
	gone := make(chan struct{})
	app, listener := started(t, app.Config{
		Database: app.Database{URL: pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up)), Gone: gone},
		Requests: app.Requests{Drain: time.Hour},
	})
	served := make(chan error, 1)
	go func() { served <- app.Serve(context.Background(), listener) }()
	// A request of which only a part has come.
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write(
		[]byte("POST /api/rest/v2/guest-carts HTTP/1.1\r\nHost: shop\r\nExpect: 100-continue\r\nContent-Type: " +
			"application/json\r\nContent-Length: 2\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	asked := make([]byte, len("HTTP/1.1 100"))
	if _, err := io.ReadFull(conn, asked); err != nil || string(asked) != "HTTP/1.1 100" { // it is to go on: the request is under way
		t.Fatalf("%q, %v", asked, err)
	}
	close(gone)
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// TestReactionsAfterAnImport: the events that were brought in are old news, whatever they are; what happens after is not, even
// before the reactions run for the first time.
func TestReactionsAfterAnImport(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	mailbox := func(dir string) apptest.Option {
		return apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = dir })
	}
	register := func(s *apptest.Shop, email string) {
		t.Helper()
		s.Must(201, "POST", "/customers", map[string]any{"email": email, "password": "secret phrase"})
	}
	toWhom := func(dir, email string) {
		t.Helper()
		doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.To(), email) })
		if all := doubles.MailsIn(t, dir); len(all) != 1 {
			t.Errorf("%d e-mails in %s", len(all), dir)
		}
	}
	before, after := t.TempDir(), t.TempDir()
	s := apptest.Start(t, mailbox(before))
	register(s, "anna@example.com")
	toWhom(before, "anna@example.com")
	export := filepath.Join(t.TempDir(), "export")
	if code, said := program(s.Config.Database.URL, t.TempDir(), "events", "export", "--output", export, "--keys", export+".keys"); code != 0 {
		t.Fatal(said)
	}
	s.Stop()
	url := pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up))
	if code, said := program(url, t.TempDir(), "events", "import", export, "--keys", export+".keys"); code != 0 {
		t.Fatal(said)
	}
	s = apptest.Start(t, onURL(url), mailbox(after))
	register(s, "bert@example.com")
	toWhom(after, "bert@example.com")
	if code, said := program(url, t.TempDir(), "events", "verify"); code != 0 {
		t.Error(said)
	}
}

func itoa[N ~int64](n N) string { return strconv.FormatInt(int64(n), 10) }
