package audit

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/internal/wait"
)

// Outcome of a run; empty while it runs.
type Outcome string

// The outcomes.
const (
	Intact      Outcome = "intact"
	Damaged     Outcome = "damaged"
	Cancelled   Outcome = "cancelled"
	Failed      Outcome = "failed"
	Interrupted Outcome = "interrupted"
)

// VerificationRun is a verification of the whole log.
type VerificationRun struct {
	ID       int64
	Asked    eventstore.Actor // the account that asked for it, by number
	Began    time.Time
	Seen     time.Time           // of Position
	Position eventstore.Position // verified up to here
	Head     eventstore.Position
	Against  eventstore.Position // of the checkpoint that the log was compared with; 0: none
	Stopping bool                // somebody has asked it to end
	Ended    time.Time           // zero while it runs
	Outcome  Outcome
	Damages  []Damage
}

// Verifications are the verifications of an installation. Make them with NewVerifications, and Stop them before the log is closed.
type Verifications struct {
	options VerificationOptions
	stop    context.CancelFunc
	ctx     context.Context // of the runs, which end with the program and not with the request
	running sync.WaitGroup
}

// VerificationOptions configure Verifications.
type VerificationOptions struct {
	Pool  *pgxpool.Pool
	Store eventstore.Store
	// Checkpoint returns the newest checkpoint, which the log is compared with, and the key that it is signed with; nil: there is none.
	Checkpoint func(ctx context.Context) (*Checkpoint, ed25519.PublicKey, error)
	Logger     *slog.Logger
}

// The times of a run: the interval of its notes of progress, and the time without a note after which others take it for ended. runColumns
// has the latter too.
const (
	noteEvery = time.Second
	silence   = 30 * time.Second
)

// errRuns refuses a second run.
var errRuns = fault.Conflictf("The log is being verified already.")

// NewVerifications makes Verifications.
func NewVerifications(o VerificationOptions) *Verifications {
	r := &Verifications{options: o}
	r.ctx, r.stop = context.WithCancel(context.Background())
	return r
}

// Stop ends the runs of this process and waits for them. None can be started after that.
func (r *Verifications) Stop() {
	r.stop()
	r.running.Wait()
}

// runColumns are those of a run. A run that is silent has been interrupted, also before a later one stores that.
const runColumns = `id, asked_kind, asked_id, began_at, seen_at, position, head, against, stopping,
	coalesce(ended_at, CASE WHEN seen_at < now() - interval '30 seconds' THEN seen_at END),
	coalesce(outcome, CASE WHEN seen_at < now() - interval '30 seconds' THEN 'interrupted' END, ''), damages`

func scanRun(row pgx.CollectableRow) (run VerificationRun, err error) {
	var ended *time.Time
	var damages []byte
	err = row.Scan(
		&run.ID,
		&run.Asked.Kind,
		&run.Asked.ID,
		&run.Began,
		&run.Seen,
		&run.Position,
		&run.Head,
		&run.Against,
		&run.Stopping,
		&ended,
		&run.Outcome,
		&damages,
	)
	if err == nil {
		err = json.Unmarshal(damages, &run.Damages)
	}
	if ended != nil {
		run.Ended = ended.UTC()
	}
	run.Began, run.Seen = run.Began.UTC(), run.Seen.UTC()
	return run, err
}

// Start begins to verify the whole log in the background. It fails with errRuns if a run has not ended.
func (r *Verifications) Start(ctx context.Context, asked eventstore.Actor) (VerificationRun, error) {
	if r.ctx.Err() != nil {
		return VerificationRun{}, fault.New(fault.Unavailable, "The program is ending.")
	}
	if err := r.endSilent(ctx); err != nil {
		return VerificationRun{}, err
	}
	head, err := r.options.Store.Head(ctx)
	if err != nil {
		return VerificationRun{}, err
	}
	rows, err := r.options.Pool.Query(ctx, `INSERT INTO log_verifications (asked_kind, asked_id, began_at, seen_at, head)
		VALUES ($1, $2, now(), now(), $3) RETURNING `+runColumns, asked.Kind, asked.ID, int64(head))
	if err != nil {
		return VerificationRun{}, err
	}
	run, err := pgx.CollectExactlyOneRow(rows, scanRun)
	var taken *pgconn.PgError
	if errors.As(err, &taken) && taken.Code == "23505" { // unique_violation, by the index on runs that have not ended
		return VerificationRun{}, errRuns
	}
	if err != nil {
		return VerificationRun{}, err
	}
	r.running.Go(func() { r.run(run) })
	return run, nil
}

