package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/operations/schema"
)

// catalogue holds all tools in the order in which operations are declared.
type catalogue struct {
	all    []*tool
	byName map[string]*tool
	// described is made on first use.
	described func() (map[*tool]described, error)
}

// described holds the descriptions of a tool, and those of its answer as a resource and as a template of resources; nil: none.
type described struct {
	tool, resource, template []byte
	pattern                  string              // the URI of the template
	values                   map[string][]string // possible values of parameters with few of them
}

// tool is an operation as an MCP tool.
type tool struct {
	name      string
	operation *operations.Operation
	// trial reports whether the tool takes dryRun: it writes, and its operation has no member named so.
	trial bool
	// matching reports whether the tool takes ifMatch: it writes, and its operation has no member named so. conditional reports whether
	// ifMatch can hold, because a read shows the written resource.
	matching, conditional bool
	// lasts reports whether the tool takes confirm: a call can have an effect that no other call reverts, and its operation has no member
	// named so.
	lasts bool
	// tagged reports whether answers have an entity tag for ifMatch: the tool is conditional, or shows the resource that a conditional tool
	// writes.
	tagged bool
	// known holds the names of the arguments that the tool takes; nil: any.
	known map[string]bool
}

func newCatalogue(registry *operations.Registry) *catalogue {
	c := &catalogue{byName: map[string]*tool{}}
	for _, o := range registry.All() {
		if name := o.ToolName(); name != "" && registry.ByTool(name) == o { // of operations with the same name, the first has the tool
			t := &tool{name: name, operation: o, trial: o.Method != http.MethodGet && !hasMember(o, dryRun), known: argumentsOf(o)}
			t.matching = o.Method != http.MethodGet && !hasMember(o, ifMatch)
			t.conditional = t.matching && o.Shown() != nil
			t.lasts = o.Effect.Lasts() && !hasMember(o, confirm)
			c.all, c.byName[name] = append(c.all, t), t
		}
	}
	shown := map[*operations.Operation]bool{}
	for _, t := range c.all {
		if t.conditional {
			shown[t.operation.Shown()] = true
		}
	}
	for _, t := range c.all {
		t.tagged = t.conditional || shown[t.operation]
	}
	c.described = sync.OnceValues(c.describe)
	return c
}

// hasMember reports whether the body of an operation has a member.
func hasMember(o *operations.Operation, name string) bool {
	return slices.ContainsFunc(inputs.Fields(o.Input), func(f inputs.Field) bool { return f.Source == "json" && f.Name == name })
}

// describe describes all tools.
func (c *catalogue) describe() (map[*tool]described, error) {
	out := make(map[*tool]described, len(c.all))
	b := schema.New(schema.Inlined)
	paths := toolsByRoute(c.all)
	for _, t := range c.all {
		in := b.Input(t.operation)
		var d described
		var err error
		d.tool, err = encode(t.describe(in, paths))
		if err = errors.Join(err, d.describeResources(t, in)); err != nil {
			return nil, fmt.Errorf("tool %s: %w", t.name, err)
		}
		out[t] = d
	}
	return out, b.Err()
}

// descriptor is the description of a tool in tools/list.
type descriptor struct {
	Name        string         `json:"name"`
	Title       string         `json:"title"`
	Description string         `json:"description"`
	InputSchema *schema.Schema `json:"inputSchema"`
	Annotations annotations    `json:"annotations"`
}

type annotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

func (t *tool) describe(in schema.Input, paths map[string]string) descriptor {
	o := t.operation
	return descriptor{
		Name: t.name, Title: title(o), Description: t.description(paths), InputSchema: t.input(in),
		Annotations: annotations{
			ReadOnly: o.Method == http.MethodGet, Destructive: destroys(o), Idempotent: o.Method != http.MethodPost,
		},
	}
}

// destroys reports whether the tool has the destructive hint. In the contract only deletions have it; tools beyond the contract have it if
// their effect cannot be undone.
func destroys(o *operations.Operation) bool {
	return o.Method == http.MethodDelete || o.Extra && o.Effect.Irreversible != ""
}

