package graphql

import (
	"context"
	"slices"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"

	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/bodies"
)

// execution carries out one operation of a document.
type execution struct {
	h         *Handler
	caller    operations.Caller
	request   *operations.Call // of the caller, without an operation
	variables map[string]any
	errors    []failure
	madeOf    []operations.MadeOf
	lasting   bool // the answer may be remembered
	size      int  // of the answer so far, in bytes
	most      int  // bytes of the answer
	given     int  // bytes of the inputs of operations so far
	loads     int  // resources loaded because of references
	writes    int  // mutations so far
	replayed  int  // mutations answered from an earlier request
	differs   bool // one of these had another input
	position  eventstore.Position
	token     string      // of the position
	node      *objectType // of the document that the field node returns
}

// document is a document whose fields are selected.
type document struct {
	json []byte
	of   *objectType
	at   *pathNode
}

// pathNode is a position in the answer.
type pathNode struct {
	in    *pathNode
	key   string // key in an object; empty: index in a list
	index int
}

// path returns the keys and indexes from the root.
func (p *pathNode) path() ast.Path {
	var out ast.Path
	for ; p != nil; p = p.in {
		if p.key != "" {
			out = append(out, ast.PathName(p.key))
		} else {
			out = append(out, ast.PathIndex(p.index))
		}
	}
	slices.Reverse(out)
	return out
}

// selection is a field of the answer, with its selection sets from all parts of the document.
type selection struct {
	key   string
	field *ast.Field
	sets  []ast.SelectionSet
}

// collect returns the fields of an object type that selections contain, in their order.
func (x *execution) collect(sets []ast.SelectionSet, of *ast.Definition) []*selection {
	var out []*selection
	var add func(set ast.SelectionSet)
	add = func(set ast.SelectionSet) {
		for _, s := range set {
			switch s := s.(type) {
			case *ast.Field:
				if !x.included(s.Directives) {
					continue
				}
				i := slices.IndexFunc(out, func(had *selection) bool { return had.key == s.Alias })
				if i < 0 {
					i = len(out)
					out = append(out, &selection{key: s.Alias, field: s})
				}
				if len(s.SelectionSet) > 0 {
					out[i].sets = append(out[i].sets, s.SelectionSet)
				}
			case *ast.FragmentSpread:
				if x.included(s.Directives) && concerns(s.Definition.TypeCondition, of) {
					add(s.Definition.SelectionSet)
				}
			case *ast.InlineFragment:
				if x.included(s.Directives) && concerns(s.TypeCondition, of) {
					add(s.SelectionSet)
				}
			}
		}
	}
	for _, set := range sets {
		add(set)
	}
	return out
}

// included evaluates the directives skip and include.
func (x *execution) included(directives ast.DirectiveList) bool {
	for _, d := range directives {
		if d.Name != "skip" && d.Name != "include" {
			continue
		}
		condition, _ := d.ArgumentMap(x.variables)["if"].(bool)
		if condition == (d.Name == "skip") {
			return false
		}
	}
	return true
}

// concerns reports whether a fragment's type condition includes a type.
func concerns(condition string, of *ast.Definition) bool {
	return condition == "" || condition == of.Name || slices.Contains(of.Interfaces, condition)
}

// complete returns the selected fields of documents of one type as objects; nil stands for null. Each field is completed for all documents
// at once, so that referenced resources are loaded together.
func (x *execution) complete(ctx context.Context, sets []ast.SelectionSet, docs []document) [][]byte {
	out := make([][]byte, len(docs))
	if len(docs) == 0 || x.size > x.most {
		return out
	}
	of := docs[0].of
	fields := x.collect(sets, x.h.catalogue.schema.Types[of.name])
	values := x.raw(of, fields, docs)
	missing := make([]bool, len(docs)) // documents that lack the value of a non-null field
	for i, f := range fields {
		column := make([][]byte, len(docs))
		for d := range docs {
			column[d] = values[d*len(fields)+i]
		}
		x.column(ctx, f, of, docs, column)
		for d, v := range column {
			missing[d] = missing[d] || v == nil && f.field.Definition.Type.NonNull
			values[d*len(fields)+i] = v
		}
	}
	for d := range docs {
		if !missing[d] {
			out[d] = x.object(fields, values[d*len(fields):(d+1)*len(fields)])
		}
	}
	return out
}

// raw returns the members that fields show, row by row for each document.
func (x *execution) raw(of *objectType, fields []*selection, docs []document) [][]byte {
	wanted := make(map[string][]int, len(fields))
	for i, f := range fields {
		switch m := of.members[f.field.Name]; {
		case m == nil || m.kind == part: // __typename, or the document itself
		case m.kind == located:
			wanted[of.address.key] = append(wanted[of.address.key], i)
		default:
			wanted[m.name] = append(wanted[m.name], i)
		}
	}
	values := make([][]byte, len(docs)*len(fields))
	for d, doc := range docs {
		for name, value := range bodies.Members(doc.json) {
			for _, i := range wanted[name] {
				values[d*len(fields)+i] = value
			}
		}
	}
	return values
}

