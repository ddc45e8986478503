package http

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// stream sends a live answer until the client disconnects, the caller's rights end or the program stops. Each message is an event whose ID
// is the position after it. Without messages, each heartbeat sends a comment and the position reached.
func (s *Server) stream(c *gin.Context, r *request) {
	ctx := c.Request.Context()
	if id := c.Request.Header.Get("Last-Event-ID"); id != "" {
		if r.input.Query == nil {
			r.input.Query = url.Values{}
		}
		r.input.Query.Set(r.operation.Live.Resume, id)
	}
	r.input.Negotiate = func(*operations.Operation) (string, error) { return representation.EventStream, nil }
	call, err := s.options.Pipeline.Admit(ctx, r.caller, r.operation, r.input)
	if err != nil {
		s.write(c, s.refuse(r, err))
		return
	}
	leave, err := call.Open()
	if err != nil {
		s.write(c, s.refuse(r, err))
		return
	}
	defer leave()
	source, err := call.Stream(ctx)
	if err != nil {
		s.write(c, s.refuse(r, err))
		return
	}
	header := c.Writer.Header()
	for name, value := range map[string]string{
		"Content-Type": representation.EventStream + "; charset=utf-8", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
		"X-Accel-Buffering": "no", "Vary": "Authorization, Accept",
	} {
		header.Set(name, value)
	}
	c.Writer.WriteHeader(http.StatusOK)
	c.Writer.WriteHeaderNow()
	s.sendLive(ctx, c, r, source)
}

// sendLive sends the messages of a live answer, which ends when the caller's rights do.
func (s *Server) sendLive(ctx context.Context, c *gin.Context, r *request, source operations.Stream) {
	connection := http.NewResponseController(innermost(c.Writer))
	_ = connection.SetReadDeadline(time.Time{}) // the read deadline of the request would end the connection
	var b bytes.Buffer
	b.WriteString(": live\n\n")
	for {
		_ = connection.SetWriteDeadline(time.Now().Add(s.options.Sending))
		if _, err := innermost(c.Writer).Write(b.Bytes()); err != nil || connection.Flush() != nil {
			return // the client has gone
		}
		b.Reset()
		messages, last, err := source.Next(ctx, s.options.Heartbeat)
		if err != nil {
			if !errors.Is(err, operations.ErrStreamEnds) && ctx.Err() == nil && !refusal(err) {
				s.options.Logger.Warn("a live answer ended", "operation", r.operation.Name(), "request", r.caller.RequestID, "error", err)
			}
			return
		}
		for _, m := range messages {
			if m.Name != "" {
				b.WriteString("id: " + m.Name + "\n")
			}
			b.WriteString("data: ")
			b.Write(m.Data)
			b.WriteString("\n\n")
		}
		if len(messages) == 0 {
			b.WriteString(": waiting\nid: " + last + "\n\n")
		}
	}
}

// refusal reports whether an error is the refusal of a caller whose rights have ended.
func refusal(err error) bool {
	kind := fault.KindOf(err)
	return kind == fault.Unauthorized || kind == fault.Forbidden
}
