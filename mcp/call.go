package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/operations"
)

// callTool carries out a tool call: it sends the pipeline the request that REST would have sent, and wraps the answer. What a
// caller may not do over REST is refused here in the same place and for the same reason.
func (h *Handler) callTool(ctx context.Context, x *exchange, m message, bucket string) (answer []byte, refusal *operations.Response) {
	x.calls++
	name, _ := m.params.text("name")
	t := h.tools.byName[name]
	if t == nil {
		return appendError(nil, m.id, codeNoMethod, `Tool not found: "`+clip(name)+`".`), nil
	}
	r, complete, err := h.requestOf(x, t, m.params.object("arguments"))
	if err != nil {
		return appendError(nil, m.id, codeRefused, operations.AsFault(err).Message), nil
	}
	if !complete && t.operation.Offered(x.call.Principal) {
		return appendError(nil, m.id, codeRefused, "Not Found"), nil
	}
	r.KeyPath = bucket
	began := time.Now()
	response := h.pipeline.Do(ctx, r)
	if h.options.Observe != nil {
		h.options.Observe("MCP "+t.name, response.Status, time.Since(began))
	}
	if response.Header.Get("X-Idempotency-Replayed") != "" {
		x.replayed++
	}
	switch {
	case response.KeyInUse():
		return appendError(nil, m.id, codeRefused, explain(response)), response
	case response.Status >= http.StatusBadRequest:
		return appendError(nil, m.id, codeRefused, explain(response)), nil
	case len(response.Body) > 0 && !strings.Contains(response.Header.Get("Content-Type"), "json"):
		return appendError(nil, m.id, codeRefused, "Binary content is only available over REST: GET "+r.Path), nil
	case r.DryRun:
		return appendToolResult(m.id, tried(response, x.call.Principal)), nil
	}
	return appendToolResult(m.id, response.Body), nil
}

// explain is the message of a refusal. Two of them speak of tools where REST speaks of requests.
func explain(r *operations.Response) string {
	f := r.Fault
	switch {
	case f != nil && f.Kind == fault.Unauthorized && f.Code == "":
		return "Authentication required: send an API bearer token with the MCP request."
	case f != nil && f.Kind == fault.Forbidden && f.Message == "Access denied":
		return "Access Denied."
	}
	var body struct{ Message string }
	if json.Unmarshal(r.Body, &body) != nil || body.Message == "" {
		return "An internal error occurred"
	}
	return body.Message
}

// appendToolResult wraps the body of an answer: as text, and, when it is an object, as what it is.
func appendToolResult(id json.RawMessage, body []byte) []byte {
	b := make([]byte, 0, 2*len(body)+len(body)/4+len(id)+200)
	b = append(append(b, `{"jsonrpc":"2.0","id":`...), id...)
	b = append(b, `,"result":{"content":[{"type":"text","text":`...)
	if len(body) == 0 {
		return append(b, `"null"}],"isError":false}}`...)
	}
	b = append(appendQuoted(b, body), `}],"isError":false`...)
	if body[0] == '{' {
		b = append(append(b, `,"structuredContent":`...), body...)
	}
	return append(b, `}}`...)
}
