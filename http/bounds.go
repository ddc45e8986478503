package http

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// The bounds of every listener. A client gets no more time by sending or reading a byte now and then.
const (
	headerTimeout = 10 * time.Second
	bodyTimeout   = time.Minute // of a request, its header included
	idleTimeout   = 2 * time.Minute
	maxHeader     = 64 << 10
)

// Bounded makes a server for a handler whose requests take at most so long, and whose answers are sent in at most so long.
// All listeners of the program have such a server.
func Bounded(handler http.Handler, logger *slog.Logger, timeout, sending time.Duration) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: bodyTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		// The clock of WriteTimeout starts with the request, and a request may still be arriving.
		WriteTimeout: bodyTimeout + timeout + sending,
		ErrorLog:     slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
	}
}

// unhurried is how many bytes of an answer are sent without a deadline of their own: the system's buffers take them, so no
// client can hold them up.
const unhurried = 64 << 10

// hurried is a response with a deadline, which is set once, when the answer turns out to be large. A client that reads slowly
// is cut off then, and what its answer takes is free again.
type hurried struct {
	gin.ResponseWriter
	sending time.Duration
	sent    int
	hurry   bool
}

// Write sends a part of the answer.
func (w *hurried) Write(b []byte) (int, error) {
	w.count(len(b))
	return w.ResponseWriter.Write(b)
}

// WriteString sends a part of the answer.
func (w *hurried) WriteString(s string) (int, error) {
	w.count(len(s))
	return w.ResponseWriter.WriteString(s)
}

// Unwrap is what the response is sent by.
func (w *hurried) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *hurried) count(n int) {
	if w.sent += n; w.sent <= unhurried || w.hurry {
		return
	}
	w.hurry = true
	// A response that is not sent over a network has no deadline.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(w.sending))
}

// innermost is the server's own response. Only that can be told to close the connection instead of reading on.
func innermost(w http.ResponseWriter) http.ResponseWriter {
	for {
		outer, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return w
		}
		w = outer.Unwrap()
	}
}
