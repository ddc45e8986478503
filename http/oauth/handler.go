package oauth

import (
	"cmp"
	"context"
	"encoding/json"
	"hash/maphash"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"tradelog/domain/agent"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/access"
	"tradelog/operations/inputs"
	"tradelog/operations/representation/forms"
)

// Protocol is the name of the switch below apiplatform/protocols.
const Protocol = "oauth"

// The paths of the interface.
const (
	resourcePath  = "/.well-known/oauth-protected-resource"
	serverPath    = "/.well-known/oauth-authorization-server"
	authorizePath = "/oauth/authorize"
	tokenPath     = "/oauth/token"
	registerPath  = "/oauth/register"
	revokePath    = "/oauth/revoke"
)

// maxForm bounds forms of browsers and clients, in bytes.
const maxForm = 16 << 10

// Options configures a Handler.
type Options struct {
	Pipeline      *operations.Pipeline
	Authorization *access.Authorization
}

// Handler answers requests of clients and browsers. Make it with New.
type Handler struct {
	pipeline      *operations.Pipeline
	authorization *access.Authorization
	crossOrigin   *http.CrossOriginProtection
	renewing      renewing
}

// New makes a handler.
func New(o Options) *Handler {
	return &Handler{
		pipeline: o.Pipeline, authorization: o.Authorization, crossOrigin: http.NewCrossOriginProtection(),
		renewing: renewing{seed: maphash.MakeSeed()},
	}
}

// exchange is one request and its answer.
type exchange struct {
	w    http.ResponseWriter
	r    *http.Request
	call *operations.Call
	body func(limit int64) ([]byte, error)

	// The answer, which is sent when read models show the request's events.
	status int
	answer []byte
	sent   func() // called after the answer was sent; may be nil
	end    func() // called at the end in any case; may be nil
}

type serve = func(ctx context.Context, x *exchange) error

// route holds the functions that answer each method of a path.
type route struct {
	methods map[string]serve
	// fail answers a request that was refused.
	fail func(x *exchange, err error)
}

func (h *Handler) routes() map[string]route {
	document := func(get serve) route { return route{map[string]serve{"GET": get, "HEAD": get}, h.fail} }
	post := func(answer serve) route { return route{map[string]serve{"POST": answer}, h.fail} }
	return map[string]route{
		resourcePath: document(h.describeResource), resourcePath + "/api/mcp": document(h.describeResource),
		serverPath:   document(h.describeServer),
		registerPath: post(h.register), tokenPath: post(h.token), revokePath: post(h.revoke),
		authorizePath: {map[string]serve{"GET": h.ask, "POST": h.decide}, h.failPage},
	}
}

// Serve answers a request of a path, see http.Serve.
type Serve = func(ctx context.Context, w http.ResponseWriter, r *http.Request, caller operations.Caller,
	body func(limit int64) ([]byte, error))

// Endpoints returns the functions that answer requests, by path.
func (h *Handler) Endpoints() map[string]Serve {
	all := map[string]Serve{}
	for path, of := range h.routes() {
		all[path] = func(ctx context.Context, w http.ResponseWriter, r *http.Request, caller operations.Caller,
			body func(limit int64) ([]byte, error)) {
			// A bearer token is ignored here: clients have no secret, and people log in on the page.
			caller.Token, caller.Via = operations.Choice{}, "oauth"
			h.serve(ctx, &exchange{w: w, r: r, body: body}, caller, of)
		}
	}
	return all
}

// serve answers a request. Pipeline.Page lets the answer wait until read models show the events of its commands.
func (h *Handler) serve(ctx context.Context, x *exchange, caller operations.Caller, of route) {
	x.w.Header().Set("Cache-Control", "no-store")
	x.w.Header().Set("X-Content-Type-Options", "nosniff")
	answer := of.methods[x.r.Method]
	if answer == nil {
		allowed := []string{}
		for _, method := range []string{"GET", "HEAD", "POST"} {
			if of.methods[method] != nil {
				allowed = append(allowed, method)
			}
		}
		x.w.Header().Set("Allow", strings.Join(allowed, ", "))
		h.fail(x, fault.New(fault.MethodNotAllowed, "Method Not Allowed (Allow: %s)", strings.Join(allowed, ", ")))
		x.flush()
		return
	}
	defer func() {
		if x.end != nil {
			x.end()
		}
	}()
	call, err := h.pipeline.Prepare(ctx, caller)
	if x.call = call; err == nil {
		// A refusal may have revoked an agent, so it waits as well.
		late := h.pipeline.Page(ctx, caller, func(ctx context.Context) error {
			err = answer(ctx, x)
			return nil
		})
		err = cmp.Or(err, late)
	}
	if err != nil {
		of.fail(x, err)
	}
	x.flush()
}

// refusal is the form of errors (RFC 6749 §5.2).
type refusal struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

// codeOf returns the code of a fault and the status of answers with it.
func codeOf(f *fault.Error) (code string, status int) {
	switch f.Kind {
	case fault.Internal:
		return "server_error", http.StatusInternalServerError
	case fault.Unavailable, fault.TooSlow:
		return "temporarily_unavailable", http.StatusServiceUnavailable
	case fault.RateLimited:
		return "temporarily_unavailable", http.StatusTooManyRequests
	case fault.MethodNotAllowed:
		return "invalid_request", http.StatusMethodNotAllowed
	case fault.TooLarge:
		return "invalid_request", http.StatusRequestEntityTooLarge
	}
	switch {
	case f.Code == agent.ErrClient.Code:
		return f.Code, http.StatusUnauthorized
	case f.Code != "":
		return f.Code, http.StatusBadRequest
	}
	return "invalid_request", http.StatusBadRequest
}

// fail answers a program whose request was refused.
func (h *Handler) fail(x *exchange, err error) {
	f := h.pipeline.Fault(err)
	code, status := codeOf(f)
	x.retryAfter(f)
	x.json(status, refusal{code, f.Message})
}

// json sends an answer to a program.
func (x *exchange) json(status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"error":"server_error"}`)
	}
	x.w.Header().Set("Content-Type", "application/json")
	x.send(status, body)
}

// send sets the answer.
func (x *exchange) send(status int, body []byte) { x.status, x.answer = status, body }

// flush sends the answer.
func (x *exchange) flush() {
	x.w.Header().Set("Content-Length", strconv.Itoa(len(x.answer)))
	x.w.WriteHeader(x.status)
	if x.r.Method != http.MethodHead {
		_, _ = x.w.Write(x.answer) // an error means that the client has gone
	}
	if x.sent != nil && x.status == http.StatusOK {
		_ = http.NewResponseController(x.w).Flush()
		x.sent()
	}
}

// form reads the body as a form.
func (x *exchange) form() (url.Values, error) {
	body, err := x.body(maxForm)
	if err != nil {
		return nil, err
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, forms.ErrUnreadable
	}
	return form, inputs.CheckParameters(form)
}

// errTwice refuses a repeated parameter (RFC 6749 §3.1).
var errTwice = fault.Invalidf("A parameter is there more than once").WithCode("invalid_request")

// only returns parameters that may occur once. errTwice: one occurs more often.
func only(from url.Values, names ...string) ([]string, error) {
	values := make([]string, len(names))
	for i, name := range names {
		if len(from[name]) > 1 {
			return nil, errTwice
		}
		values[i] = from.Get(name)
	}
	return values, nil
}
