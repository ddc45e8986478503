package mcp

import (
	"context"
	"net/http"
	"time"

	"tradelog/domain/fault"
	"tradelog/internal/wait"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// heartbeat is the interval at which a stream sends a comment, checks the caller's rights and keeps the session alive.
const heartbeat = 15 * time.Second

// pause is the least time between two checks of followed resources, so that a busy shop does not read for each event.
const pause = 50 * time.Millisecond

// streamsSetting is the configuration path of the number of streams that one host may have open at once.
var streamsSetting = operations.Limit{Config: "mcp_streams"}.Setting()

var errTooManyStreams = fault.New(fault.RateLimited, "Too many streams of this address are open. Please try again when one has ended.")

// followed is a resource that a session follows.
type followed struct {
	tool   *tool
	in     *representation.Input
	tag    string // of the document that the client knows
	madeOf operations.MadeOf
}

// look reads a resource and stores its tag and versions.
func (h *Handler) look(ctx context.Context, caller operations.Caller, f *followed) error {
	body, madeOf, err := h.read(ctx, caller, f.tool.operation, f.in)
	if err == nil {
		f.tag, f.madeOf = representation.TagOf(body), madeOf
	}
	return err
}

// listens reports whether a GET request opens a stream: the client has chosen tools, has a session and accepts events. Otherwise GET is
// refused (rest-v2 §4.12).
func (x *exchange) listens() bool {
	return x.r.Method == http.MethodGet && x.r.Header.Get(sessionHeader) != "" && x.converses()
}

// listen sends notifications to a session until client or server ends it, the session opens another stream, or the token ends.
func (h *Handler) listen(ctx context.Context, x *exchange) {
	if !h.enterSession(x, nil) {
		return
	}
	leave, ok := h.pipeline.Limiter.Enter("mcp streams "+operations.Host(x.caller.RemoteIP), x.call.Config().Int(streamsSetting))
	if !ok {
		x.refuse(representation.Failure(errTooManyStreams, false))
		return
	}
	defer leave()
	ended, err := x.call.Open()
	if err != nil {
		x.refuse(representation.Failed(h.pipeline, err, false))
		return
	}
	defer ended()
	x.w.Header().Set(sessionHeader, x.session.id)
	session := x.session
	number := session.listen()
	stream := x.goLive()
	if !stream.comment("live") {
		return
	}
	ctx = x.r.Context()
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		moved, stirred := h.changed.Next(), session.stirred.Next() // before resources are read, so that no change is missed
		if !session.listens(number) || !h.notifyChanged(ctx, x, stream) {
			return
		}
		select {
		case <-moved:
			wait.For(ctx, pause)
		case <-stirred:
		case <-beat.C:
			if _, alive := h.sessions.renew(x.session.id); !alive || h.enter(ctx, x) != nil || !x.chose() || !stream.comment("waiting") {
				return
			}
		case <-session.ended:
			return
		case <-h.leaving:
			return
		case <-ctx.Done():
			return
		}
	}
}

// notifyChanged sends a notification for each followed resource that has changed. It also notifies of a resource that can no longer be
// read, and stops following it. It returns false if the client cannot be reached.
func (h *Handler) notifyChanged(ctx context.Context, x *exchange, stream *live) bool {
	uris, of := x.session.following()
	for _, uri := range uris {
		f := of[uri]
		if f.madeOf.Stands(h.pipeline.Reader.Tracker()) {
			continue
		}
		now := &followed{tool: f.tool, in: f.in}
		switch err := h.look(ctx, x.as(""), now); {
		case ctx.Err() != nil:
			return false
		case err != nil && fault.KindOf(err) == fault.Unavailable: // such as read models that are behind
			continue
		case err != nil || !now.madeOf.Known():
			x.session.leave(uri, f)
		default:
			x.session.know(uri, f, now)
			if now.tag == f.tag {
				continue
			}
		}
		if !stream.notify("resources/updated", `{"uri":`+quoted(uri)+`}`) {
			return false
		}
	}
	return true
}

// Leave ends all streams and questions, because the program stops.
func (h *Handler) Leave() { h.leave.Do(func() { close(h.leaving) }) }
