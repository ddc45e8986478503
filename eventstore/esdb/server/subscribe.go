package server

import (
	"context"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"

	"tradelog/domain"
	"tradelog/eventstore"
)

// fellBehind is the number of events that a subscription which had caught up reads without reaching the end before it reports that it fell
// behind.
const fellBehind = 1000

// follower sends the events of a subscription.
type follower struct {
	*reading
	filter *filter
	passes func(*eventstore.Recorded) bool

	considered int                 // events since the last checkpoint
	seen       eventstore.Position // of the last event considered
	told       eventstore.Position // up to which the client knows that nothing is missing
	live       bool
	sinceEnd   int // events since the end was reached
}

// followAll subscribes to the log, after a position.
func (r *reading) followAll(o *streams.ReadReq_Options_AllOptions, f *filter) error {
	var from eventstore.Position
	switch at := o.GetAllOption().(type) {
	case *streams.ReadReq_Options_AllOptions_Position:
		from = position(at.Position.GetCommitPosition())
	case *streams.ReadReq_Options_AllOptions_End:
		head, err := r.server.options.Store.Head(r.call.Context())
		if err != nil {
			return err
		}
		from = head
	}
	return r.subscribed(func(ctx context.Context) error {
		w := &follower{reading: r, filter: f, passes: func(e *eventstore.Recorded) bool { return r.passes(f, e) }}
		return w.follow(ctx, from, eventstore.Filter{})
	})
}

// followStream subscribes to a stream, after a revision. The store has no such subscription. The stream is read up to the head of the log
// as it is now, and from there on the log is followed.
func (r *reading) followStream(name string, o *streams.ReadReq_Options_StreamOptions) error {
	return r.subscribed(func(ctx context.Context) error {
		next, err := r.nextRevision(ctx, name, o)
		if err != nil {
			return err
		}
		if r.links != nil {
			return r.followLinks(ctx, next)
		}
		head, err := r.server.options.Store.Head(ctx)
		if err != nil {
			return err
		}
		if next, err = r.server.readTo(ctx, name, next, r.send); err != nil {
			return err
		}
		w := &follower{reading: r, passes: func(e *eventstore.Recorded) bool { return e.Stream == name && e.Revision >= next }}
		return w.follow(ctx, head, eventstore.Filter{Categories: []string{domain.Category(name)}})
	})
}

// readTo passes the events of a stream from a revision on, and returns the revision after the last.
func (s *Server) readTo(
	ctx context.Context, name string, next eventstore.Revision, each func(*eventstore.Recorded) error,
) (eventstore.Revision, error) {
	for eventstore.CheckStream(name) == nil {
		events, err := s.options.Store.ReadStream(ctx, name, next, eventstore.Forwards, pageSize)
		if err != nil || len(events) == 0 {
			return next, err
		}
		for i := range events {
			if err := each(&events[i]); err != nil {
				return next, err
			}
			next = events[i].Revision + 1
		}
	}
	return next, nil
}

// nextRevision returns the first revision that a subscription to a stream delivers.
func (r *reading) nextRevision(ctx context.Context, name string, o *streams.ReadReq_Options_StreamOptions) (eventstore.Revision, error) {
	switch from := o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		return afterRevision(from.Revision), nil
	case *streams.ReadReq_Options_StreamOptions_End:
		return r.server.streamEnd(ctx, name)
	}
	return 0, nil
}

func afterRevision(r uint64) eventstore.Revision { return min(revision(r), eventstore.End-1) + 1 }

// streamEnd returns the revision that the next event of a stream will get.
func (s *Server) streamEnd(ctx context.Context, name string) (eventstore.Revision, error) {
	if linksOf(name) != nil {
		head, err := s.options.Store.Head(ctx)
		return eventstore.Revision(head) + 1, err
	}
	if eventstore.CheckStream(name) != nil {
		return 0, nil
	}
	newest, err := s.options.Store.ReadStream(ctx, name, eventstore.End, eventstore.Backwards, 1)
	if err != nil || len(newest) == 0 {
		return 0, err
	}
	return newest[0].Revision + 1, nil
}

// subscribed confirms a subscription and runs it until the client leaves or the server stops.
func (r *reading) subscribed(run func(context.Context) error) error {
	done, err := r.server.subscribed()
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := r.server.endedByStop(r.call.Context())
	defer cancel()
	if err := r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Confirmation{
		Confirmation: &streams.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()},
	}}); err != nil {
		return err
	}
	if err := run(ctx); context.Cause(ctx) == nil {
		return err
	}
	return context.Cause(ctx)
}

// follow sends events of the log after a position. A slow client delays only itself: the subscription reads the next batch after the
// client has taken the one before.
func (w *follower) follow(ctx context.Context, from eventstore.Position, narrowed eventstore.Filter) error {
	w.seen, w.told = from, from
	return w.server.follow(
		ctx,
		from,
		narrowed,
		w.sendIfPasses,
		func(b eventstore.Batch) error { return w.progress(len(b.Events), b.CaughtUp) },
	)
}

// follow passes events of the log after a position to each, and each batch to after, until ctx ends or one of them fails.
func (s *Server) follow(
	ctx context.Context, from eventstore.Position, narrowed eventstore.Filter, each func(*eventstore.Recorded) error,
	after func(eventstore.Batch) error,
) error {
	sub, err := s.options.Store.Subscribe(ctx, from, narrowed)
	if err != nil {
		return err
	}
	defer sub.Close()
	for {
		batch, err := sub.Next(ctx)
		if err != nil {
			return err
		}
		for i := range batch.Events {
			if err := each(&batch.Events[i]); err != nil {
				return err
			}
		}
		if err := after(batch); err != nil {
			return err
		}
	}
}

// sendIfPasses sends an event if it passes, and a checkpoint after each interval of a filtered subscription.
func (w *follower) sendIfPasses(e *eventstore.Recorded) error {
	w.seen = e.Position
	w.considered++
	if w.passes(e) {
		if err := w.send(e); err != nil {
			return err
		}
		w.told = e.Position
	}
	if w.filter == nil || w.considered < w.filter.interval {
		return nil
	}
	return w.checkpoint()
}

// checkpoint tells the client the position up to which the log has been considered: that of the last considered event.
func (w *follower) checkpoint() error {
	w.considered, w.told = 0, w.seen
	p := uint64(w.seen)
	return w.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Checkpoint_{
		Checkpoint: &streams.ReadResp_Checkpoint{CommitPosition: p, PreparePosition: p},
	}})
}

// progress tells the client when it reaches the end of the log, when it has fallen behind, and when it reaches the end again.
func (w *follower) progress(events int, atEnd bool) error {
	switch {
	case atEnd && !w.live:
		if w.filter != nil && w.seen > w.told {
			if err := w.checkpoint(); err != nil {
				return err
			}
		}
		w.live, w.sinceEnd = true, 0
		return w.call.Send(&streams.ReadResp{Content: &streams.ReadResp_CaughtUp_{CaughtUp: &streams.ReadResp_CaughtUp{}}})
	case atEnd:
		w.sinceEnd = 0
	case w.live:
		if w.sinceEnd += events; w.sinceEnd > fellBehind {
			w.live = false
			return w.call.Send(&streams.ReadResp{Content: &streams.ReadResp_FellBehind_{FellBehind: &streams.ReadResp_FellBehind{}}})
		}
	}
	return nil
}
