package soap

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"tradelog/domain/fault"
	"tradelog/installation/apisession"
	"tradelog/operations"
	readaccess "tradelog/readmodels/access"
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

// Path returns the path of an interface. Requests may add a slash.
func (p Protocol) Path() string { return "/api/" + string(p) }

// maxBody bounds request bodies, in bytes: a picture of 20 MB in base64, and the rest of the message.
const maxBody = 20<<20/3*4 + 1<<20

// maxAnonymous bounds the bodies of unknown callers, in bytes. A longer body is read only if its first bytes name a session, or the request
// has HTTP Basic credentials.
const maxAnonymous = 1 << 20

// Options configures a Handler.
type Options struct {
	Pipeline *operations.Pipeline
	Accounts *readaccess.Reader
	Sessions *apisession.Sessions
}

// Handler answers requests of the legacy interfaces. Make it with New.
type Handler struct {
	pipeline   *operations.Pipeline
	accounts   *readaccess.Reader
	sessions   *apisession.Sessions
	index      index
	operations map[string]*operations.Operation
	wsdls      map[style]*description
}

// New makes the handler. It fails if a method uses an operation that does not exist.
func New(o Options) (*Handler, error) {
	h := &Handler{
		pipeline: o.Pipeline, accounts: o.Accounts, sessions: o.Sessions, index: newIndex(resources()),
		operations: map[string]*operations.Operation{},
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
func (h *Handler) Serve(p Protocol) func(context.Context, http.ResponseWriter, *http.Request, operations.Caller,
	func(limit int64) ([]byte, error)) {
	answer := map[Protocol]func(*request) reply{
		V1:      func(q *request) reply { return q.soap(loose) },
		V2:      func(q *request) reply { return q.soap(q.v2Style()) },
		XMLRPC:  (*request).xmlRPC,
		JSONRPC: (*request).jsonRPC,
	}[p]
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, caller operations.Caller, body func(int64) ([]byte, error)) {
		// Headers and parameters of REST have no meaning here: clients of these interfaces send arguments instead.
		caller = operations.Caller{Via: "soap", RemoteIP: caller.RemoteIP, Forwarded: caller.Forwarded, UserAgent: caller.UserAgent,
			RequestID: caller.RequestID, Trail: caller.Trail}
		call, err := h.pipeline.Prepare(ctx, caller)
		if err != nil {
			http.Error(w, h.pipeline.Fault(err).Message, http.StatusServiceUnavailable)
			return
		}
		q := &request{Handler: h, ctx: ctx, r: r, caller: caller, call: call, body: body}
		q.send(w, answer(q))
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

// errUnknownCaller refuses a large body of an unknown caller.
var errUnknownCaller = fault.New(fault.TooLarge,
	"A message of more than %d bytes needs a session that has not expired, in its first %d bytes.", maxAnonymous, maxAnonymous)

// read reads the body. Of a large body it first reads the beginning, which must name a session unless the request has credentials.
func (q *request) read() ([]byte, error) {
	content, err := q.body(maxAnonymous)
	if !tooLarge(err) {
		return content, err
	}
	known, err := q.known(content)
	switch {
	case err != nil:
		return nil, err
	case !known:
		return nil, errUnknownCaller
	case q.r.ContentLength > maxBody:
		return nil, fault.New(fault.TooLarge, "The request body is larger than %d bytes.", maxBody)
	}
	return q.body(maxBody)
}

// status returns the HTTP status of a message that could not be read.
func status(err error) int {
	switch fault.KindOf(err) {
	case fault.TooLarge:
		return http.StatusRequestEntityTooLarge
	case fault.TooSlow:
		return http.StatusRequestTimeout
	case fault.Unavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

// rpcStatus returns the HTTP status of an answer of XML-RPC and JSON-RPC: 200, also for failures, unless the body came too slowly.
func rpcStatus(err error) int {
	if err != nil && fault.KindOf(err) == fault.TooSlow {
		return http.StatusRequestTimeout
	}
	return http.StatusOK
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

// v2Style returns the configured form of SOAP V2.
func (q *request) v2Style() style {
	if q.call.Shop.Settings.In(0).Flag("api/config/compliance_wsi") {
		return literal
	}
	return typed
}

// noValues returns arguments without values.
func noValues(args []arg) []wire.Value { return make([]wire.Value, len(args)) }
