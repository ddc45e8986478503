package app

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/adapters/objects"
	"tradelog/eventstore"
	"tradelog/eventstore/archive"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/tally"
	"tradelog/installation"
	"tradelog/installation/checkpoints"
	"tradelog/operations/idempotency"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/reactions/relay"
	"tradelog/reactions/webhooks"
)

// traces find rows of lost events in everything that is derived from the log.
var traces = []lineage.Trace{
	projections.Ahead,
	always(reactions.Ahead),
	always(relay.Ahead),
	always(webhooks.Ahead),
	func(ctx context.Context, tx pgx.Tx, end eventstore.Position, thorough bool) ([]eventstore.Ahead, error) {
		if !thorough {
			return nil, nil
		}
		return mails.Ahead(ctx, tx, end)
	},
}

// always makes a trace of a quick search.
func always(search func(context.Context, pgx.Tx, eventstore.Position) ([]eventstore.Ahead, error)) lineage.Trace {
	return func(ctx context.Context, tx pgx.Tx, end eventstore.Position, _ bool) ([]eventstore.Ahead, error) {
		return search(ctx, tx, end)
	}
}

// logOptions returns the options for the log of the shop.
func (a *App) logOptions() lineage.Options {
	o := a.Config.logOptions(a.metrics)
	o.Alone = func() bool {
		alone := a.alone.Load()
		return alone != nil && (*alone)()
	}
	return o
}

// logOptions returns the options for the log of a configuration.
func (c Config) logOptions(observer eventstore.Observer) lineage.Options {
	return lineage.Options{
		URL: c.EventLog.StoreURL, Patience: c.EventLog.StorePatience, Clock: c.Clock, Logger: c.Logger, Observer: observer,
		OpenStorage: func(_ context.Context, location string) (archive.Storage, error) {
			return objects.Open(location, objects.Private)
		},
	}
}

func (a *App) checker() lineage.Checker {
	return lineage.Checker{
		Pool: a.Pool, Ends: a.ends, LogID: a.Store.LogID(), WitnessDir: a.Config.EventLog.WitnessDir, Patience: a.Config.EventLog.StorePatience,
		Traces: traces,
	}
}

// watch begins to note the last event that this program has seen, outside of the database.
func (a *App) watch(ctx context.Context) (err error) {
	a.noting, err = lineage.Note(ctx, a.Store, a.Config.EventLog.WitnessDir, len(a.cuts), a.Config.Logger)
	return err
}

// Effects decides whether e-mails are sent again after events were lost, since the record of sent e-mails may be lost too.
type Effects string

// RepeatEffects may send an e-mail twice. SkipEffects may leave e-mails out.
const (
	RepeatEffects Effects = "repeat"
	SkipEffects   Effects = "skip"
)

// AcceptLoss goes on without the events that the log lost. It returns the loss, or nil if nothing was lost; see lineage.Checker. Read
// models are rebuilt when the app is joined next. It fails with lineage.ErrInstances while instances run.
func (a *App) AcceptLoss(ctx context.Context, effects Effects, known ...eventstore.Ahead) (*lineage.LossError, error) {
	loss, err := a.checker().Loss(ctx, a.Store, a.cuts, known)
	if loss == nil || err != nil {
		return nil, err
	}
	steps := []lineage.Step{
		reactions.PutBack, relay.PutBack, webhooks.PutBack,
		func(ctx context.Context, tx pgx.Tx, end eventstore.Position) error {
			return mails.PutBack(ctx, tx, end, a.Config.Clock(), effects == SkipEffects, a.ends.Outside())
		},
		idempotency.PutBack, checkpoints.PutBack, tally.PutBack,
		func(ctx context.Context, tx pgx.Tx, _ eventstore.Position) error {
			return postgres.Snapshots{}.Discard(ctx, tx)
		},
		func(ctx context.Context, tx pgx.Tx, end eventstore.Position) error {
			return installation.SkipSequences(ctx, tx, int64(max(1, loss.Seen()-end)))
		},
	}
	if loss.Rows {
		steps = append(steps, func(ctx context.Context, tx pgx.Tx, _ eventstore.Position) error { return projections.Discard(ctx, tx) })
	}
	if err := a.checker().Accept(ctx, loss, a.Keys.Instances, steps...); err != nil {
		return nil, err
	}
	return loss, nil
}

// Verify compares the log with everything that is derived from it. The log itself is verified by package audit.
func (l *Log) Verify(ctx context.Context) (installation.State, error) {
	checker := lineage.Checker{Pool: l.Pool, Ends: l.ends, LogID: l.Store.LogID(), WitnessDir: l.config.EventLog.WitnessDir, Traces: traces}
	return installation.VerifyState(ctx, l.Store, checker, l.cuts)
}
