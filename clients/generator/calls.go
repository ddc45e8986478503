package generator

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// resource is a part of the interface as the libraries offer it, such as orders with the calls list, get and refund.
type resource struct {
	Name  string
	Calls []call
}

// answerKind tells what a call returns.
type answerKind string

const (
	answersNothing answerKind = "nothing"
	answersValue   answerKind = "value"
	answersRows    answerKind = "rows" // a list with pages
	answersFile    answerKind = "file"
)

// call is an operation as a method of a resource.
type call struct {
	Name, Method, Path, Doc string
	Variables               []member
	Tokens                  []member // headers that a call must have
	Body                    *content
	BodyRequired            bool
	BodyName                string // of the body's schema, or of the operation
	Query                   []member
	QueryName               string // of the operation
	Answer                  answerKind
	Type                    valueType // of the answer, or of its rows
}

// Form reports whether the body is sent as multipart/form-data.
func (c *call) Form() bool { return c.Body != nil && c.Body.MediaType == formType }

// Writes reports whether the call takes the options of writes.
func (c *call) Writes() bool { return c.Method != "get" }

const formType = "multipart/form-data"

// addCall adds an operation to the resource that its x-call names. Operations without one have no method.
func (d *document) addCall(name string, o operation) error {
	if name == "" {
		return nil
	}
	of, method, ok := strings.Cut(name, ".")
	if !ok || of == "" || method == "" {
		return fmt.Errorf("the call %q names no resource", name)
	}
	c := call{
		Name: method, Method: o.Method, Path: o.Path, Doc: strings.TrimSpace(o.Summary + ".\n\n" + o.Doc), Variables: o.Variables,
		BodyRequired: o.BodyRequired, Query: o.Query, QueryName: goName(o.ID) + "Query", Answer: answersNothing,
	}
	for _, h := range o.Headers {
		if h.Required {
			c.Tokens = append(c.Tokens, h.member)
		}
	}
	if len(o.Body) > 0 {
		c.Body, c.BodyName = &o.Body[0], o.Body[0].Type.Name
		if c.BodyName == "" {
			c.BodyName = goName(o.ID) + "JSONRequestBody"
		}
	}
	for _, a := range o.Answers {
		if len(a.Contents) == 0 {
			continue
		}
		switch c.Type = a.Contents[0].Type; {
		case a.Contents[0].MediaType != "application/json":
			c.Answer = answersFile
		case c.Type.Kind == kindList && slices.Contains(a.Headers, "Link"):
			c.Answer, c.Type = answersRows, c.Type.Of[0]
		default:
			c.Answer = answersValue
		}
	}
	i, known := slices.BinarySearchFunc(d.Resources, of, func(r resource, name string) int { return strings.Compare(r.Name, name) })
	if !known {
		d.Resources = slices.Insert(d.Resources, i, resource{Name: of})
	}
	d.Resources[i].Calls = append(d.Resources[i].Calls, c)
	return nil
}

// snakeName returns a name in snake case.
func snakeName(name string) string {
	var out strings.Builder
	for i, r := range strings.ReplaceAll(name, "-", "_") {
		if unicode.IsUpper(r) && i > 0 && !strings.HasSuffix(out.String(), "_") {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

// tokenName returns the name of the argument for a header, such as orderToken for X-Order-Token.
func tokenName(header string) string {
	name := strings.ReplaceAll(strings.TrimPrefix(header, "X-"), "-", "")
	return strings.ToLower(name[:1]) + name[1:]
}

// segments returns the parts of a path: fixed ones, and the names of variables in braces.
func segments(path string) []string { return strings.Split(strings.TrimPrefix(path, "/"), "/") }
