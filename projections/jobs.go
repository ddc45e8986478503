package projections

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
	"tradelog/internal/wait"
)

// JobKind is a kind of long work on a projector.
type JobKind string

// These are the kinds of jobs.
const (
	JobRebuild  JobKind = "rebuild"
	JobRollback JobKind = "rollback"
	JobVerify   JobKind = "verify"
)

// Job is a rebuild, a rollback or a verification that any process has begun. The table projection_jobs has them all.
type Job struct {
	ID        int64
	Projector string
	Kind      JobKind
	StartedBy string // kind and number of the account; empty: the program itself
	Program   string
	Step      string
	Position  eventstore.Position
	Target    eventstore.Position // 0: not known yet
	PerSecond float64             // positions
	StartedAt time.Time
	NotedAt   time.Time // of Step, Position and PerSecond
	Canceled  bool      // somebody has asked for its end
	EndedAt   *time.Time
	// Result is done, failed, canceled or interrupted: its process has ended. Result is empty while the job runs.
	Result string
	Error  string
	// Differences are the differences that a verification has found.
	Differences []Difference
}

// Left returns the time that remains until the target is reached; false if nothing tells it.
func (j Job) Left() (time.Duration, bool) {
	if j.Result != "" || j.PerSecond <= 0 || j.Target == 0 {
		return 0, false
	}
	return time.Duration(float64(max(0, j.Target-j.Position)) / j.PerSecond * float64(time.Second)), true
}

// Starter tells who begins jobs, and with which program.
type Starter struct{ By, Program string }

type starterKey struct{}

// StartedBy returns a context whose jobs are begun by somebody.
func StartedBy(ctx context.Context, s Starter) context.Context {
	return context.WithValue(ctx, starterKey{}, s)
}

type begunKey struct{}

// whenBegun returns a context whose job calls begun with its number once it is the only one of its projector.
func whenBegun(ctx context.Context, begun func(id int64)) context.Context {
	return context.WithValue(ctx, begunKey{}, begun)
}

// errCanceled ends a job that somebody has canceled.
var errCanceled = errors.New("the job was canceled")

// ErrNoJob: no job, or no running one, has that number.
var ErrNoJob = errors.New("there is no such job")

// keptJobs is the number of jobs that are remembered.
const keptJobs = 1000

// job is a job of this process.
type job struct {
	engine *Engine
	id     int64
	cancel context.CancelCauseFunc
	ended  chan struct{}
	noting sync.WaitGroup

	mu          sync.Mutex
	step        string
	at, end     eventstore.Position
	first       eventstore.Position // the position where it begins; negative: it has not said that yet
	began       time.Time
	differences []Difference
}

// runJob carries out a job whose projector is locked. Its row in projection_jobs tells every process its progress.
func (e *Engine) runJob(
	ctx context.Context, d *Definition, kind JobKind, progress Progress, do func(context.Context, *job, Progress) error,
) (err error) {
	starter, _ := ctx.Value(starterKey{}).(Starter)
	j := &job{engine: e, ended: make(chan struct{}), began: time.Now()}
	if kind == JobRollback {
		j.first = -1 // its rows are not new
	}
	// The lock is held, so a job without an end is one whose process has ended.
	err = pgx.BeginFunc(ctx, e.options.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE projection_jobs SET ended_at = noted_at, result = 'interrupted'
			WHERE projector = $1 AND ended_at IS NULL`, d.Name); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `INSERT INTO projection_jobs (projector, kind, started_by, program) VALUES ($1, $2, $3, $4) RETURNING id`,
			d.Name, string(kind), starter.By, starter.Program).Scan(&j.id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM projection_jobs WHERE id <= $1`, j.id-keptJobs)
		return err
	})
	if err != nil {
		return fmt.Errorf("note a job: %w", err)
	}
	if begun, ok := ctx.Value(begunKey{}).(func(int64)); ok {
		begun(j.id)
	}
	working, cancel := context.WithCancelCause(ctx)
	j.cancel = cancel
	j.noting.Go(func() { j.watch(working) })
	defer func() {
		close(j.ended)
		j.noting.Wait()
		cancel(nil)
		err = j.conclude(context.WithoutCancel(ctx), working, err)
	}()
	return do(working, j, func(step string, at, end eventstore.Position) {
		j.reached(step, at, end)
		progress.report(step, at, end)
	})
}

