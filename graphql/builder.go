package graphql

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"tradelog/operations"
	"tradelog/operations/schema"
)

// builder makes the part of the schema that comes from the registry.
type builder struct {
	registry   *operations.Registry
	prefix     string
	contract   *ast.SchemaDocument
	schemas    *schema.Builder
	components schema.Properties
	described  map[*operations.Operation]*described
	drafts     map[string]*draft // object types by name
	ordered    []*draft
	// byComponent holds the type names of components' documents.
	byComponent map[*schema.Component]string
	roots       map[string]*root
	fields      []rootField // fields that the contract does not have
	inputs      []*ast.Definition
	connections []string // types that have connections
	rest        []string // further definitions
}

// described is an operation with the schemas of its input and of its answer.
type described struct {
	operation *operations.Operation
	in        schema.Input
	out       *schema.Component // nil: the answer is no document
	list      bool
	nothing   bool              // there is no answer
	message   *schema.Component // of the live answer
}

// draft is an object type under construction.
type draft struct {
	name       string
	contract   bool // the type is in the contract
	node       bool // it has an IRI
	doc        string
	fields     []draftField // fields that the contract does not have
	members    map[string]*member
	components []*schema.Component
	shown      *operations.Operation
}

type draftField struct{ name, of, doc string }

// rootField is a field of Query or Mutation that the contract does not have.
type rootField struct {
	of, name, arguments, result, doc string
}

const (
	connectionSuffix = "CursorConnection"
	iterable         = "Iterable"
)

func newBuilder(registry *operations.Registry, prefix string) (*builder, error) {
	parsed, err := parser.ParseSchema(&ast.Source{Name: "contract.graphql", Input: contract})
	if err != nil {
		return nil, fmt.Errorf("contract.graphql: %w", err)
	}
	return &builder{
		registry: registry, prefix: prefix, contract: parsed, schemas: schema.New(schema.Referenced),
		described: map[*operations.Operation]*described{}, drafts: map[string]*draft{}, byComponent: map[*schema.Component]string{},
		roots: map[string]*root{},
	}, nil
}

// build returns the definitions that the contract does not have.
func (b *builder) build() (string, error) {
	for _, o := range b.registry.All() {
		b.described[o] = b.operation(o)
	}
	b.components = b.schemas.Components()
	if err := b.schemas.Err(); err != nil {
		return "", err
	}
	if err := b.contractTypes(); err != nil {
		return "", err
	}
	bound, err := b.contractRoots()
	if err != nil {
		return "", err
	}
	for _, o := range b.registry.All() {
		if !bound[o] && offered(o) {
			b.derive(b.described[o])
		}
	}
	b.follow()
	for i := 0; i < len(b.ordered); i++ { // completing a type may add others
		b.complete(b.ordered[i])
	}
	for _, d := range b.ordered {
		b.refer(d)
	}
	return b.text(), nil
}

// offered reports whether an operation gets a field. Downloads and uploads are offered over REST only.
func offered(o *operations.Operation) bool { return o.Response.Produces == "" && !o.Uploads() }

func (b *builder) operation(o *operations.Operation) *described {
	d := &described{operation: o, in: b.schemas.Input(o)}
	if o.Live != nil && o.Live.Message != nil {
		d.message = b.schemas.Of(o.Live.Message).Ref
	}
	if o.Output == nil || o.Output == reflect.TypeFor[operations.Nothing]() || o.Response.Produces != "" {
		d.nothing = true
		return d
	}
	s := b.schemas.Of(o.Output)
	b.schemas.Linked(o.Output) // registers the components of resources
	if slices.Contains(s.Type, schema.Array) && s.Items != nil {
		d.list, s = true, s.Items
	}
	d.out = s.Ref
	return d
}

// contractTypes drafts the object types of the contract.
func (b *builder) contractTypes() error {
	for _, def := range b.contract.Definitions {
		if def.Kind != ast.Object || def.Name == "Query" || def.Name == "Mutation" || strings.HasSuffix(def.Name, "Payload") {
			continue
		}
		d := b.draft(def.Name)
		d.contract, d.node = true, true
		if at := def.Directives.ForName("shown"); at != nil {
			by := at.Arguments.ForName("by").Value.Raw
			if d.shown = b.registry.Find(by); d.shown == nil {
				return fmt.Errorf("type %s: there is no operation %s", def.Name, by)
			}
			b.bind(d.name, b.described[d.shown])
		}
	}
	return nil
}

