package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tradelog/adapters/objects"
	"tradelog/eventstore"
	"tradelog/eventstore/archive"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/witness"
	"tradelog/installation/sequence"
	"tradelog/operations/idempotency"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/reactions/relay"
)

// traces find rows of lost events in everything that is made of the log.
var traces = []lineage.Trace{
	projections.Ahead,
	always(reactions.Ahead),
	always(relay.Ahead),
	func(ctx context.Context, tx pgx.Tx, end eventstore.Position, thorough bool) ([]eventstore.Ahead, error) {
		if !thorough {
			return nil, nil
		}
		return mails.Ahead(ctx, tx, end)
	},
}

// always makes a trace of a search that does not take long.
func always(search func(context.Context, pgx.Tx, eventstore.Position) ([]eventstore.Ahead, error)) lineage.Trace {
	return func(ctx context.Context, tx pgx.Tx, end eventstore.Position, _ bool) ([]eventstore.Ahead, error) {
		return search(ctx, tx, end)
	}
}

// logOptions say how the log of a configuration is opened.
func (c Config) logOptions(observer eventstore.Observer) lineage.Options {
	return lineage.Options{
		URL: c.EventStoreURL, Patience: c.EventStorePatience, Clock: c.Clock, Logger: c.Logger, Observer: observer,
		OpenPlace: func(ctx context.Context, place string) (archive.Place, error) { return objects.Open(ctx, place) },
	}
}

func (a *App) checker() lineage.Checker {
	return lineage.Checker{
		Pool: a.Pool, Ends: a.ends, LogID: a.Store.LogID(), WitnessDir: a.Config.WitnessDir, Patience: a.Config.EventStorePatience,
		Traces: traces,
	}
}

// watch begins to note the end of the log that this program has seen, outside of the database.
func (a *App) watch(ctx context.Context) error {
	if a.Config.WitnessDir == "" {
		return nil
	}
	w, err := witness.Open(a.Config.WitnessDir, a.Store.LogID(), len(a.logCuts))
	if err != nil {
		return fmt.Errorf("note how far the log was seen: %w", err)
	}
	a.witness = w
	note := func(m eventstore.Mark) {
		if err := w.Note(int64(m.Position), m.Seal); err != nil {
			a.Config.Logger.Warn("note how far the log was seen", "error", err)
		}
	}
	newest, err := a.Store.Newest(ctx)
	if err != nil {
		return err
	}
	note(newest)
	a.Store.Note(note)
	return nil
}

// endWatch ends what watch has begun. The log is closed before, so that its last event is noted.
func (a *App) endWatch() {
	if a.witness == nil {
		return
	}
	if err := a.witness.Close(); err != nil {
		a.Config.Logger.Warn("note how far the log was seen", "error", err)
	}
}

// Effects decides whether e-mails are sent again after events were lost, since the record of sent e-mails may be lost too.
type Effects string

// RepeatEffects may send an e-mail twice. SkipEffects may leave e-mails out.
const (
	RepeatEffects Effects = "repeat"
	SkipEffects   Effects = "skip"
)

// ErrInstances refuses to accept a loss while instances run.
var ErrInstances = errors.New("instances are running on this database; stop them all first")

// AcceptLoss goes on without the events that the log lost, and returns what was lost, or nil when nothing was; see lineage.Checker. Read
// models are made anew when the app is joined next. It fails with ErrInstances while instances run.
func (a *App) AcceptLoss(ctx context.Context, effects Effects, known ...eventstore.Ahead) (*lineage.LossError, error) {
	loss, err := a.checker().Loss(ctx, a.Store, a.logCuts, known)
	if loss == nil || err != nil {
		return nil, err
	}
	instances, err := a.Keys.Instances(ctx)
	if err != nil {
		return nil, err
	}
	if instances > 0 {
		return nil, fmt.Errorf("%w (%d)", ErrInstances, instances)
	}
	err = a.checker().Accept(ctx, loss, func(ctx context.Context, tx pgx.Tx, end eventstore.Position) error {
		steps := []func() error{
			func() error { return reactions.PutBack(ctx, tx, end) },
			func() error { return relay.PutBack(ctx, tx, end) },
			func() error {
				return mails.PutBack(ctx, tx, end, a.Config.Clock(), effects == SkipEffects, a.ends.Outside())
			},
			func() error { return idempotency.PutBack(ctx, tx, end) },
			func() error { return postgres.Snapshots{}.Discard(ctx, tx) },
			func() error { return sequence.Skip(ctx, tx, int64(max(1, loss.Seen()-end))) },
		}
		if loss.Rows {
			steps = append(steps, func() error { return projections.Discard(ctx, tx) })
		}
		for _, step := range steps {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return loss, nil
}

// State holds what Verify found to disagree with the log.
type State struct {
	Loss   *lineage.LossError `json:"lost"`   // nil: nothing knows of more events than there are
	Behind []sequence.Behind  `json:"behind"` // sequences that would number twice
	Cuts   []postgres.Cut     `json:"cuts"`   // where events were lost and that was accepted
	Move   *eventstore.Move   `json:"move"`   // the transfer of another log into this one that has not ended
}

// OK tells whether everything agrees with the log.
func (s State) OK() bool { return s.Loss == nil && len(s.Behind) == 0 && s.Move == nil }

// Err returns an error with the disagreement and the remedy; nil if there is none.
func (s State) Err() error {
	switch {
	case s.Loss != nil:
		return s.Loss
	case s.Move != nil:
		return &eventstore.UnfinishedError{Move: *s.Move}
	case len(s.Behind) > 0:
		return fmt.Errorf("%d sequences are behind the log and would give out identifiers twice; the next start of the server, or tradelog "+
			"projections rebuild --all, sets them past it", len(s.Behind))
	}
	return nil
}

// Verify compares the log with everything that is derived from it. The log itself is verified by package audit.
func (l *Log) Verify(ctx context.Context) (s State, err error) {
	s.Cuts = l.cuts
	if moving, ok := l.Store.(eventstore.MovingLog); ok {
		if s.Move, err = moving.Unfinished(ctx); err != nil {
			return s, err
		}
	}
	err = pgx.BeginTxFunc(ctx, l.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		checker := lineage.Checker{Pool: l.Pool, Ends: l.ends, LogID: l.Store.LogID(), WitnessDir: l.witnessDir, Traces: traces}
		if s.Loss, err = checker.Find(ctx, tx); err != nil {
			return err
		}
		s.Behind, err = sequence.FindBehind(ctx, tx)
		return err
	})
	return s, err
}

// cuts returns the positions where the log was cut.
func (a *App) cuts() (at []eventstore.Position) {
	for _, c := range a.logCuts {
		at = append(at, c.Position)
	}
	return at
}
