package faults

import (
	"fmt"
	"syscall"
	"testing"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestStoppedWhileItHoldsTheHead stops an instance while its appender holds the head of the log. The other instances wait no longer than
// their time-out and answer 503. They continue when the database releases the lock, and at once when the stopped instance dies.
//
//	test:    holds the head ──────────────┐
//	stopped:   waits ── stopped            └─ holds it ─────────── dies, or loses it by a time-out
//	other:               waits ───────────────────── 503             └─ holds it: 200
func TestStoppedWhileItHoldsTheHead(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	for _, c := range []struct {
		name string
		// after ends the stop, once the other instance was refused.
		after func(stopped *servetest.Server, write func(qty int))
	}{
		{"and then dies", func(stopped *servetest.Server, write func(int)) {
			stopped.Kill()
			write(3)
		}},
		{"and then goes on", func(stopped *servetest.Server, write func(int)) {
			write(3) // the database has released the lock meanwhile
			_ = stopped.Process.Signal(syscall.SIGCONT)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			url, auth := database(t)
			stopped, other := serve(t, url), serve(t, url)
			db := connect(t, url)
			set := func(s *servetest.Server, client, qty int) (servetest.Answer, error) {
				headers := append([]string{"X-Idempotency-Key", fmt.Sprintf("set-%d-%d", client, qty)}, auth...)
				return s.Do("PUT", "/inventory", object{"sku": counted(client), "qty": qty}, headers...)
			}
			write := func(qty int) {
				t.Helper()
				if a, err := set(other, 1, qty); err != nil || a.Status != 200 {
					t.Errorf("a write on the other instance: %v %d %s", err, a.Status, a.Body)
				}
			}
			write(1) // the last append is the other instance's, so the one to be stopped must read the head

			release := lockHead(t, url)
			answers := make(chan error, 1)
			go func() {
				a, err := set(stopped, 0, 1)
				if err == nil && a.Status != 200 {
					err = fmt.Errorf("status %d: %s", a.Status, a.Body)
				}
				answers <- err
			}()
			await(t, "the first appender waits for the head", func() bool { return waiting(t, db, "tradelog appender") == 1 })
			if err := stopped.Process.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			refused := make(chan servetest.Answer, 1)
			go func() {
				a, _ := set(other, 1, 2)
				refused <- a
			}()
			await(t, "the second appender waits behind it", func() bool { return waiting(t, db, "tradelog appender") == 2 })
			release()
			await(t, "the stopped instance holds the head", func() bool {
				return query[int](t, db, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
					AND application_name = 'tradelog appender' AND state LIKE 'idle in transaction%'`) == 1
			})
			if a := <-refused; a.Status != 503 || a.Header.Get("Retry-After") == "" {
				t.Errorf("while the head is held: %d %s", a.Status, a.Body)
			}
			if got := left(t, db, counted(1)); got != 1 {
				t.Errorf("a refused write has set the stock to %d", got)
			}
			c.after(stopped, write)

			// The interrupted request is retried and then done once.
			err := <-answers
			last := stopped
			select {
			case <-stopped.Ended():
				last = other
			default:
				if err != nil {
					t.Errorf("the stopped instance's own write: %v", err)
				}
			}
			await(t, "the write that was cut off is done", func() bool {
				a, err := set(last, 0, 1)
				return err == nil && a.Status == 200
			})
			if n := query[int](t, db, `SELECT count(*) FROM events WHERE type = 'StockLevelsSet' AND data::text LIKE '%"qty":1,%'`); n > 2 {
				t.Errorf("stock was set to 1 %d times, want once for each product", n)
			}
			write(4)
			if a, b := left(t, db, counted(0)), left(t, db, counted(1)); a != 1 || b != 4 {
				t.Errorf("the stocks are %d and %d, want 1 and 4", a, b)
			}
			whole(t, other, db)
		})
	}
}

// lockHead prevents appends until release is called.
func lockHead(t testing.TB, url string) (release func()) {
	t.Helper()
	conn := connect(t, url)
	execute(t, conn, "BEGIN")
	var position int64
	if err := conn.QueryRow(t.Context(), "SELECT position FROM log_head FOR UPDATE").Scan(&position); err != nil {
		t.Fatal(err)
	}
	return func() { execute(t, conn, "ROLLBACK") }
}
