package soap

import (
	"cmp"
	"maps"
	"regexp"
	"strings"

	"tradelog/soap/wire"
)

// words maps members of operations to their names in these interfaces.
type words map[string]string

// namesIn returns the names of a method's arguments and of their fields by the members of the operation. Refusals name members, which
// clients know only by these names.
func namesIn(m *method) words {
	w := words{}
	for of, name := range m.resource.Named {
		w[of] = name
	}
	for _, a := range m.Args {
		w.add(a.Type, map[*wire.Type]bool{})
	}
	if m.Via == nil {
		return w
	}
	w.name(m.Via.Into, m.Via.Body)
	for argument, member := range m.Via.Members {
		w.name(member, argument)
	}
	for argument, variable := range m.Via.Variables {
		w.name(variable, argument)
	}
	if m.Via.Filters != nil {
		for condition, parameter := range m.Via.Filters.Params {
			field, _, _ := strings.Cut(condition, " ")
			w.name(parameter, field)
		}
	}
	return w
}

func (w words) add(t *wire.Type, seen map[*wire.Type]bool) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	w.add(t.Item, seen)
	for _, f := range t.Fields {
		w.name(f.Of[strings.LastIndexByte(f.Of, '.')+1:], f.Name)
		w.add(f.Type, seen)
	}
}

// namesSent returns the names for a call. If several fields map to a member, the sent one gives the name.
func (m *method) namesSent(args []wire.Value) words {
	w := maps.Clone(m.words)
	for i, a := range m.Args {
		w.sent(a.Type, args[i])
	}
	return w
}

func (w words) sent(t *wire.Type, v wire.Value) {
	switch v := v.(type) {
	case wire.List:
		for _, item := range v {
			if t.Item != nil {
				w.sent(t.Item, item)
			}
		}
	case wire.Map:
		for _, f := range t.Fields {
			if member, ok := v.Get(f.Name); ok {
				w[f.Of[strings.LastIndexByte(f.Of, '.')+1:]] = f.Name
				w.sent(f.Type, member)
			}
		}
	}
}

// name adds a name; the first one counts.
func (w words) name(of, name string) {
	if _, known := w[of]; !known && of != "" {
		w[of] = name
	}
}

// memberName matches the name of a member in a path.
var memberName = regexp.MustCompile(`[A-Za-z_]\w*`)

// of returns a path in the input of an operation with the clients' names.
func (w words) of(path string) string {
	return memberName.ReplaceAllStringFunc(path, func(member string) string { return cmp.Or(w[member], member) })
}
