package trail

import (
	"context"
	"math/bits"
	"slices"
	"strings"

	"tradelog/eventstore"
)

// Search says which events of the whole log are wanted. Zero values are no conditions. Events come newest first.
type Search struct {
	Query
	Categories []string // of streams
	Types      []string
	RequestID  string // the request that led to the events, or their correlation
	Cause      string // the event or the request that directly led to the events
	Agent      int64  // program that acted for an account
	Token      string // identifier of the token
	Via        string // interface, see Actor
	Program    string // name of the client program, with its version or without it, whatever its case
	Brief      bool   // looks at the events of the first two parts alone
	// Kinds are the kinds of things. Their documents show what events changed, as timelines do. Nil: the members of events show it.
	Kinds []Kind
	// Opens tells whether personal fields of streams of a category are shown.
	Opens func(category string) bool
}

// scanned bounds how many events one search reads.
const scanned = 10_000

// parts are the numbers of events of its reads. The first is small, because most searches find enough among the newest events. The others
// are large, because a search that does not should not make many reads. A brief search ends after two.
var parts = []int{500, 1500, 4000, 4000}

// Find returns events of the log. It reads a bounded part of it: Page.Next continues a search that has read so much, even without entries.
func (r *Reader) Find(ctx context.Context, s Search) (Page, error) {
	found, next, err := r.scan(ctx, s)
	if err != nil {
		return Page{}, err
	}
	return r.found(ctx, s, slices.DeleteFunc(found, func(e eventstore.Recorded) bool { return !r.known(e.Type) }), next)
}

// scan reads the events of a search, and returns the value of Page.Next.
func (r *Reader) scan(ctx context.Context, s Search) (found []eventstore.Recorded, next eventstore.Position, err error) {
	from := s.After
	if from == 0 {
		from = eventstore.End
	}
	filter := eventstore.Filter{Categories: s.Categories, Types: s.Types}
	for read, of := 0, 0; ; of++ {
		part, err := r.store.ReadAll(ctx, from, eventstore.Backwards, parts[min(of, len(parts)-1)], filter)
		if err != nil {
			return nil, 0, err
		}
		for _, e := range part.Events {
			read++
			ok, before, err := s.takes(e)
			if err != nil {
				return nil, 0, err
			}
			if before {
				return found, 0, nil
			}
			if !ok {
				continue
			}
			if len(found) == s.Limit {
				return found, found[len(found)-1].Position, nil
			}
			found = append(found, e)
		}
		if part.End || part.Next <= 1 {
			return found, 0, nil
		}
		if from = part.Next; read >= scanned || s.Brief && read >= parts[0]+parts[1] {
			return found, from, nil
		}
	}
}

// takes tells whether an event meets the conditions, and whether it and all before it are too old to meet them.
func (s Search) takes(e eventstore.Recorded) (ok, before bool, err error) {
	before = !s.From.IsZero() && e.RecordedAt.Before(s.From)
	if before || !s.matches(e.Times()) {
		return false, before, nil
	}
	if s.RequestID == "" && s.Cause == "" && s.Agent == 0 && s.Token == "" && s.Via == "" && s.Program == "" {
		return true, false, nil
	}
	m, err := e.Meta()
	if err != nil {
		return false, false, err
	}
	return (s.RequestID == "" || m.RequestID == s.RequestID || m.CorrelationID == s.RequestID) &&
		(s.Cause == "" || m.CausationID == s.Cause) && (s.Agent == 0 || m.Agent == s.Agent) && (s.Token == "" || m.Token == s.Token) &&
		(s.Via == "" || m.Via == s.Via) && (s.Program == "" || isProgram(m.Client, s.Program)), false, nil
}

// isProgram reports whether a client is a program, named with its version or without it.
func isProgram(client, program string) bool {
	name := client
	if at := strings.LastIndexByte(client, ' '); at > 0 {
		name = client[:at]
	}
	return strings.EqualFold(client, program) || strings.EqualFold(name, program)
}

// found makes the entries of the events that were found.
func (r *Reader) found(ctx context.Context, s Search, found []eventstore.Recorded, next eventstore.Position) (Page, error) {
	opens := func(e eventstore.Recorded) bool { return s.Opens(e.Category()) }
	disclosed, err := r.codec.DiscloseEvents(ctx, found, opens)
	if err != nil {
		return Page{}, err
	}
	t := r.newPage(Kind{}, s.Query)
	t.page.Next, t.read = next, found
	events := make([]*event, len(found))
	for i := range found {
		events[i] = &event{Recorded: found[i], DisclosedEvent: disclosed[i], times: found[i].Times(), open: opens(found[i])}
	}
	if err := r.foldStreams(ctx, s, events); err != nil {
		return Page{}, err
	}
	_, err = t.add(ctx, events)
	return t.page, err
}

// The bounds of the events that a search folds, of a stream and in all. Events beyond them show their members.
const (
	longestFolded = 2000
	mostFolded    = scanned
)

// foldStreams finds what events changed in the documents of the things that their streams are about. A stream is read up to the
// newest event that is wanted of it, or to twice its revision.
func (r *Reader) foldStreams(ctx context.Context, s Search, events []*event) error {
	of, folded := map[string][]*event{}, eventstore.Revision(0)
	for _, e := range events {
		i := slices.IndexFunc(s.Kinds, func(k Kind) bool { return k.Category != "" && k.Category == e.Category() })
		if i < 0 {
			continue
		}
		if e.kind = s.Kinds[i]; e.kind.Fold == nil || e.Revision >= longestFolded {
			continue
		}
		if of[e.Stream] == nil { // the newest of the stream, as events come newest first
			if folded+e.Revision >= mostFolded {
				continue
			}
			folded += e.Revision + 1
		}
		of[e.Stream] = append(of[e.Stream], e)
	}
	streams, err := r.beginnings(ctx, of)
	if err != nil {
		return err
	}
	for stream, wanted := range of {
		recorded := slices.DeleteFunc(streams[stream], func(e eventstore.Recorded) bool { return !r.known(e.Type) })
		disclosed, err := r.codec.DiscloseEvents(ctx, recorded, func(eventstore.Recorded) bool { return wanted[0].open })
		if err != nil {
			return err
		}
		if err := fold(wanted[0].kind, s.Query, recorded, disclosed, wanted); err != nil {
			return err
		}
	}
	return nil
}

// beginnings reads streams up to the first of their events. Streams are read together if these have revisions of about the same size.
func (r *Reader) beginnings(ctx context.Context, of map[string][]*event) (map[string][]eventstore.Recorded, error) {
	var alike [12][]string // by the number of bits of the revision
	for stream, events := range of {
		if r.Reads != nil {
			if err := r.Reads(ctx, stream); err != nil {
				return nil, err
			}
		}
		n := bits.Len64(uint64(events[0].Revision))
		alike[n] = append(alike[n], stream)
	}
	all := make(map[string][]eventstore.Recorded, len(of))
	for n, streams := range alike {
		if len(streams) == 0 {
			continue
		}
		read, err := r.store.ReadStreams(ctx, streams, 1<<n-1)
		if err != nil {
			return nil, err
		}
		for stream, events := range read {
			all[stream] = events[:min(len(events), int(of[stream][0].Revision)+1)]
		}
	}
	return all, nil
}

// Types lists the types of the log's events.
func (r *Reader) Types() []string { return r.codec.Names() }
