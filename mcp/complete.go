package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/representation"
)

// proposals is the protocol's bound for the number of values proposed for an argument.
const proposals = 100

// complete answers completion/complete: it proposes values for an argument of a prompt or for a variable of a template of resources.
func (h *Handler) complete(ctx context.Context, x *exchange, m message) answer {
	ref, argument := m.params.object("ref"), m.params.object("argument")
	name, _ := argument.text("name")
	typed, _ := argument.text("value")
	var values []string
	switch uri, isTemplate := ref.text("uri"); {
	case isTemplate:
		t := h.templateOf(x, uri)
		if t == nil {
			return failed(m.id, codeNoResource, missing(m))
		}
		values = h.valuesOf(ctx, x, t, name, typed)
	default:
		p, ok := h.promptOf(x, ref)
		if !ok {
			return failed(m.id, codeNoResource, missing(m))
		}
		if i := slices.IndexFunc(p.Arguments, func(a promptArgument) bool { return a.Name == name }); i >= 0 {
			values = h.rowValues(ctx, x, p.Arguments[i].of, typed)
		}
	}
	more := len(values) > proposals
	list, err := json.Marshal(values[:min(len(values), proposals)])
	if err != nil || values == nil {
		list = []byte("[]")
	}
	return succeeded(m.id, fmt.Appendf(nil, `{"completion":{"values":%s,"total":%d,"hasMore":%t}}`, list, len(values), more))
}

// templateOf returns the tool with a URI template of resources, or nil if the connection has none.
func (h *Handler) templateOf(x *exchange, uri string) *tool {
	described, err := h.tools.described()
	if err != nil || !x.chose() {
		return nil
	}
	for _, t := range h.tools.all {
		if d := described[t]; d.template != nil && d.pattern == uri && h.offered(x, t) {
			return t
		}
	}
	return nil
}

// valuesOf proposes values for a variable of a template. They are the possible values of a parameter, or the identifiers in the list above
// a path variable, such as the IDs of /orders.
func (h *Handler) valuesOf(ctx context.Context, x *exchange, t *tool, name, typed string) []string {
	if described, err := h.tools.described(); err == nil {
		if values := described[t].values[name]; values != nil {
			return beginning(values, typed)
		}
	}
	before, _, isVariable := strings.Cut(t.operation.Path, "/{"+name+"}")
	if !isVariable || strings.Contains(before, "{") {
		return nil
	}
	for _, list := range h.tools.all {
		if list.operation.Path == before && list.operation.Verb == operations.List {
			return h.rowValues(ctx, x, source{tool: list.name, member: name}, typed)
		}
	}
	return nil
}

// rowValues returns the values of a member of a list's rows that begin with the typed text. Rows without the member have their ID.
func (h *Handler) rowValues(ctx context.Context, x *exchange, s source, typed string) []string {
	t := h.tools.byName[s.tool]
	if !h.offered(x, t) {
		return nil
	}
	query := url.Values{"itemsPerPage": {strconv.Itoa(proposals)}, "fields": {s.member + ",id"}}
	if s.filter != "" && typed != "" {
		query.Set(s.filter, typed)
	}
	body, _, err := h.read(ctx, x.as(""), t.operation, &representation.Input{Query: query, Variables: map[string]string{}, Typed: true})
	if err != nil {
		return nil // the call itself reports the error
	}
	all, _ := parseMembers(body)
	rows, _ := all.get("member")
	var values []string
	for row := range bodies.Elements(rows) {
		shown, _ := parseMembers(row)
		value, has := shown.get(s.member)
		if !has {
			value, _ = shown.get("id")
		}
		if text, ok := scalar(value); ok {
			values = append(values, text)
		}
	}
	return beginning(values, typed)
}

// beginning returns the values that begin with a text, without regard to case.
func beginning(values []string, text string) (out []string) {
	for _, v := range values {
		if len(v) >= len(text) && strings.EqualFold(v[:len(text)], text) && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}
