package graphql

import (
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
)

// Bounds of documents (graphql §2).
const (
	mostDepth      = 12
	mostComplexity = 500
	mostTokens     = 10_000
	mostOperations = 50  // of a document, which has one operation as a rule
	mostFailures   = 100 // of an invalid document; the check ends there
	longestFailure = 1000
)

// parsed is a document that was checked against the schema.
type parsed struct {
	document *ast.QueryDocument
	failures []failure // reasons why it is invalid
	weight   int       // estimate of the memory that it takes, in bytes
	// introspects reports whether the document asks for the schema. Fields of introspection count neither for depth nor for complexity.
	introspects bool
}

// parse reads and checks a document. suggests: failures name similar fields, types and arguments of the schema.
func (c *catalogue) parse(query string, suggests bool) *parsed {
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: query}, mostTokens)
	if err != nil {
		return &parsed{failures: failuresOf(listed(err))}
	}
	s := survey{fields: map[string]int{}}
	if refusal := s.refuse(doc); refusal != nil {
		return &parsed{failures: []failure{*refusal}}
	}
	p := &parsed{document: doc, weight: s.nodes * nodeBytes}
	for _, o := range doc.Operations {
		p.introspects = p.introspects || asksForSchema(o.SelectionSet)
	}
	for _, f := range doc.Fragments {
		p.introspects = p.introspects || asksForSchema(f.SelectionSet)
	}
	if wrong := c.validate(doc, suggests); len(wrong) > 0 {
		p.failures = failuresOf(wrong)
	}
	return p
}

func listed(err error) gqlerror.List {
	if e, ok := err.(*gqlerror.Error); ok { //nolint:errorlint // the parser does not wrap it
		return gqlerror.List{e}
	}
	return gqlerror.List{gqlerror.Wrap(err)}
}

// asksForSchema reports whether a selection has __schema or __type at any depth. Fragments are checked separately.
func asksForSchema(set ast.SelectionSet) bool {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if s.Name == "__schema" || s.Name == "__type" || asksForSchema(s.SelectionSet) {
				return true
			}
		case *ast.InlineFragment:
			if asksForSchema(s.SelectionSet) {
				return true
			}
		}
	}
	return false
}

// operation finds the operation to carry out.
func (p *parsed) operation(name string) (*ast.OperationDefinition, *failure) {
	switch o := p.document.Operations.ForName(name); {
	case o != nil:
		return o, nil
	case name != "":
		return nil, &failure{Message: fmt.Sprintf("Unknown operation named %q.", clip(name))}
	case len(p.document.Operations) == 0:
		return nil, &failure{Message: "Must provide an operation."}
	}
	return nil, &failure{Message: "Must provide operation name if query contains multiple operations."}
}

// limits refuses an operation that is too deep or too complex. Fields excluded by variables do not count.
func (x *execution) limits(o *ast.OperationDefinition) *failure {
	m := measure{x: x}
	complexity := m.set(o.SelectionSet, 0)
	switch {
	case m.depth > mostDepth:
		return &failure{Message: fmt.Sprintf("Max query depth should be %d but got %d.", mostDepth, m.depth)}
	case complexity > mostComplexity:
		return tooComplex(complexity)
	}
	return nil
}

func tooComplex(complexity int) *failure {
	return &failure{Message: fmt.Sprintf("Max query complexity should be %d but got %d.", mostComplexity, complexity)}
}

// measure computes depth and complexity. The depth of an operation is the deepest nesting of fields with selections. The complexity is the
// number of fields; a field that calls a dear operation counts as several (operations.Declaration.Cost).
type measure struct {
	x     *execution
	depth int
	steps int
}

// enough bounds the steps of a measurement. Nested fragments can stand for exponentially many fields, even if none of them is included.
const enough = 100 * mostComplexity

func (m *measure) set(set ast.SelectionSet, depth int) (complexity int) {
	for _, s := range set {
		if m.steps++; m.steps > enough {
			return enough
		}
		switch s := s.(type) {
		case *ast.Field:
			if s.Name == "__schema" || s.Name == "__type" || !m.x.included(s.Directives) {
				continue
			}
			complexity += m.x.h.catalogue.cost(s)
			if len(s.SelectionSet) > 0 {
				m.depth = max(m.depth, depth)
				complexity += m.set(s.SelectionSet, depth+1)
			}
		case *ast.FragmentSpread:
			if m.x.included(s.Directives) {
				complexity += m.set(s.Definition.SelectionSet, depth)
			}
		case *ast.InlineFragment:
			if m.x.included(s.Directives) {
				complexity += m.set(s.SelectionSet, depth)
			}
		}
	}
	return complexity
}

// cost returns the complexity of a field without the fields in it.
func (c *catalogue) cost(f *ast.Field) int {
	if f.ObjectDefinition == nil {
		return 1
	}
	if r := c.roots[f.ObjectDefinition.Name+"."+f.Name]; r != nil && r.operation != nil {
		return max(r.operation.Cost, 1)
	}
	return 1
}
