package generator

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// tsResources returns the file with the resources of the TypeScript library and their methods. queries has the names of the types of
// queries by their shapes.
func tsResources(d *document, queries map[string]string) []byte {
	var w bytes.Buffer
	line := func(form string, args ...any) { fmt.Fprintf(&w, form+"\n", args...) }
	for _, r := range d.Resources {
		line("\n/** The operations of %s. */\nexport class %sResource extends Resource {", r.Name, title(r.Name))
		for i, c := range r.Calls {
			if i > 0 {
				line("")
			}
			tsCall(line, c, queries)
		}
		line("}")
	}
	line("\n/** The operations of the shop by resource. */\nexport abstract class Resources implements Caller {")
	for _, r := range d.Resources {
		line("  readonly %s: %sResource = new %sResource(this)", r.Name, title(r.Name), title(r.Name))
	}
	line("\n  abstract request<T>(method: string, path: string, options?: Request): Promise<Reply<T>>")
	line("  abstract rows<T>(path: string, options?: Request): AsyncGenerator<T, void, undefined>\n}")
	head := "// Generated from the OpenAPI document by clients/generator.\nimport type { Reply, Request } from './client.ts'\n" +
		"import { type Caller, Resource } from './resource.ts'\nimport type * as t from './schema.ts'\n" +
		"import type { CallOptions, WriteOptions } from './types.ts'\n"
	return append([]byte(head), w.Bytes()...)
}

// tsNames matches the names of types that a file imports.
var tsNames = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// tsCall writes a method. Its arguments are the variables of the path, the headers that it must have, the body, the query, and options.
func tsCall(line func(form string, args ...any), c call, queries map[string]string) {
	var arguments, variables, headers, given []string
	for _, v := range c.Variables {
		arguments, variables = append(arguments, v.Name+": "+tsVariable(v.Type)), append(variables, v.Name)
	}
	if len(variables) > 0 {
		given = append(given, "path: { "+strings.Join(variables, ", ")+" }")
	}
	for _, h := range c.Tokens {
		arguments = append(arguments, tokenName(h.Name)+": string")
		headers = append(headers, fmt.Sprintf("'%s': %s", h.Name, tokenName(h.Name)))
	}
	if len(headers) > 0 {
		given = append(given, "headers: { "+strings.Join(headers, ", ")+" }")
	}
	if c.Body != nil {
		name := "body"
		if !c.BodyRequired {
			name += "?"
		}
		arguments = append(arguments, name+": "+tsNamed(c.Body.Type))
		given = append(given, map[bool]string{true: "form: body", false: "body"}[c.Form()])
	}
	if len(c.Query) > 0 {
		mark := "?"
		if slices.ContainsFunc(c.Query, func(m member) bool { return m.Required }) {
			mark = ""
		}
		arguments = append(arguments, "query"+mark+": t."+queries[tsShape(model{Members: c.Query}, 0)])
		given = append(given, "query")
	}
	options := "CallOptions"
	if c.Writes() {
		options = "WriteOptions"
	}
	arguments = append(arguments, "options?: "+options)
	sent := "{}"
	if len(given) > 0 {
		sent = "{ " + strings.Join(given, ", ") + " }"
	}
	answer := map[answerKind]string{answersNothing: "void", answersFile: "Uint8Array"}[c.Answer]
	if answer == "" {
		answer = tsNamed(c.Type)
	}
	about := strings.ReplaceAll(strings.ReplaceAll(c.Doc, "*/", "* /"), "\n", "\n   * ")
	line("  /**\n   * %s\n   */", strings.ReplaceAll(about, "* \n", "*\n"))
	if c.Answer == answersRows {
		line("  %s(%s): AsyncGenerator<%s, void, undefined> {", c.Name, strings.Join(arguments, ", "), answer)
		line("    return this.callRows<%s>('%s', %s, options)\n  }", answer, c.Path, sent)
		return
	}
	line("  %s(%s): Promise<%s> {", c.Name, strings.Join(arguments, ", "), answer)
	line("    return this.callValue<%s>('%s', '%s', %s, options)\n  }", answer, strings.ToUpper(c.Method), c.Path, sent)
}

// tsVariable returns the type of a variable of a path. A text may be a number, such as the ID of a cart.
func tsVariable(t valueType) string {
	if text := tsType(t, 0); text != "string" {
		return text
	}
	return "string | number"
}

// tsNamed returns a type for another file than that of the types.
func tsNamed(t valueType) string {
	switch {
	case t.Name != "" && t.Inner == nil && tsNames.MatchString(t.Name):
		return "t." + t.Name
	case t.Kind == kindList:
		return tsNamed(t.Of[0]) + "[]"
	case t.Kind == kindUnion:
		of := make([]string, len(t.Of))
		for i := range t.Of {
			of[i] = tsNamed(t.Of[i])
		}
		return strings.Join(of, " | ")
	}
	return "unknown"
}

// exact finds the members of answers that may have decimal places, alone or as the elements of a list or a map. It makes whole numbers with
// such a name decimals as well, and marks the numbers that are sent.
func (d *document) exact() (single, lists []string) {
	aliases := map[string]valueType{}
	for _, m := range d.Models {
		if m.Alias != nil {
			aliases[m.Name] = *m.Alias
		}
	}
	var find func(name string, t valueType, inside bool)
	find = func(name string, t valueType, inside bool) {
		t = resolved(t, aliases)
		switch {
		case t.Kind == kindNumber && inside:
			lists = append(lists, name)
		case t.Kind == kindNumber:
			single = append(single, name)
		}
		for _, of := range t.Of {
			find(name, of, inside || t.Kind == kindList || t.Kind == kindMap)
		}
	}
	for _, m := range d.Models {
		for _, of := range m.Members {
			if !m.Sent {
				find(of.Name, of.Type, false)
			}
		}
	}
	slices.Sort(single)
	slices.Sort(lists)
	single, lists = slices.Compact(single), slices.Compact(lists)
	for i, m := range d.Models {
		d.Models[i] = numbersOf(m, single)
	}
	for _, o := range d.Operations {
		for i := range o.Query {
			o.Query[i].Type = sentNumbers(o.Query[i].Type)
		}
		for i := range o.Body {
			o.Body[i].Type = sentNumbers(o.Body[i].Type)
		}
	}
	return single, lists
}

// numbersOf returns a model with the numbers of TypeScript.
func numbersOf(m model, single []string) model {
	m.Members = slices.Clone(m.Members)
	for i, of := range m.Members {
		switch {
		case m.Sent:
			m.Members[i].Type = sentNumbers(of.Type)
		case of.Type.Kind == kindInteger && slices.Contains(single, of.Name):
			m.Members[i].Type.Kind = kindNumber
		}
		if inner := of.Type; inner.Kind == kindList && inner.Of[0].Inner != nil {
			made := numbersOf(*inner.Of[0].Inner, single)
			m.Members[i].Type.Of = []valueType{inner.Of[0]}
			m.Members[i].Type.Of[0].Inner = &made
		} else if inner.Inner != nil {
			made := numbersOf(*inner.Inner, single)
			m.Members[i].Type.Inner = &made
		}
	}
	if m.Alias != nil && m.Sent {
		alias := sentNumbers(*m.Alias)
		m.Alias = &alias
	}
	return m
}

// sentNumbers returns a type whose decimals may be given as numbers.
func sentNumbers(t valueType) valueType {
	t.Loose = t.Loose || t.Kind == kindNumber
	t.Of = slices.Clone(t.Of)
	for i := range t.Of {
		t.Of[i] = sentNumbers(t.Of[i])
	}
	return t
}
