package graphql

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator"

	"tradelog/domain/fault"
	"tradelog/internal/lru"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/representation"
	"tradelog/readmodels/freshness"
)

// Path is the path of the interface.
const Path = "/api/graphql"

// Protocol is the name of the interface's switch below apiplatform/protocols.
const Protocol = "graphql"

// introspectionSetting is the configuration path of the switch for introspection.
const introspectionSetting = "apiplatform/graphql/introspection"

// Headers are the request headers of clients that need a CORS preflight, in lower case.
var Headers = []string{"apollo-require-preflight", "apollographql-client-name", "apollographql-client-version"}

// Bounds of requests and answers, in bytes.
const (
	maxBody   = 1 << 20
	maxQuery  = 64 << 10
	maxAnswer = 4 << 20
)

// Bounds of the caches, in bytes, and of a persisted query.
const (
	documentBytes  = 16 << 20 // parsed documents
	persistedBytes = 4 << 20
	keptQuery      = 16 << 10
)

// Options configures a Handler.
type Options struct {
	Pipeline *operations.Pipeline
	// Observe, if not nil, is called for every field of Query and Mutation, for metrics.
	Observe func(operation string, status int, took time.Duration)
	// Watch registers a function to be called whenever a read model has changed. Subscriptions to resources need it.
	Watch func(changed func())
}

// Handler answers GraphQL requests. Make it with New.
type Handler struct {
	options   Options
	pipeline  *operations.Pipeline
	prepare   func() error
	catalogue *catalogue // set by Prepare
	documents lru.Sized[string, *parsed]
	persisted lru.Sized[string, string] // queries by their SHA-256
	changed   freshness.Signal          // of read models
	leaving   chan struct{}             // closed when the program begins to stop
	leave     sync.Once
}

// answerBytes is the answer to a document.
type answerBytes struct {
	body []byte
	tag  string
}

// New makes a handler of all operations. The schema is made at the first request, since many shops have GraphQL switched off.
func New(options Options) *Handler {
	h := &Handler{
		options: options, pipeline: options.Pipeline, documents: lru.NewSized[string, *parsed](documentBytes),
		persisted: lru.NewSized[string, string](persistedBytes), leaving: make(chan struct{}),
	}
	h.prepare = sync.OnceValue(func() (err error) {
		h.catalogue, err = newCatalogue(options.Pipeline.Registry, options.Pipeline.Prefix)
		return err
	})
	if options.Watch != nil {
		options.Watch(h.changed.Fire)
	}
	return h
}

// Prepare makes the schema once. It fails if GraphQL cannot express the declaration of an operation.
func (h *Handler) Prepare() error { return h.prepare() }

// exchange is one HTTP request and its answer.
type exchange struct {
	w      http.ResponseWriter
	r      *http.Request
	caller operations.Caller
	body   func(limit int64) ([]byte, error)
}

const allowed = "GET, POST, OPTIONS"

// Serve answers an HTTP request.
func (h *Handler) Serve(ctx context.Context, w http.ResponseWriter, r *http.Request, caller operations.Caller,
	body func(limit int64) ([]byte, error)) {
	caller.Via = "graphql"
	x := &exchange{w, r, caller, body}
	w.Header().Set("Cache-Control", "no-cache, private")
	switch r.Method {
	case http.MethodOptions:
		if r.Header.Get("Access-Control-Request-Method") != "" {
			w.Header().Set("Access-Control-Allow-Methods", "GET, POST")
		}
		w.WriteHeader(http.StatusNoContent)
		return
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		w.Header().Set("Allow", allowed)
		x.refuse(representation.Failure(fault.New(fault.MethodNotAllowed, "Method Not Allowed (Allow: %s)", allowed), false))
		return
	}
	if err := h.Prepare(); err != nil {
		x.refuse(representation.Failed(h.pipeline, err, false))
		return
	}
	if Live(r) {
		h.serveLive(ctx, x)
		return
	}
	request, err := h.identify(ctx, caller)
	if err != nil {
		x.refuse(representation.Failed(h.pipeline, err, !caller.Token.Sent))
		return
	}
	if browses(r) {
		x.page(request.Config().Flag(graphiQLSetting))
		return
	}
	asked, err := x.read()
	if err != nil {
		if fault.KindOf(err) == fault.TooLarge {
			x.refuse(representation.Failed(h.pipeline, err, false))
			return
		}
		x.send(refused(h.failureOf(err, false)), "")
		return
	}
	h.answer(ctx, x, request, asked)
}

// identify finds store, currency and caller of a request; the result has no operation.
func (h *Handler) identify(ctx context.Context, caller operations.Caller) (*operations.Call, error) {
	request, err := h.pipeline.Prepare(ctx, caller)
	if err != nil {
		return nil, err
	}
	return request, h.pipeline.Identify(ctx, request)
}

