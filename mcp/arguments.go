package mcp

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/operations/representation"
)

// dryRun is the argument that makes a tool decide but store nothing.
const dryRun = "dryRun"

// takeDryRun removes the argument dryRun. Only true and false are accepted: a caller who meant true must not cause a write.
func takeDryRun(arguments members) (members, bool, error) {
	value, sent := arguments.get(dryRun)
	if !sent {
		return arguments, false, nil
	}
	switch string(value) {
	case "true", "false", "null":
		return arguments.without(dryRun), string(value) == "true", nil
	}
	return nil, false, fault.Invalidf("The dryRun argument must be true or false.")
}

// ifMatch is the argument that makes a tool write only if the resource is as the caller has read it, see operations.Precondition.
const ifMatch = "ifMatch"

// takeIfMatch removes the argument ifMatch. It returns an empty tag if none was sent. Any value but a tag is refused: a caller who sends
// the argument must not write without the comparison.
func takeIfMatch(arguments members) (others members, tag string, err error) {
	value, sent := arguments.get(ifMatch)
	if !sent || string(value) == "null" {
		return arguments.without(ifMatch), "", nil
	}
	if tag, _ = scalar(value); value[0] != '"' || strings.TrimSpace(tag) == "" {
		return nil, "", fault.Invalidf("The ifMatch argument must be the _meta.etag of an answer.")
	}
	return arguments.without(ifMatch), tag, nil
}

// takeConditions removes the arguments that say how a tool writes. It sets dryRun and ifMatch of the caller, and returns the word of a
// preview.
func (t *tool) takeConditions(arguments members, caller *operations.Caller) (others members, word string, err error) {
	others = arguments
	if t.trial {
		if others, caller.DryRun, err = takeDryRun(others); err != nil {
			return nil, "", err
		}
	}
	if t.matching {
		var tag string
		if others, tag, err = takeIfMatch(others); err != nil {
			return nil, "", err
		}
		if tag != "" {
			caller.Precondition = representation.PreconditionOf([]string{tag}, nil, nil)
		}
	}
	if t.lasts {
		others, word, err = takeConfirm(others)
	}
	return others, word, err
}

// argumentsOf returns the names of the arguments that an operation reads, advertised or not; nil if the operation takes members of any
// name.
func argumentsOf(o *operations.Operation) map[string]bool {
	out := map[string]bool{}
	for _, name := range o.Placeholders() {
		out[name] = true
	}
	if o.Method == http.MethodGet {
		for _, name := range o.ParameterNames() {
			out[name] = true
		}
		return out
	}
	if o.Input == nil {
		return out
	}
	for _, f := range inputs.Fields(o.Input) {
		switch f.Source {
		case inputs.SourceBody:
			return nil
		case inputs.SourceMember, inputs.SourceElements:
			for _, name := range f.Names() {
				out[name] = true
			}
		}
	}
	return out
}

// ignores returns the names of the arguments that the tool does not know.
func (t *tool) ignores(arguments members) (names []string) {
	if t.known == nil {
		return nil
	}
	for _, a := range arguments {
		name, _, _ := strings.Cut(a.name, "[") // a filter such as attributeFilters[color]
		if !t.known[name] {
			names = append(names, clip(a.name))
		}
	}
	return names
}

// refuseUnknown refuses arguments that a writing tool does not know, since a misspelt one may be what bounds the write: a refund of some
// lines would become one of all. Reads ignore them (rest-v2 §4.12 rule 12). A tool that takes members of any name refuses only other
// spellings of dryRun and ifMatch.
func (t *tool) refuseUnknown(arguments members) error {
	if t.operation.Method == http.MethodGet {
		return nil
	}
	for _, a := range arguments {
		if t.known[a.name] {
			if err := t.refuseWithin(a.name, a.value); err != nil {
				return err
			}
			continue
		}
		known := t.names()
		if t.known == nil && !slices.ContainsFunc(known, func(name string) bool { return folded(name) == folded(a.name) }) {
			continue
		}
		return fault.Invalidf("Unknown argument: %.64s.%s Nothing was changed.", a.name, fault.Meant(a.name, known)).
			About(fault.Unknown, a.name)
	}
	return nil
}

// refuseWithin refuses unknown members in the value of an argument, such as those of the lines of a refund.
func (t *tool) refuseWithin(name string, value json.RawMessage) error {
	if t.operation.Input == nil {
		return nil
	}
	for _, f := range inputs.Fields(t.operation.Input) {
		if (f.Source == inputs.SourceMember || f.Source == inputs.SourceElements) && slices.Contains(f.Names(), name) {
			return unknownWithin(f.Type, value, name)
		}
	}
	return nil
}

// unknownWithin refuses the first member that a value of a type does not have. Values that do not fit the type are refused later, and types
// that read themselves know best. Members such as @type are those of answers that are sent back.
func unknownWithin(t reflect.Type, value json.RawMessage, at string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()):
	case t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8:
		var elements []json.RawMessage
		if json.Unmarshal(value, &elements) != nil {
			return nil
		}
		for i, element := range elements {
			if err := unknownWithin(t.Elem(), element, fault.Element(at, i)); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Struct:
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) != nil {
			return nil
		}
		return unknownAmong(inputs.Fields(t), members, at)
	}
	return nil
}

// unknownAmong refuses the first member that is none of the fields of an object.
func unknownAmong(fields []inputs.Field, members map[string]json.RawMessage, at string) error {
	var known []string
	for _, f := range fields {
		known = append(known, f.Names()...)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		i := slices.IndexFunc(fields, func(f inputs.Field) bool { return slices.Contains(f.Names(), name) })
		switch {
		case i >= 0:
			if err := unknownWithin(fields[i].Type, members[name], at+"."+name); err != nil {
				return err
			}
		case !strings.HasPrefix(name, "@"):
			return fault.Invalidf("Unknown argument: %.64s in %.64s.%s Nothing was changed.", name, at, fault.Meant(name, known)).
				About(fault.Unknown, at+"."+name)
		}
	}
	return nil
}

// names lists the arguments that the tool knows, in alphabetical order.
func (t *tool) names() []string {
	names := slices.Collect(maps.Keys(t.known))
	if t.trial {
		names = append(names, dryRun)
	}
	if t.matching {
		names = append(names, ifMatch)
	}
	if t.lasts {
		names = append(names, confirm)
	}
	slices.Sort(names)
	return names
}

// joints are the characters that some put between the words of a name.
var joints = strings.NewReplacer("_", "", "-", "")

// folded returns a name in the form in which two ways to write it are equal: dry_run is dryRun.
func folded(name string) string { return strings.ToLower(joints.Replace(name)) }

// scalar returns a value as the text of a path variable or query parameter. It returns false for lists, objects and null.
func scalar(v json.RawMessage) (string, bool) {
	switch {
	case len(v) == 0 || v[0] == '[' || v[0] == '{' || v[0] == 'n':
		return "", false
	case v[0] == '"':
		return text(v)
	}
	return string(v), true
}

func (m members) without(name string) members {
	out := make(members, 0, len(m))
	for _, a := range m {
		if a.name != name {
			out = append(out, a)
		}
	}
	return out
}

// encode prints the members as a JSON object again, invalid values included.
func (m members) encode() []byte {
	b := []byte{'{'}
	for i, a := range m {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(appendQuoted(b, []byte(a.name)), ':'), a.value...)
	}
	return append(b, '}')
}