func (b *builder) draft(name string) *draft {
	d := &draft{name: name, members: map[string]*member{}}
	b.drafts[name] = d
	b.ordered = append(b.ordered, d)
	return d
}

// bind records that the documents of an operation have a type.
func (b *builder) bind(name string, of *described) {
	d := b.drafts[name]
	if d == nil || of == nil || of.out == nil {
		return
	}
	if !slices.Contains(d.components, of.out) {
		d.components = append(d.components, of.out)
	}
	if _, known := b.byComponent[of.out]; !known {
		b.byComponent[of.out] = name
	}
}

// contractRoots reads the directives of the contract's fields, and adds the arguments that only their operations have. It returns these
// operations.
func (b *builder) contractRoots() (bound map[*operations.Operation]bool, err error) {
	bound = map[*operations.Operation]bool{}
	find := func(field, name string) (*operations.Operation, error) {
		o := b.registry.Find(name)
		if o == nil {
			return nil, fmt.Errorf("field %s: there is no operation %s", field, name)
		}
		bound[o] = true
		return o, nil
	}
	for _, of := range []string{"Query", "Mutation"} {
		for _, f := range b.contract.Definitions.ForName(of).Fields {
			r := &root{name: f.Name, named: map[string]string{}, backend: f.Directives.ForName("backend") != nil}
			result := f.Type
			if of == "Mutation" {
				payload := b.contract.Definitions.ForName(f.Type.Name())
				r.payload, result = payload.Fields[0].Name, payload.Fields[0].Type
			}
			name, paged := strings.CutSuffix(result.Name(), connectionSuffix)
			switch {
			case paged:
				r.shape = connection
			case result.Elem != nil:
				r.shape = list
			}
			if d := f.Directives.ForName("by"); d != nil {
				r.resolver = d.Arguments.ForName("resolver").Value.Raw
			}
			if d := f.Directives.ForName("operation"); d != nil {
				if r.operation, err = find(f.Name, d.Arguments.ForName("name").Value.Raw); err != nil {
					return nil, err
				}
				if guest := d.Arguments.ForName("guest"); guest != nil {
					if r.guest, err = find(f.Name, guest.Value.Raw); err != nil {
						return nil, err
					}
				}
				if names := d.Arguments.ForName("named"); names != nil {
					for _, n := range names.Value.Children {
						theirs, ours, _ := strings.Cut(n.Value.Raw, "=")
						r.named[theirs] = ours
					}
				}
				b.bind(name, b.described[r.operation])
				if err := b.extend(f, r, of == "Mutation"); err != nil {
					return nil, fmt.Errorf("field %s: %w", f.Name, err)
				}
			} else if r.resolver == "" {
				r.shape = byIRI
				if d := b.drafts[name]; d != nil && d.shown != nil {
					bound[d.shown] = true
				}
			}
			b.roots[of+"."+f.Name] = r
			r.of = &objectType{name: name} // replaced when all types are known
		}
	}
	return bound, nil
}

// identifier is a name that GraphQL allows.
var identifier = regexp.MustCompile(`^(_?[A-Za-z])[_0-9A-Za-z]*$`)

// complete adds the fields of a type's documents.
func (b *builder) complete(d *draft) {
	known := schema.Properties{}
	for _, c := range d.components {
		for _, p := range c.Schema.Properties {
			if _, had := known.Get(p.Name); !had && identifier.MatchString(p.Name) {
				known = append(known, p)
			}
		}
	}
	has := map[string]bool{}
	if d.contract {
		for _, f := range b.contract.Definitions.ForName(d.name).Fields {
			has[f.Name] = true
			d.members[f.Name] = b.contractMember(f)
		}
	}
	var parts []draftField
	members := map[string]*member{}
	for _, p := range known {
		name := p.Name
		if name == "id" {
			name = "_id"
		}
		of, m := b.property(p.Value)
		m.name = p.Name
		if !has[name] {
			d.fields = append(d.fields, draftField{name, of, p.Value.Description})
			d.members[name] = m
			continue
		}
		if had := d.members[name]; had.kind == copied && (m.kind == object || m.kind == objects) {
			parts = append(parts, draftField{name, of, p.Value.Description})
			members[name] = m
		}
	}
	if len(parts) > 0 && !has["typed"] {
		b.typed(d, parts, members)
	}
	if d.node && !has["id"] {
		d.fields = append([]draftField{{"id", "ID!", "IRI"}}, d.fields...)
		d.members["id"] = &member{kind: located}
	}
}

