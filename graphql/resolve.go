package graphql

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/inputs"
	"tradelog/operations/representation"
	"tradelog/readmodels/documents"
)

// found is the answer to a field of Query or Mutation before its fields are selected. The zero value is null.
type found struct {
	document []byte
	page     *page
	rows     [][]byte
	value    []byte // as any JSON
}

// resolver answers a field that needs more than a call of one operation.
type resolver func(ctx context.Context, x *execution, r *root, arguments map[string]any) (found, error)

// answer returns the object of a query or a mutation.
func (x *execution) answer(ctx context.Context, of *ast.Definition, set ast.SelectionSet) []byte {
	fields := x.collect([]ast.SelectionSet{set}, of)
	values := make([][]byte, len(fields))
	for i, f := range fields {
		switch f.field.Name {
		case "__typename":
			values[i] = strconv.AppendQuote(nil, of.Name)
		case "__schema", "__type":
			values[i] = x.introspect(f)
		default:
			values[i] = x.field(ctx, of, f)
		}
		if x.count(f, values[i]); x.size > x.most {
			x.tooMuch()
			return nil
		}
	}
	return printed(fields, values)
}

// field returns the value of a field of Query or Mutation. A field that fails is null; the other fields are answered.
func (x *execution) field(ctx context.Context, of *ast.Definition, f *selection) []byte {
	r := x.h.catalogue.roots[of.Name+"."+f.field.Name]
	at := &pathNode{key: f.key}
	began := time.Now()
	v, err := x.root(ctx, r, f, at)
	status := 200
	if err != nil {
		status = x.fail(x.named(err, r, f), at, f.field)
		v = null
	}
	if v == nil {
		v = null
	}
	if x.h.options.Observe != nil {
		x.h.options.Observe("GraphQL "+f.field.Name, status, time.Since(began))
	}
	return v
}

func (x *execution) root(ctx context.Context, r *root, f *selection, at *pathNode) ([]byte, error) {
	if x.given > maxGiven {
		return nil, errGiven
	}
	arguments, _ := sent(f.field.ArgumentMap(x.variables)).(map[string]any)
	if r.payload == "" {
		got, err := x.find(ctx, r, arguments)
		if err != nil {
			return nil, err
		}
		return x.show(ctx, r, f, got, at), nil
	}
	input, _ := arguments["input"].(map[string]any)
	x.writes++
	got, err := x.find(ctx, r, input)
	if err != nil {
		return nil, err
	}
	return x.showPayload(ctx, r, f, got, input, at), nil
}

// sent returns an argument with its empty lists. The parser makes nil of a list without elements, which JSON has as null: as nothing sent.
func sent(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = sent(v[i])
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, member := range v {
			object[name] = sent(member)
		}
		return object
	}
	return v
}

var errBackend = fault.Forbiddenf("Access denied")

// find calls the source of a field.
func (x *execution) find(ctx context.Context, r *root, arguments map[string]any) (found, error) {
	if r.backend && x.request.CustomerID() != 0 {
		return found{}, errBackend
	}
	if r.resolver != "" {
		return resolvers[r.resolver](ctx, x, r, arguments)
	}
	if r.shape == byIRI {
		doc, err := x.item(ctx, r.of, textOf(arguments[r.identifier()]))
		return found{document: doc}, err
	}
	o := r.operation
	if r.guest != nil && arguments["maskedId"] != nil {
		o = r.guest
	}
	return x.findWith(ctx, r, o, arguments)
}

// identifier returns the name of the argument with an IRI. In the contract, it is always id.
func (r *root) identifier() string {
	if r.operation != nil {
		return r.operation.Placeholders()[0]
	}
	return "id"
}

// findWith calls an operation that answers a field.
func (x *execution) findWith(ctx context.Context, r *root, o *operations.Operation, arguments map[string]any) (found, error) {
	in, err := x.input(r, o, arguments)
	if err != nil {
		return found{}, err
	}
	if r.shape == connection {
		p, err := x.page(ctx, o, in, arguments)
		if err == nil {
			p.of = r.of
		}
		return found{page: p}, err
	}
	a, err := x.invoke(ctx, o, in)
	if err != nil {
		return found{}, err
	}
	return x.of(ctx, r, o, in, a)
}

// of returns the part of an operation's answer that a field shows.
func (x *execution) of(ctx context.Context, r *root, o *operations.Operation, in *representation.Input, a documents.Answer) (found, error) {
	rows := rowsOf(a)
	switch {
	case r.shape == list:
		return found{rows: rows}, nil
	case r.shape == value && r.payload == "success":
		return found{value: []byte("true")}, nil
	case r.shape == value && a.List:
		return found{value: listOf(rows, &ast.Type{})}, nil
	case len(rows) > 0 && r.shape == value:
		return found{value: rows[0]}, nil
	case len(rows) > 0:
		return found{document: rows[0]}, nil
	case a.List || o.Reads():
		return found{}, nil
	}
	return x.afterwards(ctx, r, o, in)
}

