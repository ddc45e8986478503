package projections

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// newest returns the newest job.
func (i *instance) newest() Job {
	i.t.Helper()
	list, err := i.Jobs(i.t.Context(), 1)
	if err != nil || len(list) != 1 {
		i.t.Fatal(len(list), err)
	}
	return list[0]
}

// ended waits until the newest job has a result.
func (w *world) ended(i *instance) (j Job) {
	w.t.Helper()
	w.await("the end of a job", func() bool {
		j = i.newest()
		return j.Result != ""
	})
	return j
}

// background starts jobs in the background until the test ends.
func (i *instance) background() *Jobs {
	i.t.Helper()
	jobs := &Jobs{Projections: i.Engine}
	if err := jobs.Start(i.t.Context()); err != nil {
		i.t.Fatal(err)
	}
	i.t.Cleanup(jobs.Stop)
	return jobs
}

// TestJobsAreNoted: every process sees the begun jobs, their author, progress and outcome.
func TestJobsAreNoted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.start(nil, talliesWith(nil), notesDefinition)
	last := w.add(5)
	i.reaches("tallies", last)
	if err := i.Rebuild(StartedBy(t.Context(), Starter{By: "admin 7", Program: "tradelog test"}), "tallies", nil); err != nil {
		t.Fatal(err)
	}
	other := w.instance(nil, talliesWith(nil), notesDefinition)
	j := other.newest()
	if j.Kind != JobRebuild || j.Projector != "tallies" || j.StartedBy != "admin 7" || j.Program != "tradelog test" || j.Result != "done" ||
		j.Position != last || j.EndedAt == nil || j.Error != "" {
		t.Errorf("a rebuild: %+v", j)
	}
	if left, known := j.Left(); known {
		t.Errorf("a job that has ended takes %s more", left)
	}
	w.exec(`UPDATE read.tallies SET n = n + 1 WHERE name = 'name 0'`)
	jobs := i.background()
	id, err := jobs.Begin(t.Context(), JobVerify, "tallies")
	if err != nil {
		t.Fatal(err)
	}
	if j := w.ended(i); j.ID != id || j.Result != "done" || j.StartedBy != "" || len(j.Differences) != 1 ||
		j.Differences[0].Table != "tallies" {
		t.Errorf("a verification: %+v", j)
	}
	if _, err := jobs.Begin(t.Context(), JobRollback, "notes"); !errors.Is(err, ErrNothingKept) {
		t.Errorf("a rollback without earlier tables: %v", err)
	}
	if _, err := jobs.Begin(t.Context(), JobRollback, "nobody"); !errors.Is(err, ErrUnknownProjector) {
		t.Errorf("a rollback of nobody: %v", err)
	}
	if _, err := jobs.Begin(t.Context(), JobRollback, "tallies"); err != nil {
		t.Fatal(err)
	}
	if j := w.ended(i); j.Kind != JobRollback || j.Result != "done" {
		t.Errorf("a rollback: %+v", j)
	}
	if err := i.CancelJob(t.Context(), id); !errors.Is(err, ErrNoJob) {
		t.Errorf("a job that has ended is canceled: %v", err)
	}
}

// TestAJobIsCanceledByAnyProcess: it ends, its shadow tables are gone, and the projector is free for the next one.
func TestAJobIsCanceledByAnyProcess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add(5)
	held := make(chan struct{})
	i := w.instance(nil, talliesWith(func(ctx context.Context, _ *Writer, e Event) error {
		if e.Position == 1 {
			close(held)
		}
		<-ctx.Done()
		return ctx.Err()
	}))
	if err := i.register(t.Context()); err != nil {
		t.Fatal(err)
	}
	jobs := i.background()
	id, err := jobs.Begin(t.Context(), JobRebuild, "tallies")
	if err != nil {
		t.Fatal(err)
	}
	<-held
	other := w.instance(nil, talliesWith(nil))
	if j := other.newest(); j.ID != id || j.Result != "" || j.EndedAt != nil {
		t.Errorf("a job that runs: %+v", j)
	}
	if _, err := other.background().Begin(t.Context(), JobVerify, "tallies"); !errors.Is(err, ErrBusy) {
		t.Errorf("a second job of the projector: %v", err)
	}
	if err := other.CancelJob(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if j := w.ended(other); j.ID != id || j.Result != "canceled" || j.Error != "" {
		t.Errorf("a canceled job: %+v", j)
	}
	w.await("the end of the shadow tables", func() bool {
		return one[int](w, `SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'shadow%'`) == 0
	})
	if err := other.Rebuild(t.Context(), "tallies", nil); err != nil {
		t.Errorf("the next rebuild: %v", err)
	}
}

