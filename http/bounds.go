package http

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tradelog/operations"
)

// These bounds hold for every listener. A client that sends or reads byte by byte cannot extend them.
const (
	headerTimeout = 10 * time.Second
	bodyTimeout   = time.Minute // covers a whole request, header included
	idleTimeout   = 2 * time.Minute
	maxHeader     = 64 << 10
)

// Bounded makes a server for a handler. timeout bounds a request, sending bounds the sending of its answer.
func Bounded(handler http.Handler, logger *slog.Logger, timeout, sending time.Duration) *http.Server {
	return &http.Server{
		Handler: unambiguous(handler), ConnContext: withFraming,
		ReadHeaderTimeout: headerTimeout, ReadTimeout: bodyTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		// WriteTimeout starts when the request starts, while the request may still be arriving.
		WriteTimeout: bodyTimeout + timeout + sending,
		ErrorLog:     slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
	}
}

// bytesWithoutDeadline is the number of bytes of an answer that are sent without a deadline. The buffers of the system hold them, so a slow
// client cannot delay the write.
const bytesWithoutDeadline = 64 << 10

// response is the response to a request, with a deadline for large answers. The deadline is set once. It disconnects a client that reads
// slowly and so frees the memory of the answer.
type response struct {
	gin.ResponseWriter
	requestID   string
	trail       operations.Trail // operation and kind of caller, as the pipeline found them
	sending     time.Duration
	sent        int
	deadlineSet bool
}

// Write sends a part of the answer.
func (w *response) Write(b []byte) (int, error) {
	w.count(len(b))
	return w.ResponseWriter.Write(b)
}

// WriteString sends a part of the answer.
func (w *response) WriteString(s string) (int, error) {
	w.count(len(s))
	return w.ResponseWriter.WriteString(s)
}

// Unwrap returns the underlying response writer.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *response) count(n int) {
	if w.sent += n; w.sent <= bytesWithoutDeadline || w.deadlineSet {
		return
	}
	w.deadlineSet = true
	// A response that is not sent over a network has no deadline.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(w.sending))
}

// innermost returns the server's own response writer. Only that one can close the connection instead of reading the rest of the body.
func innermost(w http.ResponseWriter) http.ResponseWriter {
	for {
		outer, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return w
		}
		w = outer.Unwrap()
	}
}
