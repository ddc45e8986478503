package app

import (
	"context"
	"fmt"
	"slices"

	"tradelog/commands"
	"tradelog/eventstore"
	"tradelog/eventstore/esdb/server"
	"tradelog/projections"
)

// MayUseLog returns the rights of a caller of the EventStoreDB protocol, whose server asks for them before each call.
func (a *App) MayUseLog(ctx context.Context, c server.Credentials) (server.Rights, error) {
	return a.logins().Rights(ctx, c)
}

// Infrastructure returns the dependencies of all commands.
func (a *App) Infrastructure() commands.Infrastructure { return a.infrastructure() }

// PrintsPages lets a configuration print every document as one empty page.
func PrintsPages(c *Config) {
	c.Office.Printing = func(Library) *Printing { return alike(func() ([]byte, error) { return []byte("%PDF-1.4 empty"), nil }) }
}

// Undeclared lists gaps in the modules' declarations: event types of no stream or of several, and categories with a decider and no declared
// stream.
func (a *App) Undeclared() (wrong []string) {
	locations := map[string]int{}
	categories := map[string]bool{}
	for _, s := range decidedOn(a.modules) {
		if categories[s.Category] {
			wrong = append(wrong, s.Category+" twice")
		}
		categories[s.Category] = true
		for _, e := range s.Events {
			locations[e]++
		}
		for _, e := range s.Opens {
			if !s.Has(e) {
				wrong = append(wrong, s.Category+" begins with "+e)
			}
		}
	}
	for _, spec := range eventSpecs(a.modules) {
		if locations[spec.Name] != 1 {
			wrong = append(wrong, fmt.Sprintf("%s in %d places", spec.Name, locations[spec.Name]))
		}
	}
	for _, category := range a.Deciders.Opened() {
		if !categories[category] {
			wrong = append(wrong, category)
		}
	}
	return wrong
}

// UnversionedTrails lists the kinds whose timelines are not cached because no projector has the versions of their streams. It also lists
// the event types that a projector must handle for the versions to be complete.
func (a *App) UnversionedTrails() (kinds, events []string) {
	versioned := map[string]projections.Definition{}
	for _, d := range projectors(a.modules) {
		for _, category := range d.Trails {
			versioned[category] = d
		}
	}
	for _, k := range trailKinds(a.modules, a.Services) {
		if _, has := versioned[k.Category]; !has && k.Category != "" {
			kinds = append(kinds, k.Noun)
		}
	}
	for _, s := range decidedOn(a.modules) {
		d, has := versioned[s.Category]
		for _, event := range s.Events {
			if has && (!slices.Contains(d.Events, event) || d.Wants != nil) {
				events = append(events, event)
			}
		}
	}
	return kinds, events
}

// Foreign checks the events of the log as if a client appended them, and returns the refusals.
func (a *App) Foreign(ctx context.Context) (refusals []error, err error) {
	b := a.validator()
	given, err := a.IDs.Given(ctx)
	if err != nil {
		return nil, err
	}
	for at := eventstore.Position(0); ; {
		page, err := a.Store.ReadAll(ctx, at, eventstore.Forwards, 500, eventstore.Filter{})
		if err != nil {
			return nil, err
		}
		for _, e := range page.Events {
			payload, err := a.Codec.Decode(ctx, e)
			if err != nil {
				return nil, err
			}
			one := []eventstore.Recorded{e}
			for _, err := range []error{
				b.CheckTypes(e.Stream, one), b.CheckFirst(e.Stream, e.Revision > 0, one),
				b.CheckNumbers(given, projections.Event{Recorded: e, Payload: payload}),
			} {
				if err != nil {
					refusals = append(refusals, err)
				}
			}
		}
		if page.End {
			return refusals, nil
		}
		at = page.Next
	}
}
