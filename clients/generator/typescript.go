package generator

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed typescript.ts
var typeScriptHead string

// typescript returns the types of the TypeScript library: components, operations and paths, named as by openapi-typescript. Shared shapes
// are written once.
func typescript(d *document) (map[string][]byte, error) {
	single, lists := d.exact()
	w := &tsWriter{schemas: map[string]string{}, parts: map[string]string{}}
	w.line(0, "%s", strings.TrimSpace(typeScriptHead))
	w.line(0, "")
	w.models(d)
	w.line(0, "export interface components {")
	w.components(d)
	w.line(0, "}\n")
	for _, p := range d.Parameters {
		w.line(0, "interface %s {", p.Key)
		w.member(1, member{Name: p.Name, Doc: p.Doc, Required: p.Required}, `components["parameters"]["`+p.Key+`"]`)
		w.line(0, "}\n")
	}
	w.share(d.Operations)
	w.line(0, "export interface operations {")
	for _, o := range d.Operations {
		w.operation(o)
	}
	w.line(0, "}\n\nexport interface paths {")
	w.paths(d.Operations)
	w.line(0, "}")
	facts := listsOf(d, typeScriptLists, "  '%s',\n")
	for name, of := range map[string][]string{"decimals": single, "decimalLists": lists} {
		facts = bytes.ReplaceAll(facts, []byte("// "+name+"\n"), tsStrings(of))
	}
	return map[string][]byte{"src/schema.ts": w.out.Bytes(), "src/lists.ts": facts, "src/resources.ts": tsResources(d, w.parts)}, nil
}

// tsWriter writes TypeScript.
type tsWriter struct {
	out     bytes.Buffer
	schemas map[string]string // the first schema of each shape
	parts   map[string]string // names of parameters that several operations share
}

func (w *tsWriter) line(depth int, form string, args ...any) {
	fmt.Fprintf(&w.out, strings.Repeat("  ", depth)+form+"\n", args...)
}

// tsStrings returns the lines of a list of names.
func tsStrings(names []string) []byte {
	var out bytes.Buffer
	for _, name := range names {
		fmt.Fprintf(&out, "  '%s',\n", name)
	}
	return out.Bytes()
}

// models writes a type for each schema. Editors show its name.
func (w *tsWriter) models(d *document) {
	for _, m := range d.Models {
		if m.Inner {
			continue
		}
		if m.Doc != "" {
			w.line(0, "/** %s */", strings.ReplaceAll(m.Doc, "*/", "* /"))
		}
		shape := tsShape(m, 0)
		switch same, known := w.schemas[shape]; {
		case m.Alias != nil:
			w.line(0, "export type %s = %s\n", m.Name, tsType(*m.Alias, 0))
		case known:
			w.line(0, "export type %s = %s\n", m.Name, same)
		default:
			w.schemas[shape] = m.Name
			w.line(0, "export interface %s %s\n", m.Name, shape)
		}
	}
}

// components writes the names of the schemas, and the headers.
func (w *tsWriter) components(d *document) {
	w.line(1, "schemas: {")
	for _, m := range d.Models {
		if !m.Inner {
			w.member(2, member{Name: m.Name, Required: true}, m.Name)
		}
	}
	w.line(1, "}\n  parameters: {")
	for _, p := range d.Parameters {
		w.member(2, member{Name: p.Key, Doc: p.Doc, Required: true}, tsType(p.Type, 2))
	}
	w.line(1, "}\n  headers: {")
	for _, h := range d.Headers {
		h.Required = true
		w.member(2, h, tsType(h.Type, 2))
	}
	w.line(1, "}\n  responses: never\n  requestBodies: never\n  pathItems: never")
}

// member writes a member of an object with its documentation.
func (w *tsWriter) member(depth int, m member, of string) {
	w.out.WriteString(tsMember(m, of, depth))
}

// operation writes the parameters, the body and the answers of an operation.
func (w *tsWriter) operation(o operation) {
	w.line(1, "%s: {", o.ID)
	w.line(2, "parameters: {")
	w.parameters("query", o.Query)
	keys := make([]string, len(o.Headers))
	headers := member{Name: "header"}
	for i, h := range o.Headers {
		keys[i] = h.Key
		headers.Required = headers.Required || h.Required
	}
	if len(keys) == 0 {
		keys = []string{"never"}
	}
	w.member(3, headers, strings.Join(keys, " & "))
	w.parameters("path", o.Variables)
	w.line(3, "cookie?: never\n    }")
	switch {
	case len(o.Body) == 0:
		w.line(2, "requestBody?: never")
	case o.BodyRequired:
		w.line(2, "requestBody: { content: %s }", tsContents(o.Body))
	default:
		w.line(2, "requestBody?: { content: %s }", tsContents(o.Body))
	}
	if len(o.Answers) == 0 { // a redirection
		w.line(2, "responses: never\n  }")
		return
	}
	w.line(2, "responses: {")
	for _, a := range o.Answers {
		names := make([]string, len(a.Headers))
		for i, name := range a.Headers {
			names[i] = strconv.Quote(name)
		}
		if len(names) == 0 {
			names = []string{"never"}
		}
		w.member(3, member{Name: a.Status, Doc: a.Doc, Required: true}, "Answer<"+strings.Join(names, " | ")+", "+tsContents(a.Contents)+">")
	}
	w.line(2, "}\n  }")
}

