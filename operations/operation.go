package operations

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
)

// Operation is one entry of the registry: a declaration, with the additions of Define, DefineStreamed and the registry.
type Operation struct {
	Declaration
	Input  reflect.Type
	Output reflect.Type // type of the answer; a slice for lists
	Bare   bool         // the answer is the same in every representation
	Live   *Live        // nil: it has no live answer

	run       func(ctx context.Context, c *Call) (documents.Answer, error)
	notices   []Notice
	public    []string // see PublicTexts
	identity  string
	tool      string // name of its tool, also if it is no tool
	variables []string
	deep      string     // name of the variable that matches the rest of the path; empty if there is none
	rights    *rights    // set by the registry
	shown     *Operation // set by the registry, see Shown
	items     *Operation // of lists that take ids with asOf: shows one row, see linkItems
}

// Handler carries out an operation.
type Handler[In, Out any] = func(ctx context.Context, c *Call, in In) (Out, error)

// Define makes an operation from a declaration and its handler. In is a struct whose tags name the sources of its fields (path, query,
// json). Out is a documents.Doc, a *documents.Page, a documents.Bare, a *documents.File, Nothing, or a value to encode. Schemas derive from
// both.
func Define[In, Out any](d Declaration, handler Handler[In, Out]) *Operation {
	return DefineOf(d, reflect.TypeFor[In](), func(ctx context.Context, c *Call, in reflect.Value) (Out, error) {
		return handler(ctx, c, *in.Addr().Interface().(*In))
	})
}

// DefineOf defines an operation as Define does, for an input struct whose type is created at run time.
func DefineOf[Out any](d Declaration, input reflect.Type, handler Handler[reflect.Value, Out]) *Operation {
	var out Out
	_, bare := any(out).(interface{ Same() })
	o := &Operation{Declaration: d, Input: input, Output: describes[Out](), Bare: bare, identity: d.name()}
	o.notices, o.public = noticesOf(o.Output), publicTexts(o.Output)
	if o.Response.Status == 0 {
		o.Response.Status = map[Verb]int{List: 200, Get: 200, Update: 200, Create: 201, Action: 201, Delete: 204}[o.Verb]
	}
	for _, f := range inputs.Fields(o.Input) {
		o.Body.sent = o.Body.sent || f.Source == inputs.SourceMember || f.Source == inputs.SourceBody || f.Source == inputs.SourceElements
		o.Body.uploads = o.Body.uploads || f.Type == reflect.TypeFor[*inputs.Upload]()
		if f.Source == inputs.SourceElements {
			o.Body.elements = f.Name
		}
		if f.Source == inputs.SourceVariable && f.Tag.Get("deep") == "true" {
			o.deep = f.Name
		}
	}
	if o.AsOf {
		o.Doc += asOfSummary
	}
	if o.Unrouted.Name == "" {
		o.tool, o.variables = d.toolName(), Placeholders(o.Path)
	}
	o.run = func(ctx context.Context, c *Call) (documents.Answer, error) {
		in := reflect.New(o.Input).Elem()
		if err := c.input.Bind(c, in); err != nil {
			return documents.Answer{}, c.unreadable(ctx, err)
		}
		if err := c.limit(false, in.Interface()); err != nil {
			return documents.Answer{}, err
		}
		out, err := handler(ctx, c, in)
		if err != nil {
			return documents.Answer{}, err
		}
		answer, err := output(out)
		if err != nil {
			err = fmt.Errorf("answer of %s: %w", o.identity, err)
		}
		return answer, err
	}
	return o
}

// None is the input of operations without arguments.
type None struct{}

// check refuses an incomplete declaration.
func (o *Operation) check() error {
	switch {
	case o.run == nil:
		return fmt.Errorf("operation %s has no handler: use Define", o.name())
	case o.identity != o.name():
		return fmt.Errorf("operation %s was changed to %s after Define", o.identity, o.name())
	case o.AsOf && o.Access.Auth == Public && o.Resource.Permission == "":
		return fmt.Errorf("operation %s is public, and its resource has no permission that the past could need", o.identity)
	case o.AsOf && !o.Reads():
		return fmt.Errorf("operation %s writes, so it cannot answer as of the past", o.identity)
	case o.Access.Auth == Backend && o.Access.Permission == "":
		return fmt.Errorf("operation %s needs a permission", o.identity)
	case o.Tool.Title != "" && !o.Extra:
		return fmt.Errorf("operation %s is of the contract, which gives its tool a title", o.identity)
	case o.Effect.Irreversible != "" && o.Reads():
		return fmt.Errorf("operation %s reads, so there is nothing to undo", o.identity)
	}
	return o.checkOffer()
}

