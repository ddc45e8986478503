package graphql

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
)

// introspect answers __schema and __type.
func (x *execution) introspect(f *selection) []byte {
	if f.field.Name == "__schema" {
		return x.reflect(f.sets, "__Schema", x.h.catalogue.schema)
	}
	name, _ := f.field.ArgumentMap(x.variables)["name"].(string)
	if def := x.h.catalogue.schema.Types[name]; def != nil {
		return x.reflect(f.sets, "__Type", def)
	}
	return null
}

// reflect prints a part of the schema as an object of an introspection type.
func (x *execution) reflect(sets []ast.SelectionSet, of string, v any) []byte {
	if x.size > x.most { // types refer to each other, so a short query can have a huge answer
		return nil
	}
	fields := x.collect(sets, x.h.catalogue.schema.Types[of])
	values := make([][]byte, len(fields))
	for i, f := range fields {
		if f.field.Name == "__typename" {
			values[i] = strconv.AppendQuote(nil, of)
			continue
		}
		values[i] = x.meta(f, x.h.property(v, f.field.Name, f.field.ArgumentMap(x.variables)))
	}
	return x.object(fields, values)
}

// meta prints a value of introspection.
func (x *execution) meta(f *selection, v any) []byte {
	switch v := v.(type) {
	case nil:
		return null
	case string:
		return []byte(encodedText(v))
	case bool:
		return strconv.AppendBool(nil, v)
	case []any:
		rows := make([][]byte, len(v))
		for i, element := range v {
			rows[i] = x.meta(f, element)
		}
		return listOf(rows, &ast.Type{})
	}
	return x.reflect(f.sets, f.field.Definition.Type.Name(), v)
}

// optional returns nil for an empty text.
func optional(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// all returns the elements of a list as values.
func all[T any](list []T, keep func(T) bool) []any {
	out := []any{}
	for _, v := range list {
		if keep == nil || keep(v) {
			out = append(out, v)
		}
	}
	return out
}

// property returns a property of a part of the schema.
func (h *Handler) property(of any, name string, arguments map[string]any) any {
	switch v := of.(type) {
	case *ast.Schema:
		return h.ofSchema(v, name)
	case *ast.Type:
		return h.ofType(v, name, arguments)
	case *ast.Definition:
		return h.ofDefinition(v, name, arguments)
	case *ast.FieldDefinition:
		if name == "defaultValue" && v.DefaultValue != nil {
			return v.DefaultValue.String()
		}
		return aboutPart(name, v.Name, v.Description, v.Type, v.Arguments, v.Directives)
	case *ast.ArgumentDefinition:
		if name == "defaultValue" && v.DefaultValue != nil {
			return v.DefaultValue.String()
		}
		return aboutPart(name, v.Name, v.Description, v.Type, nil, v.Directives)
	case *ast.EnumValueDefinition:
		return aboutPart(name, v.Name, v.Description, nil, nil, v.Directives)
	case *ast.DirectiveDefinition:
		switch name {
		case "locations":
			return all(texts(v.Locations), func(name string) bool { return name != unreleased })
		case "isRepeatable":
			return v.IsRepeatable
		}
		return aboutPart(name, v.Name, v.Description, nil, v.Arguments, nil)
	}
	return nil
}

// unreleased is a directive location of the draft of the standard. Clients of the released standard refuse a schema with it.
const unreleased = "DIRECTIVE_DEFINITION"

func texts(list []ast.DirectiveLocation) []string {
	out := make([]string, len(list))
	for i, l := range list {
		out[i] = string(l)
	}
	return out
}

// aboutPart returns a property of a field, an argument, a value or a directive.
func aboutPart(name, own, description string, of *ast.Type, arguments ast.ArgumentDefinitionList, directives ast.DirectiveList) any {
	deprecated := directives.ForName("deprecated")
	switch name {
	case "name":
		return own
	case "description":
		return optional(description)
	case "type":
		if of == nil {
			return nil
		}
		return of
	case "args":
		return all(arguments, nil)
	case "isDeprecated":
		return deprecated != nil
	case "deprecationReason":
		if deprecated != nil {
			if reason := deprecated.Arguments.ForName("reason"); reason != nil {
				return reason.Value.Raw
			}
			return "No longer supported"
		}
	}
	return nil
}

func (h *Handler) ofSchema(s *ast.Schema, name string) any {
	root := func(d *ast.Definition) any {
		if d == nil {
			return nil
		}
		return d
	}
	switch name {
	case "description":
		return optional(s.Description)
	case "types":
		names := slices.Sorted(maps.Keys(s.Types))
		out := make([]any, len(names))
		for i, n := range names {
			out[i] = s.Types[n]
		}
		return out
	case "queryType":
		return root(s.Query)
	case "mutationType":
		return root(s.Mutation)
	case "subscriptionType":
		return root(s.Subscription)
	case "directives":
		list := slices.SortedFunc(maps.Values(s.Directives), func(a, b *ast.DirectiveDefinition) int { return cmp.Compare(a.Name, b.Name) })
		return all(list, func(d *ast.DirectiveDefinition) bool { return !internal[d.Name] })
	}
	return nil
}

// internal lists the directives of contract.graphql, which clients do not see.
var internal = map[string]bool{"operation": true, "by": true, "shown": true, "backend": true}

// ofType returns a property of a type, which may be a list or non-null.
func (h *Handler) ofType(t *ast.Type, name string, arguments map[string]any) any {
	switch {
	case t.NonNull:
		inner := *t
		inner.NonNull = false
		return wrapper(name, "NON_NULL", &inner)
	case t.Elem != nil:
		return wrapper(name, "LIST", t.Elem)
	}
	return h.ofDefinition(h.catalogue.schema.Types[t.NamedType], name, arguments)
}

func wrapper(name, kind string, inner *ast.Type) any {
	switch name {
	case "kind":
		return kind
	case "ofType":
		return inner
	}
	return nil
}

func (h *Handler) ofDefinition(d *ast.Definition, name string, arguments map[string]any) any {
	s := h.catalogue.schema
	switch name {
	case "kind":
		return string(d.Kind)
	case "name":
		return d.Name
	case "description":
		return optional(d.Description)
	case "fields":
		if d.Kind == ast.Object || d.Kind == ast.Interface {
			return all(d.Fields, func(f *ast.FieldDefinition) bool { return len(f.Name) < 2 || f.Name[:2] != "__" })
		}
	case "inputFields":
		if d.Kind == ast.InputObject {
			return all(d.Fields, nil)
		}
	case "interfaces":
		if d.Kind == ast.Object || d.Kind == ast.Interface {
			return all(s.GetImplements(d), nil)
		}
	case "possibleTypes":
		if d.IsAbstractType() {
			return all(s.GetPossibleTypes(d), nil)
		}
	case "enumValues":
		if d.Kind == ast.Enum {
			return all(d.EnumValues, func(v *ast.EnumValueDefinition) bool {
				return v.Name != unreleased && (arguments["includeDeprecated"] == true || v.Directives.ForName("deprecated") == nil)
			})
		}
	case "specifiedByURL":
		if at := d.Directives.ForName("specifiedBy"); at != nil {
			return at.Arguments.ForName("url").Value.Raw
		}
	case "isOneOf":
		if d.Kind == ast.InputObject {
			return d.Directives.ForName("oneOf") != nil
		}
	}
	return nil
}
