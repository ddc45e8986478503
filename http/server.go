package http

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"go.opentelemetry.io/otel/trace"

	"tradelog/domain/locale"
	"tradelog/internal/tracing"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// Prefix is the path of REST v2.
const Prefix = "/api/rest/v2"

// Options configures a Server.
type Options struct {
	Pipeline *operations.Pipeline
	Logger   *slog.Logger
	Health   Health
	// Observe, if not nil, is called for every request, for metrics.
	Observe func(operation string, status int, took time.Duration)
	// Pages are web pages for people.
	Pages []Page
	// Locale returns the locale of the pages of a store view. Nil means American English.
	Locale func(ctx context.Context, store string) locale.Locale
	// Endpoints are other interfaces on the same server.
	Endpoints []Endpoint
	// Timeout bounds a request; 30 s by default.
	Timeout time.Duration
	// Arriving is the time within which a body must begin to arrive; 10 s by default. After that it must arrive at 16 KiB a second or more.
	Arriving time.Duration
	// Heartbeat is the time after which a live answer without messages sends a comment; 15 s by default.
	Heartbeat time.Duration
	// Leaving, if not nil, is called when the server begins to shut down, so that waiting requests are answered.
	Leaving func()
	// Sending bounds how long a client may take to read a large answer; a minute by default.
	Sending time.Duration
	Version string
	// Access gets a line for each request; nil: none.
	Access *slog.Logger
	// Tracing makes a span of each request; nil: none.
	Tracing trace.TracerProvider
}

// Server is the HTTP interface. Make it with New.
type Server struct {
	options Options
	engine  *gin.Engine
	http    *http.Server
	docs    *docs
	routes  routes
	// arrivals counts the bodies in memory.
	arrivals arrivals
	tracer   trace.Tracer // nil if nothing is traced
	// requests is the parent context of all requests.
	requests    context.Context
	endRequests context.CancelFunc
}

// The defaults of Options.Timeout, Options.Sending and Options.Heartbeat.
const (
	requestTimeout = 30 * time.Second
	sendingTimeout = time.Minute
	heartbeat      = 15 * time.Second
)

// maxBody bounds the body of a request, in bytes, unless its operation sets another bound.
const maxBody = 2 << 20

