package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/operations/schema"
)

// resourcePrefix begins the URI of every resource. The REST path follows, as in tradelog://shop/orders/7.
const resourcePrefix = "tradelog://shop"

// resourceType is the media type of resources.
const resourceType = "application/ld+json"

// resourceEntry describes a resource, or a template of resources.
type resourceEntry struct {
	URI         string `json:"uri,omitempty"`
	Template    string `json:"uriTemplate,omitempty"`
	Name        string `json:"name"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Type        string `json:"mimeType"`
}

// readable reports whether the tool's answer is also a resource: it reads and returns a document or a list.
func (t *tool) readable() bool {
	return t.operation.Method == http.MethodGet && t.operation.Response.Produces == ""
}

// describeResources describes the tool's answer as a resource if it has no identifiers, and as a template if it takes any argument.
func (d *described) describeResources(t *tool, in schema.Input) error {
	if !t.readable() {
		return nil
	}
	o := t.operation
	e := resourceEntry{Name: t.name, Title: title(o), Description: cmp.Or(o.Summary, title(o)) + ".", Type: resourceType}
	var err error
	if len(o.Placeholders()) == 0 {
		e.URI = resourcePrefix + o.Path
		if d.resource, err = encode(e); err != nil {
			return err
		}
		e.URI = ""
	}
	e.Template = resourcePrefix + o.Path
	for _, name := range o.Placeholders() {
		if o.DeepVariable(name) {
			e.Template = strings.Replace(e.Template, "{"+name, "{+"+name, 1)
		}
	}
	var names []string
	for _, p := range t.parameters(in) {
		names = append(names, p.Name)
		d.proposes(p)
	}
	if names != nil {
		e.Template += "{?" + strings.Join(names, ",") + "}"
	}
	if d.pattern = e.Template; strings.Contains(d.pattern, "{") {
		d.template, err = encode(e)
	}
	return err
}

// proposes stores the possible values of a parameter.
func (d *described) proposes(p schema.Parameter) {
	values := p.Schema.Enum
	if slices.Contains(p.Schema.Type, schema.Boolean) {
		values = []any{true, false}
	}
	for _, v := range values {
		if d.values == nil {
			d.values = map[string][]string{}
		}
		d.values[p.Name] = append(d.values[p.Name], fmt.Sprint(v))
	}
}

// find finds the tool that reads the resource with a URI, and its input.
func (c *catalogue) find(uri string) (t *tool, in *representation.Input, found bool) {
	rest, ok := strings.CutPrefix(uri, resourcePrefix+"/")
	path, query, _ := strings.Cut(rest, "?")
	parameters, err := url.ParseQuery(query)
	if !ok || err != nil {
		return nil, nil, false
	}
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if segments[i], err = url.PathUnescape(s); err != nil {
			return nil, nil, false
		}
	}
	best := -1
	for _, candidate := range c.all {
		if !candidate.readable() {
			continue
		}
		if variables, ok := candidate.matches(segments); ok && (best < 0 || len(variables) < best) { // fixed segments precede variables
			best, t = len(variables), candidate
			in = &representation.Input{Query: parameters, Variables: variables, Typed: true}
		}
	}
	return t, in, t != nil
}

// matches returns the path variables if the segments match the operation's path.
func (t *tool) matches(segments []string) (variables map[string]string, ok bool) {
	pattern := strings.Split(strings.TrimPrefix(t.operation.Path, "/"), "/")
	variables = map[string]string{}
	for i, p := range pattern {
		if i >= len(segments) {
			return nil, false
		}
		name, isVariable := strings.CutPrefix(strings.TrimSuffix(p, "}"), "{")
		switch {
		case !isVariable && p != segments[i]:
			return nil, false
		case !isVariable:
		case t.operation.DeepVariable(name):
			variables[name] = strings.Join(segments[i:], "/")
			return variables, t.operation.Addresses(name, variables[name])
		case !t.operation.Addresses(name, segments[i]):
			return nil, false
		default:
			variables[name] = segments[i]
		}
	}
	return variables, len(segments) == len(pattern)
}

// offered reports whether the connection has a tool and the caller may use it.
func (h *Handler) offered(x *exchange, t *tool) bool {
	return t != nil && !h.excluded(x.call.Shop)[t] && x.chosen.Includes(t.operation) && t.operation.Authorizes(x.call.Principal)
}

// listResources answers resources/list, or resources/templates/list. A client that has not chosen tools gets an empty list, as in the
// contract.
func (h *Handler) listResources(x *exchange, m message) answer {
	name := "resources"
	if m.method == "resources/templates/list" {
		name = "resourceTemplates"
	}
	described, err := h.tools.described()
	if err != nil {
		return failed(m.id, codeRefused, h.pipeline.Fault(err).Message)
	}
	var entries []json.RawMessage
	for _, t := range h.tools.all {
		entry := described[t].resource
		if name == "resourceTemplates" {
			entry = described[t].template
		}
		if entry != nil && x.chose() && h.offered(x, t) {
			entries = append(entries, entry)
		}
	}
	return succeeded(m.id, fmt.Appendf(nil, `{"%s":%s}`, name, listed(entries)))
}

// listed joins values to a list.
func listed(values []json.RawMessage) []byte {
	b := []byte{'['}
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, v...)
	}
	return append(b, ']')
}

// resource finds the tool that reads the resource named by a message. refusal, if not nil, is the answer to the message.
func (h *Handler) resource(x *exchange, m message) (uri string, t *tool, in *representation.Input, refusal *answer) {
	uri, _ = m.params.text("uri")
	t, in, found := h.tools.find(uri)
	if !x.chose() || !found || h.excluded(x.call.Shop)[t] || !x.chosen.Includes(t.operation) {
		a := failed(m.id, codeNoResource, missing(m))
		return uri, nil, nil, &a
	}
	return uri, t, in, nil
}

// refusedResource answers a message about a resource that the caller cannot read.
func (h *Handler) refusedResource(x *exchange, m message, err error) answer {
	if fault.KindOf(err) == fault.NotFound {
		return failed(m.id, codeNoResource, missing(m))
	}
	return failed(m.id, codeRefused, explain(representation.Failed(h.pipeline, err, !x.caller.Token.Sent)))
}

// readResource answers resources/read. Lists and entries are brief, as in answers of tools.
func (h *Handler) readResource(ctx context.Context, x *exchange, m message) answer {
	uri, t, in, refusal := h.resource(x, m)
	if refusal != nil {
		return *refusal
	}
	asked := t.abridge(in)
	body, _, err := h.read(ctx, x.as(""), t.operation, in)
	if err != nil {
		return h.refusedResource(x, m, err)
	}
	if t.operation.Verb == operations.List && len(body) > 0 && body[0] == '{' {
		body = shorten(body, t.operation, asked)
	}
	return succeeded(m.id, fmt.Appendf(nil, `{"contents":[{"uri":%s,"mimeType":"%s","text":%s}]}`, quoted(uri), resourceType,
		appendQuoted(nil, body)))
}

// read invokes an operation and returns the JSON-LD body of its REST answer.
func (h *Handler) read(ctx context.Context, caller operations.Caller, o *operations.Operation, in *representation.Input) (
	body []byte, madeOf operations.MadeOf, err error) {
	call, err := h.pipeline.Admit(ctx, caller, o, in)
	if err != nil {
		return nil, madeOf, err
	}
	body, done, err := operations.Answer(ctx, call, linked{})
	return body, done.MadeOf, err
}

// follow answers resources/subscribe. A resource can be followed if its document is made from read models with known versions.
func (h *Handler) follow(ctx context.Context, x *exchange, m message) answer {
	uri, t, in, refusal := h.resource(x, m)
	if refusal != nil {
		return *refusal
	}
	f := &followed{tool: t, in: in}
	switch err := h.look(ctx, x.as(""), f); {
	case err != nil:
		return h.refusedResource(x, m, err)
	case !f.madeOf.Known():
		return failed(m.id, codeRefused, "This resource cannot be followed. Read it again from time to time.")
	case !x.session.follow(uri, f):
		return failed(m.id, codeRefused, fmt.Sprintf("A session follows at most %d resources. Unsubscribe from others first.", maxFollowed))
	}
	return succeeded(m.id, []byte(`{}`))
}

// unfollow answers resources/unsubscribe.
func (h *Handler) unfollow(x *exchange, m message) answer {
	uri, _, _, refusal := h.resource(x, m)
	if refusal != nil {
		return *refusal
	}
	x.session.leave(uri, nil)
	return succeeded(m.id, []byte(`{}`))
}
