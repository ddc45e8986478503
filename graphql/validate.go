package graphql

import (
	"fmt"
	"maps"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// silent are the rules that name parts of the schema in their failures, with their forms that name none.
var silent = map[string]validator.Rule{
	rules.FieldsOnCorrectTypeRule.Name: rules.FieldsOnCorrectTypeRuleWithoutSuggestions,
	rules.KnownArgumentNamesRule.Name:  rules.KnownArgumentNamesRuleWithoutSuggestions,
	rules.KnownTypeNamesRule.Name:      rules.KnownTypeNamesRuleWithoutSuggestions,
	rules.ScalarLeafsRule.Name:         rules.ScalarLeafsRuleWithoutSuggestions,
	rules.ValuesOfCorrectTypeRule.Name: rules.ValuesOfCorrectTypeRuleWithoutSuggestions,
}

// enoughFailures ends a validation.
type enoughFailures struct{}

// validate checks a document against the schema. It ends at the first mostFailures errors, since an invalid document can have millions.
func (c *catalogue) validate(doc *ast.QueryDocument, suggests bool) (wrong gqlerror.List) {
	defer func() {
		if p := recover(); p != nil && p != any(enoughFailures{}) {
			panic(p)
		}
	}()
	all := rules.NewDefaultRules().GetInner()
	events := &validator.Events{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		check := all[name]
		if quiet, ok := silent[name]; ok && !suggests {
			check = quiet.RuleFunc
		}
		check(events, func(options ...validator.ErrorOption) {
			if len(wrong) == mostFailures {
				panic(enoughFailures{})
			}
			e := &gqlerror.Error{Rule: name}
			for _, set := range options {
				set(e)
			}
			wrong = append(wrong, e)
		})
	}
	validator.Walk(c.schema, doc, events)
	return wrong
}

// nodeBytes is the estimated memory of a node of a parsed document, in bytes.
const nodeBytes = 400

// mostPairs bounds the pairs of fields of one name that the rules compare. A document within mostComplexity has fewer.
const mostPairs = mostComplexity * mostComplexity

// survey counts the nodes of a document before it is checked.
type survey struct {
	nodes  int
	all    int            // fields
	fields map[string]int // by the name in the answer
}

// refuse returns a failure if the check of a document would cost too much: rules compare all fields of one name in pairs, and walk through
// fragments once for each operation.
func (s *survey) refuse(doc *ast.QueryDocument) *failure {
	if n := len(doc.Operations); n > mostOperations {
		return &failure{Message: fmt.Sprintf("The document has %d operations, and %d are allowed. Send them one by one.", n, mostOperations)}
	}
	for _, o := range doc.Operations {
		s.nodes += 1 + 2*len(o.VariableDefinitions)
		for _, v := range o.VariableDefinitions {
			s.value(v.DefaultValue)
		}
		s.directives(o.Directives)
		s.set(o.SelectionSet)
	}
	for _, f := range doc.Fragments {
		s.nodes++
		s.directives(f.Directives)
		s.set(f.SelectionSet)
	}
	pairs := 0
	for _, n := range s.fields {
		pairs += n * n
	}
	if pairs > mostPairs {
		return tooComplex(s.all)
	}
	return nil
}

func (s *survey) set(set ast.SelectionSet) {
	for _, selection := range set {
		s.nodes++
		switch selection := selection.(type) {
		case *ast.Field:
			s.all++
			s.fields[selection.Alias]++
			s.arguments(selection.Arguments)
			s.directives(selection.Directives)
			s.set(selection.SelectionSet)
		case *ast.FragmentSpread:
			s.directives(selection.Directives)
		case *ast.InlineFragment:
			s.directives(selection.Directives)
			s.set(selection.SelectionSet)
		}
	}
}

func (s *survey) directives(list ast.DirectiveList) {
	for _, d := range list {
		s.nodes++
		s.arguments(d.Arguments)
	}
}

func (s *survey) arguments(list ast.ArgumentList) {
	for _, a := range list {
		s.nodes++
		s.value(a.Value)
	}
}

func (s *survey) value(v *ast.Value) {
	if v == nil {
		return
	}
	s.nodes++
	for _, child := range v.Children {
		s.value(child.Value)
	}
}
