package generator

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// reader reads the schemas of a document.
type reader struct {
	schemas map[string]*schema
	models  []model
}

// readModels reads the schemas to which bodies and answers refer, directly or not.
func (r *reader) readModels(d openAPI) error {
	sent, answered := map[string]bool{}, map[string]bool{}
	for _, methods := range d.Paths {
		for _, o := range methods {
			for _, content := range o.RequestBody.Content {
				r.reach(content.Schema, sent)
			}
			for _, answer := range o.Responses {
				for _, content := range answer.Content {
					r.reach(content.Schema, answered)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.schemas)) {
		if !sent[name] && !answered[name] {
			continue
		}
		if _, err := r.model(name, r.schemas[name], !answered[name]); err != nil {
			return err
		}
	}
	slices.SortFunc(r.models, func(a, b model) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(r.models); i++ {
		if r.models[i].Name == r.models[i-1].Name {
			return fmt.Errorf("two types are called %s", r.models[i].Name)
		}
	}
	return nil
}

// reach adds the named schemas to which a schema refers, directly or not.
func (r *reader) reach(s *schema, reached map[string]bool) {
	if s == nil {
		return
	}
	if name := s.name(); name != "" && !reached[name] {
		reached[name] = true
		r.reach(r.schemas[name], reached)
	}
	for _, part := range slices.Concat(s.AnyOf, s.AllOf) {
		r.reach(part, reached)
	}
	for _, property := range s.Properties {
		r.reach(property, reached)
	}
	r.reach(s.Items, reached)
	r.reach(s.AdditionalProperties.schema, reached)
}

// model adds the model of a schema and the models of the objects inside it.
func (r *reader) model(name string, s *schema, sent bool) (*model, error) {
	m := model{Name: name, Doc: s.Description, Sent: sent, Inner: r.schemas[name] != s}
	if len(s.Properties) == 0 {
		alias, err := r.typeOf(name, s, sent)
		if err != nil {
			return nil, err
		}
		m.Alias = &alias
	}
	for _, property := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[property]
		t, err := r.typeOf(name+title(property), p, sent)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", name, property, err)
		}
		m.Members = append(m.Members, member{property, p.Description, t, slices.Contains(s.Required, property), p.Default})
	}
	r.models = append(r.models, m)
	return &m, nil
}

// typeOf returns the type of a schema. name is the name for the model of an object without a name of its own.
func (r *reader) typeOf(name string, s *schema, sent bool) (valueType, error) {
	switch {
	case s == nil:
		return valueType{Kind: kindAny}, nil
	case s.name() != "":
		of, known := r.schemas[s.name()]
		if !known {
			return valueType{}, fmt.Errorf("there is no schema %s", s.name())
		}
		if len(of.Properties) == 0 {
			return valueType{Kind: kindAlias, Name: s.name()}, nil
		}
		return valueType{Kind: kindModel, Name: s.name()}, nil
	case len(s.AnyOf) > 0:
		return r.union(name, s, sent)
	case len(s.AllOf) > 0:
		return valueType{}, fmt.Errorf("allOf is not known")
	}
	types := slices.Clone(s.Type)
	t := valueType{Nullable: slices.Contains(types, "null")}
	types = slices.DeleteFunc(types, func(of string) bool { return of == "null" })
	if len(types) > 1 {
		return valueType{}, fmt.Errorf("several types: %v", types)
	}
	if len(types) == 0 {
		t.Kind = kindAny
		return t, nil
	}
	err := r.single(&t, types[0], name, s, sent)
	return t, err
}

// single fills in the type of a schema with one type name.
func (r *reader) single(t *valueType, of, name string, s *schema, sent bool) (err error) {
	switch of {
	case "string", "integer", "number", "boolean":
		t.Kind, t.Base64, t.Binary = kind(of), s.ContentEncoding == "base64", s.Format == "binary"
		for _, value := range s.Enum {
			switch value := value.(type) {
			case string:
				t.Values = append(t.Values, value)
			case float64:
				t.Integers = append(t.Integers, int64(value))
			}
		}
	case "array":
		element, err := r.typeOf(name, s.Items, sent)
		t.Kind, t.Of = kindList, []valueType{element}
		return err
	case "object":
		if len(s.Properties) > 0 {
			t.Kind, t.Name = kindModel, name
			t.Inner, err = r.model(name, &schema{Properties: s.Properties, Required: s.Required, Description: s.Description}, sent)
			return err
		}
		element, err := r.typeOf(name, s.AdditionalProperties.schema, sent)
		t.Kind, t.Of = kindMap, []valueType{element}
		return err
	default:
		return fmt.Errorf("the type %s is not known", of)
	}
	return nil
}

// union returns the type of a schema with alternatives.
func (r *reader) union(name string, s *schema, sent bool) (valueType, error) {
	var t valueType
	for _, alternative := range s.AnyOf {
		if slices.Equal(alternative.Type, []string{"null"}) {
			t.Nullable = true
			continue
		}
		of, err := r.typeOf(name, alternative, sent)
		if err != nil {
			return t, err
		}
		t.Of = append(t.Of, of)
	}
	if len(t.Of) == 1 {
		of := t.Of[0]
		of.Nullable = of.Nullable || t.Nullable
		return of, nil
	}
	t.Kind = kindUnion
	return t, nil
}

// title returns a name that begins with a capital letter.
func title(name string) string {
	letters := []rune(name)
	letters[0] = unicode.ToUpper(letters[0])
	return string(letters)
}
