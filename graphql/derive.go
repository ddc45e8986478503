package graphql

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"tradelog/operations"
	"tradelog/operations/schema"
)

// withoutPurpose matches names of mutations that must not be offered. The reference has them, but they do nothing or fail (graphql §8).
var withoutPurpose = regexp.MustCompile(
	`^(update|delete|create)(AuthToken|BundleOption|ConfigurableSetup|DownloadableLink|GroupedProductLink|` +
		`ProductCustomOption|ProductGroupPrice|ProductLink|ProductMedia|ProductTierPrice|Media|ContactForm|Store|Currency|SocialAuth)$`,
)

// derive adds a field for an operation without a field in the contract.
func (b *builder) derive(d *described) {
	o := d.operation
	of := "Mutation"
	if o.Reads() {
		of = "Query"
	}
	r := &root{operation: o, named: map[string]string{}}
	result := b.derivedType(d)
	switch {
	case result == "" && d.nothing:
		r.shape, result = value, "Boolean!"
	case result == "":
		r.shape, result = value, iterable
	default:
		r.of = &objectType{name: result}
		if d.list {
			r.shape = list
		}
	}
	name := b.fieldName(of, o)
	r.name = name
	f := rootField{of: of, name: name, doc: docOf(o)}
	if of == "Query" {
		f.arguments = b.arguments(d)
		switch {
		case r.shape == list && o.Paged:
			r.shape, f.result = connection, result+connectionSuffix
			b.connections = append(b.connections, result)
		case r.shape == list:
			f.result = "[" + result + "!]"
		default:
			f.result = result
		}
		if r.shape == one && b.isItem(o) {
			r.shape = byIRI
		}
	} else {
		r.payload = payloadField(r, result)
		if r.shape == list {
			result = "[" + result + "!]"
		}
		f.arguments, f.result = "(input: "+name+"Input!)", name+"Payload"
		b.rest = append(b.rest, fmt.Sprintf("\ninput %sInput {\n%s  clientMutationId: String\n}\n", name, b.inputFields(d)),
			fmt.Sprintf("type %sPayload { %s: %s clientMutationId: String }\n", name, r.payload, result))
	}
	b.fields = append(b.fields, f)
	b.roots[of+"."+name] = r
}

// follow adds the fields of Subscription: the live answers of operations, and changes of each resource with an IRI.
func (b *builder) follow() {
	for _, o := range b.registry.All() {
		d := b.described[o]
		if o.Live == nil || d.message == nil {
			continue
		}
		segments := strings.Split(strings.Trim(o.Path, "/"), "/")
		name, result := lowerCamel(strings.ReplaceAll(segments[len(segments)-1], "-", "_")), b.componentType(d.message)
		b.fields = append(b.fields, rootField{of: "Subscription", name: name, arguments: b.arguments(d), result: result, doc: docOf(o)})
		b.roots["Subscription."+name] = &root{name: name, operation: o, named: map[string]string{}, of: &objectType{name: result}}
	}
	var names []string
	for key, r := range b.roots {
		if field, query := strings.CutPrefix(key, "Query."); query && r.shape == byIRI && b.drafts[r.of.name] != nil &&
			b.drafts[r.of.name].shown != nil {
			names = append(names, field)
		}
	}
	slices.Sort(names)
	for _, field := range names {
		r := b.roots["Query."+field]
		name := field + "Changed"
		b.fields = append(b.fields, rootField{of: "Subscription", name: name, arguments: "(id: ID!)", result: r.of.name,
			doc: "The " + field + " with an IRI: as it is, and again after each change; null at last, if it was deleted."})
		b.roots["Subscription."+name] = &root{name: name, shape: byIRI, of: &objectType{name: r.of.name}}
	}
}

// payloadField returns the name of the payload's field with the result.
func payloadField(r *root, result string) string {
	switch {
	case r.shape == value && result == "Boolean!":
		return "success"
	case r.shape == value:
		return "result"
	case r.shape == list:
		return operations.Plural(lowerFirst(result))
	}
	return lowerFirst(result)
}

// isItem reports whether an operation shows one resource of a type by its only identifier.
func (b *builder) isItem(o *operations.Operation) bool {
	d := b.drafts[b.byComponent[b.described[o].out]]
	if d == nil || !d.node || len(o.Placeholders()) != 1 || !strings.HasSuffix(o.Path, "/{"+o.Placeholders()[0]+"}") {
		return false
	}
	if d.shown == nil {
		d.shown = o
	}
	return d.shown == o
}