// typed adds the field typed to a type. It holds the members that the contract declares as any JSON, with their proper types.
func (b *builder) typed(d *draft, fields []draftField, members map[string]*member) {
	t := b.draft(d.name + "Parts")
	t.doc = "The parts of a " + d.name + " with their types. The contract has them as any JSON."
	t.fields, t.members = fields, members
	d.fields = append(d.fields, draftField{"typed", t.name + "!", "its parts, with their types"})
	d.members["typed"] = &member{kind: part, of: &objectType{name: t.name}}
}

// contractMember returns the member that a field of the contract shows.
func (b *builder) contractMember(f *ast.FieldDefinition) *member {
	m := &member{name: f.Name, none: absent(f.Type)}
	of := f.Type.Name()
	switch name, paged := strings.CutSuffix(of, connectionSuffix); {
	case f.Name == "id":
		m.kind = located
	case f.Name == "_id":
		m.name = "id"
	case paged:
		m.kind, m.of = edges, &objectType{name: name}
	case b.drafts[of] != nil && f.Type.Elem != nil:
		m.kind, m.of = objects, &objectType{name: of}
	case b.drafts[of] != nil:
		m.kind, m.of = object, &objectType{name: of}
	}
	return m
}

// absent returns the JSON of a field whose document lacks the member: the zero value, or null if the type allows it.
func absent(t *ast.Type) string {
	if !t.NonNull {
		return "null"
	}
	switch t.NamedType {
	case "Boolean":
		return "false"
	case "Int", "Float":
		return "0"
	case "String", "ID":
		return `""`
	}
	return "[]"
}

// property returns the type of a member of documents, and how it is shown.
func (b *builder) property(s *schema.Schema) (of string, m *member) {
	m = &member{none: "null"}
	for s.Ref == nil && len(s.AnyOf) > 0 {
		var only *schema.Schema
		for _, part := range s.AnyOf {
			if slices.Equal(part.Type, schema.Types{schema.Null}) {
				continue
			}
			if only != nil {
				return iterable, m
			}
			only = part
		}
		s = only
	}
	if s.Ref != nil {
		if name := b.componentType(s.Ref); name != "" {
			m.kind, m.of = object, &objectType{name: name}
			return name, m
		}
		if len(s.Ref.Schema.Properties) > 0 || len(s.Ref.Schema.AnyOf) > 0 {
			return iterable, m
		}
		s = s.Ref.Schema
	}
	types := slices.DeleteFunc(slices.Clone(s.Type), func(t string) bool { return t == schema.Null })
	if len(types) != 1 {
		return iterable, m
	}
	if types[0] == schema.Array && s.Items != nil {
		inner, element := b.property(s.Items)
		switch {
		case element.kind == object:
			m.kind, m.of = objects, element.of
			return "[" + inner + "!]", m
		case inner == iterable || strings.HasPrefix(inner, "["):
			return iterable, m
		}
		return "[" + inner + "!]", m
	}
	if name := scalars[types[0]]; name != "" {
		return name, m
	}
	return iterable, m
}

// scalars maps the types of JSON Schema to those of GraphQL.
var scalars = map[string]string{schema.Text: "String", schema.Integer: "Int", schema.Number: "Float", schema.Boolean: "Boolean"}

// componentType returns the name of the type of a component's documents; empty if they have no members.
func (b *builder) componentType(c *schema.Component) string {
	if name, known := b.byComponent[c]; known {
		return name
	}
	if !slices.ContainsFunc(c.Schema.Properties, func(p schema.Entry[*schema.Schema]) bool { return identifier.MatchString(p.Name) }) {
		return ""
	}
	name := c.Name
	for b.drafts[name] != nil || b.contract.Definitions.ForName(name) != nil {
		name += "Document"
	}
	d := b.draft(name)
	d.components, b.byComponent[c] = []*schema.Component{c}, name
	if linked, ok := b.components.Get(c.Name + ".jsonld"); ok {
		_, d.node = linked.Properties.Get("@type")
	}
	return name
}

