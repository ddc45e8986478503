package letter

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"text/template/parse"

	htmltemplate "github.com/DataDog/datadog-agent/pkg/template/html"

	"tradelog/domain/fault"
	"tradelog/domain/locale"
)

// Limits of a template. They keep rendering of orders with hundreds of lines within a few seconds.
const (
	maxSubject = 255      // bytes
	maxSource  = 64 << 10 // bytes
	maxRanges  = 50       // in a template
	maxNesting = 2        // nested ranges
)

// functions lists the functions that templates may call. None of them makes texts longer.
var functions = []string{"and", "or", "not", "eq", "ne", "lt", "le", "gt", "ge", "len"}

// Check returns an error for templates that do not parse, that use variables other than those of the kind, or that could run for long.
// Empty templates are valid. languages are those in which the template is used; none: all that there are. The message names the template,
// the line, and the reason.
func (f *Form) Check(source Content, languages ...string) error {
	own := Content{"x", "x", "x"}
	for _, part := range []struct {
		name, source string
		rendered     *string
		limit        int
	}{
		{"subject", source.Subject, &own.Subject, maxSubject}, {"text", source.Text, &own.Text, maxSource},
		{"html", source.HTML, &own.HTML, maxSource},
	} {
		if part.source == "" {
			continue
		}
		if len(part.source) > part.limit {
			return fault.Preconditionf("%s is too long; the maximum is %d bytes.", part.name, part.limit).About(fault.Length, part.name)
		}
		*part.rendered = part.source
		if err := f.checkTree(part.name, part.source); err != nil {
			return err
		}
	}
	// The types are right. Values in parts of a page where they cannot be escaped are still to be found.
	if err := checkPage(own.HTML, f.sample(locale.Of("", nil))); err != nil {
		return err
	}
	if len(languages) == 0 {
		languages = locale.Languages()
	}
	for _, language := range languages {
		if _, err := render(language, own, f.sample(locale.Of(language, nil))); err != nil {
			return fault.Preconditionf("%s", sentence(err))
		}
	}
	return nil
}

// checkPage returns an error if HTML ends inside a tag, attribute, script or style, or cannot be rendered.
func checkPage(source string, values any) error {
	page, err := htmltemplate.Must(partsOf(locale.English).html.Clone()).New("html").Parse(source)
	if err == nil {
		_, err = execute(page, values)
	}
	var escaping *htmltemplate.Error
	switch {
	case errors.As(err, &escaping) && escaping.ErrorCode == htmltemplate.ErrEndContext:
		return fault.Preconditionf("html: it ends inside of a tag, an attribute, a script or a style.").About(fault.Format, "html")
	case err != nil:
		return fault.Preconditionf("%s", sentence(err))
	}
	return nil
}

// checkTree parses a template and checks all of its branches.
func (f *Form) checkTree(name, source string) error {
	known := map[string]any{}
	for _, function := range functions {
		known[function] = fmt.Sprint
	}
	tree := parse.New(name)
	trees := map[string]*parse.Tree{}
	if _, err := tree.Parse(source, "{{", "}}", trees, known); err != nil {
		return fault.Preconditionf("%s", sentence(err))
	}
	c := &checker{name: name, source: source, values: f.values}
	for other := range trees {
		if other != name {
			return fault.Preconditionf("%s: the template %q cannot be defined here; the shared ones are %s.", name, other,
				strings.Join(sharedParts, ", ")).About(fault.Fixed, name)
		}
	}
	return c.list(tree.Root, scope{dot: f.values, variables: map[string]reflect.Type{"$": f.values}})
}

// location matches the position that package template puts in front of its messages.
var location = regexp.MustCompile(`^template: ?([a-z]+):(\d+)(?::\d+)?: (?:executing "[^"]*" at )?`)

// sentence converts a message of package template to an error message for people.
func sentence(err error) string {
	return location.ReplaceAllString(strings.TrimPrefix(err.Error(), "html/"), "$1, line $2: ") + "."
}

