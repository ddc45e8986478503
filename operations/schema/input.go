package schema

import (
	"reflect"
	"slices"
	"strings"

	"tradelog/operations"
	"tradelog/operations/inputs"
)

// Input describes the input of an operation by its sources.
type Input struct {
	Path  []Parameter // in the order of the path
	Query []Parameter // filters first, then the page
	// Body is nil if the operation reads none.
	Body *Schema
	// Elements is the schema of a body that is a list, where bodies may be lists. Body is then the object with the list as a member.
	Elements     *Schema
	BodyRequired bool
}

// Parameter is a value outside of the body.
type Parameter struct {
	Name        string
	Description string
	Required    bool
	Schema      *Schema // without the description
	Silent      bool    // only tools document it: REST accepts or ignores it silently, as the contract says
}

// Input describes the input of an operation. Fields tagged hidden:"true" and aliases are left out.
func (b *Builder) Input(o *operations.Operation) Input {
	var in Input
	var body []inputs.Field
	bound := map[string]inputs.Field{}
	for _, f := range inputs.Fields(o.Input) {
		switch f.Source {
		case "path":
			bound[f.Name] = f
		case "query":
			if f.Tag.Get("hidden") != "true" {
				in.Query = append(in.Query, b.parameter(o.Input, f))
			}
		default:
			body = append(body, f)
		}
	}
	for _, name := range o.Placeholders() {
		p := Parameter{Name: name, Schema: &Schema{Type: Types{Text}}}
		if f, ok := bound[name]; ok {
			p = b.parameter(o.Input, f)
		}
		if p.Description == "" {
			p.Description = addressed(o, name)
		}
		p.Required = true
		in.Path = append(in.Path, p)
	}
	if o.Paged || o.Divisible() {
		in.Query = append(in.Query, b.pages(o, in.Query)...)
	}
	if o.AsOf {
		in.Query = append(in.Query, Parameter{Name: operations.AsOfParameter, Description: operations.AsOfDoc,
			Schema: &Schema{Type: Types{Text}}})
	}
	if o.ListsAsOf() {
		in.Query = append(in.Query, Parameter{Name: operations.IDsParameter, Description: operations.IDsDoc,
			Schema: &Schema{Type: Types{Text}}})
	}
	if o.ReadsBody() {
		in.Body, in.BodyRequired = b.object(o.Input, body), !o.Body.Optional
		for _, f := range body {
			if f.Source == inputs.SourceElements {
				in.Elements, _ = in.Body.Properties.Get(f.Name)
			}
		}
	}
	return in
}

// field describes the input of a field, with all of its tags.
func (b *Builder) field(in reflect.Type, f inputs.Field) *Schema {
	s := bounded(b.tagged(b.schema(f.Type, input), f.Type, f.Tag, in, f.Name), f)
	return b.about(s, f.Type, f.Tag, in, f.Name, input)
}

// parameter describes a path variable or query parameter. Neither is ever null.
func (b *Builder) parameter(in reflect.Type, f inputs.Field) Parameter {
	s := b.field(in, f)
	p := Parameter{Name: f.Name, Description: s.Description, Required: f.Tag.Get("required") == "true", Schema: s,
		Silent: f.Tag.Get("silent") == "true"}
	s.Description = ""
	return p
}

// addressed describes a path variable whose field has no description.
func addressed(o *operations.Operation, name string) string {
	if name == "id" {
		return "ID of the " + o.Resource.Name
	}
	return name + " of the addressed resource"
}

// pages returns the paging parameters of a list, except those that the operation declares itself.
func (b *Builder) pages(o *operations.Operation, declared []Parameter) []Parameter {
	one, most := number("1"), number("100")
	all := []Parameter{
		{Name: "page", Description: "page number, from 1", Schema: b.single(&Schema{Type: Types{Integer}, Minimum: one, Default: 1})},
		{Name: "itemsPerPage", Description: "rows per page; pageSize is accepted too",
			Schema: b.single(&Schema{Type: Types{Integer}, Minimum: one, Maximum: most, Default: operations.PageSize})},
		{Name: "after", Schema: &Schema{Type: Types{Text}}, Description: "cursor instead of page: empty for the first page, then " +
			"the value from the next link; rows added or removed meanwhile shift no others"},
		{Name: "fields", Schema: &Schema{Type: Types{Text}},
			Description: "members of the rows, comma-separated; all by default"},
	}
	if o.Divisible() {
		all[0].Description = "page number, from 1; only with itemsPerPage"
		all[1].Description, all[1].Schema.Default = "rows per page; all rows by default", nil
		all[0].Silent, all[1].Silent = true, true
		all = slices.Delete(all, 2, 3)
	}
	var out []Parameter
	for _, p := range all {
		taken := false
		for _, d := range declared {
			taken = taken || d.Name == p.Name
		}
		if !taken {
			out = append(out, p)
		}
	}
	return out
}

// object returns the schema of the object that a request sends for some fields.
func (b *Builder) object(in reflect.Type, fields []inputs.Field) *Schema {
	s := &Schema{Type: Types{Object}}
	for _, f := range fields {
		if f.Source == "raw" || f.Tag.Get("hidden") == "true" {
			continue // the field receives the whole body
		}
		p := b.field(in, f)
		if grants := f.Tag.Get("grant"); grants != "" {
			p = described(
				p,
				"only from API tokens with "+strings.Join(
					strings.Fields(grants), " or ",
				)+" and from back-office users with the ACL node of that resource; ignored otherwise",
			)
		}
		required := f.Tag.Get("required") == "true"
		if !required && !f.Nonnull && canBeNull(f.Type) {
			p = b.orNull(p)
		}
		s.Properties = append(s.Properties, Entry[*Schema]{f.Name, p})
		if required {
			s.Required = append(s.Required, f.Name)
		}
	}
	return b.nameForGo(s)
}

// described appends a remark to a description.
func described(s *Schema, remark string) *Schema {
	c := *s
	if c.Description != "" {
		remark = c.Description + "; " + remark
	}
	c.Description = remark
	return &c
}

// bounded adds the greatest length of a field's texts, unless a tag has set a smaller one or the values are listed.
func bounded(s *Schema, f inputs.Field) *Schema {
	if f.Longest == 0 || s.Ref != nil {
		return s
	}
	c := *s
	if c.Items != nil {
		c.Items = bounded(c.Items, f)
	}
	if len(c.AnyOf) > 0 {
		c.AnyOf = slices.Clone(c.AnyOf)
		for i := range c.AnyOf {
			c.AnyOf[i] = bounded(c.AnyOf[i], f)
		}
	}
	number := slices.Contains(c.Type, Integer) || slices.Contains(c.Type, Number)
	if slices.Contains(c.Type, Text) && !number && c.Enum == nil && c.MaxLength == nil && c.Encoding == "" {
		c.MaxLength = &f.Longest
	}
	return &c
}

// canBeNull reports whether a field can represent a missing value, so that null makes sense.
func canBeNull(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map
}
