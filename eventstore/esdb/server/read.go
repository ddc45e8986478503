package server

import (
	"context"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/eventstore"
)

// pageSize is the number of events that a call has in memory at most.
const pageSize = 256

// reading is one Read call.
type reading struct {
	server  *Server
	call    streams.Streams_ReadServer
	textIDs bool
	rights  Rights
	links   *links // of a stream of links
	resolve bool   // links are sent with the events that they lead to
}

// Read reads a stream or $all, or subscribes to it.
func (v *streamsService) Read(q *streams.ReadReq, call streams.Streams_ReadServer) error {
	o := q.GetOptions()
	_, text := o.GetUuidOption().GetContent().(*streams.ReadReq_Options_UUIDOption_String_)
	r := &reading{server: v.server, call: call, textIDs: text, rights: v.server.rights(call.Context()), resolve: o.GetResolveLinks()}
	_, subscribes := o.GetCountOption().(*streams.ReadReq_Options_Subscription)
	direction := eventstore.Forwards
	if o.GetReadDirection() == streams.ReadReq_Options_Backwards {
		direction = eventstore.Backwards
	}
	if subscribes && direction == eventstore.Backwards {
		return status.Error(codes.InvalidArgument, "subscriptions run forwards")
	}
	if one := o.GetStream(); one != nil {
		name := string(one.GetStreamIdentifier().GetStreamName())
		if err := v.server.mayRead(call.Context(), name); err != nil {
			return err
		}
		r.links = linksOf(name)
		switch {
		case o.GetFilter() != nil:
			return status.Error(codes.InvalidArgument, "only $all can be filtered")
		case subscribes:
			return r.followStream(name, one)
		case r.links != nil:
			return r.readLinks(firstRevision(one, direction), direction, o.GetCount())
		}
		return r.readStream(name, firstRevision(one, direction), direction, o.GetCount())
	}
	whole := o.GetAll()
	if whole == nil {
		return status.Error(codes.InvalidArgument, "a read names a stream or $all")
	}
	if err := v.server.mayRead(call.Context(), all); err != nil {
		return err
	}
	f, err := readFilter(o.GetFilter())
	switch {
	case err != nil:
		return err
	case subscribes:
		return r.followAll(whole, f)
	}
	return r.readAll(whole, direction, o.GetCount(), f)
}

// readFilter reads the filter of a call. Without one it is nil.
func readFilter(o *streams.ReadReq_Options_FilterOptions) (*filter, error) {
	if o == nil {
		return nil, nil
	}
	if e := o.GetEventType(); e != nil {
		return newFilter(true, e, o)
	}
	return newFilter(false, o.GetStreamIdentifier(), o)
}

// firstRevision returns the revision at which a read begins.
func firstRevision(o *streams.ReadReq_Options_StreamOptions, direction eventstore.Direction) eventstore.Revision {
	switch from := o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		return revision(from.Revision)
	case *streams.ReadReq_Options_StreamOptions_End:
		return eventstore.End
	case *streams.ReadReq_Options_StreamOptions_Start:
		return 0
	}
	if direction == eventstore.Backwards {
		return eventstore.End
	}
	return 0
}

// readStream sends events of a stream, or reports that the stream does not exist.
func (r *reading) readStream(name string, from eventstore.Revision, direction eventstore.Direction, count uint64) error {
	ctx, store := r.call.Context(), r.server.options.Store
	there, err := streamExists(ctx, store, name)
	if err != nil {
		return err
	}
	if !there {
		return r.notFound(name)
	}
	for count > 0 && from >= 0 {
		events, err := store.ReadStream(ctx, name, from, direction, page(count))
		if err != nil || len(events) == 0 {
			return err
		}
		for i := range events {
			if err := r.send(&events[i]); err != nil {
				return err
			}
		}
		count -= uint64(len(events))
		from = events[len(events)-1].Revision + 1
		if direction == eventstore.Backwards {
			from -= 2
		}
	}
	return nil
}

func (r *reading) notFound(name string) error {
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_StreamNotFound_{
		StreamNotFound: &streams.ReadResp_StreamNotFound{StreamIdentifier: wireStream(name)},
	}})
}

func page(count uint64) int { return int(min(count, pageSize)) }

// streamExists reports whether a stream has events. Names that no stream can have are not looked up.
func streamExists(ctx context.Context, store eventstore.Store, name string) (bool, error) {
	if eventstore.CheckStream(name) != nil {
		return false, nil
	}
	newest, err := store.ReadStream(ctx, name, eventstore.End, eventstore.Backwards, 1)
	return len(newest) > 0, err
}

// readAll sends events of the log.
func (r *reading) readAll(o *streams.ReadReq_Options_AllOptions, direction eventstore.Direction, count uint64, f *filter) error {
	ctx, store := r.call.Context(), r.server.options.Store
	at, first, err := r.first(o, direction)
	if err != nil {
		return err
	}
	for events := (eventstore.Page{Events: first, Next: at}); count > 0; at = events.Next {
		for i := range events.Events {
			if count == 0 {
				return nil
			}
			if !r.passes(f, &events.Events[i]) {
				continue
			}
			if err := r.send(&events.Events[i]); err != nil {
				return err
			}
			count--
		}
		if events.End || count == 0 {
			return nil
		}
		most := pageSize
		if f == nil && r.rights.Read.All {
			most = page(count)
		}
		if events, err = store.ReadAll(ctx, at, direction, most, eventstore.Filter{}); err != nil {
			return err
		}
	}
	return nil
}

// first returns the position from which the store reads on, and the event there, which a read includes.
func (r *reading) first(o *streams.ReadReq_Options_AllOptions, direction eventstore.Direction) (
	at eventstore.Position, events []eventstore.Recorded, err error,
) {
	switch from := o.GetAllOption().(type) {
	case *streams.ReadReq_Options_AllOptions_Position:
		at = position(from.Position.GetCommitPosition())
		events, err = r.server.at(r.call.Context(), at)
	case *streams.ReadReq_Options_AllOptions_End:
		if direction == eventstore.Backwards {
			return eventstore.End, nil, nil
		}
		at, err = r.server.options.Store.Head(r.call.Context())
	}
	return at, events, err
}

// at returns the event at a position, or none.
func (s *Server) at(ctx context.Context, at eventstore.Position) (events []eventstore.Recorded, err error) {
	there, err := s.options.Store.ReadPositions(ctx, []eventstore.Position{at})
	if e, is := there[at]; is {
		events = append(events, e)
	}
	return events, err
}

// passes reports whether an event of the log is sent: the filter lets it through, and the caller may see it.
func (r *reading) passes(f *filter, e *eventstore.Recorded) bool {
	return r.rights.readable(e) && f.passes(e)
}

// send sends an event.
func (r *reading) send(e *eventstore.Recorded) error {
	s := show(r.links, r.resolve, e, r.wire)
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Event{Event: &streams.ReadResp_ReadEvent{
		Event: s.event, Link: s.link, Position: &streams.ReadResp_ReadEvent_CommitPosition{CommitPosition: uint64(e.Position)},
	}}})
}

func (r *reading) wire(e *eventstore.Recorded) *streams.ReadResp_ReadEvent_RecordedEvent {
	w := wireRecorded(e, r.textIDs)
	return &streams.ReadResp_ReadEvent_RecordedEvent{
		Id: w.id, StreamIdentifier: w.stream, StreamRevision: w.revision, PreparePosition: w.position, CommitPosition: w.position,
		Metadata: w.system, CustomMetadata: w.custom, Data: w.data,
	}
}