// checker checks the types of a template's values in all branches.
type checker struct {
	name, source string
	values       reflect.Type
	ranges       int
}

// scope holds the types of the names that are visible in a part of a template.
type scope struct {
	dot       reflect.Type
	variables map[string]reflect.Type
	depth     int // of ranges
}

// at returns the scope with another type of dot.
func (s scope) at(dot reflect.Type) scope {
	variables := map[string]reflect.Type{}
	for name, t := range s.variables {
		variables[name] = t
	}
	return scope{dot, variables, s.depth}
}

func (c *checker) refuse(n parse.Node, format string, args ...any) error {
	line := 1 + strings.Count(c.source[:min(int(n.Position()), len(c.source))], "\n")
	return fault.Preconditionf("%s, line %d: %s.", c.name, line, fmt.Sprintf(format, args...)).About(fault.Format, c.name)
}

func (c *checker) list(l *parse.ListNode, s scope) error {
	if l == nil {
		return nil
	}
	for _, n := range l.Nodes {
		if err := c.node(n, s); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) node(n parse.Node, s scope) error {
	switch n := n.(type) {
	case *parse.ActionNode:
		_, err := c.pipe(n.Pipe, s)
		return err
	case *parse.IfNode:
		return c.branch(&n.BranchNode, s, func(reflect.Type) (reflect.Type, error) { return s.dot, nil })
	case *parse.WithNode:
		return c.branch(&n.BranchNode, s, func(t reflect.Type) (reflect.Type, error) { return t, nil })
	case *parse.RangeNode:
		if c.ranges++; c.ranges > maxRanges {
			return c.refuse(n, "there are more than %d ranges", maxRanges)
		}
		if s.depth++; s.depth > maxNesting {
			return c.refuse(n, "ranges stand in each other more than %d deep", maxNesting)
		}
		return c.branch(&n.BranchNode, s, func(t reflect.Type) (reflect.Type, error) {
			if t == nil || t.Kind() != reflect.Slice {
				return nil, c.refuse(n, "range takes a list, which %s is not", n.Pipe)
			}
			return t.Elem(), nil
		})
	case *parse.TemplateNode:
		var with reflect.Type
		if n.Pipe != nil {
			var err error
			if with, err = c.pipe(n.Pipe, s); err != nil {
				return err
			}
		}
		return c.shared(n, with)
	}
	return nil // texts, comments, break and continue
}

// branch checks an if, a with or a range. inside returns the type of dot in it.
func (c *checker) branch(n *parse.BranchNode, s scope, inside func(reflect.Type) (reflect.Type, error)) error {
	s = s.at(s.dot)
	declared := n.Pipe.Decl
	bare := *n.Pipe
	bare.Decl = nil
	of, err := c.pipe(&bare, s)
	if err != nil {
		return err
	}
	dot, err := inside(of)
	if err != nil {
		return err
	}
	within := s.at(dot)
	if n.Type() == parse.NodeRange && len(declared) == 2 {
		within.variables[declared[0].Ident[0]] = reflect.TypeFor[int]()
		declared = declared[1:]
	} else if n.Type() == parse.NodeIf {
		dot = of
	}
	for _, v := range declared {
		within.variables[v.Ident[0]] = dot
	}
	if err := c.list(n.List, within); err != nil {
		return err
	}
	return c.list(n.ElseList, s)
}

// pipe returns the type of a pipeline and adds the variables that it declares.
func (c *checker) pipe(p *parse.PipeNode, s scope) (t reflect.Type, err error) {
	for i, command := range p.Cmds {
		if _, calls := command.Args[0].(*parse.IdentifierNode); i > 0 && !calls {
			return nil, c.refuse(command, "%s takes no value", command)
		}
		if t, err = c.command(command, s); err != nil {
			return nil, err
		}
	}
	for _, v := range p.Decl {
		if old, known := s.variables[v.Ident[0]]; p.IsAssign && known && old != t {
			return nil, c.refuse(p, "%s has a value of another type", v)
		}
		s.variables[v.Ident[0]] = t
	}
	return t, nil
}

// command returns the type of a value or a call.
func (c *checker) command(n *parse.CommandNode, s scope) (reflect.Type, error) {
	var first reflect.Type
	for i, arg := range n.Args {
		t, err := c.value(arg, s)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			first = t
		}
	}
	if called, ok := n.Args[0].(*parse.IdentifierNode); ok {
		switch called.Ident {
		case "and", "or":
			if len(n.Args) < 2 {
				return nil, c.refuse(n, "%s needs values", called.Ident)
			}
			return c.value(n.Args[len(n.Args)-1], s)
		case "len":
			return reflect.TypeFor[int](), nil
		}
		return reflect.TypeFor[bool](), nil
	}
	if len(n.Args) > 1 {
		return nil, c.refuse(n, "%s is a value and takes nothing", n.Args[0])
	}
	return first, nil
}

