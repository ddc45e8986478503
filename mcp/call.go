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
func (h *Handler) callTool(ctx context.Context, x *exchange, m message, bucket string) (a answer, refusal *operations.Response) {
	x.calls++
	name, _ := m.params.text("name")
	t := h.tools.byName[name]
	if t == nil || h.excluded(x.call.Shop)[t] {
		return failed(m.id, codeNoMethod, `Tool not found: "`+clip(name)+`".`), nil
	}
	r, complete, err := h.requestOf(x, t, m.arguments)
	if err != nil {
		return failed(m.id, codeRefused, operations.AsFault(err).Message), nil
	}
	if !complete && t.operation.Offered(x.call.Principal) {
		return failed(m.id, codeRefused, "Not Found"), nil
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
		return failed(m.id, codeRefused, explain(response)), response
	case response.Status >= http.StatusBadRequest:
		return failed(m.id, codeRefused, explain(response)), nil
	case len(response.Body) > 0 && !strings.Contains(response.Header.Get("Content-Type"), "json"):
		return failed(m.id, codeRefused, "Binary content is only available over REST: GET "+r.URL()), nil
	case r.DryRun:
		return resulted(m.id, wrap(tried(response, t.operation, x.call.Principal))), nil
	case t.operation.Method == http.MethodGet:
		return resulted(m.id, h.wrapped.of(response.Body)), nil
	}
	return resulted(m.id, wrap(response.Body)), nil
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
