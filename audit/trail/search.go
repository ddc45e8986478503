package trail

import (
	"context"
	"slices"

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
	m, err := e.Meta()
	if err != nil {
		return false, false, err
	}
	if !s.From.IsZero() && e.RecordedAt.Before(s.From) {
		return false, true, nil
	}
	return s.matches(m, e.RecordedAt) && (s.RequestID == "" || m.RequestID == s.RequestID || m.CorrelationID == s.RequestID), false, nil
}

// found makes the entries of the events that were found.
func (r *Reader) found(ctx context.Context, s Search, found []eventstore.Recorded, page Page) (Page, error) {
	names := r.Names(false)
	for open, part := range map[bool][]eventstore.Recorded{
		true:  slices.DeleteFunc(slices.Clone(found), func(e eventstore.Recorded) bool { return !s.Opens(e.Category()) }),
		false: slices.DeleteFunc(slices.Clone(found), func(e eventstore.Recorded) bool { return s.Opens(e.Category()) }),
	} {
		disclosed, err := r.codec.DiscloseEvents(ctx, part, open)
		if err != nil {
			return Page{}, err
		}
		q := s.Query
		q.Open = open
		for i := range part {
			e := &event{Recorded: part[i], DisclosedEvent: disclosed[i]}
			if e.meta, err = e.Meta(); err != nil {
				return Page{}, err
			}
			changes, err := e.changes(Kind{}, q)
			if err != nil {
				return Page{}, err
			}
			entry, err := r.entry(ctx, e, changes, names, q)
			if err != nil {
				return Page{}, err
			}
			page.Entries = append(page.Entries, entry)
		}
	}
	slices.SortFunc(page.Entries, func(a, b Entry) int { return int(b.Position - a.Position) })
	return page, nil
}