// checkOffer refuses a declaration without an interface that offers the operation.
func (o *Operation) checkOffer() error {
	switch {
	case o.Unrouted.Name != "" && (o.Method != "" || o.Path != ""):
		return fmt.Errorf("operation %s has no route, so it has no method and no path", o.identity)
	case o.Unrouted.GraphQL && o.Unrouted.Name == "":
		return fmt.Errorf("operation %s has a route, so other interfaces offer it as well", o.identity)
	case o.Unrouted.Console && (o.Unrouted.Name == "" || o.Access.Auth != Backend):
		return fmt.Errorf("operation %s is the console's, so it has no route and needs a permission", o.identity)
	case o.Unrouted.Name != "" && !o.Unrouted.GraphQL && !slices.Contains([]Auth{OperatorOnly, Backend, OwnAccount}, o.Access.Auth):
		return fmt.Errorf("operation %s has no route: it is for the operator or needs a permission", o.identity)
	}
	return nil
}

// ToolName returns the name of the operation's tool, empty when it has none.
func (o *Operation) ToolName() string {
	if o.Tool.None || o.Resource.NoTools {
		return ""
	}
	return o.tool
}

// Identifier returns the name of the operation's tool, also if it is no tool.
func (o *Operation) Identifier() string { return o.tool }

// toolName derives the name of the operation's tool: section, static segments of the path and verb, joined by underscores (rest-v2 §4.12
// rule 4).
func (d *Declaration) toolName() string {
	if d.Tool.Name != "" {
		return d.Tool.Name
	}
	parts := []string{snake(d.Resource.Section)}
	for _, segment := range strings.Split(expand(d.Path, func(string) string { return "" }), "/") {
		if s := snake(segment); s != "" {
			parts = append(parts, s)
		}
	}
	verb := map[string]string{"GET": "get", "POST": "create", "PUT": "update", "PATCH": "update", "DELETE": "delete"}[d.Method]
	if d.Method == "GET" && d.Verb == List {
		verb = "list"
	}
	return strings.Join(append(parts, verb), "_")
}

// Name returns the name of the operation, which is unique in a registry: method and path, such as "GET /orders/{id}". An operation without
// a route has a name of its own.
func (o *Operation) Name() string { return o.identity }

// name derives the name.
func (d *Declaration) name() string {
	if d.Unrouted.Name != "" {
		return d.Unrouted.Name
	}
	return d.Method + " " + d.Path
}

// Placeholders lists the names of the path's variables in order.
func (o *Operation) Placeholders() []string { return o.variables }

// Reads reports whether the operation only reads.
func (d *Declaration) Reads() bool {
	return d.Method == "GET" || d.Unrouted.Name != "" && (d.Verb == List || d.Verb == Get)
}

// ReadsBody reports whether the operation has a body.
func (o *Operation) ReadsBody() bool { return o.Body.sent }

// Uploads reports whether the body has a file.
func (o *Operation) Uploads() bool { return o.Body.uploads }

// Elements returns the name of the list that the body may consist of, or "".
func (o *Operation) Elements() string { return o.Body.elements }

// DeepVariable reports whether a variable matches the rest of the path.
func (o *Operation) DeepVariable(name string) bool {
	return o.deep != "" && name == o.deep
}

// Addresses reports whether text can be the value of a variable. Each segment of the rest of a path must be a valid one.
func (o *Operation) Addresses(name, text string) bool {
	if !o.DeepVariable(name) {
		return isSegment(text)
	}
	return !slices.ContainsFunc(strings.Split(text, "/"), func(s string) bool { return !isSegment(s) })
}

// Expand returns the operation's path with its variables filled in and escaped.
func (o *Operation) Expand(variable func(name string) string) string {
	return expand(o.Path, func(name string) string {
		if !o.DeepVariable(name) {
			return escapeSegment(variable(name))
		}
		segments := strings.Split(variable(name), "/")
		for i, s := range segments {
			segments[i] = escapeSegment(s)
		}
		return strings.Join(segments, "/")
	})
}