// New builds the routes of all operations.
func New(options Options) (*Server, error) {
	if options.Timeout == 0 {
		options.Timeout = requestTimeout
	}
	if options.Arriving == 0 {
		options.Arriving = arrivalGrace
	}
	if options.Sending == 0 {
		options.Sending = sendingTimeout
	}
	if options.Heartbeat == 0 {
		options.Heartbeat = heartbeat
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	e := newRouter()
	e.UseRawPath, e.UnescapePathValues = true, false // see dispatch
	s := &Server{options: options, engine: e, routes: routesOf(e)}
	if options.Tracing != nil {
		s.tracer = options.Tracing.Tracer(tracing.Scope)
	}
	var err error
	if s.docs, err = newDocs(options.Pipeline.Registry, options.Version); err != nil {
		return nil, err
	}
	e.Use(s.begin)
	e.GET("/healthz", gin.WrapF(alive))
	e.GET("/readyz", gin.WrapF(options.Health.ready))
	s.discover()
	for _, o := range options.Pipeline.Registry.All() {
		s.route(o)
	}
	for _, p := range options.Pages {
		if p.Serve == nil {
			e.GET(p.Path, s.page(p))
			if p.Submit != nil {
				e.POST(p.Path, s.page(p))
			}
			continue
		}
		e.GET(p.Path, s.serveAsset(p))
		e.HEAD(p.Path, s.serveAsset(p))
	}
	for _, p := range options.Endpoints {
		for pattern, serve := range p.Routes {
			method, path, _ := strings.Cut(pattern, " ")
			handle(e, method, path, s.endpoint(p, serve))
		}
		if len(p.Routes) == 0 {
			e.Any(p.Path, s.endpoint(p, p.Serve))
		}
		if p.Legacy {
			e.Any(p.Path+"/", s.endpoint(p, p.Serve))
		}
	}
	e.NoRoute(s.noRoute)
	s.requests, s.endRequests = context.WithCancel(context.Background())
	s.http = Bounded(http.HandlerFunc(s.dispatch), options.Logger, options.Timeout, options.Sending)
	s.http.BaseContext = func(net.Listener) context.Context { return s.requests }
	return s, nil
}

// Handler returns the handler of the server, for tests and for other servers.
func (s *Server) Handler() http.Handler { return s.http.Handler }

// Serve answers on a listener until Shutdown.
func (s *Server) Serve(l net.Listener) error {
	if err := s.http.Serve(framedListener{l}); err != http.ErrServerClosed {
		return err
	}
	return nil
}

// Shutdown stops accepting requests and waits for those in progress.
func (s *Server) Shutdown(ctx context.Context) error {
	if s.options.Leaving != nil {
		s.options.Leaving()
	}
	return s.http.Shutdown(ctx)
}

// EndRequests cancels the requests in progress. Their answers tell clients to retry.
func (s *Server) EndRequests() { s.endRequests() }

// Close drops all connections.
func (s *Server) Close() error { return s.http.Close() }

// route adds an operation. Path variables are named by their position, because the router allows one name for each position.
func (s *Server) route(o *operations.Operation) {
	names := o.Placeholders()
	path := o.Path
	for i, name := range names {
		kind := ":"
		if o.DeepVariable(name) {
			kind = "*"
		}
		path = strings.Replace(path, "{"+name+"}", fmt.Sprintf("%sp%d", kind, i), 1)
	}
	handle(s.engine, o.Method, Prefix+path, func(c *gin.Context) { s.serve(c, o, names) })
}

// write sends a response. The answer to HEAD has the headers of GET and no body.
func (s *Server) write(c *gin.Context, r *representation.Response) {
	header := c.Writer.Header()
	for name, values := range r.Header {
		if name == "Vary" && header.Get("Vary") != "" {
			header.Set("Vary", header.Get("Vary")+", "+values[0])
			continue
		}
		header[name] = values
	}
	if len(r.Body) > 0 {
		header.Set("Content-Length", strconv.Itoa(len(r.Body)))
	}
	c.Writer.WriteHeader(r.Status)
	if len(r.Body) > 0 && c.Request.Method != http.MethodHead {
		_, _ = c.Writer.Write(r.Body) // an error means that the client has gone
	} else {
		c.Writer.WriteHeaderNow()
	}
}

// fail sends a failure that happened outside of an operation. representation.Failure explains anonymous.
func (s *Server) fail(c *gin.Context, err error, anonymous bool) {
	s.write(c, wantedBy(c.Request).encoded(representation.Failed(s.options.Pipeline, err, anonymous)))
}

// begin handles the common parts of all requests: the request ID, the trace, the access log and CORS preflights. It also answers panics in
// this package; the pipeline handles panics of operations.
func (s *Server) begin(c *gin.Context) {
	decode(c)
	w := &response{ResponseWriter: c.Writer, sending: s.options.Sending, requestID: requestID(c.Request.Header.Get("X-Request-Id"))}
	c.Writer = w
	c.Header("X-Request-Id", w.requestID)
	if len(c.Request.Header[tracing.Header]) > 0 {
		c.Request = c.Request.WithContext(tracing.Taken(c.Request.Context(), c.Request.Header))
	}
	if s.options.Access != nil || s.tracer != nil {
		defer s.watch(c, w)()
	}
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			s.options.Logger.Error("request panicked", "request", w.requestID, "route", matched(c), "panic", p)
			s.fail(c, fmt.Errorf("panic: %v", p), false)
			c.Abort()
		}
	}()
	if c.Request.Method == http.MethodOptions && s.preflight(c) {
		c.Abort()
		return
	}
	c.Next()
}