// afterwards returns the document of a write without an answer. A deleted resource has only its ID. A resource whose part was deleted is
// read again.
func (x *execution) afterwards(ctx context.Context, r *root, o *operations.Operation, in *representation.Input) (found, error) {
	own := x.h.owner(o)
	switch {
	case own == nil || r.of == nil:
		return found{}, nil
	case own.Path == o.Path:
		name := o.Placeholders()[0]
		b, err := json.Marshal(map[string]json.Number{name: json.Number(in.Variables[name])})
		return found{document: b}, err
	}
	a, err := x.invoke(ctx, own, &representation.Input{Variables: in.Variables, Query: url.Values{}})
	if rows := rowsOf(a); err == nil && len(rows) > 0 {
		return found{document: rows[0]}, nil
	}
	return found{}, err
}

// owner returns the operation that shows the resource at the beginning of an operation's path; nil if there is none.
func (h *Handler) owner(o *operations.Operation) *operations.Operation {
	_, rest, found := strings.Cut(o.Path, "}")
	if !found {
		return nil
	}
	return h.pipeline.Registry.Find("GET " + strings.TrimSuffix(o.Path, rest))
}

// rowsOf returns the documents of an answer, in plain JSON.
func rowsOf(a documents.Answer) [][]byte {
	switch {
	case len(a.Bare) > 0 && a.Bare[0] == '[':
		var rows [][]byte
		for row := range bodies.Elements(a.Bare) {
			rows = append(rows, row)
		}
		return rows
	case a.Bare != nil:
		return [][]byte{a.Bare}
	case a.Item != nil:
		return [][]byte{documents.Plain(nil, a.Item)}
	}
	rows := make([][]byte, len(a.Items))
	for i, item := range a.Items {
		rows[i] = documents.Plain(make([]byte, 0, len(item)), item)
	}
	return rows
}

// show completes a field of Query.
func (x *execution) show(ctx context.Context, r *root, f *selection, got found, at *pathNode) []byte {
	switch {
	case got.value != nil:
		return got.value
	case got.page != nil:
		got.page.at = at
		return x.pages(ctx, f.sets, []page{*got.page})[0]
	case r.shape == list:
		docs := make([]document, len(got.rows))
		for i, row := range got.rows {
			docs[i] = document{row, r.of, &pathNode{in: at, index: i}}
		}
		return listOf(x.complete(ctx, f.sets, docs), f.field.Definition.Type)
	case got.document == nil:
		return null
	}
	of := r.of
	if of == nil {
		of = x.node
	}
	return x.complete(ctx, f.sets, []document{{got.document, of, at}})[0]
}

// showPayload completes a field of Mutation.
func (x *execution) showPayload(ctx context.Context, r *root, f *selection, got found, input map[string]any, at *pathNode) []byte {
	fields := x.collect(f.sets, x.h.catalogue.schema.Types[f.field.Definition.Type.Name()])
	values := make([][]byte, len(fields))
	for i, s := range fields {
		switch s.field.Name {
		case r.payload:
			values[i] = x.show(ctx, r, s, got, &pathNode{in: at, key: s.key})
		case "clientMutationId":
			values[i] = null
			if id, ok := input["clientMutationId"].(string); ok {
				values[i] = []byte(encodedText(id))
			}
		default: // __typename
			values[i] = strconv.AppendQuote(nil, f.field.Definition.Type.Name())
		}
	}
	return x.object(fields, values)
}

// input makes the input of an operation from arguments.
func (x *execution) input(r *root, o *operations.Operation, arguments map[string]any) (*representation.Input, error) {
	in := &representation.Input{Variables: map[string]string{}, Query: url.Values{}, Typed: true}
	used := map[string]bool{"clientMutationId": true}
	if r.guest != nil || r.resolver != "" {
		used["cartId"], used["maskedId"] = true, true
	}
	for _, name := range o.Placeholders() {
		ours := name
		if named := r.named[name]; named != "" {
			ours = named
		}
		if name == "id" && r.guest != nil {
			ours = "cartId"
			if o == r.guest {
				ours = "maskedId"
			}
			if arguments[ours] == nil {
				return nil, errNoCart
			}
		}
		used[ours] = true
		sent := textOf(arguments[ours])
		text := x.h.keyIn(sent)
		if !o.Addresses(name, text) {
			return nil, errNoItem(sent)
		}
		in.Variables[name] = text
	}
	theirs := map[string]string{}
	for name, ours := range r.named {
		theirs[ours] = name
	}
	members := map[string]any{}
	for ours, v := range arguments {
		name := ours
		if known := theirs[ours]; known != "" {
			name = known
		}
		switch {
		case used[ours]:
		case o.Reads() || sourceOf(o, name) == inputs.SourceParameter:
			if v != nil && !(r.shape == connection && (slices.Contains(ofPages, name) || slices.Contains(cursors, name))) {
				in.Query.Set(name, textOf(v))
			}
		default:
			members[name] = v
		}
	}
	body, err := json.Marshal(members)
	in.Body = func() ([]byte, error) { return body, nil }
	if x.give(in, body); x.given > maxGiven {
		return nil, errGiven
	}
	return in, err
}

