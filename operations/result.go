package operations

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// Result is the result of a call. Transports render it.
type Result struct {
	Answer documents.Answer
	// Created is the identifier of the created resource, or 0.
	Created int64
	// MadeOf has the versions of the answer's data. The answer is valid while they are current.
	MadeOf MadeOf
	// Position is the position of the last event that the call appended, or 0.
	Position eventstore.Position
	// Replayed reports that the answer was stored by an earlier call with the same idempotency key.
	Replayed bool
	// BodyDiffers reports that the body of the replayed call is not that of the earlier one. The key alone decides, as the contract has it.
	BodyDiffers bool
	// Given is the form of the earlier answer, see Input.Form.
	Given string
	// Decided lists the events that a dry run would have stored.
	Decided []Decided
}

// Decode decodes the answer, for programs that want values. The documents of a list fill a slice. An answer without content changes
// nothing.
func (r Result) Decode(into any) error {
	a := r.Answer
	switch {
	case a.List:
		return json.Unmarshal(slices.Concat([]byte{'['}, bytes.Join(a.Items, []byte{','}), []byte{']'}), into)
	case a.Bare != nil:
		return json.Unmarshal(a.Bare, into)
	case a.Item != nil:
		return json.Unmarshal(a.Item, into)
	}
	return nil
}

// Decided is an event that a dry run would have stored.
type Decided = commands.Decided

// MadeOf has the versions of all data of an answer, as of the read.
type MadeOf struct {
	projectors []string
	scopes     []scopes.Scope
	vector     freshness.Vector
	until      time.Time // when the answer expires; zero means never
}

// versionsRead returns the versions of the data that a call has read. An answer is not cached if it depends on the configuration alone, or
// if the call has appended events. Nor is one for the holder of a secret that the key of cached answers does not contain.
func (c *Call) versionsRead(reading *freshness.Reading) MadeOf {
	projectors, of, at := reading.Made()
	if len(projectors) == 0 || c.Command.LastPosition() > 0 || c.Operation.Access.Auth == OrderToken {
		return MadeOf{}
	}
	return MadeOf{projectors, of, at, c.until}
}

// Joined returns the versions of an answer that combines several. They are unknown if those of one are.
func Joined(all ...MadeOf) MadeOf {
	reading := freshness.NewReading(nil)
	var joined MadeOf
	for _, m := range all {
		reading.Add(m.scopes, m.vector)
		joined.projectors = append(joined.projectors, m.projectors...)
		if !m.until.IsZero() && (joined.until.IsZero() || m.until.Before(joined.until)) {
			joined.until = m.until
		}
	}
	joined.projectors = domain.Distinct(joined.projectors)
	_, joined.scopes, joined.vector = reading.Made()
	return joined
}

// Known reports whether all versions are known. An answer with an unknown version cannot be cached.
func (m MadeOf) Known() bool { return m.vector.Valid() }

// Stands reports whether all versions are still current.
func (m MadeOf) Stands(tracker *freshness.Tracker) bool { return tracker.Stand(m.scopes, m.vector) }

// Page returns the requested page. No value is an error: text that is not a number counts as 0 and is clamped (conventions §8).
func (c *Call) Page() readmodels.Page {
	page := readmodels.Page{Number: 1, Size: PageSize}
	if number, asked := c.input.Parameter(pageParameter); asked {
		page.Number = min(max(1, lenient(number)), 10_000_000)
	}
	if size, asked := c.size(); asked {
		page.Size = min(max(1, lenient(size)), 100)
	}
	page.After = c.after
	if c.Caller.Brief {
		page.CountTo = briefCount
	}
	return page
}

// briefCount bounds the number of rows that are counted for Caller.Brief.
const briefCount = 1000

// size returns the sent number of rows of a page.
func (c *Call) size() (text string, asked bool) {
	if text, asked = c.input.Parameter(sizeParameter); !asked {
		text, asked = c.input.Parameter(sizeAlias)
	}
	return text, asked
}

// walks parses the cursor of a walk through a list. Unlike a page number, a wrong cursor is refused. Otherwise the client would take a walk
// from the beginning for the rest of its own.
func (c *Call) walks() (err error) {
	if after, asked := c.input.Parameter(afterParameter); asked && c.Operation.Paged {
		c.after, err = readmodels.ParseCursor(after)
	}
	return err
}

// wantedFields returns the names of the members that the client wants in the rows of a list; nil for all.
func (c *Call) wantedFields() []string {
	text, _ := c.input.Parameter(fieldsParameter)
	return domain.Distinct(strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }))
}