// title returns the verb and the resource. For an action it uses the verb of the method, as the tool's name does.
func title(o *operations.Operation) string {
	if o.Tool.Title != "" {
		return o.Tool.Title
	}
	verb := map[string]string{"GET": "Get", "POST": "Create", "PUT": "Update", "PATCH": "Update", "DELETE": "Delete"}[o.Method]
	if o.Method == http.MethodGet && o.Verb == operations.List {
		verb = "List"
	}
	return verb + " " + o.Resource.Name
}

// description returns the operation's description for tools. The names of other operations are replaced by those of their tools.
func (t *tool) description(paths map[string]string) string {
	o := t.operation
	parts := []string{o.Summary}
	if o.Summary == "" {
		parts[0] = title(o)
	}
	parts[0] += "."
	if o.Effect.Irreversible != "" {
		parts = append(parts, o.Effect.Irreversible)
	}
	if o.Doc != "" {
		parts = append(parts, route.ReplaceAllStringFunc(o.Doc, func(named string) string { return toolFor(named, paths) }))
	}
	parts = append(parts, states(o)...)
	if o.Response.Produces != "" {
		parts = append(parts, "The content is "+o.Response.Produces+", which only REST delivers.")
	}
	return strings.Join(parts, " ")
}

// states returns sentences that list the possible states of the rows of a list.
func states(o *operations.Operation) (out []string) {
	if o.Verb != operations.List || o.Output == nil || o.Output.Kind() != reflect.Slice || o.Output.Elem().Kind() != reflect.Struct {
		return nil
	}
	for _, f := range reflect.VisibleFields(o.Output.Elem()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "state" && !strings.HasSuffix(strings.ToLower(name), "status") {
			continue
		}
		if values := strings.FieldsFunc(f.Tag.Get("enum"), func(r rune) bool { return r == ',' }); len(values) > 1 {
			last := len(values) - 1
			out = append(out, name+" is "+strings.Join(values[:last], ", ")+" or "+values[last]+".")
		} else if doc := f.Tag.Get("doc"); numbered.MatchString(doc) {
			out = append(out, name+" is "+doc+".")
		}
	}
	return out
}

// numbered matches descriptions that name the meanings of numbers, such as "1 open, 2 paid".
var numbered = regexp.MustCompile(`^\d+ [a-z]`)

// route matches an operation's name in descriptions, such as POST /carts/{id}/items or GET /products?sku=.
var route = regexp.MustCompile(`\b(GET|POST|PUT|PATCH|DELETE) (/[A-Za-z0-9_/{}-]+)(\?[A-Za-z]+=)?`)

var variable = regexp.MustCompile(`\{[^}]*\}`)

func toolsByRoute(all []*tool) map[string]string {
	out := map[string]string{}
	for _, t := range all {
		out[t.operation.Method+" "+variable.ReplaceAllString(t.operation.Path, "{}")] = t.name
	}
	return out
}

func toolFor(named string, paths map[string]string) string {
	m := route.FindStringSubmatch(named)
	tool, ok := paths[m[1]+" "+variable.ReplaceAllString(m[2], "{}")]
	switch {
	case !ok:
		return named
	case m[3] != "":
		return tool + " with " + strings.Trim(m[3], "?=")
	}
	return tool
}

// input returns the schema of the tool's arguments: identifiers, filters and page for reads; the body and then identifiers for writes.
func (t *tool) input(in schema.Input) *schema.Schema {
	s := &schema.Schema{Type: schema.Types{schema.Object}}
	if t.operation.Method == http.MethodGet || t.operation.Method == http.MethodDelete && in.Body == nil {
		for _, p := range append(identifiers(in), t.parameters(in)...) {
			s.Properties = append(s.Properties, schema.Entry[*schema.Schema]{Name: p.Name, Value: argument(p, t.operation.ListsAsOf())})
			if p.Required {
				s.Required = append(s.Required, p.Name)
			}
		}
		t.offerConditions(s)
		return s
	}
	s.Description = t.operation.Summary
	if in.Body != nil {
		for _, p := range in.Body.Properties {
			s.Properties = append(s.Properties, schema.Entry[*schema.Schema]{
				Name: p.Name, Value: requiredNote(p.Value, slices.Contains(in.Body.Required, p.Name)),
			})
		}
	}
	for _, p := range identifiers(in) {
		if _, taken := s.Properties.Get(p.Name); !taken {
			s.Properties = append(s.Properties, schema.Entry[*schema.Schema]{Name: p.Name, Value: requiredNote(argument(p, false), true)})
		}
	}
	if t.operation.Method == http.MethodDelete {
		s.Required = t.deletes(in, s)
	}
	t.offerConditions(s)
	return s
}

