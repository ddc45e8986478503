package http

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"tradelog/operations"
	"tradelog/operations/schema"
)

// request describes the parameters and the body of an operation.
func (d *describer) request(o *operations.Operation, id, path string) (parameters []object, body object) {
	in := d.schemas.Input(o)
	shown := d.example(o)
	renamed := operations.Placeholders(path)
	for i, p := range in.Path {
		described := parameter("path", p)
		described["name"] = renamed[i]
		// Only reads have examples of variables: tools send examples as values, and a person must choose the resource that is written.
		if value, ok := shown.Variables[p.Name]; ok && o.Method == http.MethodGet {
			described["example"] = value
			if slices.Equal(p.Schema.Type, schema.Types{schema.Integer}) {
				described["example"] = json.Number(value)
			}
		}
		parameters = append(parameters, described)
	}
	inGo := schema.GoNames{}
	for _, p := range in.Query {
		if p.Silent {
			continue
		}
		described := parameter("query", p)
		if name := inGo.For(p.Name); name != "" {
			described["x-go-name"] = name
		}
		parameters = append(parameters, described)
	}
	for _, name := range headers(o) {
		parameters = append(parameters, ref("parameters", name))
	}
	if in.Body == nil {
		return parameters, nil
	}
	if o.Uploads() {
		in.Body = formSchema(in.Body)
	}
	if len(in.Body.Properties) > 0 {
		in.Body = d.schemas.Component(bodyName(id), in.Body)
	}
	if in.Elements != nil {
		in.Body = &schema.Schema{AnyOf: []*schema.Schema{in.Elements, in.Body}}
	}
	content := object{"schema": in.Body}
	if shown.Request != nil {
		content["example"] = shown.Request
	}
	if o.Uploads() {
		return parameters, object{"required": true, "content": object{form: content}}
	}
	return parameters, object{
		"required": in.BodyRequired,
		"content":  object{"application/json": content, "application/ld+json": content},
	}
}

// formSchema describes a body as a form: files are bytes there, and nothing is null.
func formSchema(body *schema.Schema) *schema.Schema {
	out := *body
	out.Properties = nil
	for _, p := range body.Properties {
		s := *p.Value
		s.Type = s.Type[:1]
		if s.Encoding != "" {
			s.Encoding, s.Format = "", "binary"
		}
		out.Properties = append(out.Properties, schema.Entry[*schema.Schema]{Name: p.Name, Value: &s})
	}
	return &out
}

// bodyName returns the name of the schema of a body: the operation ID in camel case.
func bodyName(id string) string {
	var b strings.Builder
	for _, part := range strings.Split(id, "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String() + "Body"
}

func parameter(where string, p schema.Parameter) object {
	out := object{"name": p.Name, "in": where, "schema": p.Schema}
	if p.Required {
		out["required"] = true
	}
	if p.Description != "" {
		out["description"] = p.Description
	}
	return out
}

// headers lists the request headers that an operation reads, by their names in components.
func headers(o *operations.Operation) []string {
	names := []string{"StoreHeader", "CurrencyHeader", "PreferHeader"}
	if o.Method == "GET" {
		names = append(names, "IfNoneMatchHeader", "MinPositionHeader")
	}
	if o.Shown() != nil {
		names = append(names, "IfMatchHeader")
	}
	if o.Absent() {
		names = append(names, "IfAbsentHeader")
	}
	if keyed(o) {
		names = append(names, "IdempotencyKeyHeader")
	}
	if tryable(o) {
		names = append(names, "DryRunHeader")
	}
	if o.Access.Auth == operations.OrderToken {
		names = append(names, "OrderTokenHeader")
	}
	return names
}

// keyed reports whether idempotency keys are honoured (conventions §10): for writes, and for the read that uses an order token.
func keyed(o *operations.Operation) bool {
	writes := o.Method == "POST" || o.Method == "PUT" || o.Method == "PATCH"
	return o.Access.Auth == operations.OrderToken || writes && !strings.Contains(o.Path, "/auth/")
}

// tryable reports whether the operation has a dry run.
func tryable(o *operations.Operation) bool { return !o.Reads() && o.Effect.Untried == "" }

// sharedParameters returns the headers of requests. Their names end in Header, because generators make types of them as well.
func sharedParameters() object {
	header := func(name, description string, s schema.Schema) object {
		s.Type = schema.Types{schema.Text}
		return object{"name": name, "in": "header", "description": description, "schema": &s}
	}
	one, most := 1, 255
	token := header("X-Order-Token", "Token of a guest's order, from the answer to its placement. It works once.", schema.Schema{})
	token["required"] = true
	return object{
		"StoreHeader": header("X-Store-Code",
			"Code (or ID) of the request's store view; the default one if omitted. The query parameter `store` does the same and takes "+
				"precedence. `admin` is the scope of all stores, for back-office and API tokens.", schema.Schema{}),
		"CurrencyHeader": header("X-Currency-Code", "Display currency of prices, such as EUR; the store's own by default.",
			schema.Schema{Examples: []any{"EUR"}}),
		"IdempotencyKeyHeader": header("X-Idempotency-Key",
			"Makes the request safe to repeat: for 24 hours the first success is the answer to the same key, caller, path and method. Ignored "+
				"without a token, except for placing an order, or reading it with its guest's token.",
			schema.Schema{MinLength: &one, MaxLength: &most, Pattern: "^[a-zA-Z0-9_-]+$"}),
		"IfNoneMatchHeader": header("If-None-Match", "ETag of the caller's representation; 304 if it is still current.", schema.Schema{}),
		"IfMatchHeader": header("If-Match", "ETag of the resource as the caller knows it, from its GET or from a write: that of the same path, "+
			"or of the nearest path above. 412 if the resource has changed since, and nothing happens. `*` means that it exists.", schema.Schema{}),
		"IfAbsentHeader": header("If-None-Match", "`*`: 412 if the resource exists already. A new resource is known by its natural key, such as "+
			"a SKU, an e-mail address or an identifier.", schema.Schema{}),
		"MinPositionHeader": header("X-Min-Position", "X-Event-Position of an earlier write: the answer is at least that recent.",
			schema.Schema{}),
		"PreferHeader": header("Prefer", "`handling=strict` (RFC 7240) refuses unknown query parameters, and values that are none of a "+
			"parameter's, with 400. They are ignored otherwise. `Preference-Applied` of the answer confirms it.", schema.Schema{}),
		"DryRunHeader": header(dryRunHeader, "true: the answer tells what the request would do, or why it would be refused, and nothing is "+
			"stored or sent. New things have negative IDs, and idempotency keys are not used. The answer has the same header.",
			schema.Schema{Enum: []any{"true", "false"}}),
		"OrderTokenHeader": token,
	}
}