// derivedType returns the type of the documents of an operation; empty if they have none.
func (b *builder) derivedType(d *described) string {
	if d.out == nil {
		return ""
	}
	if name, known := b.byComponent[d.out]; known {
		return name
	}
	if own := b.drafts[d.operation.Resource.Name]; own != nil && own.contract && (len(own.components) == 0 || d.out.Name == own.name) {
		b.bind(own.name, d)
		return own.name
	}
	return b.componentType(d.out)
}

// fieldName returns the name of a field by the contract's rules (graphql §3). If that name is taken or has no purpose, or the operation is
// on a part of a resource, it returns the tool's name.
func (b *builder) fieldName(of string, o *operations.Operation) string {
	name := lowerCamel(o.Identifier())
	if segments := strings.Split(strings.Trim(o.Path, "/"), "/"); !strings.HasPrefix(segments[0], "{") &&
		(len(segments) == 1 || len(segments) == 2 && strings.HasPrefix(segments[1], "{")) {
		short := lowerFirst(o.Resource.Name)
		switch {
		case o.Verb == operations.List && len(segments) == 1:
			name = operations.Plural(short)
		case o.Verb == operations.Get && len(segments) == 2:
			name = short
		case o.Method == http.MethodPost && len(segments) == 1:
			name = "create" + o.Resource.Name
		case o.Method == http.MethodPut && len(segments) == 2:
			name = "update" + o.Resource.Name
		case o.Method == http.MethodDelete && len(segments) == 2:
			name = "delete" + o.Resource.Name
		}
	}
	if withoutPurpose.MatchString(name) || b.taken(of, name) {
		name = lowerCamel(o.Identifier())
	}
	if b.taken(of, name) {
		name += strings.Title(strings.ToLower(o.Method)) //nolint:staticcheck // a method is one ASCII word
	}
	for base, n := name, 2; b.taken(of, name); n++ {
		name = fmt.Sprint(base, n)
	}
	return name
}

func (b *builder) taken(of, name string) bool { return b.roots[of+"."+name] != nil }

