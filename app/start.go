package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/domain/settings"
	"tradelog/eventstore"
	"tradelog/installation"
)

// readable fails if old events are in an archive that cannot be read.
func (a *App) readable(ctx context.Context) error {
	if log, ok := eventstore.Sealed(a.Store); ok {
		return log.Readable(ctx)
	}
	return nil
}

// protect wraps secrets that an earlier version stored in plain, and finishes an interrupted rotation of the master key.
func (a *App) protect(ctx context.Context) error {
	wrapped, err := a.Vault.Protect(ctx, func(done, all int) {
		a.Config.Logger.Info("wrapping keys with the master key", "done", done, "all", all)
	})
	if err == nil && wrapped > 0 {
		a.Config.Logger.Warn("keys of personal data were wrapped with the master key; keep a copy of it apart from backups of the database",
			"keys", wrapped, "from", a.Config.Secrets.MasterKeys.String())
	}
	return err
}

// aboutTokens is the position of calls that only ask for the fingerprint of the token key.
const aboutTokens = -1

// answer answers a call of another process: once this instance has reached the position, it returns the fingerprint of its token key.
func (a *App) answer(ctx context.Context, position int64) (string, error) {
	if position != aboutTokens {
		if err := a.reach(ctx, position); err != nil {
			return "", err
		}
	}
	return a.tokenKey(ctx)
}

// tokenKey returns the fingerprint of the token key.
func (a *App) tokenKey(ctx context.Context) (string, error) {
	key, err := a.jwtSecret(ctx)
	return eventstore.Fingerprint(key), err
}

// SharesTokenKey fails with a fault of kind Precondition if a running instance signs tokens with another key, since it would refuse tokens
// of this process. Instances that do not answer in time are not counted.
func (a *App) SharesTokenKey(ctx context.Context) error {
	instances, err := a.Keys.Instances(ctx)
	if err != nil || instances == 0 {
		return err
	}
	own, err := a.tokenKey(ctx)
	if err != nil {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	states, _, err := installation.InstanceStates(asking, a.Pool, a.Keys.Instances, aboutTokens)
	if err != nil && (ctx.Err() != nil || asking.Err() == nil) {
		return err
	}
	for _, key := range states {
		if key != "" && key != own {
			return fault.Preconditionf("The running server signs tokens with another key, so it would answer 401 to this one. Give this " +
				"command the server's key (TRADELOG_JWT_SECRET), or none if the server has none.")
		}
	}
	return nil
}

// reach waits until this instance has seen a position. It empties the caches before and after that.
func (a *App) reach(ctx context.Context, position int64) error {
	a.drop()
	for _, name := range a.Projections.Names() {
		if err := a.Reader.Tracker().Wait(ctx, name, eventstore.Position(position)); err != nil && ctx.Err() != nil {
			return err
		}
	}
	a.drop() // drops data that were cached meanwhile
	return nil
}

// CaughtUp waits until every projector has applied the log up to its present end. Projectors that have stopped are not waited for.
func (a *App) CaughtUp(ctx context.Context) error { return a.Follow(ctx, 0) }

// caughtUp waits as CaughtUp does, and fails if a projector has stopped.
func (a *App) caughtUp(ctx context.Context) error {
	head, err := a.Store.Head(ctx)
	for _, name := range a.Projections.Names() {
		if err == nil {
			err = a.Reader.Tracker().Wait(ctx, name, head)
		}
	}
	return err
}

// Follow waits until every projector is at most behind events behind the log, for writers of many events. Projectors that have stopped are
// not waited for.
func (a *App) Follow(ctx context.Context, behind int64) error {
	head, err := a.Store.Head(ctx)
	if err != nil {
		return err
	}
	for _, d := range a.Projections.Names() {
		if err := a.Reader.Tracker().Wait(ctx, d, max(0, head-eventstore.Position(behind))); err != nil {
			if ctx.Err() != nil {
				return err
			}
			a.Config.Logger.Error("a projector has stopped; its read model stays behind", "projector", d, "error", err)
		}
	}
	return nil
}

// recover finishes the processes that an earlier run of this installation left open. If other instances run, the sweeps do it, since one of
// them may still work on such a process.
func (a *App) recover(ctx context.Context) error {
	instances, err := a.Keys.Instances(ctx)
	if err != nil || instances > 1 {
		return err
	}
	a.Reactions.Recover(ctx)
	return a.CaughtUp(ctx)
}

// install creates the smallest shop in an empty log.
func (a *App) install(ctx context.Context) error {
	ctx = as(ctx, eventstore.Actor{Kind: "system", Name: "install"})
	head, err := a.Store.Head(ctx)
	if err != nil {
		return err
	}
	for _, m := range a.modules {
		for _, r := range m.Records {
			if err := r.Install(ctx, a.Deciders); err != nil {
				return fmt.Errorf("install %s: %w", r.Kind().Name, err)
			}
		}
		if m.Install == nil {
			continue
		}
		if err := m.Install(ctx, a.Services); err != nil {
			return fmt.Errorf("install %s: %w", m.Name, err)
		}
	}
	if head == 0 && a.Config.Requests.BaseURL != "" {
		if err := a.Commands.Directory.SetConfig(ctx, settings.Default,
			map[string]string{"web/unsecure/base_url": a.Config.Requests.BaseURL}); err != nil {
			return fmt.Errorf("install: %w", err)
		}
	}
	return a.CaughtUp(ctx)
}

// Ready returns the reason why requests cannot be served; nil when they can.
func (a *App) Ready(ctx context.Context) error {
	if !a.started {
		return errors.New("starting")
	}
	if err := a.Store.LostEvents(); err != nil {
		return err
	}
	check, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	head, err := a.Store.Head(check)
	if err != nil {
		return errors.New("the database does not answer")
	}
	for _, name := range a.Projections.Names() {
		if lag := int64(head - a.Reader.Tracker().Position(name)); lag > maxLag {
			return fmt.Errorf("projector %s is %d positions behind%s", name, lag, a.withoutOwner())
		}
	}
	return nil
}

// maxLag is the number of events that projectors may be behind while the instance is ready.
const maxLag = 50_000

// TakeEffect returns when this process and every running instance have applied the whole log.
func (a *App) TakeEffect(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	if err := a.CaughtUp(waiting); err != nil {
		return err
	}
	instances, err := a.Keys.Instances(waiting)
	if err != nil || instances == 0 {
		return err
	}
	head, err := a.Store.Head(waiting)
	if err != nil {
		return err
	}
	confirmed, instances, err := installation.AskInstances(waiting, a.Pool, a.Keys.Instances, int64(head))
	if err != nil {
		return fmt.Errorf("the change is stored, but only %d of %d running instances have confirmed it in time", confirmed, instances)
	}
	return nil
}

// as returns a context in which commands are attributed to an actor.
func as(ctx context.Context, actor eventstore.Actor) context.Context {
	return commands.WithCause(ctx, commands.Cause{Actor: actor})
}
