package operations

import (
	"time"

	"tradelog/commands"
	"tradelog/eventstore"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// Result is what came of a call. Transports render it.
type Result struct {
	Answer documents.Answer
	// Created identifies what the operation has brought into being; 0: nothing.
	Created int64
	// MadeOf is what the answer was made of. While it stands, the answer stands.
	MadeOf MadeOf
	// Until is when the answer becomes another one by itself; zero: never.
	Until time.Time
	// Position is that of the last event the call has appended, 0 without one.
	Position eventstore.Position
	// Replayed tells that the answer is the one an earlier call with the same idempotency key got.
	Replayed bool
	// Given is the form in which the earlier call was answered, see Input.Form.
	Given string
	// Decided is what a dry run would have stored.
	Decided []Decided
}

// Decided is an event that a dry run would have stored.
type Decided = commands.Decided

// MadeOf is the versions of what an answer was made of, as they were when it was read.
type MadeOf struct {
	projectors []string
	scopes     []scopes.Scope
	vector     freshness.Vector
}

// madeOf is what a call has read. An answer is not remembered if it was made of the configuration alone, if making it has changed
// something, or if it is for whoever sends a secret that the key of an answer does not have.
func (c *Call) madeOf(reading *freshness.Reading) MadeOf {
	projectors, of, at := reading.Made()
	if len(projectors) == 0 || c.Command.LastPosition() > 0 || c.Operation.Auth == OrderToken {
		return MadeOf{}
	}
	return MadeOf{projectors, of, at}
}

// Known tells whether all versions are known: an answer that was made of something unknown cannot be remembered.
func (m MadeOf) Known() bool { return m.vector.Valid() }

// Stands tells whether nothing has changed since.
func (m MadeOf) Stands(tracker *freshness.Tracker) bool { return tracker.Stand(m.scopes, m.vector) }

// Page is the page that was asked for. Nothing is an error: what is not a number counts as 0 and is clamped
// (conventions §8).
func (c *Call) Page() readmodels.Page {
	page := readmodels.Page{Number: 1, Size: c.Operation.PageSize}
	if number, asked := c.input.Parameter("page"); asked {
		page.Number = min(max(1, lenient(number)), 10_000_000)
	}
	size, asked := c.input.Parameter("itemsPerPage")
	if !asked {
		size, asked = c.input.Parameter("pageSize")
	}
	if asked {
		page.Size = min(max(1, lenient(size)), 100)
	}
	return page
}
