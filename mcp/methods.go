package mcp

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"

	"tradelog/operations/representation"
)

// known holds the supported methods.
var known = map[string]bool{
	"initialize": true, "ping": true, "tools/list": true, "tools/call": true, "prompts/list": true, "prompts/get": true,
	"resources/list": true, "resources/templates/list": true, "resources/read": true, "resources/subscribe": true,
	"resources/unsubscribe": true, "logging/setLevel": true, "completion/complete": true,
}

// dispatch answers one message. bucket is the scope of an idempotency key. refusal, if not nil, is the REST answer to use if the message
// was sent alone. An empty answer means that the client has cancelled the request.
func (h *Handler) dispatch(ctx context.Context, x *exchange, m message, bucket string) (a answer, refusal *representation.Response) {
	if m.problem != nil {
		id := noID // in the contract, whatever the message has
		if x.chose() && m.id != nil {
			id = m.id // or the client waits for its answer
		}
		return failed(id, m.problem.code, m.problem.message), nil
	}
	switch m.method {
	case "ping", "logging/setLevel":
		return succeeded(m.id, []byte(`{}`)), nil
	case "initialize":
		return succeeded(m.id, h.introduce(x)), nil
	case "tools/list":
		return h.list(x, m), nil
	case "tools/call":
		return h.callTool(ctx, x, m, bucket)
	case "prompts/list":
		return h.listPrompts(x, m), nil
	case "prompts/get":
		return h.getPrompt(x, m), nil
	case "resources/list", "resources/templates/list":
		return h.listResources(x, m), nil
	case "resources/read":
		return h.readResource(ctx, x, m), nil
	case "resources/subscribe":
		return h.follow(ctx, x, m), nil
	case "resources/unsubscribe":
		return h.unfollow(x, m), nil
	}
	return h.complete(ctx, x, m), nil
}

// missing returns the message for an unknown prompt or resource.
func missing(m message) string {
	params := m.params
	if m.method == "completion/complete" {
		params = params.object("ref")
	}
	if uri, ok := params.text("uri"); ok {
		return fmt.Sprintf(`Resource not found for uri: "%s".`, clip(uri))
	}
	name, _ := params.text("name")
	return fmt.Sprintf(`Prompt not found: "%s".`, clip(name))
}

// list answers one page of the tools. Pages are cut before they are filtered, so a cursor means the same for every caller.
func (h *Handler) list(x *exchange, m message) answer {
	if x.chose() {
		return h.listChosen(x, m)
	}
	from, ok := 0, true
	if cursor, sent := m.params.get("cursor"); sent && string(cursor) != "null" {
		shown := string(cursor)
		if given, isText := text(cursor); isText {
			shown = given
			from, ok = parseCursor(given)
		} else {
			ok = false
		}
		if !ok || from >= len(h.tools.all) {
			return failed(m.id, codeInvalidParams, fmt.Sprintf(`Invalid value for pagination parameter "cursor": "%s"`, clip(shown)))
		}
	}
	end := min(from+pageSize, len(h.tools.all))
	result, err := h.describe(x, h.tools.all[from:end])
	if err != nil {
		return failed(m.id, codeRefused, h.pipeline.Fault(err).Message)
	}
	if end < len(h.tools.all) {
		result = fmt.Appendf(result, `,"nextCursor":%q`, base64.StdEncoding.EncodeToString([]byte(strconv.Itoa(end))))
	}
	return succeeded(m.id, append(result, '}'))
}

// describe begins the answer to tools/list with the given tools, except those that the caller may not use.
func (h *Handler) describe(x *exchange, all []*tool) ([]byte, error) {
	described, err := h.tools.described()
	result := []byte(`{"tools":[`)
	shown, excluded := 0, h.excluded(x.call.Shop)
	for _, t := range all {
		if excluded[t] || !x.chosen.Includes(t.operation) || !t.operation.Authorizes(x.call.Principal) {
			continue
		}
		if shown++; shown > 1 {
			result = append(result, ',')
		}
		result = append(result, described[t].tool...)
	}
	return append(result, ']'), err
}

// pageSize is the number of tools on a page before filtering.
const pageSize = 20

// parseCursor parses a cursor.
func parseCursor(cursor string) (int, bool) {
	digits, err := base64.StdEncoding.DecodeString(cursor)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(string(digits), 10, 31)
	return int(n), err == nil
}