// reached notes the progress of the job.
func (j *job) reached(step string, at, end eventstore.Position) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.first < 0 {
		j.first = at
	}
	j.step, j.at, j.end = step, at, end
}

// found notes the outcome of a verification.
func (j *job) found(differences []Difference) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.differences = differences
}

// noteEvery is the interval at which a job notes its progress for other processes, and looks whether somebody has canceled it.
const noteEvery = 500 * time.Millisecond

// watch notes the progress of a job until it ends, and cancels it when somebody asks for that.
func (j *job) watch(ctx context.Context) {
	for {
		wait.Until(ctx, noteEvery, j.ended)
		select {
		case <-j.ended:
			return
		case <-ctx.Done():
			return
		default:
		}
		var canceled bool
		step, at, end, rate := j.progress()
		err := j.engine.options.Pool.QueryRow(ctx, `UPDATE projection_jobs SET step = $2, position = $3, target = $4, per_second = $5,
			noted_at = clock_timestamp() WHERE id = $1 RETURNING canceled`, j.id, step, int64(at), int64(end), rate).Scan(&canceled)
		if canceled {
			j.cancel(errCanceled)
			return
		}
		if err != nil && ctx.Err() == nil {
			j.engine.options.Logger.Warn("note the progress of a job", "job", j.id, "error", err)
		}
	}
}

func (j *job) progress() (step string, at, end eventstore.Position, rate float64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if took := time.Since(j.began).Seconds(); took > 0 {
		rate = float64(max(0, j.at-j.first)) / took
	}
	return j.step, j.at, j.end, rate
}

// conclude notes the outcome of a job and returns its error.
func (j *job) conclude(ctx, working context.Context, err error) error {
	result, text := "done", ""
	switch {
	case err != nil && errors.Is(context.Cause(working), errCanceled):
		err, result = errCanceled, "canceled"
	case err != nil && ctx.Err() == nil && working.Err() != nil && errors.Is(err, context.Canceled):
		result = "interrupted"
	case err != nil:
		result, text = "failed", err.Error()
	}
	step, at, end, rate := j.progress()
	found, failed := json.Marshal(j.differences)
	if failed != nil {
		return errors.Join(err, failed)
	}
	noting, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if _, failed := j.engine.options.Pool.Exec(noting, `UPDATE projection_jobs SET step = $2, position = $3, target = $4, per_second = $5,
		noted_at = clock_timestamp(), ended_at = clock_timestamp(), result = $6, error = $7, doc = $8 WHERE id = $1`,
		j.id, step, int64(at), int64(end), rate, result, text, found); failed != nil {
		j.engine.options.Logger.Warn("note the end of a job", "job", j.id, "error", failed)
	}
	return err
}

// jobLocked is true of a row of projection_jobs whose projector is locked by a job.
const jobLocked = `EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
	AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
	AND l.classid::bigint = hashtext('tradelog rebuild')::bigint & 4294967295
	AND l.objid::bigint = hashtext(projector)::bigint & 4294967295)`

// Jobs lists the newest jobs of all processes, the newest first.
func (e *Engine) Jobs(ctx context.Context, limit int) ([]Job, error) {
	return e.jobs(ctx, ` ORDER BY id DESC LIMIT $1`, int64(limit))
}

// Job returns a job of any process, or ErrNoJob.
func (e *Engine) Job(ctx context.Context, id int64) (Job, error) {
	found, err := e.jobs(ctx, ` WHERE id = $1`, id)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%w: %d", ErrNoJob, id)
	}
	if err != nil {
		return Job{}, err
	}
	return found[0], nil
}

const jobSQL = `SELECT id, projector, kind, started_by, program, step, position, target, per_second, started_at, noted_at, canceled,
	ended_at, coalesce(result, ''), error, doc, ` + jobLocked + ` FROM projection_jobs`

