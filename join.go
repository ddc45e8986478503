package tradelog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tradelog/commands"
	"tradelog/internal/barrier"
)

// Join makes the app usable for a command: beside running instances it only follows them; alone it runs the projectors
// itself until Close.
func (a *App) Join(ctx context.Context) error {
	if err := a.consistency().lost(ctx, false); err != nil {
		return err
	}
	instances, err := a.Keys.Instances(ctx)
	if err != nil {
		return err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.stop, a.started = stop, true
	if instances == 0 {
		if err := a.Engine.Start(ctx); err != nil {
			return err
		}
	}
	a.running.Go(func() { a.follower.Run(background, a.Tracker) })
	if err := a.CaughtUp(ctx); err != nil {
		return err
	}
	if instances > 0 {
		return nil
	}
	if err := a.install(ctx); err != nil {
		return err
	}
	return a.IDs.Raise(ctx)
}

// install makes the smallest shop in an empty log.
func (a *App) install(ctx context.Context) error {
	ctx = commands.WithRequest(ctx, &commands.Request{Actor: systemActor("install")})
	head, err := a.Store.Head(ctx)
	if err != nil {
		return err
	}
	if err := a.Commands.Install(ctx, seedRates()); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if err := a.Commands.InstallTaxes(ctx); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if head == 0 && a.Config.BaseURL != "" {
		if err := a.Commands.SetConfig(ctx, defaultScope, map[string]string{"web/unsecure/base_url": a.Config.BaseURL}); err != nil {
			return fmt.Errorf("install: %w", err)
		}
	}
	return a.CaughtUp(ctx)
}

// TakeEffect returns when everything in the log has taken effect on this process and on every running instance.
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
	if confirmed, err := barrier.Ask(waiting, a.Pool, instances, int64(head)); err != nil {
		return fmt.Errorf("the change is stored, but only %d of %d running instances have confirmed it in time", confirmed, instances)
	}
	return nil
}

// KnownGrant tells whether a permission exists: those of operations for API roles, the resources' ACL paths for admins.
func (a *App) KnownGrant(admin bool) func(string) bool {
	known := a.Pipeline.Registry.Grants()
	if admin {
		known = a.Pipeline.Registry.ACLPaths()
	}
	return func(grant string) bool { return slices.Contains(known, grant) }
}
