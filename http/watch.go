package http

import (
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"tradelog/internal/tracing"
	"tradelog/operations"
)

// responseOf returns the response writer that begin has set.
func responseOf(c *gin.Context) *response { return c.Writer.(*response) }

// watch begins the span of a request. end ends the span and writes the line of the access log. Both name the operation or the pattern of
// the route. They never have the path or the query, because paths of guest carts and links of e-mails are secrets.
func (s *Server) watch(c *gin.Context, w *response) (end func()) {
	began := time.Now()
	var span trace.Span
	if s.tracer != nil {
		ctx := c.Request.Context()
		ctx, span = s.tracer.Start(ctx, matched(c), trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
			attribute.String("http.request.method", method(c.Request)), attribute.String("http.route", c.FullPath()),
			attribute.String("tradelog.request_id", w.requestID)))
		c.Request = c.Request.WithContext(ctx)
	}
	return func() {
		operation := w.trail.Operation
		if operation == "" {
			operation = matched(c)
		}
		status := w.Status()
		if span != nil {
			endSpan(span, operation, status, w.trail)
		}
		if s.options.Access == nil {
			return
		}
		about := make([]slog.Attr, 0, 9)
		about = append(about, slog.String("request_id", w.requestID), slog.String("method", method(c.Request)),
			slog.String("operation", operation), slog.Int("status", status),
			slog.Float64("ms", float64(time.Since(began).Microseconds())/1000), slog.Int("bytes", max(w.Size(), 0)))
		if w.trail.Actor != "" {
			about = append(about, slog.String("actor", string(w.trail.Actor)))
		}
		if coded := w.Header().Get("Content-Encoding"); coded != "" {
			about = append(about, slog.String("encoding", coded))
		}
		if w.trail.BodyDiffers {
			about = append(about, slog.Bool("idempotency_body_differs", true))
		}
		if id := tracing.ID(c.Request.Context()); id != "" {
			about = append(about, slog.String("trace_id", id))
		}
		s.options.Access.LogAttrs(c.Request.Context(), slog.LevelInfo, "request", about...)
	}
}

func endSpan(span trace.Span, operation string, status int, trail operations.Trail) {
	span.SetName(operation)
	span.SetAttributes(attribute.Int("http.response.status_code", status), attribute.String("tradelog.actor", string(trail.Actor)))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// matched names the route of a request.
func matched(c *gin.Context) string {
	route := c.FullPath()
	if route == "" {
		route = "(no route)"
	}
	return fmt.Sprint(method(c.Request), " ", route)
}

// method returns the method of a request, or OTHER if it is unknown, since that may be any text.
func method(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return r.Method
	}
	return "OTHER"
}
