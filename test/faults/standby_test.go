package faults

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/internal/privatepg"
	"tradelog/test/pgtest"
	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// tool runs a client program of a server.
func tool(t testing.TB, pg *privatepg.Server, program string, args ...string) {
	t.Helper()
	if out, err := pg.Binaries().Client(t.Context(), program, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
}

// standby is a streaming replica of a private server.
type standby struct {
	t     testing.TB
	admin *pgx.Conn
	dir   string
	up    chan *privatepg.Server // receives the server after its promotion
}

// newStandby makes a replica in a directory of its own and starts it.
func newStandby(t testing.TB, of *privatepg.Server) *standby {
	t.Helper()
	dir, err := privatepg.TempDir("", "tradelog-standby-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	// -R makes it a standby of the server that it is copied from.
	tool(t, of, "pg_basebackup", "-D", filepath.Join(dir, "data"), "-d", of.AdminURL(), "-c", "fast", "-X", "stream", "-R")
	s := &standby{t: t, dir: dir, up: make(chan *privatepg.Server, 1)}
	starting, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { // Start returns when the server accepts writes, which is after its promotion
		defer close(ended)
		if pg, err := privatepg.Start(starting, privatepg.Options{Dir: dir}); err == nil {
			s.up <- pg
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		select {
		case pg := <-s.up:
			pg.Kill()
		default:
		}
	})
	await(t, "the standby answers", func() bool {
		s.admin, err = pgx.Connect(t.Context(), onHosts(t, of.AdminURL(), s.host()))
		return err == nil
	})
	t.Cleanup(func() { _ = s.admin.Close(context.Background()) })
	return s
}

// host returns the directory of the standby's socket.
func (s *standby) host() string { return filepath.Join(s.dir, "s") }

// onHosts replaces the hosts in a database's URL. A client connects to the first host that accepts writes.
func onHosts(t testing.TB, of string, hosts ...string) string {
	t.Helper()
	u, err := url.Parse(of)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("host", strings.Join(hosts, ","))
	if len(hosts) > 1 {
		query.Set("target_session_attrs", "read-write")
	}
	u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	return u.String()
}

// catchUp waits until the standby has everything that the primary has.
func (s *standby) catchUp(primary *pgx.Conn) {
	s.t.Helper()
	at := query[string](s.t, primary, `SELECT pg_current_wal_lsn()::text`)
	await(s.t, "the standby has caught up", func() bool {
		return query[bool](s.t, s.admin, `SELECT coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false)`, at)
	})
}

// cutOff ends the stream from the primary.
func (s *standby) cutOff() {
	s.t.Helper()
	execute(s.t, s.admin, `ALTER SYSTEM SET primary_conninfo = ''`)
	execute(s.t, s.admin, `SELECT pg_reload_conf()`)
	await(s.t, "the stream has ended", func() bool { return query[int](s.t, s.admin, `SELECT count(*) FROM pg_stat_wal_receiver`) == 0 })
}

// promote promotes the standby.
func (s *standby) promote() *privatepg.Server {
	s.t.Helper()
	execute(s.t, s.admin, `SELECT pg_promote()`)
	pg := <-s.up
	s.t.Cleanup(pg.Kill)
	return pg
}

// bought is an order with its invoice, if it has one.
type bought struct {
	id                 int64
	increment, invoice string
}

// buy places an order with a key and invoices it.
func buy(t testing.TB, s *servetest.Server, auth []string, key string) (b bought) {
	t.Helper()
	cart := filledCart(t, s)
	a := untilDone(t, 201, func() (servetest.Answer, error) {
		return s.Do("POST", cart+"/place-order", placement, "X-Idempotency-Key", key)
	})
	b.id, b.increment = numbers(a)
	invoiced := untilDone(t, 201, func() (servetest.Answer, error) {
		return s.Do("POST", fmt.Sprintf("/orders/%d/invoices", b.id), object{},
			append([]string{"X-Idempotency-Key", key + "-invoice"}, auth...)...)
	})
	b.invoice, _ = invoiced.Object()["incrementId"].(string)
	if b.increment == "" || b.invoice == "" {
		t.Fatalf("the order is %s, its invoice %s", a.Body, invoiced.Body)
	}
	return b
}

// TestAPromotedStandbyThatLacksCommits checks that the program notices lost events, ends, and does not start until an operator accepts the
// loss. Numbers that customers got are not given out again.
func TestAPromotedStandbyThatLacksCommits(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	primary := pgtest.Private(t)
	replica := newStandby(t, primary)
	host, err := url.Parse(primary.URL())
	if err != nil {
		t.Fatal(err)
	}
	either := onHosts(t, primary.URL(), host.Query().Get("host"), replica.host())
	data := t.TempDir()
	s := servetest.Start(t, data, "--database", either)
	auth := s.Token("service")
	product(t, s, auth, goods[0], units)
	kept := []bought{buy(t, s, auth, "first"), buy(t, s, auth, "second")}
	old := connect(t, primary.URL())
	replica.catchUp(old)
	replica.cutOff()
	lost := []bought{buy(t, s, auth, "third"), buy(t, s, auth, "fourth")}
	seen := query[int64](t, old, `SELECT position FROM log_head`)
	primary.Kill()
	pg := replica.promote()
	db := connect(t, pg.URL())
	end := query[int64](t, db, `SELECT position FROM log_head`)
	if end >= seen {
		t.Fatalf("the standby has the log up to %d of %d", end, seen)
	}
	<-s.Ended()
	if said := s.Log(); !strings.Contains(said, "the event log lost events: it was seen up to position ") ||
		!strings.Contains(said, fmt.Sprintf("ends at position %d now", end)) {
		t.Errorf("it ended and said\n%s", said)
	}
	for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"token", "service"}, {"events", "verify"}} {
		if said, err := s.Try(args...); err == nil || !strings.Contains(said, fmt.Sprintf("lost events: it ends at position %d", end)) ||
			!strings.Contains(said, "what this installation has seen") {
			t.Errorf("tradelog %s: %v\n%s", strings.Join(args, " "), err, said)
		}
	}
	s.Run("projections", "rebuild", "--all")
	s = servetest.Start(t, data, "--database", either)
	for _, b := range kept {
		if a := s.Must(200, "GET", fmt.Sprintf("/orders/%d", b.id), nil, auth...); a.Object()["incrementId"] != b.increment {
			t.Errorf("order %s is %s now", b.increment, a.Body)
		}
	}
	for _, b := range lost {
		s.Must(404, "GET", fmt.Sprintf("/orders/%d", b.id), nil, auth...)
	}
	known := append(slices.Clone(kept), lost...)
	for i := range 3 {
		b := buy(t, s, auth, fmt.Sprint("new-", i))
		if i := slices.IndexFunc(known, func(k bought) bool { return k.id == b.id || k.increment == b.increment }); i >= 0 {
			t.Errorf("order %d (%s) has the number of another one, %d (%s)", b.id, b.increment, known[i].id, known[i].increment)
		}
		if slices.ContainsFunc(kept, func(k bought) bool { return k.invoice == b.invoice }) {
			t.Errorf("invoice %s has the number of another one", b.invoice)
		}
		known, kept = append(known, b), append(kept, b)
	}
	whole(t, s, db)
}