// text prints the definitions.
func (b *builder) text() string {
	var out strings.Builder
	for _, of := range []string{"Query", "Mutation", "Subscription"} {
		extend := "extend "
		if of == "Subscription" {
			extend = ""
		}
		fmt.Fprintf(&out, "%stype %s {\n", extend, of)
		for _, f := range b.fields {
			if f.of == of {
				fmt.Fprintf(&out, "  %s\n  %s%s: %s\n", quoted(f.doc), f.name, f.arguments, f.result)
			}
		}
		out.WriteString("}\n")
	}
	for _, d := range b.ordered {
		if len(d.fields) == 0 {
			continue
		}
		switch {
		case d.contract:
			fmt.Fprintf(&out, "extend type %s {\n", d.name)
		case d.node:
			fmt.Fprintf(&out, "%s\ntype %s implements Node {\n", quoted(d.doc), d.name)
		default:
			fmt.Fprintf(&out, "%s\ntype %s {\n", quoted(d.doc), d.name)
		}
		for _, f := range d.fields {
			fmt.Fprintf(&out, "  %s\n  %s: %s\n", quoted(f.doc), f.name, f.of)
		}
		out.WriteString("}\n")
	}
	for _, s := range b.rest {
		out.WriteString(s)
	}
	for _, name := range b.paged() {
		fmt.Fprintf(&out, `
"A page of a list."
type %[1]sCursorConnection { edges: [%[1]sEdge] pageInfo: %[1]sPageInfo! totalCount: Int! }
"A row of a page."
type %[1]sEdge { node: %[1]s cursor: String! }
"Where a page begins and ends."
type %[1]sPageInfo { startCursor: String endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! }
`, name)
	}
	return out.String()
}

// paged lists the types that have connections.
func (b *builder) paged() (names []string) {
	add := func(of string) {
		if name, ok := strings.CutSuffix(of, connectionSuffix); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, def := range b.contract.Definitions {
		for _, f := range def.Fields {
			add(f.Type.Name())
		}
	}
	for _, name := range b.connections {
		add(name + connectionSuffix)
	}
	return names
}

// quoted prints a description. JSON escapes are escapes of GraphQL as well.
func quoted(text string) string {
	if text == "" {
		return ""
	}
	return encodedText(text)
}

// describe adds descriptions to the contract's fields and types.
func (b *builder) describe(s *ast.Schema) {
	for _, of := range []*ast.Definition{s.Query, s.Mutation} {
		for _, f := range of.Fields {
			r := b.roots[of.Name+"."+f.Name]
			if r == nil || f.Description != "" {
				continue
			}
			o := r.operation
			if o == nil && r.shape == byIRI && b.drafts[r.of.name] != nil {
				o = b.drafts[r.of.name].shown
			}
			if o != nil {
				f.Description = docOf(o)
			}
		}
	}
	for _, d := range b.ordered {
		if def := s.Types[d.name]; def != nil && def.Description == "" && d.shown != nil {
			def.Description = d.shown.Resource.Doc
		}
	}
}

// docOf returns the description of an operation.
func docOf(o *operations.Operation) string {
	text := o.Summary
	if text == "" {
		text = string(o.Verb) + " " + o.Resource.Name
	}
	if o.Effect.Irreversible != "" {
		text += ". " + strings.TrimSuffix(o.Effect.Irreversible, ".")
	}
	return strings.TrimSpace(text + ". " + o.Doc)
}

// objects returns the types, with their references to each other.
func (b *builder) objects() map[string]*objectType {
	out := make(map[string]*objectType, len(b.ordered))
	for _, d := range b.ordered {
		out[d.name] = &objectType{name: d.name, members: d.members, shown: d.shown, address: b.addressOf(d)}
	}
	for _, d := range b.ordered {
		for _, m := range d.members {
			if m.of != nil {
				m.of = out[m.of.name]
			}
		}
	}
	for _, r := range b.roots {
		if r.of != nil {
			r.of = out[r.of.name]
		}
	}
	return out
}

// nodes returns the types with an operation that shows one document. Of types with the same IRIs it returns the first.
func (b *builder) nodes(types map[string]*objectType) (out []*objectType) {
	for _, d := range b.ordered {
		of := types[d.name]
		if of.shown != nil && !slices.ContainsFunc(out, func(had *objectType) bool { return had.address.prefix == of.address.prefix }) {
			out = append(out, of)
		}
	}
	return out
}