// jobs reads jobs. A job without an end whose projector no job has locked is interrupted, unless it has ended between the two reads, of its
// row and of the lock. So the rows are read again then: a job notes its end before it gives up the lock.
func (e *Engine) jobs(ctx context.Context, which string, argument int64) ([]Job, error) {
	for unlocked := map[int64]bool{}; ; {
		again := false
		rows, err := e.options.Pool.Query(ctx, jobSQL+which, argument)
		if err != nil {
			return nil, err
		}
		all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (j Job, err error) {
			locked := false
			err = row.Scan(&j.ID, &j.Projector, &j.Kind, &j.StartedBy, &j.Program, &j.Step, &j.Position, &j.Target, &j.PerSecond,
				&j.StartedAt, &j.NotedAt, &j.Canceled, &j.EndedAt, &j.Result, &j.Error, &j.Differences, &locked)
			if j.Result == "" && !locked {
				again = again || !unlocked[j.ID]
				unlocked[j.ID] = true
				noted := j.NotedAt
				j.Result, j.EndedAt = "interrupted", &noted
			}
			return j, err
		})
		if err != nil || !again {
			return all, err
		}
	}
}

// CancelJob asks a running job of any process for its end. It fails with ErrNoJob if the job has ended.
func (e *Engine) CancelJob(ctx context.Context, id int64) error {
	tag, err := e.options.Pool.Exec(ctx, `UPDATE projection_jobs SET canceled = true WHERE id = $1 AND ended_at IS NULL AND `+jobLocked, id)
	if err == nil && tag.RowsAffected() == 0 {
		err = fmt.Errorf("%w: %d", ErrNoJob, id)
	}
	return err
}

// Jobs runs jobs in the background of this process.
type Jobs struct {
	Projections *Engine

	mu      sync.Mutex
	base    context.Context
	stop    context.CancelFunc
	running sync.WaitGroup
}

// Start lets jobs begin.
func (b *Jobs) Start(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.base, b.stop = context.WithCancel(context.WithoutCancel(ctx))
	return nil
}

// Stop interrupts the jobs and waits until they have ended.
func (b *Jobs) Stop() {
	b.mu.Lock()
	if b.stop != nil {
		b.stop()
		b.base = nil
	}
	b.mu.Unlock()
	b.running.Wait()
}

// ErrNoJobs: the process is starting or ending.
var ErrNoJobs = errors.New("this instance begins no jobs now")

// Begin begins a job and returns its number. It fails with ErrUnknownProjector, with ErrBusy if another job has the projector, and with
// ErrNoJobs. It fails with ErrNothingKept if a rollback has nothing to go back to.
func (b *Jobs) Begin(ctx context.Context, kind JobKind, projector string) (int64, error) {
	if err := b.Projections.mayRollBack(ctx, kind, projector); err != nil {
		return 0, err
	}
	begun, failed := make(chan int64, 1), make(chan error, 1)
	b.mu.Lock()
	base := b.base
	if base != nil {
		starter, _ := ctx.Value(starterKey{}).(Starter)
		working := whenBegun(StartedBy(base, starter), func(id int64) { begun <- id })
		b.running.Go(func() {
			err := b.run(working, kind, projector)
			if err != nil && working.Err() == nil && !errors.Is(err, errCanceled) {
				b.Projections.options.Logger.Warn("a job has failed", "job", string(kind), "projector", projector, "error", err)
			}
			failed <- err
		})
	}
	b.mu.Unlock()
	if base == nil {
		return 0, ErrNoJobs
	}
	select {
	case id := <-begun:
		return id, nil
	case err := <-failed:
		select {
		case id := <-begun: // it has ended already
			return id, nil
		default:
			return 0, err
		}
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// mayRollBack refuses a rollback that has no tables to go back to, before it is begun.
func (e *Engine) mayRollBack(ctx context.Context, kind JobKind, projector string) error {
	if kind != JobRollback {
		return nil
	}
	d, err := e.definition(projector)
	if err != nil {
		return err
	}
	var there bool
	if err := e.options.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)`, oldSchema(d.Name)).
		Scan(&there); err != nil {
		return err
	}
	if !there {
		return fmt.Errorf("projector %s: %w: they are kept after a rebuild only", d.Name, ErrNothingKept)
	}
	return nil
}

func (b *Jobs) run(ctx context.Context, kind JobKind, projector string) (err error) {
	switch kind {
	case JobRebuild:
		err = b.Projections.Rebuild(ctx, projector, nil)
	case JobRollback:
		_, err = b.Projections.Rollback(ctx, projector, nil)
	case JobVerify:
		_, err = b.Projections.Verify(ctx, projector, nil)
	default:
		err = fmt.Errorf("there is no job %q", kind)
	}
	return err
}