// deletes returns the names of the identifiers of what a tool with a body deletes: those of the path, and members that are parameters, too.
func (t *tool) deletes(in schema.Input, s *schema.Schema) (names []string) {
	for _, p := range append(slices.Clone(in.Path), in.Query...) {
		if _, has := s.Properties.Get(p.Name); has {
			names = append(names, p.Name)
		}
	}
	return names
}

// parameters returns the parameters that the tool advertises beside its identifiers. A read of one resource of the contract takes only
// identifiers (rest-v2 §4.12 rule 7). Other reads of one resource mention asOf only in the description.
func (t *tool) parameters(in schema.Input) []schema.Parameter {
	o := t.operation
	if o.Method != http.MethodGet {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(in.Query), func(p schema.Parameter) bool {
		return o.Verb != operations.List && (p.Name == operations.AsOfParameter || !o.Extra && len(in.Path) > 0 && !p.Required)
	})
}

// offerConditions adds the arguments to the schema that say how a tool writes.
func (t *tool) offerConditions(s *schema.Schema) {
	offer := func(has bool, name, kind, about string) {
		if has {
			s.Properties = append(s.Properties, schema.Entry[*schema.Schema]{
				Name: name, Value: &schema.Schema{Type: schema.Types{kind}, Description: about},
			})
		}
	}
	offer(t.conditional, ifMatch, schema.Text, "_meta.etag you read")
	offer(t.trial, dryRun, schema.Boolean, "true: store nothing, return what would be stored")
	offer(t.lasts, confirm, schema.Text, "word of the preview")
}

// identifiers returns the path variables, which may be sent as numbers or as text.
func identifiers(in schema.Input) []schema.Parameter {
	out := slices.Clone(in.Path)
	for i := range out {
		out[i].Schema = &schema.Schema{Type: schema.Types{schema.Text, schema.Integer}}
	}
	return out
}

// argument returns the schema of a parameter. It has no upper bound for page sizes, because the call limits them. A client that validates
// arguments must not refuse a value that the shop accepts. Descriptions are short, because a model reads them for all tools. ids tells
// whether the list has the parameter ids.
func argument(p schema.Parameter, ids bool) *schema.Schema {
	s := *p.Schema
	s.Description = p.Description
	switch p.Name {
	case "page":
		s.Default = nil
	case "itemsPerPage":
		s.Maximum = nil
		if s.Default != nil {
			s.Description = fmt.Sprintf("rows per page, at most 100; %v by default", s.Default)
			s.Default = nil
		}
	case "after":
		s.Description = "instead of page: empty, then the after of view.next"
	case operations.AsOfParameter:
		s.Description = "position or UTC time of the past; needs ids"
		if !ids {
			s.Description = "position or UTC time of the past"
		}
	case operations.IDsParameter:
		s.Description = "IDs of the rows, comma-separated; with asOf"
	}
	return &s
}

// requiredNote says in the description that a value is required. Schemas of tools that write require nothing, because the operation itself
// refuses the call with a reason.
func requiredNote(s *schema.Schema, required bool) *schema.Schema {
	if !required {
		return s
	}
	c := *s
	c.Description = strings.TrimSuffix("required; "+c.Description, "; ")
	return &c
}

// encode prints a value as JSON without escaping for HTML.
func encode(v any) ([]byte, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return []byte(strings.TrimSuffix(b.String(), "\n")), err
}