// endSilent ends runs whose process has ended without a word.
func (r *Verifications) endSilent(ctx context.Context) error {
	_, err := r.options.Pool.Exec(ctx, `UPDATE log_verifications SET ended_at = seen_at, outcome = $1
		WHERE ended_at IS NULL AND seen_at < now() - $2::interval`, string(Interrupted), silence)
	return err
}

// List returns the newest runs, the newest first.
func (r *Verifications) List(ctx context.Context, most int) ([]VerificationRun, error) {
	rows, err := r.options.Pool.Query(ctx, `SELECT `+runColumns+` FROM log_verifications ORDER BY id DESC LIMIT $1`, most)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanRun)
}

// Cancel asks a run to end, wherever it runs. fault.NotFound: there is none that has not ended.
func (r *Verifications) Cancel(ctx context.Context, id int64) error {
	asked, err := r.options.Pool.Exec(ctx, `UPDATE log_verifications SET stopping = true WHERE id = $1 AND ended_at IS NULL`, id)
	if err == nil && asked.RowsAffected() == 0 {
		err = fault.NotFoundf("This verification has ended.")
	}
	return err
}

// run verifies the log and stores the outcome.
func (r *Verifications) run(run VerificationRun) {
	ctx, cancel := context.WithCancelCause(r.ctx)
	defer cancel(nil)
	var at atomic.Pointer[[2]eventstore.Position]
	at.Store(&[2]eventstore.Position{0, run.Head})
	done := make(chan struct{})
	var noting sync.WaitGroup
	noting.Go(func() { r.note(ctx, cancel, run.ID, &at, done) })
	options := Options{Progress: func(position, head eventstore.Position) {
		at.Store(&[2]eventstore.Position{position, head})
	}}
	var report Report
	var err error
	if options.Checkpoint, options.Key, err = r.options.Checkpoint(ctx); err == nil {
		report, err = Verify(ctx, r.options.Store, options)
	}
	close(done)
	noting.Wait()
	last := *at.Load()
	run.Position, run.Head, run.Against, run.Damages = last[0], last[1], report.CheckedAgainst, report.Damages
	switch {
	case err == nil && report.OK():
		run.Outcome = Intact
	case err == nil:
		run.Outcome = Damaged
		r.options.Logger.Error("the event log is damaged", "damages", len(report.Damages), "first", report.Damages[0].String())
	case errors.Is(context.Cause(ctx), errCancelled):
		run.Outcome = Cancelled
	case ctx.Err() != nil:
		run.Outcome = Interrupted
	default:
		run.Outcome = Failed
		r.options.Logger.Error("the event log could not be verified", "error", err)
	}
	if err := r.end(run); err != nil {
		r.options.Logger.Error("the result of a verification could not be stored", "outcome", run.Outcome, "error", err)
	}
}

// errCancelled ends a run that somebody has cancelled.
var errCancelled = errors.New("cancelled")

// note stores the progress of a run once a second until it is done, and cancels the run if somebody has asked for that.
func (r *Verifications) note(ctx context.Context, cancel context.CancelCauseFunc, id int64, at *atomic.Pointer[[2]eventstore.Position],
	done <-chan struct{}) {
	for {
		noted, err := r.noteOnce(ctx, id, *at.Load())
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, pgx.ErrNoRows): // it was silent for so long that others took it for ended
			cancel(pgx.ErrNoRows)
			return
		case err != nil:
			r.options.Logger.Warn("the progress of a verification could not be stored", "error", err)
		case noted.Stopping:
			cancel(errCancelled)
			return
		}
		wait.Until(ctx, noteEvery, done)
		select {
		case <-done:
			return
		default:
		}
	}
}

func (r *Verifications) noteOnce(ctx context.Context, id int64, at [2]eventstore.Position) (VerificationRun, error) {
	rows, err := r.options.Pool.Query(ctx, `UPDATE log_verifications SET seen_at = now(), position = $2, head = $3
		WHERE id = $1 AND ended_at IS NULL RETURNING `+runColumns, id, int64(at[0]), int64(at[1]))
	if err != nil {
		return VerificationRun{}, err
	}
	return pgx.CollectExactlyOneRow(rows, scanRun)
}

// end stores the outcome of a run. The program may be ending too, so it has a moment of its own.
func (r *Verifications) end(run VerificationRun) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), 5*time.Second)
	defer cancel()
	if run.Damages == nil {
		run.Damages = []Damage{}
	}
	damages, err := json.Marshal(run.Damages)
	if err != nil {
		return err
	}
	_, err = r.options.Pool.Exec(ctx, `UPDATE log_verifications SET seen_at = now(), ended_at = now(), position = $2, head = $3, against = $4,
		outcome = $5, damages = $6 WHERE id = $1 AND ended_at IS NULL`,
		run.ID, int64(run.Position), int64(run.Head), int64(run.Against), string(run.Outcome), damages)
	return err
}