// arguments prints the arguments of a query.
func (b *builder) arguments(d *described) string {
	var out []string
	add := func(name, of, doc string) { out = append(out, strings.TrimSpace(quoted(doc)+" "+name+": "+of)) }
	for _, p := range d.in.Path {
		add(p.Name, "ID!", p.Description)
	}
	if d.operation.Paged {
		add("first", "Int", "number of rows, at most 100")
		add("last", "Int", "number of rows, from the end or before the cursor")
		add("before", "String", "cursor: rows before this one")
		add("after", "String", "cursor: rows after this one")
	}
	for _, p := range d.in.Query {
		ofPage := (d.operation.Paged || d.operation.Divisible()) && slices.Contains(ofPages, p.Name)
		selects := d.operation.Tool.Entries && p.Name == "fields" // queries select their fields
		if p.Silent || ofPage || selects || !identifier.MatchString(p.Name) {
			continue
		}
		add(p.Name, argumentType(p.Schema), p.Description)
	}
	if len(out) == 0 {
		return ""
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// ofPages lists the REST parameters of pages. GraphQL has first, last, before and after instead.
var ofPages = []string{"page", "pageSize", "itemsPerPage", "after", "fields"}

// extend adds what the contract does not have to a field's arguments or, of a mutation, to its input. Variables of the path are not among
// it, since the contract names each of them in its own way. Two names that differ in their case are one member.
func (b *builder) extend(f *ast.FieldDefinition, r *root, mutation bool) error {
	d := b.described[r.operation]
	if d == nil {
		return nil // an operation of the contract's alone
	}
	has := slices.AppendSeq(slices.Clone(cursors), maps.Keys(r.named))
	for _, p := range d.in.Path {
		has = append(has, p.Name)
	}
	if !mutation {
		for _, a := range f.Arguments {
			has = append(has, a.Name)
		}
		whole, err := parser.ParseSchema(&ast.Source{Input: "type Query { field" + b.arguments(d) + ": Int }"})
		if err != nil {
			return err
		}
		for _, a := range whole.Definitions[0].Fields[0].Arguments {
			if !slices.Contains(has, a.Name) {
				f.Arguments = append(f.Arguments, a)
			}
		}
		return nil
	}
	input := f.Arguments.ForName("input").Type.Name()
	for _, field := range b.contract.Definitions.ForName(input).Fields {
		has = append(has, field.Name)
	}
	if fields := b.inputFields(d, has...); fields != "" {
		b.rest = append(b.rest, fmt.Sprintf("\nextend input %s {\n%s}\n", input, fields))
	}
	return nil
}

// inputFields prints the fields of the input of a mutation, without those that it has already.
func (b *builder) inputFields(d *described, has ...string) string {
	var out strings.Builder
	seen := map[string]bool{"clientmutationid": true}
	for _, name := range has {
		seen[strings.ToLower(name)] = true
	}
	add := func(name, of, doc string) {
		if seen[strings.ToLower(name)] || !identifier.MatchString(name) {
			return
		}
		seen[strings.ToLower(name)] = true
		fmt.Fprintf(&out, "  %s\n  %s: %s\n", quoted(doc), name, of)
	}
	for _, p := range d.in.Path {
		add(p.Name, "ID!", p.Description)
	}
	for _, p := range d.in.Query {
		if !p.Silent {
			add(p.Name, argumentType(p.Schema), p.Description)
		}
	}
	if d.in.Body != nil {
		for _, p := range body(d.in.Body).Properties {
			add(p.Name, argumentType(p.Value), p.Value.Description)
		}
	}
	return out.String()
}

// body resolves the references of a body's schema.
func body(s *schema.Schema) *schema.Schema {
	for s.Ref != nil {
		s = s.Ref.Schema
	}
	return s
}

// argumentType returns the type of an argument. Objects and values of several types are any JSON.
func argumentType(s *schema.Schema) string {
	var types []string
	for _, t := range s.Type {
		if t != schema.Null {
			types = append(types, t)
		}
	}
	if len(types) != 1 || s.Ref != nil {
		return iterable
	}
	if types[0] == schema.Array && s.Items != nil {
		if inner := argumentType(s.Items); inner != iterable && !strings.HasPrefix(inner, "[") {
			return "[" + inner + "!]"
		}
		return iterable
	}
	if name := scalars[types[0]]; name != "" {
		return name
	}
	return iterable
}

// refer adds fields for resources whose ID is a member, such as order for orderId.
func (b *builder) refer(d *draft) {
	names := make([]string, 0, len(d.members))
	for name := range d.members {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		m := d.members[name]
		base, ok := strings.CutSuffix(name, "Id")
		if !ok || m.kind != copied || d.members[base] != nil {
			continue
		}
		target := b.resourceType(base)
		if target == nil {
			continue
		}
		d.fields = append(d.fields, draftField{base, target.name, "the " + base + " that " + name + " names"})
		d.members[base] = &member{kind: referred, name: m.name, none: "null", of: &objectType{name: target.name}}
	}
}

// resourceType returns the type of the resource with a name, such as product, if it can be read by its ID; otherwise nil.
func (b *builder) resourceType(name string) *draft {
	for _, d := range b.ordered {
		if d.shown != nil && lowerFirst(d.shown.Resource.Name) == name && slices.Equal(d.shown.Placeholders(), []string{"id"}) &&
			d.name != "CategoryCollection" {
			return d
		}
	}
	return nil
}

// address describes the IRIs of a type's documents.
type address struct {
	prefix string
	key    string // the member whose value follows prefix; empty: prefix is the whole IRI
}

// addressOf returns the IRIs of a type: the paths over REST, or made-up ones if no operation shows a single document.
func (b *builder) addressOf(d *draft) address {
	if o := d.shown; o != nil && o.Verb != operations.List {
		switch names := o.Placeholders(); len(names) {
		case 0:
			return address{prefix: b.prefix + o.Path}
		case 1:
			return address{b.prefix + strings.TrimSuffix(o.Path, "{"+names[0]+"}"), names[0]}
		}
	}
	a := address{prefix: b.prefix + "/" + snake(operations.Plural(lowerFirst(d.name))) + "/"}
	for _, key := range []string{"id", "code", "sku", "identifier", "subscriberId"} {
		for _, c := range d.components {
			if _, ok := c.Schema.Properties.Get(key); ok {
				a.key = key
				return a
			}
		}
	}
	return a
}

func lowerFirst(name string) string {
	if name == "" {
		return name
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// lowerCamel turns the name of a tool, such as sales_orders_list, into camel case.
func lowerCamel(tool string) string {
	var out strings.Builder
	for i, word := range strings.Split(tool, "_") {
		if i > 0 && word != "" {
			word = strings.ToUpper(word[:1]) + word[1:]
		}
		out.WriteString(word)
	}
	return out.String()
}

// snake writes a name in camel case with underscores.
func snake(name string) string {
	var out strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}