// column completes one field of documents. It replaces the members in values by the completed values; nil stands for null.
func (x *execution) column(ctx context.Context, f *selection, of *objectType, docs []document, values [][]byte) {
	m := of.members[f.field.Name]
	if m == nil { // __typename
		for i := range values {
			values[i] = strconv.AppendQuote(nil, of.name)
		}
		return
	}
	at := func(i int) *pathNode { return &pathNode{in: docs[i].at, key: f.key} }
	switch m.kind {
	case copied:
		for i, v := range values {
			if v == nil {
				values[i] = []byte(m.none)
			}
		}
	case located:
		for i, v := range values {
			values[i] = of.address.iri(v)
		}
	case part:
		x.nested(ctx, f, values, func(i int) (document, bool) { return document{docs[i].json, m.of, at(i)}, true })
	case object:
		x.nested(ctx, f, values, func(i int) (document, bool) { return document{values[i], m.of, at(i)}, isObject(values[i]) })
	case referred:
		found := x.refer(ctx, f, m.of, values, at)
		x.nested(ctx, f, values, func(i int) (document, bool) { return document{found[i], m.of, at(i)}, found[i] != nil })
	case objects:
		x.lists(ctx, f, m, values, at)
	case edges:
		pages := make([]page, len(values))
		for i, v := range values {
			pages[i] = page{of: m.of, at: at(i)}
			for row := range bodies.Elements(v) {
				pages[i].rows = append(pages[i].rows, row)
			}
			pages[i].total = len(pages[i].rows)
		}
		x.embedded(ctx, f, pages, values)
	}
}

func isObject(v []byte) bool { return len(v) > 0 && v[0] == '{' }

// nested completes a field whose value is one document, or null.
func (x *execution) nested(ctx context.Context, f *selection, values [][]byte, of func(i int) (document, bool)) {
	var docs []document
	var index []int
	for i := range values {
		if d, ok := of(i); ok {
			docs, index = append(docs, d), append(index, i)
		}
		values[i] = null
	}
	for i, v := range x.complete(ctx, f.sets, docs) {
		values[index[i]] = v
		if v == nil && !f.field.Definition.Type.NonNull {
			values[index[i]] = null
		}
	}
}

var null = []byte("null")

// lists completes a field whose value is a list of documents.
func (x *execution) lists(ctx context.Context, f *selection, m *member, values [][]byte, at func(i int) *pathNode) {
	var docs []document
	count := make([]int, len(values))
	for i, v := range values {
		in := at(i)
		for row := range bodies.Elements(v) {
			docs = append(docs, document{row, m.of, &pathNode{in: in, index: count[i]}})
			count[i]++
		}
	}
	rows := x.complete(ctx, f.sets, docs)
	for i := range values {
		values[i] = listOf(rows[:count[i]], f.field.Definition.Type)
		rows = rows[count[i]:]
	}
}

// listOf prints a list. It returns nil if both the list and its elements are non-null and an element is null.
func listOf(rows [][]byte, of *ast.Type) []byte {
	size := 2
	for _, r := range rows {
		size += len(r) + 5
	}
	out := append(make([]byte, 0, size), '[')
	for i, r := range rows {
		if i > 0 {
			out = append(out, ',')
		}
		switch {
		case r != nil:
			out = append(out, r...)
		case of.Elem != nil && of.Elem.NonNull && of.NonNull:
			return nil
		case of.Elem != nil && of.Elem.NonNull:
			return null
		default:
			out = append(out, null...)
		}
	}
	return append(out, ']')
}

// object prints an object of fields. It returns nil once the answer is too large.
func (x *execution) object(fields []*selection, values [][]byte) []byte {
	for i, f := range fields {
		x.count(f, values[i])
	}
	if x.size > x.most {
		return nil
	}
	return printed(fields, values)
}

// count adds the size of a field to that of the answer: its name, and its value unless its own fields were counted.
func (x *execution) count(f *selection, value []byte) {
	x.size += len(f.key) + 4
	if len(f.sets) == 0 {
		x.size += len(value)
	}
}

func printed(fields []*selection, values [][]byte) []byte {
	size := 2
	for i, f := range fields {
		size += len(f.key) + len(values[i]) + 8
	}
	out := append(make([]byte, 0, size), '{')
	for i, f := range fields {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, '"'), f.key...), `":`...)
		if values[i] == nil {
			out = append(out, null...)
		} else {
			out = append(out, values[i]...)
		}
	}
	return append(out, '}')
}

// iri returns the IRI of a document by the value of its key member.
func (a address) iri(key []byte) []byte {
	out := append([]byte{'"'}, a.prefix...)
	switch {
	case a.key == "":
	case len(key) > 1 && key[0] == '"':
		out = append(out, pathSegment(bodies.Text(key))...)
	case len(key) == 0 || string(key) == "null":
		out = append(out, '0')
	default:
		out = append(out, key...)
	}
	return append(out, '"')
}
