package server

import (
	"context"
	"fmt"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"

	"tradelog/eventstore"
)

// The prefixes of the streams that real servers build from links: the events of a category, and those of a type. Here they are reads of
// the log.
const (
	categoryPrefix = "$ce-"
	typePrefix     = "$et-"
)

// links is a stream of links. The revision of an event in it is the event's position: it grows, with gaps.
type links struct {
	name   string
	filter eventstore.Filter
}

// linksOf returns the stream of links of a name, or nil if it names none.
func linksOf(name string) *links {
	if category, is := strings.CutPrefix(name, categoryPrefix); is && category != "" && !strings.Contains(category, "-") {
		return &links{name, eventstore.Filter{Categories: []string{category}}}
	}
	if kind, is := strings.CutPrefix(name, typePrefix); is && kind != "" {
		return &links{name, eventstore.Filter{Types: []string{kind}}}
	}
	return nil
}

// checkSource refuses names of streams that cannot be subscribed to.
func checkSource(name string) error {
	if linksOf(name) != nil {
		return nil
	}
	return eventstore.CheckStream(name)
}

// id returns the ID of the link to an event.
func (l *links) id(e *eventstore.Recorded) uuid.UUID { return uuid.NewSHA1(e.ID, []byte(l.name)) }

// to describes the link to an event.
func (l *links) to(e *eventstore.Recorded) *eventstore.Recorded {
	return &eventstore.Recorded{
		NewEvent: eventstore.NewEvent{ID: l.id(e), Type: linkType, Data: fmt.Appendf(nil, "%d@%s", e.Revision, e.Stream)},
		Stream:   l.name, Revision: eventstore.Revision(e.Position), Position: e.Position, RecordedAt: e.RecordedAt,
	}
}

// linkType is the type of links. Their data is the revision and the stream of an event, such as 3@order-42.
const linkType = "$>"

// shown is an event in the form that both services send: by itself, or with the link by which it was found.
type shown[E any] struct{ event, link E }

// show returns the form in which an event of a source is sent. Without resolving, it is the link.
func show[E any](l *links, resolve bool, e *eventstore.Recorded, wire func(*eventstore.Recorded) E) (s shown[E]) {
	switch {
	case l == nil:
		s.event = wire(e)
	case resolve:
		s.event, s.link = wire(e), wire(l.to(e))
	default:
		s.event = wire(l.to(e))
	}
	return s
}

// recorded holds the fields of an event that both services send.
type recorded struct {
	id                 *shared.UUID
	stream             *shared.StreamIdentifier
	revision, position uint64
	system             map[string]string
	custom, data       []byte
}

func wireRecorded(e *eventstore.Recorded, textIDs bool) recorded {
	r := recorded{id: wireID(e.ID, textIDs), stream: wireStream(e.Stream), revision: uint64(e.Revision), position: uint64(e.Position),
		system: systemMetadata(e), data: e.Data}
	if e.Type == linkType {
		r.system["content-type"] = "application/octet-stream"
	} else {
		r.custom = customMetadata(e)
	}
	return r
}

// readLinks sends events of a stream of links, or reports that the stream does not exist.
func (r *reading) readLinks(from eventstore.Revision, direction eventstore.Direction, count uint64) error {
	ctx, found := r.call.Context(), false
	if direction == eventstore.Backwards && from == 0 { // the first event alone, as for other streams
		direction, count = eventstore.Forwards, min(count, 1)
	}
	first, err := r.server.at(ctx, eventstore.Position(from))
	if err != nil {
		return err
	}
	part := eventstore.Page{Events: r.links.filter.Keep(first), Next: eventstore.Position(from)}
	if len(first) == 0 && from > 0 && from != eventstore.End {
		// Clients count: a revision that is no event's follows the last one that they have, or precedes it.
		if part.Next--; direction == eventstore.Backwards {
			part.Next += 2
		}
	}
	for {
		for i := range part.Events {
			if count == 0 {
				return nil
			}
			found = true
			if err := r.send(&part.Events[i]); err != nil {
				return err
			}
			count--
		}
		if part.End || count == 0 {
			break
		}
		if part, err = r.server.options.Store.ReadAll(ctx, part.Next, direction, page(count), r.links.filter); err != nil {
			return err
		}
	}
	if found || count == 0 {
		return nil
	}
	there, err := r.server.linked(ctx, r.links)
	if err != nil || there {
		return err
	}
	return r.notFound(r.links.name)
}

// linked reports whether a stream of links has an event.
func (s *Server) linked(ctx context.Context, l *links) (bool, error) {
	for at := eventstore.Position(0); ; {
		page, err := s.options.Store.ReadAll(ctx, at, eventstore.Forwards, 1, l.filter)
		if err != nil || len(page.Events) > 0 || page.End {
			return len(page.Events) > 0, err
		}
		at = page.Next
	}
}

// followLinks subscribes to a stream of links, after a revision.
func (r *reading) followLinks(ctx context.Context, next eventstore.Revision) error {
	w := &follower{reading: r, passes: func(*eventstore.Recorded) bool { return true }}
	return w.follow(ctx, eventstore.Position(max(next-1, 0)), r.links.filter)
}
