package mcp

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/representation"
)

// callTool invokes the operation of a tool and wraps its JSON-LD answer. A call that REST would refuse is refused here by the
// same checks.
func (h *Handler) callTool(ctx context.Context, x *exchange, m message, bucket string) (a answer, refusal *representation.Response) {
	x.calls++
	name, _ := m.params.text("name")
	t := h.tools.byName[name]
	if t != nil && !x.chosen.Includes(t.operation) {
		return failed(m.id, codeNoMethod, `Tool not found: "`+clip(name)+`". This connection has only the tools that its URL names.`), nil
	}
	if t == nil || h.excluded(x.call.Shop)[t] {
		return failed(m.id, codeNoMethod, `Tool not found: "`+clip(name)+`".`), nil
	}
	caller := x.as(bucket)
	arguments, word, err := t.takeConditions(m.arguments, &caller)
	if err != nil {
		return failed(m.id, codeRefused, h.pipeline.Fault(err).Message), nil
	}
	if err := t.refuseUnknown(arguments); err != nil && t.operation.Authorizes(x.call.Principal) {
		f := h.pipeline.Fault(err)
		return failed(m.id, codeRefused, f.Message, f.Violations()...), nil
	}
	in := t.bind(arguments)
	if in.Query.Has("store") {
		caller.Store = operations.Chosen(in.Query.Get("store"))
	}
	c := calling{t, arguments, word, caller, in}
	if t.operation.Authorizes(x.call.Principal) {
		if x.chose() {
			if err := h.identify(ctx, c); err != nil {
				return failed(m.id, codeRefused, h.pipeline.Fault(err).Message), nil
			}
		}
		if !c.addressed() {
			return failed(m.id, codeRefused, t.unaddressed(arguments)), nil
		}
	}
	return h.carryOut(ctx, x, m, c)
}

// calling is a call of a tool with its input.
type calling struct {
	*tool
	arguments members // without dryRun, ifMatch and confirm
	word      string  // the argument confirm, see Handler.carryOutShown
	caller    operations.Caller
	in        *representation.Input
}

// as returns the caller of an operation. bucket is the scope of an idempotency key. In a batch, the bearer token is checked again for each
// message.
func (x *exchange) as(bucket string) operations.Caller {
	caller := x.caller
	caller.Client, caller.KeyBucket, caller.Exact, caller.Divides = x.session.client, bucket, true, true
	if x.alone {
		caller.Principal = x.call.Principal
	}
	return caller
}

