package mcp

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/readmodels/freshness"
)

// Path is the path of the interface.
const Path = "/api/mcp"

// Protocol is the name of the interface's switch below apiplatform/protocols.
const Protocol = "mcp"

// maxBody bounds request bodies, in bytes.
const maxBody = 4 << 20

// Headers are the request headers that need a CORS preflight, in lower case.
var Headers = []string{"last-event-id", "mcp-protocol-version", "mcp-session-id"}

const sessionHeader = "Mcp-Session-Id"

// Options configures a Handler.
type Options struct {
	Pipeline *operations.Pipeline
	Version  string // of the program
	// Observe, if not nil, is called for every tool call, for metrics.
	Observe func(operation string, status int, took time.Duration)
	// Watch registers a function to be called whenever a read model has changed. Clients that follow resources need it.
	Watch func(changed func())
}

// Handler answers MCP requests. Make it with New.
type Handler struct {
	options       Options
	pipeline      *operations.Pipeline
	tools         *catalogue
	sessions      *sessions
	hosts         hosts
	excludedTools perShop[map[*tool]bool]
	changed       freshness.Signal // of read models
	leave         sync.Once
	leaving       chan struct{} // closed when the program stops
}

// New makes the tools for all operations.
func New(options Options) *Handler {
	h := &Handler{
		options: options, pipeline: options.Pipeline, tools: newCatalogue(options.Pipeline.Registry), leaving: make(chan struct{}),
		sessions: newSessions(options.Pipeline.Clock, maxSessions),
	}
	options.Watch(h.changed.Fire)
	return h
}

// exchange is one HTTP request and its answer.
type exchange struct {
	w      http.ResponseWriter
	r      *http.Request
	caller operations.Caller
	body   func(limit int64) ([]byte, error)
	// call has the shop, the store and the caller, but no operation.
	call    *operations.Call
	session session
	// chosen are the tools of the URL; nil: it chooses none.
	chosen *operations.Tools
	alone  bool  // the request has one message and is not a batch
	live   *live // the answer as a stream of events; nil: a single body
	// replayed counts the calls with a replayed answer (idempotency).
	calls, replayed int
}

// Serve answers an HTTP request.
func (h *Handler) Serve(ctx context.Context, w http.ResponseWriter, r *http.Request, caller operations.Caller,
	body func(limit int64) ([]byte, error)) {
	w.Header().Set("Access-Control-Expose-Headers", sessionHeader)
	w.Header().Set("Cache-Control", "no-cache, private")
	caller.Via = "mcp"
	x := &exchange{w: w, r: r, caller: caller, body: body}
	switch r.Method {
	case http.MethodOptions:
		x.preflight()
		return
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete:
	default:
		w.Header().Set("Allow", allowed)
		x.refuse(representation.Failure(
			fault.New(fault.MethodNotAllowed, "No route found for %q: Method Not Allowed (Allow: %s)", x.url(), allowed), false))
		return
	}
	if err := h.enter(ctx, x); err != nil {
		x.refuse(representation.Failed(h.pipeline, err, !caller.Token.Sent))
		return
	}
	if refusal := h.hosts.refuse(x.call.Shop, r); refusal != "" {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		x.send(http.StatusForbidden, []byte(refusal))
		return
	}
	switch r.Method {
	case http.MethodPost:
		if x.mustLogIn() {
			x.refuse(representation.Failed(h.pipeline, operations.ErrAuthRequired, true))
			return
		}
		h.post(ctx, x)
	case http.MethodDelete:
		h.end(x)
	default:
		if x.listens() {
			h.listen(ctx, x)
			return
		}
		w.Header().Set("Allow", allowed)
		x.fail(http.StatusMethodNotAllowed, codeInvalidRequest, "Method Not Allowed")
	}
}

const allowed = "POST, DELETE, OPTIONS"

// enter checks the headers of a request: store, currency, the form of an idempotency key, and the bearer token.
func (h *Handler) enter(ctx context.Context, x *exchange) (err error) {
	if x.call, err = h.pipeline.Prepare(ctx, x.caller); err != nil {
		return err
	}
	if err := h.pipeline.Identify(ctx, x.call); err != nil {
		return err
	}
	x.chosen, err = chosenTools(x.call, x.r.URL.Query()["tools"])
	return err
}

// url returns the request URL for error messages.
func (x *exchange) url() string {
	scheme := "http"
	if x.r.TLS != nil {
		scheme = "https"
	}
	return fmt.Sprintf("%s %s://%s%s", x.r.Method, scheme, x.r.Host, Path)
}

func (x *exchange) preflight() {
	if x.r.Header.Get("Access-Control-Request-Method") != "" {
		x.w.Header().Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
		x.w.Header().Set("Access-Control-Allow-Headers",
			"Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id")
	}
	x.w.WriteHeader(http.StatusNoContent)
}

// end deletes a session. A missing session is not an error.
func (h *Handler) end(x *exchange) {
	id, refusal := x.sessionID()
	switch {
	case refusal != "":
		x.fail(http.StatusBadRequest, codeInvalidRequest, refusal)
	case id == "":
		x.fail(http.StatusBadRequest, codeInvalidRequest, "Mcp-Session-Id header is required.")
	default:
		h.sessions.end(id)
		x.w.WriteHeader(http.StatusOK)
	}
}

// refuse sends a failure in REST's format.
func (x *exchange) refuse(r *representation.Response) {
	x.challenge(r.Status)
	for name, values := range r.Header {
		if name == "Www-Authenticate" && x.w.Header().Get(name) != "" {
			continue
		}
		if name != "Etag" && name != "Cache-Control" && name != "Vary" {
			x.w.Header()[name] = values
		}
	}
	x.send(r.Status, r.Body)
}

// fail sends an error about the request as a whole.
func (x *exchange) fail(status, code int, message string) {
	x.json(status, failed(noID, code, message).head)
}

func (x *exchange) json(status int, parts ...[]byte) {
	x.w.Header().Set("Content-Type", "application/json")
	x.send(status, parts...)
}

// allReplayed reports whether every call so far got a replayed answer, and the request has an idempotency key.
func (x *exchange) allReplayed() bool { return x.caller.Key.Sent && x.replayed == x.calls }

// setReplayed sets the header that reports a replay.
func (x *exchange) setReplayed() {
	if x.calls > 0 && x.allReplayed() {
		x.w.Header().Set("X-Idempotency-Replayed", "true")
	}
}

// send sends a body in parts.
func (x *exchange) send(status int, parts ...[]byte) {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	x.w.Header().Set("Content-Length", strconv.Itoa(size))
	x.w.WriteHeader(status)
	for _, p := range parts {
		if len(p) > 0 && x.r.Method != http.MethodHead {
			_, _ = x.w.Write(p) // an error means that the client has gone
		}
	}
}
