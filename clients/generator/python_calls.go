package generator

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// pythonResources returns the module with the resources of the Python library and their methods.
func pythonResources(d *document) []byte {
	w := &bytes.Buffer{}
	line := func(form string, args ...any) { fmt.Fprintf(w, form+"\n", args...) }
	line("# Generated from the OpenAPI document by clients/generator.\n\"\"\"The operations of the shop by resource.\"\"\"\n")
	line("from __future__ import annotations\n\nfrom typing import Any, Dict, Iterator, List, Mapping, Optional, Union\n")
	line(
		"from . import types\nfrom .cancellation import Cancellation\nfrom .resource import Caller, Query, Resource\n" +
			"from .resource import path as path_of",
	)
	for _, r := range d.Resources {
		line("\n\nclass %sResource(Resource):\n    \"\"\"The operations of %s.\"\"\"", title(r.Name), snakeName(r.Name))
		for _, c := range r.Calls {
			pythonCall(line, c)
		}
	}
	line("\n\nclass Resources(Caller):\n    \"\"\"The operations of the shop by resource.\"\"\"")
	for _, r := range d.Resources {
		line("\n    @property\n    def %s(self) -> %sResource:", snakeName(r.Name), title(r.Name))
		line("        \"\"\"The operations of %s.\"\"\"\n        return %sResource(self)", snakeName(r.Name), title(r.Name))
	}
	return w.Bytes()
}

// pythonCall writes a method. Its arguments are the variables of the path, the headers that it must have, the body, and options.
func pythonCall(line func(form string, args ...any), c call) {
	arguments, sent := []string{"self"}, []string{fmt.Sprintf("%q", strings.ToUpper(c.Method))}
	for _, v := range c.Variables {
		kind := "Union[int, str]" // a text may be a number, such as the ID of a cart
		if v.Type.Kind == kindInteger {
			kind = "int"
		}
		arguments = append(arguments, pythonArgument(v.Name)+": "+kind)
	}
	var path []string
	for _, s := range segments(c.Path) {
		if inner, ok := strings.CutPrefix(s, "{"); ok {
			path = append(path, pythonArgument(strings.TrimSuffix(inner, "}")))
		} else {
			path = append(path, fmt.Sprintf("%q", s))
		}
	}
	sent = append(sent, "path_of("+strings.Join(path, ", ")+")")
	headers := "headers"
	for _, h := range c.Tokens {
		name := snakeName(tokenName(h.Name))
		arguments = append(arguments, name+": str")
		headers = fmt.Sprintf("{%q: %s, **(headers or {})}", h.Name, name)
	}
	if c.Body != nil {
		body := "Any"
		if t := pythonNamed(c.Body.Type); t != "Any" {
			body = t
		}
		if !c.BodyRequired {
			body = "Optional[" + body + "] = None"
		}
		arguments = append(arguments, "body: "+body)
		if c.Form() {
			sent = append(sent, "form=body")
		} else {
			sent = append(sent, "body=body")
		}
	}
	arguments = append(arguments, "*")
	if len(c.Query) > 0 {
		arguments, sent = append(arguments, "query: Optional[Query] = None"), append(sent, "query=query")
	}
	if c.Writes() {
		arguments = append(arguments, "key: Optional[str] = None", "if_match: Optional[str] = None", "dry_run: bool = False")
		sent = append(sent, "key=key", "if_match=if_match", "dry_run=dry_run")
	}
	arguments = append(arguments, "headers: Optional[Mapping[str, str]] = None", "cancellation: Optional[Cancellation] = None")
	sent = append(sent, "headers="+headers, "cancellation=cancellation")
	answer := map[answerKind]string{
		answersNothing: "None", answersFile: "bytes", answersValue: pythonNamed(c.Type),
		answersRows: "Iterator[" + pythonNamed(c.Type) + "]",
	}[c.Answer]
	line("\n    def %s(", pythonArgument(c.Name))
	for _, a := range arguments {
		line("        %s,", a)
	}
	line("    ) -> %s:\n        \"\"\"%s\"\"\"", answer, strings.ReplaceAll(pythonDoc(c.Doc), "**", ""))
	if c.Answer == answersRows {
		sent = sent[1:]
		line("        rows: %s = self._rows(", answer)
		for _, s := range sent {
			line("            %s,", s)
		}
		line("        )\n        return rows")
		return
	}
	line(map[bool]string{true: "        self._value(", false: "        value: " + answer + " = self._value("}[answer == "None"])
	for _, s := range sent {
		line("            %s,", s)
	}
	line("        )")
	if answer != "None" {
		line("        return value")
	}
}

// pythonArgument returns a name in snake case that is no keyword.
func pythonArgument(name string) string {
	name = snakeName(name)
	if slices.Contains(keywords, name) {
		name += "_"
	}
	return name
}

// pythonNamed returns the annotation of a value whose type has a name in the module types.
func pythonNamed(t valueType) string {
	switch {
	case t.Name != "" && t.Inner == nil:
		return "types." + t.Name
	case t.Kind == kindList:
		return "List[" + pythonNamed(t.Of[0]) + "]"
	}
	return "Any"
}