// maxGiven bounds the inputs of all fields of a document together, in bytes. Fields share variables, so the length of the request does not
// bound them.
const maxGiven = 4 * maxBody

var errGiven = fault.New(fault.TooLarge, "The arguments of all fields together exceed %d bytes. Send the fields in several requests.",
	maxGiven)

// give counts the input of an operation.
func (x *execution) give(in *representation.Input, body []byte) {
	x.given += len(body)
	for _, text := range in.Variables {
		x.given += len(text)
	}
	for _, values := range in.Query {
		for _, text := range values {
			x.given += len(text)
		}
	}
}

// cursors are the arguments of pages.
var cursors = []string{"first", "last", "before", "after"}

// sourceOf returns the source of a field of an operation's input.
func sourceOf(o *operations.Operation, name string) string {
	for _, f := range inputs.Fields(o.Input) {
		if slices.Contains(f.Names(), name) {
			return f.Source
		}
	}
	return ""
}

// textOf prints a value of an argument as a parameter or a variable of a path.
func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case json.Number:
		return v.String()
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// keyIn returns the last segment of an IRI; any other text stays as it is.
func (h *Handler) keyIn(text string) string {
	rest, ok := strings.CutPrefix(text, h.pipeline.Prefix+"/")
	if !ok {
		return text
	}
	segment := rest[strings.LastIndexByte(rest, '/')+1:]
	if plain, err := url.PathUnescape(segment); err == nil {
		return plain
	}
	return segment
}

// item returns the document with an IRI. It returns nil if there is none of the type, or if it is hidden from the caller.
func (x *execution) item(ctx context.Context, of *objectType, iri string) ([]byte, error) {
	o := of.shown
	if o == nil || !strings.HasPrefix(iri, of.address.prefix) {
		return nil, nil
	}
	in := &representation.Input{Variables: map[string]string{}, Query: url.Values{}}
	key := x.h.keyIn(iri)
	switch {
	case o.Verb == operations.List:
		return x.pick(ctx, o, of, key)
	case of.address.key == "" && iri != of.address.prefix:
		return nil, nil
	case of.address.key != "":
		name := o.Placeholders()[0]
		if !o.Addresses(name, key) || iri != of.address.prefix+pathSegment(key) {
			return nil, nil
		}
		in.Variables[name] = key
	}
	a, err := x.invoke(ctx, o, in)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if rows := rowsOf(a); len(rows) > 0 {
		return rows[0], nil
	}
	return nil, nil
}

// pick returns the row of a list with a key.
func (x *execution) pick(ctx context.Context, o *operations.Operation, of *objectType, key string) ([]byte, error) {
	a, err := x.invoke(ctx, o, &representation.Input{Variables: map[string]string{}, Query: url.Values{}})
	if err != nil {
		return nil, err
	}
	for _, row := range rowsOf(a) {
		for name, v := range bodies.Members(row) {
			if name == of.address.key && strings.Trim(string(v), `"`) == key {
				return row, nil
			}
		}
	}
	return nil, nil
}

// page reads the range of a list that arguments select.
func (x *execution) page(ctx context.Context, o *operations.Operation, in *representation.Input, arguments map[string]any) (*page, error) {
	w, err := windowOf(arguments)
	if err != nil {
		return nil, err
	}
	if !o.Paged || in.Query.Has(operations.IDsParameter) {
		a, err := x.invoke(ctx, o, in)
		if err != nil {
			return nil, err
		}
		all := rowsOf(a)
		p := &page{total: len(all)}
		p.rows, p.offset = w.cut(all)
		return p, nil
	}
	read := func(number, size int) ([][]byte, int, error) {
		query := url.Values{}
		for name, values := range in.Query {
			query[name] = values
		}
		query.Set("page", strconv.Itoa(number))
		query.Set("itemsPerPage", strconv.Itoa(size))
		a, err := x.invoke(ctx, o, &representation.Input{Variables: in.Variables, Query: query, Body: in.Body, Typed: in.Typed})
		return rowsOf(a), int(a.Total), err
	}
	if w.last || w.size == 0 {
		_, total, err := read(1, 1)
		if err != nil {
			return nil, err
		}
		w = window{offset: max(w.offset, total-w.size), size: w.size}
		if w.size == 0 || w.offset >= total {
			return &page{offset: min(w.offset, total), total: total}, nil
		}
		w.size = min(w.size, total-w.offset)
	}
	first := w.offset / w.size
	rows, total, err := read(first+1, w.size)
	if err != nil {
		return nil, err
	}
	if skip := w.offset - first*w.size; skip > 0 {
		more, _, err := read(first+2, w.size)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
		rows = rows[min(skip, len(rows)):]
		rows = rows[:min(w.size, len(rows))]
	}
	return &page{rows: rows, offset: w.offset, total: total}, nil
}

// pathSegment escapes a key for an IRI.
func pathSegment(key string) string { return strings.ReplaceAll(url.PathEscape(key), "+", "%2B") }

// encodedText prints a text as JSON.
func encodedText(text string) string {
	b, err := documents.Encode(text)
	if err != nil {
		return `""`
	}
	return string(b)
}
