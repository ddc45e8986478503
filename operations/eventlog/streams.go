package eventlog

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/trail"
	"tradelog/operations"
)

// Counts are the numbers of events and streams of the log.
type Counts struct {
	// Head is the end of the log, UpTo the position up to which it is counted. They differ while a log is counted for the first time.
	Head       eventstore.Position `json:"head"`
	UpTo       eventstore.Position `json:"upTo"`
	Categories []Category          `json:"categories"`
	Types      []TypeCount         `json:"types"`
}

// Category is a kind of streams.
type Category struct {
	Name    string `json:"name"`
	Streams int64  `json:"streams"`
	Events  int64  `json:"events"`
}

// TypeCount is a number of events of a type.
type TypeCount struct {
	Type   string `json:"type"`
	Events int64  `json:"events"`
}

func (h *handlers) counts(ctx context.Context, _ *operations.Call, _ operations.None) (Counts, error) {
	out := Counts{Categories: []Category{}, Types: []TypeCount{}}
	if _, err := h.surveyed(); err != nil {
		return out, err
	}
	var err error
	if out.Head, err = h.Store.Head(ctx); err != nil {
		return out, err
	}
	counted, err := h.Tally.Read(ctx, out.Head)
	if err != nil {
		return out, err
	}
	out.UpTo = counted.UpTo
	types := map[string]int64{}
	for _, n := range counted.All { // in order of category
		if last := len(out.Categories) - 1; last < 0 || out.Categories[last].Name != n.Category {
			out.Categories = append(out.Categories, Category{Name: n.Category})
		}
		of := &out.Categories[len(out.Categories)-1]
		of.Streams += n.Streams
		of.Events += n.Events
		types[n.Type] += n.Events
	}
	for name, events := range types {
		out.Types = append(out.Types, TypeCount{name, events})
	}
	slices.SortFunc(out.Types, func(a, b TypeCount) int { return cmp.Compare(a.Type, b.Type) })
	return out, nil
}

type streamsInput struct {
	Prefix string `query:"prefix" doc:"beginning of the names, such as order-1; with the dash it names a category"`
	After  string `query:"after" doc:"name after which the list goes on"`
	Limit  int    `query:"limit" doc:"streams of the answer, 1 to 200; by default 50"`
}

// Streams is a part of the list of streams.
type Streams struct {
	Streams []Stream `json:"streams"`
	Next    string   `json:"next"` // to send as after for the next part; empty: there is no more
}

// Stream is a stream of the log.
type Stream struct {
	Name     string              `json:"name"`
	Events   int64               `json:"events"`
	Position eventstore.Position `json:"position"` // of the newest event
	Type     string              `json:"type"`     // of the newest event
	Began    time.Time           `json:"began"`
	Newest   time.Time           `json:"newest"`
}

func (h *handlers) streams(ctx context.Context, _ *operations.Call, in streamsInput) (Streams, error) {
	out := Streams{Streams: []Stream{}}
	limit, err := bounded(in.Limit, 50, 200)
	if err != nil {
		return out, err
	}
	log, err := h.surveyed()
	if err != nil {
		return out, err
	}
	found, err := log.Streams(ctx, strings.TrimSpace(in.Prefix), in.After, limit+1)
	if err != nil {
		return out, err
	}
	for i, s := range found {
		if i == limit {
			out.Next = out.Streams[limit-1].Name
			break
		}
		out.Streams = append(out.Streams, Stream{s.Stream, int64(s.Revision) + 1, s.Position, s.Type, s.Began, s.Newest})
	}
	return out, nil
}

type streamInput struct {
	Stream   string `query:"stream" doc:"name of the stream, such as order-42"`
	Before   int64  `query:"before" doc:"revision before which the events are wanted; 0: the newest ones"`
	Limit    int    `query:"limit" doc:"events of the answer, 1 to 200; by default 50"`
	Language string `query:"language" doc:"language of the sentences; by default that of the store view"`
}

// Events is a part of a stream.
type Events struct {
	Stream  string        `json:"stream"`
	Events  int64         `json:"events"`
	Entries []trail.Entry `json:"entries"`
	Next    int64         `json:"next"` // to send as before for older events; 0: there are none
}

func (h *handlers) stream(ctx context.Context, c *operations.Call, in streamInput) (Events, error) {
	out := Events{Stream: strings.TrimSpace(in.Stream), Entries: []trail.Entry{}}
	limit, err := bounded(in.Limit, 50, 200)
	if err != nil {
		return out, err
	}
	newest, err := eventstore.CachedBackwards(ctx, h.Store, out.Stream, eventstore.End, limit)
	if err != nil {
		return out, err
	}
	if len(newest) == 0 {
		return out, fault.NotFoundf("There is no stream %.100s.", out.Stream)
	}
	out.Events = int64(newest[0].Revision) + 1
	if in.Before > 0 && in.Before < out.Events {
		newest, err = eventstore.CachedBackwards(ctx, h.Store, out.Stream, eventstore.Revision(in.Before-1), limit)
		if err != nil {
			return out, err
		}
	}
	out.Next = int64(newest[len(newest)-1].Revision)
	out.Entries, err = h.Reader.Lines(ctx, newest, language(c, in.Language), h.opens(c))
	return out, err
}
