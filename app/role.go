package app

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"tradelog/internal/wait"
)

// Role is the share of the work that an instance does. The zero value is All.
type Role string

// The roles. Every instance answers /healthz, /readyz and, on a listener of its own, /metrics.
const (
	All     Role = "all"
	Serve   Role = "serve"   // requests only
	Project Role = "project" // projectors only
	React   Role = "react"   // reactions and sweeps only
	// API is the role of earlier versions: everything but the projectors.
	API Role = "api"
)

// Serves tells whether the instance answers requests of clients.
func (r Role) Serves() bool { return r != Project && r != React }

// Projects tells whether the instance can run the projectors.
func (r Role) Projects() bool { return r == "" || r == All || r == Project }

// Reacts tells whether the instance can run reactions and sweeps.
func (r Role) Reacts() bool { return r != Serve && r != Project }

// work is a task that exactly one instance does at a time: the one that holds its advisory lock.
type work struct {
	role  Role
	what  string
	owned func(ctx context.Context) (bool, error)
}

func (a *App) works() []work {
	return []work{
		{Project, "the projectors: read models stay as they are", a.Engine.Owned},
		{React, "reactions and sweeps: no e-mails are sent, and nothing is cleaned up", a.Reactions.Owned},
	}
}

// missing remembers the roles that no running instance has.
type missing struct {
	mu    sync.Mutex
	roles []Role
}

// Missing lists the roles that no running instance has had for longer than a takeover lasts.
func (a *App) Missing() []Role {
	a.missing.mu.Lock()
	defer a.missing.mu.Unlock()
	return slices.Clone(a.missing.roles)
}

func (a *App) missingRoles() (names []string) {
	for _, r := range a.Missing() {
		names = append(names, string(r))
	}
	return names
}

// A role counts as missing after four checks in a row, because a takeover lasts less than 5 s.
const (
	ownersEvery = 2 * time.Second
	ownersLooks = 4
)

// watchOwners logs when nobody in the installation does some work, and when somebody does again.
func (a *App) watchOwners(ctx context.Context) {
	looks := map[Role]int{}
	for ; ctx.Err() == nil; wait.For(ctx, ownersEvery) {
		var none []Role
		for _, w := range a.works() {
			owned, err := w.owned(ctx)
			if err != nil {
				continue // the database is away, which is told elsewhere
			}
			was := looks[w.role] >= ownersLooks
			if looks[w.role]++; owned {
				looks[w.role] = 0
			}
			if looks[w.role] >= ownersLooks {
				none = append(none, w.role)
			}
			switch {
			case was && owned:
				a.Config.Logger.Info("an instance has taken over what was left undone", "role", w.role)
			case looks[w.role] == ownersLooks:
				a.Config.Logger.Warn(fmt.Sprintf("no running instance runs %s. Start one with --role %s or --role all", w.what, w.role))
			}
		}
		a.missing.mu.Lock()
		a.missing.roles = none
		a.missing.mu.Unlock()
	}
}

// withoutOwner returns the end of a sentence about a projector that is behind.
func (a *App) withoutOwner() string {
	if slices.Contains(a.Missing(), Project) {
		return ", and no running instance runs the projectors"
	}
	return ""
}
