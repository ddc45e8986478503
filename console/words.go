package console

import (
	"slices"

	"tradelog/operations"
	"tradelog/operations/schema"
)

// vocabulary has the values of members with enumerations, by the names of the members. Pages show such a value as a word.
type vocabulary map[string][]string

// vocabularyOf finds the enumerations in the answers of resources' operations.
func vocabularyOf(all *kinds) vocabulary {
	words := vocabulary{}
	for _, k := range all.all {
		for _, o := range k.shown() {
			words.add("", schema.New(schema.Inlined).Of(o.Output))
		}
	}
	return words
}

// add adds the enumerations in a schema. name is the member that has it.
func (words vocabulary) add(name string, s *schema.Schema) {
	eachSchema(name, s, func(name string, s *schema.Schema) {
		for _, value := range s.Enum {
			if text, ok := value.(string); ok && !words.has(name, text) {
				words[name] = append(words[name], text)
			}
		}
	})
}

// has reports whether a value of a member is one of an enumeration.
func (words vocabulary) has(name, value string) bool { return slices.Contains(words[name], value) }

// eachSchema visits a schema and those inside it, with the names of their members. Elements of a list have the name of the list.
func eachSchema(name string, s *schema.Schema, visit func(name string, s *schema.Schema)) {
	if s == nil {
		return
	}
	visit(name, s)
	for _, p := range s.Properties {
		eachSchema(p.Name, p.Value, visit)
	}
	for _, inner := range slices.Concat(s.AnyOf, s.AllOf, []*schema.Schema{s.Items, s.Additional}) {
		eachSchema(name, inner, visit)
	}
}

// shown returns the operations of a kind whose answers pages show as documents. Files are sent unchanged, and a timeline has its own page.
func (k *kind) shown() (all []*operations.Operation) {
	all = []*operations.Operation{k.list, k.item, k.create}
	for _, a := range slices.Concat(k.wide, k.acts) {
		all = append(all, a.operation)
	}
	for _, p := range k.parts {
		all = append(all, p.operation)
	}
	return slices.DeleteFunc(all, func(o *operations.Operation) bool { return o == nil || o.Output == nil || o.Response.Produces != "" })
}
