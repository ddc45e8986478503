package http

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// Endpoint is another interface on the same server, such as MCP. Endpoints share callers, time limit, switches and metrics with REST.
type Endpoint struct {
	Path     string
	Protocol string   // name of its switch below apiplatform/protocols
	Headers  []string // its own request headers that browsers of other origins may send, in lower case
	Document Document // its description for programs
	// Links are shown on the first page while the interface is switched on.
	Links []Link
	// Legacy marks an interface from before REST v2. While it is switched off, it answers 404 with an empty body (conventions §15). Its path
	// may end with a slash.
	Legacy bool
	// Extra marks an interface beyond the contract. While it is switched off, its path does not exist.
	Extra bool
	// Live tells whether a request has a live answer, which lasts until client or server ends it. Live answers have no time limit, but each of
	// their parts has one. A websocket ends when its client takes nothing for takingTimeout. nil: none.
	Live func(r *http.Request) bool
	// Routes are the interface's own routes at Path and below, by method and path, such as "GET /console/orders/:id". GET stands for HEAD too.
	// Path variables are available by PathValue.
	Routes map[string]Serve
	// Serve answers requests with any method; with Routes, it answers all other requests at Path and below.
	Serve Serve
}

// Serve answers a request. ctx has the time limit of requests. An answer of the type text/event-stream may last longer, with the request's
// own context. body reads the body up to a limit. For a longer body it returns the bytes so far and a fault of kind TooLarge; another call
// with a greater limit continues from there.
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

// absent answers a request for a Legacy or Extra interface that is switched off.
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

// liveWriter sends the parts of a live answer. Each part must be sent within Options.Sending.
type liveWriter struct {
	gin.ResponseWriter
	connection *http.ResponseController
	sending    time.Duration
}

func (s *Server) liveWriter(c *gin.Context) *liveWriter {
	w := &liveWriter{c.Writer, http.NewResponseController(innermost(c.Writer)), s.options.Sending}
	_ = w.connection.SetReadDeadline(time.Time{}) // the read deadline of the request would end the connection
	return w
}

// Write sends a part.
func (w *liveWriter) Write(b []byte) (int, error) {
	_ = w.connection.SetWriteDeadline(time.Now().Add(w.sending))
	return w.ResponseWriter.Write(b)
}

// Hijack gives the connection to a websocket.
func (w *liveWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	c, both, err := w.ResponseWriter.Hijack()
	if err != nil {
		return nil, nil, err
	}
	paced := &pacedConn{c, takingTimeout}
	both.Writer.Reset(paced)
	return paced, both, nil
}

// takingTimeout is the time within which the client of a websocket takes a part of what is sent.
const takingTimeout = 10 * time.Second

// pacedConn is a connection that ends when its client does not take what is sent.
type pacedConn struct {
	net.Conn
	taking time.Duration // for each bytesWithoutDeadline
}

// Write sends parts, each of which the client must take in time.
func (c *pacedConn) Write(b []byte) (sent int, err error) {
	for {
		_ = c.SetWriteDeadline(time.Now().Add(c.taking))
		n, err := c.Conn.Write(b[sent:min(len(b), sent+bytesWithoutDeadline)])
		if sent += n; err != nil {
			_ = c.Close() // its reader would wait for ever
			return sent, err
		}
		if sent == len(b) {
			return sent, nil
		}
	}
}
