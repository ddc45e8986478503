package audit

import (
	"context"
	"crypto/ed25519"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

// admin is the account that asks for verifications.
var admin = eventstore.Actor{Kind: "admin", ID: 7}

// installation is a log of 20 events. Its instances share the database.
type installation struct {
	pool  *pgxpool.Pool
	store *postgres.Store
}

func install(t *testing.T) installation {
	t.Helper()
	pool := pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up))
	store, err := postgres.Open(t.Context(), pool, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	for range 20 {
		_, err := store.Append(t.Context(), "order-1", eventstore.Any, eventstore.NewEvent{
			ID: uuid.New(), Type: "Happened", SchemaVersion: 1, Data: []byte(`{}`), Metadata: []byte(`{}`),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return installation{pool, store}
}

// instance makes the runs of an instance. checkpoint, if it is not nil, is called before the log is read.
func (i installation) instance(checkpoint func(context.Context) error) *Verifications {
	return NewVerifications(VerificationOptions{Pool: i.pool, Store: i.store, Logger: slog.New(slog.DiscardHandler),
		Checkpoint: func(ctx context.Context) (*Checkpoint, ed25519.PublicKey, error) {
			if checkpoint == nil {
				return nil, nil, nil
			}
			return nil, nil, checkpoint(ctx)
		}})
}

func start(t *testing.T, r *Verifications) VerificationRun {
	t.Helper()
	run, err := r.Start(t.Context(), admin)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// newest returns the newest run as another instance sees it.
func (i installation) newest(t *testing.T) VerificationRun {
	t.Helper()
	runs, err := i.instance(nil).List(t.Context(), 1)
	if err != nil || len(runs) == 0 {
		t.Fatalf("%v, error %v", runs, err)
	}
	return runs[0]
}

// TestARunEndsWithWhatItFound verifies a log that is whole, and one that was changed.
func TestARunEndsWithWhatItFound(t *testing.T) {
	t.Parallel()
	i := install(t)
	for _, outcome := range []Outcome{Intact, Damaged} {
		if outcome == Damaged {
			if _, err := i.pool.Exec(t.Context(), `UPDATE events SET data = '{"n":1}' WHERE position = 7`); err != nil {
				t.Fatal(err)
			}
		}
		r := i.instance(nil)
		first := start(t, r)
		r.running.Wait()
		run := i.newest(t)
		if first.Asked != admin || run.ID != first.ID || run.Outcome != outcome || run.Position != 20 || run.Head != 20 || run.Ended.IsZero() {
			t.Errorf("%+v, want %s", run, outcome)
		}
		if (len(run.Damages) > 0) != (outcome == Damaged) || outcome == Damaged && run.Damages[0].Position != 7 {
			t.Errorf("damages %v of a log that is %s", run.Damages, outcome)
		}
	}
}

// TestOneRunAtATime: another instance refuses a second run, shows the first one, and cancels it.
func TestOneRunAtATime(t *testing.T) {
	t.Parallel()
	i := install(t)
	reading := make(chan struct{})
	here, there := i.instance(func(ctx context.Context) error {
		close(reading)
		<-ctx.Done()
		return ctx.Err()
	}), i.instance(nil)
	run := start(t, here)
	<-reading
	if _, err := there.Start(t.Context(), admin); !errors.Is(err, errRuns) {
		t.Errorf("a second run: %v", err)
	}
	if is := i.newest(t); is.ID != run.ID || is.Outcome != "" || !is.Ended.IsZero() {
		t.Errorf("while it runs: %+v", is)
	}
	if err := there.Cancel(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	here.running.Wait()
	if is := i.newest(t); is.Outcome != Cancelled || is.Ended.IsZero() {
		t.Errorf("cancelled: %+v", is)
	}
	if err := there.Cancel(t.Context(), run.ID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("cancelled twice: %v", err)
	}
	start(t, there)
	there.running.Wait()
	if is := i.newest(t); is.ID == run.ID || is.Outcome != Intact {
		t.Errorf("after that: %+v", is)
	}
}

// TestRunsEndWithTheirProcess: a run ends with the program. A run of a process that was killed is found by its silence, and an error of the
// log is no result.
func TestRunsEndWithTheirProcess(t *testing.T) {
	t.Parallel()
	i := install(t)
	reading := make(chan struct{})
	r := i.instance(func(ctx context.Context) error {
		close(reading)
		<-ctx.Done()
		return ctx.Err()
	})
	start(t, r)
	<-reading
	r.Stop()
	if is := i.newest(t); is.Outcome != Interrupted {
		t.Errorf("the program ended: %+v", is)
	}
	if _, err := r.Start(t.Context(), admin); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a run of a program that is ending: %v", err)
	}
	_, err := i.pool.Exec(t.Context(), `INSERT INTO log_verifications (asked_kind, asked_id, began_at, seen_at, head)
		VALUES ('admin', 7, now() - interval '1 hour', now() - $1::interval, 20)`, 2*silence)
	if err != nil {
		t.Fatal(err)
	}
	failing := i.instance(func(context.Context) error { return errors.New("the disk is gone") })
	start(t, failing)
	failing.running.Wait()
	runs, err := failing.List(t.Context(), 10)
	if err != nil || len(runs) != 3 || runs[0].Outcome != Failed || runs[1].Outcome != Interrupted {
		t.Errorf("%+v, error %v", runs, err)
	}
	if took := runs[1].Ended.Sub(runs[1].Began); took < 30*time.Minute {
		t.Errorf("a killed run ended when it was seen last, and not after %v", took)
	}
}
