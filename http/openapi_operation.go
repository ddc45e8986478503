package http

import (
	"fmt"
	"strings"
	"unicode"

	"tradelog/operations"
)

// bearer is the name of the security scheme.
const bearer = "bearer"

// operation describes one operation at a path, whose variables may have other names than the operation's.
func (d *describer) operation(o *operations.Operation, path string) (object, error) {
	id := d.id(o)
	parameters, body := d.request(o, id, path)
	responses, err := d.responses(o)
	if err != nil {
		return nil, err
	}
	out := object{
		"operationId": id, "tags": []string{o.Resource.Name}, "summary": summary(o), "description": description(o),
		"parameters": parameters, "responses": responses, "security": security(o),
	}
	if body != nil {
		out["requestBody"] = body
	}
	if o.Access.Permission != "" {
		out["x-permission"] = o.Access.Permission
	}
	if len(o.Access.Also) > 0 {
		out["x-permission-also"] = o.Access.Also
	}
	out["x-call"] = o.CallName()
	if o.Extra {
		out["x-extra"] = true
	}
	if o.Effect.Irreversible != "" {
		out["x-irreversible"] = o.Effect.Irreversible
	}
	return out, nil
}

// id returns the tool name of the operation, also for an operation without a tool. If the name is taken, the variables of the path are
// added.
func (d *describer) id(o *operations.Operation) string {
	name := o.Identifier()
	if d.registry.ByTool(name) != o {
		switch variables := o.Placeholders(); {
		case d.registry.ByTool(name) == nil:
		case len(variables) == 0:
			name += "_all"
		default:
			name += "_by_" + strings.Join(variables, "_")
		}
	}
	unique := name
	for n := 2; d.ids[unique]; n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	d.ids[unique] = true
	return unique
}

// summary returns the operation's one-line title.
func summary(o *operations.Operation) string {
	if o.Summary != "" {
		return o.Summary
	}
	verb := string(o.Verb)
	if verb == "" {
		verb = strings.ToLower(o.Method)
	}
	return strings.ToUpper(verb[:1]) + verb[1:] + " " + words(o.Resource.Name)
}

// words turns a camel-case name into words.
func words(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// description returns the text about an operation: its effect, who may call it, and how often.
func description(o *operations.Operation) string {
	var parts []string
	if o.Effect.Irreversible != "" {
		parts = append(parts, "**Cannot be undone:** "+o.Effect.Irreversible)
	}
	if o.Doc != "" {
		parts = append(parts, o.Doc)
	}
	parts = append(parts, access(o))
	if limits := limits(o); limits != "" {
		parts = append(parts, limits)
	}
	if o.Extra {
		parts = append(parts, "This operation is beyond the contract of version 2.")
	}
	return strings.Join(parts, "\n\n")
}
