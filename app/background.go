package app

import (
	"cmp"
	"context"
	"strings"
	"sync/atomic"
	"time"

	"tradelog/app/monitoring"
	"tradelog/eventstore/lineage"
	"tradelog/installation"
	"tradelog/internal/lifecycle"
	"tradelog/internal/tracing"
	"tradelog/internal/wait"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/readmodels/freshness"
)

// background is the work that no request waits for. docs/operating.md has its kinds and their guarantees. Projectors, reactions and sweeps
// run on one instance, jobs where they were requested, and watchers on every instance. App.start starts all of it, App.Close stops it, and
// engineParts shows it.
type background struct {
	// Projections runs projectors; jobs rebuilds and verifies their tables.
	Projections *projections.Engine
	jobs        *projections.Jobs
	// Reactions runs reactions and sweeps.
	Reactions *reactions.Runner

	follower *freshness.Follower         // of projectors on other instances
	alone    atomic.Pointer[func() bool] // follower's Alone, once there is a follower
	noting   *lineage.Noting             // notes the end of the log that was seen

	metrics  *monitoring.Metrics
	lags     *monitoring.Lags
	owners   *monitoring.Owners
	troubles *monitoring.Troubles
	instance installation.Instance // as it started
	address  atomic.Value          // URL at which it answers requests
}

// wireBackground makes the background work besides the projectors.
func (a *App) wireBackground() {
	a.Reactions = &reactions.Runner{
		Pool: a.Pool, Store: a.Store, Codec: a.Codec, Logger: a.Config.Logger, Observe: a.metrics.Reacted,
		Reactions: contributions(a.modules, a.Services, func(m Module) func(Services) []reactions.Reaction { return m.Reactions }),
		Sweeps:    contributions(a.modules, a.Services, func(m Module) func(Services) []reactions.Sweep { return m.Sweeps }),
	}
	if composer := a.mails(); composer != nil {
		a.Reactions.Reactions, a.Reactions.Sweeps = append(a.Reactions.Reactions, composer.Reaction()),
			append(a.Reactions.Sweeps, composer.Sweep())
	}
	a.jobs = &projections.Jobs{Projections: a.Projections}
	a.owners = monitoring.NewOwners(a.Config.Logger, a.works())
	a.lags = &monitoring.Lags{
		Log: a.Store, Projectors: a.Projections.Statuses, Reactions: a.Reactions.Statuses, Clock: a.Config.Clock, Logger: a.Config.Logger,
	}
	role := cmp.Or(a.Config.Role, All)
	a.instance = installation.NewInstance(string(role), strings.TrimSpace(a.Config.Version), time.Now())
	for _, network := range a.Config.Outside.WebhookNetworks {
		a.instance.WebhookNetworks = append(a.instance.WebhookNetworks, network.String())
	}
}

// self describes this instance as it is now.
func (b *background) self() installation.Instance {
	i := b.instance
	address, _ := b.address.Load().(string)
	i.Address, i.Projects, i.Reacts = address, b.Projections.Owner(), b.Reactions.Owner()
	return i
}

// standInEvery is the interval at which a command that follows running instances checks that there still are any.
const standInEvery = 500 * time.Millisecond

// standIn waits while other instances run, and runs the projectors once they have ended.
func (a *App) standIn(ctx context.Context) {
	for ctx.Err() == nil {
		wait.For(ctx, standInEvery)
		instances, err := a.Keys.Instances(ctx)
		if err == nil && instances == 0 {
			err = a.Projections.Start(ctx)
			if err == nil {
				return
			}
		}
		if err != nil && ctx.Err() == nil {
			a.Config.Logger.Warn("look for running instances", "error", err)
		}
	}
}

// Start runs projectors, reactions, and the tasks that keep this instance in step with others. It returns when the read models have reached
// the end that the log had at the start.
func (a *App) Start(ctx context.Context) error { return a.start(ctx, true, false) }

// Join makes the app usable for a command. While instances run it only follows them. Otherwise it runs the projectors itself until Close,
// also if the instances end meanwhile.
func (a *App) Join(ctx context.Context) error {
	instances, err := a.Keys.Instances(ctx)
	if err != nil {
		return err
	}
	return a.start(ctx, false, instances == 0)
}

// start starts the parts in order. An app that serves, or a command that runs alone, has more parts than a command that follows.
func (a *App) start(ctx context.Context, serves, alone bool) error {
	ctx = tracing.Background(ctx, a.Config.Tracing)
	follow := &lifecycle.Background{Run: func(ctx context.Context) { a.follower.Run(ctx, a.Reader.Tracker()) }}
	answer := &lifecycle.Background{Run: func(ctx context.Context) { installation.AnswerCalls(ctx, a.Pool, a.Config.Logger, a.answer) }}
	for _, p := range []struct {
		lifecycle.Part
		wanted bool
	}{
		{lifecycle.Step(func(ctx context.Context) error { return a.checker().Check(ctx, serves) }), true},
		{lifecycle.Step(a.readable), serves},
		{lifecycle.Step(a.protect), serves || alone},
		{lifecycle.Step(a.watch), serves},
		{a.Projections, alone || serves && a.Config.Role.Projects()},
		{a.jobs, serves},
		{&lifecycle.Background{Run: a.owners.Watch}, serves},
		{&lifecycle.Background{Run: a.lags.Watch}, serves},
		{&lifecycle.Background{Run: func(ctx context.Context) { installation.Announce(ctx, a.Pool, a.Config.Logger, a.self) }}, serves},
		{&lifecycle.Background{Run: func(ctx context.Context) { a.troubles.WatchWALArchive(ctx, a.Pool) }}, serves},
		{&lifecycle.Background{Run: func(ctx context.Context) { a.troubles.WatchArchive(ctx, a.Store) }}, serves},
		{&lifecycle.Background{Run: func(ctx context.Context) { a.troubles.WatchSeals(ctx, a.Proofs.progress) }}, serves},
		{lifecycle.Closer(a.Projections.Stop), !alone && !serves},
		{&lifecycle.Background{Run: a.standIn}, !alone && !serves},
		{follow, true},
		{a.Keys, serves},
		{&lifecycle.Background{Run: a.Feed.Run}, serves},
		// New reactions begin at the present end of the log. They handle all later events, also those of the recovery below.
		{lifecycle.Step(a.Reactions.InitCheckpoints), serves},
		{lifecycle.Step(a.CaughtUp), true},
		{lifecycle.Step(a.install), serves || alone},
		{lifecycle.Step(a.IDs.Raise), serves || alone},
		{&lifecycle.Background{Run: func(ctx context.Context) { a.troubles.WatchSeller(ctx, a.sellerLacks) }}, serves},
		{answer, serves},
		{lifecycle.Step(a.recover), serves},
		{a.Reactions, serves && a.Config.Role.Reacts()},
	} {
		if !p.wanted {
			continue
		}
		a.parts = append(a.parts, p.Part)
		if err := p.Start(ctx); err != nil {
			return err
		}
	}
	a.started = true
	return nil
}

// Close stops reactions, projectors, the log and the connections, in the reverse order of their start. Nothing is lost. If the database is
// gone the log stops first, so that no append is waited for.
func (a *App) Close() {
	a.closing.Do(func() {
		select {
		case <-a.Config.Database.Gone:
			if a.Store != nil {
				a.Store.Close()
			}
		default:
		}
		for i := len(a.parts) - 1; i >= 0; i-- {
			a.parts[i].Stop()
		}
	})
}