// value returns the type of an operand.
func (c *checker) value(n parse.Node, s scope) (reflect.Type, error) {
	switch n := n.(type) {
	case *parse.DotNode:
		return s.dot, nil
	case *parse.FieldNode:
		return c.fields(n, s.dot, n.Ident)
	case *parse.VariableNode:
		return c.fields(n, s.variables[n.Ident[0]], n.Ident[1:])
	case *parse.ChainNode:
		t, err := c.value(n.Node, s)
		if err != nil {
			return nil, err
		}
		return c.fields(n, t, n.Field)
	case *parse.PipeNode:
		return c.pipe(n, s)
	case *parse.IdentifierNode:
		if !slices.Contains(functions, n.Ident) {
			return nil, c.refuse(n, "there is no function %s; there are %s", n.Ident, strings.Join(functions, ", "))
		}
		return nil, nil
	case *parse.StringNode:
		return reflect.TypeFor[string](), nil
	case *parse.BoolNode:
		return reflect.TypeFor[bool](), nil
	case *parse.NumberNode:
		return reflect.TypeFor[int](), nil
	}
	return nil, nil
}

// fields returns the type at the end of a path of field names.
func (c *checker) fields(n parse.Node, t reflect.Type, names []string) (reflect.Type, error) {
	for _, name := range names {
		if t == nil || t.Kind() != reflect.Struct {
			return nil, c.refuse(n, "there is no variable %s; a text or a list has no parts", n)
		}
		f, ok := t.FieldByName(name)
		if !ok {
			return nil, c.refuse(n, "there is no variable %s; there are %s", n, strings.Join(variables(t), ", "))
		}
		t = f.Type
	}
	return t, nil
}

// sharedParts lists the templates that all templates can use.
var sharedParts = []string{"hello", "quote", "lines", "items", "button", "link", "facts", "name", "value", "legal"}

// sharedValues maps the shared templates that need a value to its type.
var sharedValues = map[string]reflect.Type{
	"hello": reflect.TypeFor[Common](), "lines": reflect.TypeFor[[]string](),
	"items": reflect.TypeFor[Items](), "link": reflect.TypeFor[string](),
}

// shared checks the use of a shared template.
func (c *checker) shared(n *parse.TemplateNode, with reflect.Type) error {
	if !slices.Contains(sharedParts, n.Name) {
		return c.refuse(n, "there is no template %q; the shared ones are %s", n.Name, strings.Join(sharedParts, ", "))
	}
	want := sharedValues[n.Name]
	if want == nil || with == want || want == reflect.TypeFor[Common]() && with == c.values {
		return nil
	}
	return c.refuse(n, "template %q does not take this value", n.Name)
}

// variables returns the fields of a struct, including those of embedded structs.
func variables(t reflect.Type) (names []string) {
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous {
			names = append(names, "."+f.Name)
		}
	}
	return names
}
