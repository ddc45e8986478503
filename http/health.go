package http

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// Health answers the probes /healthz and /readyz.
type Health struct {
	// Ready returns the reason why requests cannot be served yet, or nil. A nil function means always ready.
	Ready func(ctx context.Context) error
	// Missing names the roles that no running instance has; nil: none.
	Missing func() []string
	// Degraded returns problems that need an operator although requests are served; nil: none.
	Degraded func() []string
	// Verified tells how far the event log was verified; its result is nil if that is unknown. A nil function means never.
	Verified func(ctx context.Context) *Verified
}

// Verified tells how far the event log was verified in the background.
type Verified struct {
	Position int64     `json:"position"`
	At       time.Time `json:"at"`               // time of the last verification
	Broken   int64     `json:"broken,omitempty"` // the first position whose seal is broken
}

// readiness is the body of /readyz.
type readiness struct {
	Ready    bool      `json:"ready"`
	Reason   string    `json:"reason,omitempty"`
	Missing  []string  `json:"missing,omitempty"`
	Degraded []string  `json:"degraded,omitempty"`
	Verified *Verified `json:"verified,omitempty"`
}

// NewHealth builds a server for the probes only, for an instance that serves no requests.
func NewHealth(h Health, logger *slog.Logger) *Server {
	return bare(map[string]http.HandlerFunc{"/healthz": alive, "/readyz": h.ready}, logger)
}

// NewMetrics builds a server that serves only /metrics, for a listener that the public does not reach.
func NewMetrics(metrics http.Handler, logger *slog.Logger) *Server {
	return bare(map[string]http.HandlerFunc{"/metrics": metrics.ServeHTTP}, logger)
}

// bare builds a server that only answers GET on the given routes.
func bare(routes map[string]http.HandlerFunc, logger *slog.Logger) *Server {
	e := newRouter()
	e.HandleMethodNotAllowed = true
	for path, serve := range routes {
		handle(e, http.MethodGet, path, gin.WrapF(serve))
	}
	e.NoMethod(func(c *gin.Context) {
		http.Error(c.Writer, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
	})
	e.NoRoute(gin.WrapF(http.NotFound))
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &Server{http: Bounded(e, logger, requestTimeout, sendingTimeout), endRequests: func() {}}
}

func alive(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "ok\n") // an error means that the client has gone
}

func (h Health) ready(w http.ResponseWriter, r *http.Request) {
	said, status := readiness{Ready: true}, http.StatusOK
	if h.Missing != nil {
		said.Missing = h.Missing()
	}
	if h.Degraded != nil {
		said.Degraded = h.Degraded()
	}
	if h.Ready != nil {
		if err := h.Ready(r.Context()); err != nil {
			said.Ready, said.Reason, status = false, err.Error(), http.StatusServiceUnavailable
			w.Header().Set("Retry-After", "1")
		}
	}
	if said.Ready && h.Verified != nil { // otherwise the database may not answer
		said.Verified = h.Verified(r.Context())
	}
	body, _ := json.Marshal(said) // texts
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
