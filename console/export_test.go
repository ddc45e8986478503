package console

import (
	"fmt"
	"slices"
	"strings"

	"tradelog/commands/forgetting"
	"tradelog/domain/locale"
	"tradelog/operations"
	"tradelog/operations/schema"
)

// Spaced writes the name of a member in words.
func Spaced(name string) string { return spaced(name) }

// CatalogueOf reads a catalogue.
var CatalogueOf = catalogueOf

// RegistryWords returns the words of a registry that pages show, each with a page that shows it.
func RegistryWords(registry *operations.Registry) map[string]string {
	w := shownWords{}
	h := &Handler{kinds: kindsOf(registry)}
	v := &visit{h: h, l: locale.Of(locale.English, nil)}
	for _, k := range h.kinds.all {
		w.note(k.title, "title of "+k.name)
		w.note(sectionTitle(k.section), "section of "+k.name)
		w.note(spaced(k.list.Resource.Label), "refusal of "+k.name)
		for _, o := range k.shown() {
			w.noteAnswer(o)
		}
		for _, column := range k.list.Resource.Brief {
			w.note(spaced(last(column)), "column of "+k.name)
		}
		w.noteFields(v.filters(k.list, nil), k.list)
		if k.create != nil {
			w.noteForm(v, k.create)
		}
		for _, a := range slices.Concat(k.wide, k.acts) {
			w.note(v.actTitle(a.operation), "button of "+a.operation.Name())
			w.noteForm(v, a.operation)
		}
		for _, p := range k.parts {
			if p.operation.Response.Produces != "" {
				w.note(p.operation.Summary, "file of "+p.operation.Name())
			} else {
				w.note(spaced(p.name), "part of "+k.name)
			}
		}
	}
	for _, label := range []string{"page", "block"} { // names of the registry's resources in refusals
		w.note(spaced(label), "refusal of content")
	}
	for _, k := range forgetting.Kinds {
		w.note(k.Why, "what becomes of "+k.Name)
	}
	for state := range moods {
		w.note(spaced(state), "state with a mood")
	}
	for via, name := range interfaces {
		w.note(name, "interface "+via)
	}
	for _, kind := range []operations.Kind{
		operations.Anonymous, operations.AsCustomer, operations.AsAPI, operations.AsAdmin, operations.AsOperator, "system",
	} {
		w.note(spaced(string(kind)), "kind of an actor")
	}
	return w
}

// RegistryHelp returns the explanations of fields and filters that forms show, each with a page.
func RegistryHelp(registry *operations.Registry) map[string]string {
	w := shownWords{}
	h := &Handler{kinds: kindsOf(registry)}
	v := &visit{h: h, l: locale.Of(locale.English, nil)}
	for _, k := range h.kinds.all {
		for _, f := range v.filters(k.list, nil) {
			w.note(f.Help, fmt.Sprintf("%s of %s", f.Name, k.list.Name()))
		}
		for _, a := range slices.Concat([]act{{"create", k.create}}, k.wide, k.acts) {
			if a.operation == nil {
				continue
			}
			for _, f := range v.fields(a.operation) {
				w.note(f.Help, fmt.Sprintf("%s of %s", f.Name, a.operation.Name()))
			}
		}
	}
	return w
}

// shownWords are words that pages show, with a page of each.
type shownWords map[string]string

func (w shownWords) note(word, where string) {
	if word != "" && w[word] == "" {
		w[word] = where
	}
}

// noteAnswer adds the names of members and the enumerations of an answer.
func (w shownWords) noteAnswer(o *operations.Operation) {
	eachSchema("", schema.New(schema.Inlined).Of(o.Output), func(name string, s *schema.Schema) {
		if !strings.HasPrefix(name, "@") {
			w.note(spaced(name), name+" in the answer of "+o.Name())
		}
		for _, value := range s.Enum {
			if text, ok := value.(string); ok {
				w.note(spaced(text), fmt.Sprintf("value of %s in the answer of %s", name, o.Name()))
			}
		}
	})
}

// noteForm adds the words of the form of an operation.
func (w shownWords) noteForm(v *visit, o *operations.Operation) {
	w.note(o.Effect.Irreversible, "what cannot be undone of "+o.Name())
	w.note(o.Effect.Untried, "why there is no dry run of "+o.Name())
	w.noteFields(v.fields(o), o)
}

func (w shownWords) noteFields(fields []field, o *operations.Operation) {
	for _, f := range fields {
		w.note(f.Label, f.Name+" of "+o.Name())
		for _, option := range f.Options {
			w.note(option.Text, fmt.Sprintf("value of %s of %s", f.Name, o.Name()))
		}
	}
}
