package http

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// Endpoint is another interface on the same server, such as MCP. It shares the reading of callers, the time limit, the switches
// and the metrics with REST.
type Endpoint struct {
	Path     string
	Protocol string   // name of its switch below apiplatform/protocols
	Headers  []string // its own request headers that browsers of other origins may send, in lower case
	Document Document // its description for programs
	// Links are what the first page tells visitors of while the interface is switched on.
	Links []Link
	// Legacy interfaces come from before REST v2: one that is switched off answers 404 with an empty body (conventions §15). Their paths
	// may end with a slash.
	Legacy bool
	// Extra interfaces are beyond the contract: while one is switched off, its path does not exist.
	Extra bool
	// Live tells requests whose answers go on until one of the two ends them. They have no time limit, but each part of the answer has one.
	// nil: there are none.
	Live func(r *http.Request) bool
	// Routes are the interface's own routes at Path and below, by method and path, such as "GET /console/orders/:id". GET stands for HEAD too.
	// Requests have the values of their paths (PathValue).
	Routes map[string]Serve
	// Serve answers requests with any method; if there are Routes, all others at Path and below.
	Serve Serve
}

// Serve answers a request. ctx has the time limit of requests; an answer of the type text/event-stream may go on beyond it, with the
// request's own context. body reads the body up to a limit. A longer body is a fault of kind TooLarge, which comes with the bytes so far:
// another call with a greater limit goes on from there.
type Serve = func(ctx context.Context, w http.ResponseWriter, r *http.Request, caller operations.Caller,
	body func(limit int64) ([]byte, error))

func (s *Server) endpoint(p Endpoint, serve Serve) gin.HandlerFunc {
	return func(c *gin.Context) {
		began := time.Now()
		live := p.Live != nil && p.Live(c.Request)
		ctx, cancel := context.WithTimeout(c.Request.Context(), s.options.Timeout)
		if live {
			ctx = c.Request.Context()
		}
		defer cancel()
		caller, _ := s.caller(c)
		if p.Legacy || p.Extra {
			if on, err := s.switchedOn(ctx, p.Protocol); err == nil && !on {
				s.absent(c, p)
				return
			}
		}
		if !s.enabled(c, ctx, p.Protocol) {
			return
		}
		s.cors(c, ctx)
		if dryRunOf(c.Request.Header) != noTrial {
			s.fail(c, errDryRunOther, false)
			return
		}
		c.Writer.Header().Add("Vary", "Accept-Encoding")
		for _, v := range c.Params {
			c.Request.SetPathValue(v.Key, v.Value)
		}
		body := s.arriving(c, caller.RemoteIP)
		defer body.release()
		switch w := wantedBy(c.Request); {
		case live:
			serve(ctx, s.liveWriter(c), c.Request, caller, body.read)
			return
		case w.refusesAll():
			s.fail(c, errNoCoding(c.Request.Header["Accept-Encoding"]), false)
		case w.coding == identity:
			serve(ctx, c.Writer, c.Request, caller, body.read)
		default:
			e := &encoder{ResponseWriter: c.Writer, wanted: w}
			serve(ctx, e, c.Request, caller, body.read)
			e.end()
		}
		c.Writer.WriteHeaderNow()
		if wentLive := c.Writer.Header().Get("Content-Type") == representation.EventStream; !wentLive && s.options.Observe != nil {
			name := p.Path
			if len(p.Routes) > 0 && c.Request.URL.Path != p.Path {
				name += "/*path" // one name for all pages, so that metrics stay few
			}
			s.options.Observe(c.Request.Method+" "+name, c.Writer.Status(), time.Since(began))
		}
	}
}

// absent answers a request for an interface that is switched off and then does not exist.
func (s *Server) absent(c *gin.Context, p Endpoint) {
	if p.Extra {
		s.unrouted(c, fault.NotFoundf("No route found for %q", describe(c)))
		return
	}
	c.Status(http.StatusNotFound)
	c.Writer.WriteHeaderNow()
}

func (s *Server) endpointAt(path string) *Endpoint {
	for i := range s.options.Endpoints {
		if p := &s.options.Endpoints[i]; p.Path == path || p.Legacy && p.Path+"/" == path {
			return p
		}
	}
	return nil
}

// liveWriter sends the parts of a live answer. Each has the time that Options.Sending gives, from when it is written.
type liveWriter struct {
	gin.ResponseWriter
	connection *http.ResponseController
	sending    time.Duration
}

func (s *Server) liveWriter(c *gin.Context) *liveWriter {
	w := &liveWriter{c.Writer, http.NewResponseController(innermost(c.Writer)), s.options.Sending}
	_ = w.connection.SetReadDeadline(time.Time{}) // that of the request's own time would end the connection
	return w
}

// Write sends a part.
func (w *liveWriter) Write(b []byte) (int, error) {
	_ = w.connection.SetWriteDeadline(time.Now().Add(w.sending))
	return w.ResponseWriter.Write(b)
}
