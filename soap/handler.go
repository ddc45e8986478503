package soap

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"tradelog/domain/fault"
	"tradelog/operations"
	readaccess "tradelog/readmodels/access"
	"tradelog/readmodels/documents"
	"tradelog/representation"
	"tradelog/soap/wire"
)

// Protocol is the name of an interface's switch below apiplatform/protocols.
type Protocol string

// The interfaces.
const (
	V1      Protocol = "soap"
	V2      Protocol = "v2_soap"
	XMLRPC  Protocol = "xmlrpc"
	JSONRPC Protocol = "jsonrpc"
)

// Protocols lists the interfaces.
var Protocols = []Protocol{V1, V2, XMLRPC, JSONRPC}

// Path is the path of an interface. It may end with a slash.
func (p Protocol) Path() string { return "/api/" + string(p) }

// MaxBody bounds request bodies, in bytes: a picture of 20 MB in base64, and what is around it.
const MaxBody = 20<<20/3*4 + 1<<20

// Requests with bodies of more than largeBody bytes are answered a few at a time, because anybody may send them.
const (
	largeBody   = 1 << 20
	largeBodies = 4
)

// Options of a Handler.
type Options struct {
	Pipeline *operations.Pipeline
	Accounts *readaccess.Reader
	Sessions Sessions
}

// Handler answers requests of the legacy interfaces. Make it with New.
type Handler struct {
	pipeline   *operations.Pipeline
	accounts   *readaccess.Reader
	sessions   Sessions
	index      index
	operations map[string]*operations.Operation
	wsdls      map[style]*description
	large      chan struct{}
	memory     *representation.Memory[documents.Answer]
}

// New makes the handler. It fails if a method uses an operation that does not exist.
func New(o Options) (*Handler, error) {
	h := &Handler{
		pipeline: o.Pipeline, accounts: o.Accounts, sessions: o.Sessions, index: newIndex(resources()),
		operations: map[string]*operations.Operation{}, large: make(chan struct{}, largeBodies),
		memory: representation.NewMemory[documents.Answer](o.Pipeline.Reader.Tracker(), memoryBytes),
	}
	for _, operation := range o.Pipeline.Registry.All() {
		h.operations[operation.Name()] = operation
	}
	for path, m := range h.index.byPath {
		for _, name := range m.Uses {
			if h.operations[name] == nil {
				return nil, fmt.Errorf("soap: %s uses %s, which is no operation", path, name)
			}
		}
	}
	h.wsdls = map[style]*description{loose: describeV1(), typed: describeV2(h.index), literal: describeLiteral(h.index)}
	return h, nil
}

// Serve returns the function that answers the requests of an interface.
func (h *Handler) Serve(p Protocol) func(context.Context, http.ResponseWriter, *http.Request, operations.Caller, func() ([]byte, error)) {
	answer := map[Protocol]func(*request, func() ([]byte, error)) reply{
		V1:      func(q *request, body func() ([]byte, error)) reply { return q.soap(loose, body) },
		V2:      func(q *request, body func() ([]byte, error)) reply { return q.soap(q.v2Style(), body) },
		XMLRPC:  (*request).xmlRPC,
		JSONRPC: (*request).jsonRPC,
	}[p]
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, caller operations.Caller, body func() ([]byte, error)) {
		// What clients of REST say with headers and parameters, clients of these interfaces say with arguments.
		caller = operations.Caller{RemoteIP: caller.RemoteIP, Forwarded: caller.Forwarded, UserAgent: caller.UserAgent,
			RequestID: caller.RequestID, Trail: caller.Trail}
		call, err := h.pipeline.Prepare(ctx, caller)
		if err != nil {
			http.Error(w, h.pipeline.Fault(err).Message, http.StatusServiceUnavailable)
			return
		}
		q := &request{Handler: h, ctx: ctx, r: r, caller: caller, call: call}
		q.send(w, q.within(func() reply { return answer(q, func() ([]byte, error) { return q.read(body) }) }))
	}
}

// reply is an answer to a request.
type reply struct {
	status int
	kind   string // media type
	body   []byte
}

const (
	xmlType  = "text/xml; charset=UTF-8"
	jsonType = "application/json; charset=utf8"
)

// read reads the body. Large ones wait for their turn, which lasts until the request is answered.
func (q *request) read(body func() ([]byte, error)) ([]byte, error) {
	if n := q.r.ContentLength; n < 0 || n > largeBody {
		select {
		case q.large <- struct{}{}:
			q.turn = true
		case <-q.ctx.Done():
			return nil, q.ctx.Err()
		}
	}
	return body()
}

// within ends the request's turn after it was answered.
func (q *request) within(answer func() reply) reply {
	defer func() {
		if q.turn {
			<-q.large
		}
	}()
	return answer()
}

// send sends a reply with the headers that tell clients of the interface's successor (soap-wire §1).
func (q *request) send(w http.ResponseWriter, a reply) {
	header := w.Header()
	header.Set("Deprecation", "true")
	header.Set("Link", "<"+q.call.Shop.BaseURL(0)+`api/docs>; rel="successor-version"`)
	header.Set("Warning", `299 - "This interface is deprecated. Use REST v2 at /api/rest/v2/ instead."`)
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Type", a.kind)
	header.Set("Content-Length", strconv.Itoa(len(a.body)))
	w.WriteHeader(a.status)
	if q.r.Method != http.MethodHead {
		_, _ = w.Write(a.body) // an error means that the client has gone
	}
}

// tooLarge reports whether a body was refused for its size.
func tooLarge(err error) bool { return fault.KindOf(err) == fault.TooLarge && err != nil }

// v2Style is the form of SOAP V2 that is configured.
func (q *request) v2Style() style {
	if q.call.Shop.Settings.In(0).Flag("api/config/compliance_wsi") {
		return literal
	}
	return typed
}

// noValues are the arguments of a call without any.
func noValues(args []Arg) []wire.Value { return make([]wire.Value, len(args)) }
