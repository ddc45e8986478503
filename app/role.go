package app

import (
	"slices"

	"tradelog/app/monitoring"
)

// Role is the part of the work that an instance does. The zero value is All.
type Role string

// The roles. Every instance answers /healthz, /readyz and, on a listener of its own, /metrics.
const (
	All     Role = "all"
	Serve   Role = "serve"   // requests only
	Project Role = "project" // projectors only
	React   Role = "react"   // reactions and sweeps only
	// API is the role API of earlier versions: everything but the projectors.
	API Role = "api"
)

// Serves tells whether the instance answers requests of clients.
func (r Role) Serves() bool { return r != Project && r != React }

// Projects tells whether the instance can run the projectors.
func (r Role) Projects() bool { return r == "" || r == All || r == Project }

// Reacts tells whether the instance can run reactions and sweeps.
func (r Role) Reacts() bool { return r != Serve && r != Project }

// works are the tasks that exactly one instance does at a time.
func (b *background) works() []monitoring.Work {
	return []monitoring.Work{
		{Role: string(Project), Purpose: "the projectors: read models stay as they are", Owned: b.Projections.Owned},
		{Role: string(React), Purpose: "reactions and sweeps: no e-mails are sent, and nothing is cleaned up", Owned: b.Reactions.Owned},
	}
}

// Missing lists the roles that no running instance has had for longer than a takeover lasts.
func (b *background) Missing() []string { return b.owners.Missing() }

// withoutOwner returns the end of a sentence about a projector that is behind.
func (b *background) withoutOwner() string {
	if slices.Contains(b.Missing(), string(Project)) {
		return ", and no running instance runs the projectors"
	}
	return ""
}