// TestAJobWhoseProcessEndsIsInterrupted: in order, or without a word.
func TestAJobWhoseProcessEndsIsInterrupted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add(1)
	held := make(chan struct{})
	i := w.instance(nil, talliesWith(func(ctx context.Context, _ *Writer, _ Event) error {
		close(held)
		<-ctx.Done()
		return ctx.Err()
	}))
	if err := i.register(t.Context()); err != nil {
		t.Fatal(err)
	}
	jobs := i.background()
	if _, err := jobs.Begin(t.Context(), JobRebuild, "tallies"); err != nil {
		t.Fatal(err)
	}
	<-held
	jobs.Stop()
	if j := i.newest(); j.Result != "interrupted" || j.EndedAt == nil {
		t.Errorf("a job of a process that has ended: %+v", j)
	}
	if _, err := jobs.Begin(t.Context(), JobRebuild, "tallies"); !errors.Is(err, ErrNoJobs) {
		t.Errorf("a process that has ended begins a job: %v", err)
	}
	w.exec(`INSERT INTO projection_jobs (projector, kind, started_by, program) VALUES ('tallies', 'verify', '', 'killed')`)
	killed := i.newest()
	if killed.Result != "interrupted" || killed.EndedAt == nil || killed.Program != "killed" {
		t.Errorf("a job of a process that was killed: %+v", killed)
	}
	if err := i.CancelJob(t.Context(), killed.ID); !errors.Is(err, ErrNoJob) {
		t.Errorf("it is canceled: %v", err)
	}
	other := w.instance(nil, talliesWith(nil))
	if err := other.Rebuild(t.Context(), "tallies", nil); err != nil {
		t.Fatal(err)
	}
	if n := one[int](w, `SELECT count(*) FROM projection_jobs WHERE result = 'interrupted'`); n != 2 {
		t.Errorf("%d jobs were interrupted", n)
	}
}

// listKey is the context key that marks queries that list jobs.
type listKey struct{}

// afterList calls a function once after a list of jobs was read.
type afterList struct {
	once sync.Once
	do   func()
}

func (*afterList) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, listKey{}, strings.HasPrefix(data.SQL, jobSQL))
}

func (a *afterList) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	if list, _ := ctx.Value(listKey{}).(bool); list {
		a.once.Do(a.do)
	}
}

// TestAJobThatEndsWhileItIsRead has a result, and is not taken for one of a process that has ended. Its lock is given up between the reads
// of its row and of the lock.
func TestAJobThatEndsWhileItIsRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec(`INSERT INTO projection_jobs (projector, kind, started_by, program) VALUES ('tallies', 'verify', '', 'here')`)
	config := w.pool.Config()
	config.ConnConfig.Tracer = &afterList{do: func() {
		w.exec(`UPDATE projection_jobs SET ended_at = clock_timestamp(), result = 'done'`)
	}}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	i := w.instance(func(o *Options) { o.Pool = pool }, talliesWith(nil))
	if j := i.newest(); j.Result != "done" || j.EndedAt == nil {
		t.Errorf("a job that has ended: %+v", j)
	}
}

// TestAFailedJobSaysWhy has a projector fail at an event.
func TestAFailedJobSaysWhy(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add(3)
	i := w.instance(nil, talliesWith(func(_ context.Context, _ *Writer, e Event) error {
		if e.Position == 2 {
			return errors.New("no such colour")
		}
		return nil
	}))
	if err := i.register(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := i.background().Begin(t.Context(), JobRebuild, "tallies"); err != nil {
		t.Fatal(err)
	}
	if j := w.ended(i); j.Result != "failed" || !strings.Contains(j.Error, "position 2 (Added): no such colour") {
		t.Errorf("a job that failed: %+v", j)
	}
}
