package trail

import (
	"context"

	"tradelog/eventstore"
)

// Search says which events of the whole log are wanted. Zero values are no conditions. Events come newest first.
type Search struct {
	Query
	Categories []string // of streams
	Types      []string
	RequestID  string // the request that led to the events, or their correlation
	// Opens tells whether personal fields of streams of a category are shown.
	Opens func(category string) bool
}

// scanned bounds how many events one search reads.
const scanned = 10_000

// Find returns events of the log. It reads a bounded part of it: Page.Next continues a search that has read so much, even without entries.
func (r *Reader) Find(ctx context.Context, s Search) (Page, error) {
	from, page := s.After, Page{Entries: []Entry{}}
	if from == 0 {
		from = eventstore.End
	}
	filter := eventstore.Filter{Categories: s.Categories, Types: s.Types}
	var found []eventstore.Recorded
	for read := 0; ; {
		part, err := r.store.ReadAll(ctx, from, eventstore.Backwards, 500, filter)
		if err != nil {
			return Page{}, err
		}
		for _, e := range part.Events {
			read++
			ok, before, err := s.takes(e)
			if err != nil {
				return Page{}, err
			}
			if before {
				part.End = true
				break
			}
			if !ok || !r.known(e.Type) {
				continue
			}
			if len(found) == s.Limit {
				page.Next = found[len(found)-1].Position
				return r.found(ctx, s, found, page)
			}
			found = append(found, e)
		}
		if part.End || part.Next <= 1 {
			return r.found(ctx, s, found, page)
		}
		if from = part.Next; read >= scanned {
			page.Next = from
			return r.found(ctx, s, found, page)
		}
	}
}

// takes tells whether an event meets the conditions, and whether it and all before it are too old to meet them.
func (s Search) takes(e eventstore.Recorded) (ok, before bool, err error) {
	before = !s.From.IsZero() && e.RecordedAt.Before(s.From)
	if before || !s.matches(e.Times()) {
		return false, before, nil
	}
	if s.RequestID == "" {
		return true, false, nil
	}
	m, err := e.Meta()
	return err == nil && (m.RequestID == s.RequestID || m.CorrelationID == s.RequestID), false, err
}

// found makes the entries of the events that were found.
func (r *Reader) found(ctx context.Context, s Search, found []eventstore.Recorded, page Page) (Page, error) {
	opens := func(e eventstore.Recorded) bool { return s.Opens(e.Category()) }
	disclosed, err := r.codec.DiscloseEvents(ctx, found, opens)
	if err != nil {
		return Page{}, err
	}
	t := r.telling(Kind{}, s.Query)
	t.page, t.read = page, found
	for i := range found {
		e := &event{Recorded: found[i], DisclosedEvent: disclosed[i], times: found[i].Times(), open: opens(found[i])}
		if _, err := t.add(ctx, e); err != nil {
			return Page{}, err
		}
	}
	return t.page, nil
}