// carryOut invokes the operation of a tool. A call outside of a batch can be cancelled, and may first need the consent of a person. The
// time limit of requests does not include the time for consent.
func (h *Handler) carryOut(ctx context.Context, x *exchange, m message, c calling) (a answer, refusal *representation.Response) {
	limit, asks := remaining(ctx), x.alone && x.asks(c)
	if asks {
		ctx = x.r.Context()
	}
	if x.alone {
		var end func()
		ctx, end = x.session.begin(ctx, string(m.id))
		defer end()
	}
	if asks {
		if err := h.confirm(ctx, x, &c, limit); err != nil {
			return x.refused(ctx, m, h.pipeline.Fault(err).Message), nil
		}
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	began := time.Now()
	var got result
	var replayed bool
	var err error
	x.progress(m, func() {
		if f := (form{brief: x.chose()}); x.previews(c) {
			got, replayed, err = h.carryOutShown(ctx, x, c, f)
		} else {
			got, replayed, err = h.invoke(ctx, c.caller, c.tool, c.in, f)
		}
	})
	status := c.operation.Response.Status
	if err != nil {
		refusal = representation.Failed(h.pipeline, err, !c.caller.Token.Sent)
		status = refusal.Status
	}
	if h.options.Observe != nil {
		h.options.Observe("MCP "+c.name, status, time.Since(began))
	}
	if replayed {
		x.replayed++
	}
	switch {
	case operations.KeyInUse(err):
		return x.refused(ctx, m, explain(refusal)), refusal
	case err != nil:
		why := explain(refusal)
		if x.chose() && why == "Not Found" {
			why = h.notFound(c.tool)
		}
		return x.refused(ctx, m, why, refusal.Fault.Violations()...), nil
	}
	return toolAnswer(m.id, got, c.ignores(c.arguments)), nil
}

// refused returns the answer to a failed call, or none if the client has cancelled it.
func (x *exchange) refused(ctx context.Context, m message, why string, violations ...fault.Violation) answer {
	if errors.Is(context.Cause(ctx), errCancelled) {
		return answer{}
	}
	return failed(m.id, codeRefused, why, violations...)
}

// invoke invokes the operation and wraps its answer.
func (h *Handler) invoke(ctx context.Context, caller operations.Caller, t *tool,
	in *representation.Input, f form) (r result, replayed bool, err error) {
	f.tagged, f.asked = t.tagged, f.brief && t.abridge(in)
	tag := ""
	if caller.DryRun {
		tag = h.tagBefore(ctx, caller, t, in)
	}
	call, err := h.pipeline.Admit(ctx, caller, t.operation, in)
	if err != nil {
		return r, false, err
	}
	r, done, err := operations.Answer(ctx, call, f)
	if caller.DryRun {
		r.tag = tag
	}
	return r, done.Replayed, err
}

// Render wraps the answer of a tool.
func (f form) Render(c *operations.Call, done operations.Result) (r result, bytes int, err error) {
	body, _, err := linked{}.Render(c, done)
	switch {
	case err != nil:
		return r, 0, err
	case c.Caller.DryRun:
		body = f.tried(body, done, c.Operation, c.Principal)
	case f.tagged && len(body) > 0:
		r.tag = representation.TagOf(body)
	}
	r.tail = f.wrap(body, c.Operation)
	return r, len(r.tail), nil
}

// tagBefore returns the newest entity tag of the resource that a write concerns, for ifMatch of the write. The tag is empty if the caller
// cannot read the resource. If the resource changes between the dry run and the write, the write is refused.
func (h *Handler) tagBefore(ctx context.Context, caller operations.Caller, t *tool, in *representation.Input) string {
	if !t.conditional {
		return ""
	}
	head, err := h.pipeline.Head(ctx)
	if err != nil {
		return ""
	}
	shown := t.operation.Shown()
	read := &representation.Input{Query: url.Values{}, Variables: map[string]string{}, Typed: true}
	for i, name := range shown.Placeholders() {
		read.Variables[name] = in.Variables[t.operation.Placeholders()[i]]
	}
	caller.DryRun, caller.Precondition, caller.MinPosition = false, operations.Precondition{}, h.pipeline.Token(head)
	body, _, err := h.read(ctx, caller, shown, read)
	if err != nil || len(body) == 0 {
		return ""
	}
	return representation.TagOf(body)
}

// linked is the format of REST's JSON-LD bodies.
type linked struct{}

// Render implements operations.Format.
func (linked) Render(c *operations.Call, done operations.Result) (body []byte, bytes int, err error) {
	if done.Answer.File != nil {
		return nil, 0, fault.New(fault.NotAcceptable, "Binary content is only available over REST: GET %s", c.URLPath())
	}
	body = representation.Body(c, done.Answer, representation.JSONLD, representation.AddressOf(c))
	return body, len(body), nil
}

// explain returns the message of a refusal with its advice. Two messages are worded for tools.
func explain(r *representation.Response) string {
	switch f := r.Fault; {
	case f.Kind == fault.Unauthorized && f.Code == "":
		return "Authentication required: send an API bearer token with the MCP request."
	case f.Kind == fault.Forbidden && f.Message == "Access denied":
		return "Access Denied."
	}
	if f := r.Fault; f.Advice != "" {
		return strings.TrimSuffix(r.Message, ".") + ". " + f.Advice
	}
	return r.Message
}

// bind makes the operation's input from arguments. Arguments named like path variables become these; all others become query parameters or
// members of the body.
func (t *tool) bind(arguments members) *representation.Input {
	in := &representation.Input{
		Query: url.Values{}, Variables: make(map[string]string, len(t.operation.Placeholders())), Typed: true,
	}
	for _, name := range t.operation.Placeholders() {
		value, _ := arguments.get(name)
		in.Variables[name], _ = scalar(value)
		arguments = arguments.without(name)
	}
	if t.operation.Method == http.MethodGet {
		for _, a := range arguments {
			if text, ok := scalar(a.value); ok {
				in.Query.Set(a.name, text)
			} else if string(a.value) != "null" {
				in.Query.Set(a.name, string(a.value)) // a filter written as JSON
			}
		}
	}
	if t.operation.ReadsBody() {
		body := arguments.encode()
		in.Body = func() ([]byte, error) { return body, nil }
	}
	return in
}

// addressed reports whether each path variable has a valid value.
func (c calling) addressed() bool {
	return !slices.ContainsFunc(c.operation.Placeholders(), func(name string) bool {
		return !c.operation.Addresses(name, c.in.Variables[name])
	})
}

// unaddressed returns the refusal of a call without a valid identifier. It names missing identifiers, and arguments that the tool does not
// know, since an identifier may be misspelt. An invalid identifier gets the answer of an unknown one.
func (t *tool) unaddressed(arguments members) string {
	var wrong []string
	for _, name := range t.operation.Placeholders() {
		if value, sent := arguments.get(name); !sent || string(value) == "null" {
			wrong = append(wrong, name+" is missing")
		}
	}
	if len(wrong) == 0 {
		return "Not Found"
	}
	for _, name := range t.ignores(arguments) {
		wrong = append(wrong, name+" is not known")
	}
	return "Not Found. " + strings.Join(wrong, "; ") + "."
}
