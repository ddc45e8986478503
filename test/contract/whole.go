package contract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tradelog/operations"
)

// Whole checks that an OpenAPI document describes each operation of a registry once, with its parameters, and refers to nothing missing.
func Whole(t *testing.T, registry *operations.Registry, doc map[string]any) {
	t.Helper()
	routes := map[string]string{}
	for path := range doc["paths"].(map[string]any) {
		routes[shape(path)] = path
	}
	described, ids := 0, map[any]bool{}
	for _, o := range registry.All() {
		path := routes[shape(o.Path)]
		pointer := PathPointer(path) + "/" + strings.ToLower(o.Method)
		found, ok := At(doc, pointer).(map[string]any)
		if !ok {
			t.Errorf("%s %s is not described", o.Method, o.Path)
			continue
		}
		described++
		id := found["operationId"]
		if ids[id] || id == "" {
			t.Errorf("%s %s: operationId %q is taken", o.Method, o.Path, id)
		}
		ids[id] = true
		if tool := o.ToolName(); tool != "" && registry.ByTool(tool) == o && id != tool {
			t.Errorf("%s %s: operationId %q is not the tool's name %s", o.Method, o.Path, id, tool)
		}
		if found["summary"] == "" || found["description"] == "" {
			t.Errorf("%s %s is not explained", o.Method, o.Path)
		}
		takes := Parameters(doc, pointer)
		for _, name := range operations.Placeholders(path) {
			if !slices.Contains(takes, name) {
				t.Errorf("%s %s: the variable %s is not described", o.Method, o.Path, name)
			}
		}
		if len(takes) != len(slices.Compact(slices.Sorted(slices.Values(takes)))) {
			t.Errorf("%s %s: a parameter is described twice: %v", o.Method, o.Path, takes)
		}
	}
	if n := described; n != count(doc) {
		t.Errorf("%d operations are declared, %d described", n, count(doc))
	}
	for ref := range refs(doc) {
		if At(doc, strings.TrimPrefix(ref, "#/")) == nil {
			t.Errorf("%s leads nowhere", ref)
		}
	}
}

func count(doc map[string]any) (n int) {
	for _, item := range doc["paths"].(map[string]any) {
		n += len(item.(map[string]any))
	}
	return n
}

// shape returns a path without the names of its variables.
func shape(path string) string {
	for _, name := range operations.Placeholders(path) {
		path = strings.Replace(path, "{"+name+"}", "{}", 1)
	}
	return path
}

// Parameters lists the names of the parameters of the operation at a pointer.
func Parameters(doc map[string]any, pointer string) []string {
	var out []string
	list, _ := At(doc, pointer+"/parameters").([]any)
	for _, p := range list {
		if ref, ok := At(p, "$ref").(string); ok {
			p = At(doc, strings.TrimPrefix(ref, "#/"))
		}
		name, _ := At(p, "name").(string)
		out = append(out, name)
	}
	return out
}

func refs(v any) map[string]bool {
	out := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok {
				out[ref] = true
			}
			for _, member := range v {
				walk(member)
			}
		case []any:
			for _, element := range v {
				walk(element)
			}
		}
	}
	walk(v)
	return out
}

// forTypes checks types and descriptions of every schema.
func forTypes(t *testing.T, doc map[string]any) {
	t.Helper()
	old := doc["openapi"] == "3.0.3"
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			if types, ok := v["type"].([]any); ok && (old || len(types) != 2 || types[1] != "null") {
				t.Errorf("%s has the types %v", at, types)
			}
			// Without a format, generators make 32-bit numbers.
			formats := map[string]string{"integer": "int64", "number": "double"}
			if types, _ := v["type"].([]any); len(types) > 0 {
				v["type"] = types[0]
			}
			if name, _ := v["type"].(string); formats[name] != "" && v["format"] != formats[name] {
				t.Errorf("%s is of type %s and has the format %v", at, name, v["format"])
			}
			if values, ok := v["enum"].([]any); ok && slices.Contains(values, nil) {
				t.Errorf("%s has null among its values", at)
			}
			properties, _ := v["properties"].(map[string]any)
			for name, property := range properties {
				if p, ok := property.(map[string]any); ok && (p["description"] == nil || p["description"] == "") {
					t.Errorf("%s: the property %s has no description: add a tag doc, or a tag about if tools do not need it", at, name)
				}
			}
			for name, member := range v {
				if name != "example" && name != "default" {
					walk(at+"/"+name, member)
				}
			}
		case []any:
			for i, element := range v {
				walk(fmt.Sprint(at, "/", i), element)
			}
		}
	}
	walk("", doc)
}

// ForGenerators checks what generators of clients need: a description of every property, one type for a value, and no name twice.
func ForGenerators(t *testing.T, doc map[string]any) {
	t.Helper()
	forTypes(t, doc)
	for path, item := range doc["paths"].(map[string]any) {
		for method, o := range item.(map[string]any) {
			list, _ := At(o, "parameters").([]any)
			for _, p := range list {
				if ref, ok := At(p, "$ref").(string); ok {
					p = At(doc, strings.TrimPrefix(ref, "#/"))
				}
				if about, _ := At(p, "description").(string); about == "" {
					t.Errorf("%s %s: the parameter %v has no description: add a tag doc", method, path, At(p, "name"))
				}
			}
		}
	}
	named := map[string]string{}
	for _, kind := range []string{"schemas", "parameters", "responses", "headers"} {
		components, _ := At(doc, "components/"+kind).(map[string]any)
		for name := range components {
			inGo := strings.ToLower(strings.NewReplacer(".", "", "_", "", "-", "").Replace(name))
			if other, taken := named[inGo]; taken {
				t.Errorf("%s/%s and %s are one name in generated code", kind, name, other)
			}
			named[inGo] = kind + "/" + name
		}
	}
	for path, item := range doc["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
			content, _ := At(doc, PathPointer(path)+"/"+method+"/requestBody/content").(map[string]any)
			for media := range content {
				s, _ := At(content[media], "schema").(map[string]any)
				if ref, ok := s["$ref"].(string); ok {
					s, _ = At(doc, strings.TrimPrefix(ref, "#/")).(map[string]any)
				}
				if s["properties"] == nil && s["anyOf"] == nil {
					t.Errorf("%s %s: the body names no properties", method, path)
				}
			}
		}
	}
}