// asked is a request: a document, the name of the operation and its variables.
type asked struct {
	query, operation string
	variables        []byte // JSON
	hash             string // of a persisted query
	// writes tells that the request may have a mutation: it is JSON, or a form with files. Links and plain forms of other pages are neither.
	writes bool
}

var (
	errNoQuery   = fault.Invalidf("GraphQL query is not valid.")
	errNoJSON    = fault.Invalidf("GraphQL data is not valid JSON.")
	errVariables = fault.Invalidf("GraphQL variables are not a valid JSON object.")
	errLong      = fault.Invalidf("The query is longer than %d bytes.", maxQuery)
	errRead      = fault.New(fault.MethodNotAllowed, "A mutation needs POST with a JSON body, or with a form that has files.")
)

// operation finds the operation to carry out. It returns failures if the document is refused.
func (h *Handler) operation(request *operations.Call, a *asked) (*ast.OperationDefinition, []failure) {
	if refusal := h.persist(a); refusal != nil {
		return nil, []failure{*refusal}
	}
	switch {
	case strings.TrimSpace(a.query) == "":
		return nil, []failure{h.failureOf(errNoQuery, false)}
	case len(a.query) > maxQuery:
		return nil, []failure{h.failureOf(errLong, false)}
	}
	introspection := request.Config().Flag(introspectionSetting)
	p := h.parsed(a.query, introspection)
	if len(p.failures) > 0 {
		return nil, p.failures
	}
	if p.introspects && !introspection {
		return nil, []failure{{Message: "GraphQL introspection is not allowed, but the query contained __schema or __type"}}
	}
	o, refusal := p.operation(a.operation)
	if refusal != nil {
		return nil, []failure{*refusal}
	}
	return o, nil
}

// answer answers a request, from memory if a remembered answer is current.
func (h *Handler) answer(ctx context.Context, x *exchange, request *operations.Call, a asked) {
	o, refusals := h.operation(request, &a)
	if refusals != nil {
		x.send(refused(refusals...), "")
		return
	}
	if o.Operation == ast.Mutation && !a.writes {
		x.w.Header().Set("Allow", http.MethodPost)
		x.refuse(representation.Failure(errRead, false))
		return
	}
	reads := o.Operation == ast.Query
	if reads {
		if had, _, ok := request.Recall(x.formatOf(request, a)); ok && x.caller.MinPosition == "" {
			known := had.(*answerBytes)
			x.send(known.body, known.tag)
			return
		}
	}
	e := &execution{h: h, caller: x.caller, request: request, lasting: true, most: maxAnswer}
	body := respond(e.run(ctx, o, a.variables))
	if e.position > 0 {
		x.w.Header().Set("X-Event-Position", e.token)
	}
	if e.writes > 0 && e.replayed == e.writes {
		x.w.Header().Set("X-Idempotency-Replayed", "true")
	}
	if e.differs {
		x.w.Header().Set("X-Idempotency-Body-Differs", "true")
	}
	tag := ""
	if reads {
		tag = representation.TagOf(body)
		if e.lasting && len(e.errors) == 0 {
			request.Remember(&answerBytes{body, tag}, operations.Joined(e.madeOf...), len(body))
		}
	}
	x.send(body, tag)
}

// run carries out an operation. data is nil if it was refused as a whole.
func (x *execution) run(ctx context.Context, o *ast.OperationDefinition, variables []byte) (list []failure, data []byte) {
	if refusal := x.prepare(o, variables); refusal != nil {
		x.lasting = false
		return []failure{*refusal}, nil
	}
	of := x.h.catalogue.schema.Query
	switch o.Operation {
	case ast.Mutation:
		of = x.h.catalogue.schema.Mutation
	case ast.Subscription:
		return []failure{{Message: "Subscriptions need server-sent events (Accept: text/event-stream) or a websocket."}}, nil
	}
	data = x.answer(ctx, of, o.SelectionSet)
	return x.errors, data
}

// prepare reads the variables and checks the limits of an operation.
func (x *execution) prepare(o *ast.OperationDefinition, variables []byte) *failure {
	sent, err := variablesOf(variables)
	if err != nil {
		f := x.h.failureOf(err, false)
		return &f
	}
	if x.variables, err = validator.VariableValues(x.h.catalogue.schema, o, sent); err != nil {
		f := variableFailure(o, err)
		return &f
	}
	return x.limits(o)
}

// variableFailure describes a variable that cannot be used.
func variableFailure(o *ast.OperationDefinition, err error) failure {
	f := failure{Message: err.Error()}
	if e, ok := err.(*gqlerror.Error); ok { //nolint:errorlint // the validator does not wrap it
		path := strings.TrimPrefix(e.Path.String(), "variable.")
		f.Message = fmt.Sprintf("Variable \"$%s\" %s.", path, e.Message)
		name, _, _ := strings.Cut(path, ".")
		if v := o.VariableDefinitions.ForName(name); v != nil && v.Position != nil {
			f.Locations = []gqlerror.Location{{Line: v.Position.Line, Column: v.Position.Column}}
		}
	}
	return f
}