// share writes named types of queries, and of the variables that several operations share, named after the first of these.
func (w *tsWriter) share(operations []operation) {
	times := map[string]int{}
	for _, o := range operations {
		times[tsShape(model{Members: o.Variables}, 0)]++
	}
	name := func(name string, of []member, always bool) {
		shape := tsShape(model{Members: of}, 0)
		if len(of) > 0 && (always || times[shape] > 1) && w.parts[shape] == "" {
			w.parts[shape] = name
			w.line(0, "export interface %s %s\n", name, shape)
		}
	}
	for _, o := range operations {
		name(goName(o.ID)+"Query", o.Query, true)
		name(goName(o.ID)+"Path", o.Variables, false)
	}
}

// parameters writes the parameters of a kind.
func (w *tsWriter) parameters(kind string, of []member) {
	m := member{Name: kind, Required: slices.ContainsFunc(of, func(m member) bool { return m.Required })}
	named := w.parts[tsShape(model{Members: of}, 0)]
	switch {
	case len(of) == 0:
		w.member(3, m, "never")
	case named != "":
		w.member(3, m, named)
	default:
		w.member(3, m, tsShape(model{Members: of}, 3))
	}
}

// paths writes the operations of each path with their documentation.
func (w *tsWriter) paths(operations []operation) {
	for i, o := range operations {
		if i == 0 || operations[i-1].Path != o.Path {
			w.line(1, "%q: Methods<{", o.Path)
		}
		about := o.Summary
		if o.Doc != "" {
			about += "\n@description " + o.Doc
		}
		w.member(2, member{Name: o.Method, Doc: about, Required: true}, "operations["+strconv.Quote(o.ID)+"]")
		if i == len(operations)-1 || operations[i+1].Path != o.Path {
			w.line(1, "}>")
		}
	}
}

// tsPlain matches names that need no quotation marks.
var tsPlain = regexp.MustCompile(`^([A-Za-z_$][\w$]*|\d+)$`)

// tsMember returns the lines of a member of an object with its documentation.
func tsMember(m member, of string, depth int) string {
	var out strings.Builder
	indent := strings.Repeat("  ", depth)
	about := strings.ReplaceAll(m.Doc, "*/", "* /")
	if m.Default != nil {
		value, _ := json.Marshal(m.Default) // the value comes from JSON
		about += "\n@default " + strings.Trim(string(value), `"`)
	}
	if about = strings.TrimSpace(about); strings.Contains(about, "\n") {
		out.WriteString(indent + "/**\n")
		for line := range strings.SplitSeq(about, "\n") {
			out.WriteString(strings.TrimRight(indent+" * "+line, " ") + "\n")
		}
		out.WriteString(indent + " */\n")
	} else if about != "" {
		out.WriteString(indent + "/** " + about + " */\n")
	}
	name, mark := m.Name, "?"
	if !tsPlain.MatchString(name) {
		name = strconv.Quote(name)
	}
	if m.Required {
		mark = ""
	}
	out.WriteString(indent + name + mark + ": " + of + "\n")
	return out.String()
}

// tsShape returns the type of an object's members.
func tsShape(m model, depth int) string {
	var out strings.Builder
	out.WriteString("{\n")
	for _, of := range m.Members {
		out.WriteString(tsMember(of, tsType(of.Type, depth+1), depth+1))
	}
	return out.String() + strings.Repeat("  ", depth) + "}"
}

// tsType returns a type.
func tsType(t valueType, depth int) string {
	text := "unknown"
	switch t.Kind {
	case kindAny:
		return text
	case kindNumber:
		text = "Decimal"
		if t.Loose {
			text += " | number"
		}
	case kindString, kindInteger:
		text = "string"
		if t.Kind != kindString {
			text = "number"
		} else if t.Binary {
			text = "Blob"
		}
		var values []string
		for _, value := range t.Values {
			values = append(values, strconv.Quote(value))
		}
		for _, value := range t.Integers {
			values = append(values, strconv.FormatInt(value, 10))
		}
		if len(values) > 0 {
			text = strings.Join(values, " | ")
		}
	case kindBoolean:
		text = "boolean"
	case kindList:
		text = tsType(t.Of[0], depth)
		if strings.Contains(text, " | ") && !strings.HasPrefix(text, "{") {
			text = "(" + text + ")"
		}
		text += "[]"
	case kindMap:
		text = "{ [key: string]: " + tsType(t.Of[0], depth) + " }"
	case kindModel, kindAlias:
		text = t.Name
		if t.Inner != nil {
			text = tsShape(*t.Inner, depth)
		}
	case kindUnion:
		of := make([]string, len(t.Of))
		for i := range t.Of {
			of[i] = tsType(t.Of[i], depth)
		}
		text = strings.Join(of, " | ")
	}
	if t.Nullable {
		text += " | null"
	}
	return text
}

// tsContents returns the representations of a body or an answer.
func tsContents(of []content) string {
	if len(of) == 0 {
		return "never"
	}
	out := make([]string, len(of))
	for i, c := range of {
		out[i] = strconv.Quote(c.MediaType) + ": " + tsType(c.Type, 3)
	}
	return "{ " + strings.Join(out, "; ") + " }"
}
