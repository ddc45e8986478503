package graphql

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	gqlgen "github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/coder/websocket"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// heartbeat is the interval of pings on a silent connection and of checks of the caller's rights.
const heartbeat = 15 * time.Second

// initialise is the time within which a websocket must send connection_init.
const initialise = 10 * time.Second

var events = transport.SSE{KeepAlivePingInterval: heartbeat}

// Live reports whether a request wants a live answer, by server-sent events or a websocket.
func Live(r *http.Request) bool { return events.Supports(r) || isWebsocket(r) }

func isWebsocket(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// Leave ends all subscriptions, because the program stops.
func (h *Handler) Leave() { h.leave.Do(func() { close(h.leaving) }) }

// callerKey is the key of the caller in the context of a live connection.
type callerKey struct{}

// serveLive sends a live answer. gqlgen implements the protocols graphql-sse, graphql-transport-ws and the older graphql-ws.
func (h *Handler) serveLive(ctx context.Context, x *exchange) {
	ctx = context.WithValue(ctx, callerKey{}, x.caller)
	identify := h.identify
	if isWebsocket(x.r) {
		identify = h.pipeline.Prepare // the first message may have the token
	}
	request, err := identify(ctx, x.caller)
	if err != nil {
		x.refuse(representation.Failed(h.pipeline, err, !x.caller.Token.Sent))
		return
	}
	leave, err := request.Open()
	if err != nil {
		x.refuse(representation.Failed(h.pipeline, err, false))
		return
	}
	defer leave()
	if isWebsocket(x.r) {
		ctx = context.WithValue(ctx, socketKey{}, &socket{onWay: make(chan struct{}, mostOnWay)})
		h.sockets(x.r).Do(x.w, x.r.WithContext(ctx), live{h})
		return
	}
	body, err := x.body(maxBody)
	if err == nil {
		err = readable(body)
	}
	if err != nil {
		x.refuse(representation.Failed(h.pipeline, err, false))
		return
	}
	r := x.r.WithContext(ctx)
	r.Body = io.NopCloser(bytes.NewReader(body))
	events.Do(x.w, r, live{h})
}

// readable refuses a body that gqlgen would decode without bounds, or whose text it would repeat.
func readable(body []byte) error {
	if err := boundedJSON(body); err != nil {
		return err
	}
	a, err := fromJSON(body)
	if text := bytes.TrimSpace(a.variables); err == nil && len(text) > 0 && text[0] != '{' && string(text) != "null" {
		return errVariables
	}
	return err
}

// sockets returns the transport of websockets. Browsers of other origins may connect if they may call REST. They cannot send a token in a
// header, so the first message may have it.
func (h *Handler) sockets(r *http.Request) transport.Websocket {
	limit := int64(maxBody)
	var origins []string
	if shop, err := h.pipeline.Reader.Shop(r.Context()); err == nil {
		for _, o := range shop.Settings.In(0).Codes("apiplatform/general/cors_origins") {
			if o == "*" {
				origins = append(origins, "*")
			} else if u, err := url.Parse(o); err == nil && u.Host != "" {
				origins = append(origins, u.Host)
			}
		}
	}
	return transport.Websocket{
		Implementation: acceptor{transport.CoderWebsocketImplementation{AcceptOptions: websocket.AcceptOptions{OriginPatterns: origins}}},
		InitTimeout:    initialise, KeepAlivePingInterval: heartbeat, PingPongInterval: heartbeat, MissingPongOk: true, PayloadReadLimit: &limit,
		InitFunc: func(ctx context.Context, payload transport.InitPayload) (context.Context, *transport.InitPayload, error) {
			caller, _ := ctx.Value(callerKey{}).(operations.Caller)
			if bearer, ok := strings.CutPrefix(payload.Authorization(), "Bearer "); ok {
				caller.Token = operations.Chosen(bearer)
			}
			if _, err := h.identify(ctx, caller); err != nil {
				return ctx, nil, errors.New(h.failureOf(err, false).Message)
			}
			caller.Trail = nil // a websocket carries out several operations in one request
			return context.WithValue(ctx, callerKey{}, caller), nil, nil
		},
	}
}

// live carries out the operations of a live connection. It implements gqlgen's GraphExecutor.
type live struct{ h *Handler }

// plan is the extension under which CreateOperationContext stores the *followed of an operation.
const plan = "plan"

// CreateOperationContext checks a request.
func (l live) CreateOperationContext(ctx context.Context, sent *gqlgen.RawParams) (*gqlgen.OperationContext, gqlerror.List) {
	rc := &gqlgen.OperationContext{RawQuery: sent.Query, OperationName: sent.OperationName, Variables: sent.Variables}
	rc.RecoverFunc = gqlgen.DefaultRecover
	caller, _ := ctx.Value(callerKey{}).(operations.Caller)
	request, err := l.h.identify(ctx, caller)
	if err != nil {
		return rc, standard([]failure{l.h.failureOf(err, false)})
	}
	a := asked{query: sent.Query, operation: sent.OperationName}
	if a.variables, err = json.Marshal(sent.Variables); err != nil {
		return rc, standard([]failure{l.h.failureOf(errVariables, false)})
	}
	if persisted, ok := sent.Extensions["persistedQuery"].(map[string]any); ok {
		a.hash, _ = persisted["sha256Hash"].(string)
	}
	o, refusals := l.h.operation(request, &a)
	if refusals != nil {
		return rc, standard(refusals)
	}
	f := &followed{
		x: &execution{h: l.h, caller: caller, request: request, most: maxAnswer}, operation: o, variables: a.variables, leave: func() {},
	}
	if f.socket, _ = ctx.Value(socketKey{}).(*socket); f.socket != nil {
		f.x.most = maxSocketAnswer
		leave, err := f.socket.open(request, len(a.query)+len(a.variables))
		if err != nil {
			return rc, standard([]failure{l.h.failureOf(err, false)})
		}
		f.leave = sync.OnceFunc(leave)
	}
	rc.Operation, rc.Extensions = o, map[string]any{plan: f}
	return rc, nil
}

// DispatchError answers a request that was refused.
func (l live) DispatchError(_ context.Context, list gqlerror.List) *gqlgen.Response {
	return &gqlgen.Response{Errors: list}
}

// DispatchOperation carries out an operation: a subscription until it ends, others once.
func (l live) DispatchOperation(ctx context.Context, rc *gqlgen.OperationContext) (gqlgen.ResponseHandler, context.Context) {
	f, _ := rc.Extensions[plan].(*followed)
	context.AfterFunc(ctx, f.leave) // gqlgen ends the context of each operation
	return f.next, ctx
}

// standard converts failures to those of gqlparser.
func standard(list []failure) gqlerror.List {
	out := make(gqlerror.List, len(list))
	for i, f := range list {
		out[i] = &gqlerror.Error{Message: f.Message, Path: f.Path, Locations: f.Locations}
		if f.Extensions != nil {
			out[i].Extensions = map[string]any{}
			if f.Extensions.Status != 0 {
				out[i].Extensions["status"] = f.Extensions.Status
			}
			if f.Extensions.Code != "" {
				out[i].Extensions["code"] = f.Extensions.Code
			}
		}
	}
	return out
}

// followed is an operation of a live connection. A single goroutine uses it.
type followed struct {
	x         *execution
	operation *ast.OperationDefinition
	variables []byte
	begun     bool
	ended     bool
	field     *selection
	root      *root
	source    source
	leave     func()  // stops counting the operation
	socket    *socket // nil: it came by another way
	holds     bool    // a place in socket.onWay, for the answer that is being made or sent
}

// source returns the documents of a subscription. next waits for one; nil stands for null. errEnd: no more will come.
type source interface {
	next(ctx context.Context, x *execution) ([]byte, error)
}

// errEnd ends a subscription.
var errEnd = errors.New("the subscription has ended")

// next returns the next answer; nil at the end. A call means that the answer before has been sent.
func (f *followed) next(ctx context.Context) (answer *gqlgen.Response) {
	f.release()
	defer func() {
		if answer == nil { // also after a panic
			f.release()
			f.leave()
		}
	}()
	if f.ended {
		return nil
	}
	if f.operation.Operation != ast.Subscription {
		f.ended = true
		if !f.take(ctx) {
			return nil
		}
		list, data := f.x.run(ctx, f.operation, f.variables)
		return &gqlgen.Response{Errors: standard(list), Data: data}
	}
	if !f.begun {
		f.begun = true
		if refusal := f.begin(ctx); refusal != nil {
			f.ended = true
			return &gqlgen.Response{Errors: standard([]failure{*refusal})}
		}
	}
	at := &pathNode{key: f.field.key}
	x := &execution{h: f.x.h, caller: f.x.caller, request: f.x.request, variables: f.x.variables, most: f.x.most}
	doc, err := f.source.next(ctx, x)
	if errors.Is(err, errEnd) || ctx.Err() != nil {
		f.ended = true
		return nil
	}
	if !f.take(ctx) {
		return nil
	}
	value := null
	if err != nil {
		f.ended = true
		x.fail(err, at, f.field.field)
	} else if doc != nil {
		value = x.complete(ctx, f.field.sets, []document{{doc, f.root.of, at}})[0]
	}
	if x.size > x.most {
		f.ended = true
		x.tooMuch()
		return &gqlgen.Response{Errors: standard(x.errors)}
	}
	return &gqlgen.Response{Errors: standard(x.errors), Data: printed([]*selection{f.field}, [][]byte{value})}
}

// begin starts a subscription.
func (f *followed) begin(ctx context.Context) *failure {
	x := f.x
	if refusal := x.prepare(f.operation, f.variables); refusal != nil {
		return refusal
	}
	f.field = x.collect([]ast.SelectionSet{f.operation.SelectionSet}, x.h.catalogue.schema.Subscription)[0]
	if f.root = x.h.catalogue.roots["Subscription."+f.field.field.Name]; f.root == nil {
		return &failure{Message: "Subscriptions have fields of the shop alone."}
	}
	arguments := f.field.field.ArgumentMap(x.variables)
	if f.root.shape == byIRI {
		f.source = &resource{iri: textOf(arguments["id"]), of: f.root.of}
		return nil
	}
	feed := &feed{operation: f.root.operation}
	var err error
	if feed.in, err = x.input(f.root, f.root.operation, arguments); err == nil {
		err = feed.begin(ctx, x)
	}
	if err != nil {
		failed := x.h.failureOf(err, false)
		failed.Path = ast.Path{ast.PathName(f.field.key)}
		return &failed
	}
	f.source = feed
	return nil
}

// feed is the live answer of an operation.
type feed struct {
	operation *operations.Operation
	in        *representation.Input
	source    operations.Stream
	messages  []operations.Message
}

func (s *feed) begin(ctx context.Context, x *execution) error {
	caller := x.caller
	caller.KeyBucket = ""
	call, err := x.h.pipeline.Admit(ctx, caller, s.operation, s.in)
	if err != nil {
		return err
	}
	s.source, err = call.Stream(ctx)
	return err
}

// next implements source. The live answer checks the caller's rights before each message and at each heartbeat.
func (s *feed) next(ctx context.Context, _ *execution) ([]byte, error) {
	for len(s.messages) == 0 {
		list, _, err := s.source.Next(ctx, heartbeat)
		switch {
		case errors.Is(err, operations.ErrStreamEnds):
			return nil, errEnd
		case err != nil:
			return nil, err
		}
		s.messages = list
	}
	m := s.messages[0]
	s.messages = s.messages[1:]
	return m.Data, nil
}

// resource is the source of a resource's document: its present form, and again after each change.
type resource struct {
	iri    string
	of     *objectType
	last   []byte
	madeOf operations.MadeOf
	sent   bool
	gone   bool
}

// next implements source. Each document is read with the caller's rights.
func (s *resource) next(ctx context.Context, x *execution) ([]byte, error) {
	for {
		changed := x.h.changed.Next() // taken before the document is read, so that no change is missed
		if s.gone {
			return nil, errEnd
		}
		if !s.sent || !s.madeOf.Stands(x.h.pipeline.Reader.Tracker()) {
			doc, err := s.read(ctx, x)
			switch {
			case err != nil:
				return nil, err
			case doc == nil:
				s.gone = true
				return nil, nil
			case !s.sent || !bytes.Equal(doc, s.last):
				s.last, s.sent = doc, true
				return doc, nil
			}
		}
		select {
		case <-changed:
		case <-time.After(heartbeat):
			if _, err := x.h.identify(ctx, x.caller); err != nil { // the token has ended
				return nil, err
			}
		case <-x.h.leaving:
			return nil, errEnd
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

var errNotFollowed = fault.Invalidf("This resource cannot be followed. Read it again from time to time.")

// read reads the document. It identifies the caller again, because the token's rights may have changed.
func (s *resource) read(ctx context.Context, x *execution) ([]byte, error) {
	request, err := x.h.identify(ctx, x.caller)
	if err != nil {
		return nil, err
	}
	x.request, x.madeOf = request, nil
	doc, err := x.item(ctx, s.of, s.iri)
	if err != nil || doc == nil {
		return nil, err
	}
	if s.madeOf = operations.Joined(x.madeOf...); !s.madeOf.Known() {
		return nil, errNotFollowed
	}
	return doc, nil
}