// tooMuch notes that the answer exceeds its bound.
func (x *execution) tooMuch() {
	x.lasting = false
	x.errors = append(x.errors, failure{
		Message: fmt.Sprintf("The answer exceeds %d bytes. Ask for fewer rows or fields.", x.most), Extensions: &extensions{Status: 413},
	})
}

// variablesOf reads variables: an object, the text of one, or nothing.
func variablesOf(raw []byte) (map[string]any, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) > 0 && raw[0] == '"' {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return nil, errVariables
		}
		raw = []byte(strings.TrimSpace(text))
	}
	if len(raw) == 0 || string(raw) == "null" || string(raw) == "[]" { // PHP prints an object without members as an empty list
		return map[string]any{}, nil
	}
	if err := boundedJSON(raw); err != nil {
		return nil, err
	}
	out := map[string]any{}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if raw[0] != '{' || decoder.Decode(&out) != nil || decoder.More() {
		return nil, errVariables
	}
	return out, nil
}

// boundedJSON refuses JSON with too many values or levels before it is decoded: a value of few bytes takes much memory. The bounds are
// those of bodies over REST.
func boundedJSON(text []byte) error {
	if err := bodies.Check(text); errors.Is(err, bodies.ErrTooMany) || errors.Is(err, bodies.ErrTooDeep) {
		return err
	}
	return nil // other errors are found by those who decode it
}

// parsed returns a checked document, from the cache if it was sent before. A document that was refused is never cached, because whoever
// sends it could fill the cache with failures.
func (h *Handler) parsed(query string, suggests bool) *parsed {
	if had, ok := h.documents.Get(query); ok {
		return had
	}
	p := h.catalogue.parse(query, suggests)
	if len(p.failures) == 0 {
		h.documents.Add(query, p, len(query)+p.weight)
	}
	return p
}

// persist implements automatic persisted queries: it finds a query by its hash, or stores one that is sent with its hash.
func (h *Handler) persist(a *asked) *failure {
	if a.hash == "" {
		return nil
	}
	if a.query == "" {
		query, ok := h.persisted.Get(a.hash)
		if !ok {
			return &failure{Message: "PersistedQueryNotFound", Extensions: &extensions{Code: "PERSISTED_QUERY_NOT_FOUND"}}
		}
		a.query = query
		return nil
	}
	sum := sha256.Sum256([]byte(a.query))
	if hex.EncodeToString(sum[:]) != a.hash {
		return &failure{Message: "provided sha does not match query", Extensions: &extensions{Status: http.StatusBadRequest}}
	}
	if len(a.query) <= keptQuery {
		h.persisted.Add(a.hash, a.query, len(a.hash)+len(a.query))
	}
	return nil
}

// wholeDocument is the format of the answer to a document. The hash covers the document and the facts about the caller that the key of
// remembered answers lacks.
type wholeDocument [sha256.Size]byte

// formatOf returns the format of the answer to a request.
func (x *exchange) formatOf(request *operations.Call, a asked) (f wholeDocument) {
	sum := sha256.New()
	tools := fmt.Sprintf("%q", request.Principal.Permitted())
	for _, part := range []string{a.query, a.operation, string(a.variables), x.caller.OrderToken, tools} {
		fmt.Fprintf(sum, "%d %s", len(part), part)
	}
	sum.Sum(f[:0])
	return f
}

// send sends an answer, or 304 if the client has the answer with this tag.
func (x *exchange) send(body []byte, tag string) {
	header := x.w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Add("Vary", "Authorization, X-Store-Code, X-Currency-Code")
	if x.r.Method != http.MethodPost && tag != "" {
		header.Set("ETag", tag)
		r := &representation.Response{}
		r.Set("ETag", tag)
		if r.Matches(strings.Join(x.r.Header.Values("If-None-Match"), ", ")) {
			x.w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	x.w.WriteHeader(http.StatusOK)
	if x.r.Method != http.MethodHead {
		_, _ = x.w.Write(body) // an error means that the client has gone
	}
}

// refuse sends a failure in REST's format.
func (x *exchange) refuse(r *representation.Response) {
	for name, values := range r.Header {
		if name != "Etag" && name != "Cache-Control" && name != "Vary" {
			x.w.Header()[name] = values
		}
	}
	x.w.Header().Set("Content-Length", strconv.Itoa(len(r.Body)))
	x.w.WriteHeader(r.Status)
	if x.r.Method != http.MethodHead {
		_, _ = x.w.Write(r.Body)
	}
}
