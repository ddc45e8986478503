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
type MadeOf struct{ parts []madeOf }

type madeOf struct {
	scopes []scopes.Scope
	vector freshness.Vector
}

// Known tells whether all versions are known: an answer that was made of something unknown cannot be remembered.
func (m MadeOf) Known() bool {
	for _, p := range m.parts {
		if !p.vector.Valid() {
			return false
		}
	}
	return len(m.parts) > 0
}

// Stands tells whether nothing has changed since.
func (m MadeOf) Stands(tracker *freshness.Tracker) bool {
	for _, p := range m.parts {
		if !tracker.Stand(p.scopes, p.vector) {
			return false
		}
	}
	return true
}

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
