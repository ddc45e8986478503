package console

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/operations/schema"
)

// field is a field of a form.
type field struct {
	Name, Label, Help string
	At                string // prefix of the name in the form
	// Input is the kind of control: line, text, number, date, choice, flag or json; empty for none. A list has one value a line. lines are
	// quantities of lines, and pairs an SKU and a quantity a line.
	Input    string
	Wide     bool     // takes the whole width of the form
	Rows     int      // of a control with several lines
	Options  []option // of a choice
	Required bool
	Value    string
	Longest  int // most characters; 0: no bound
	Step     string
	Lines    []line // of quantities of lines
	item     string // type of the elements of a list
	line     string // see lineOf
	number   bool
}

// option is a value of a choice.
type option struct{ Value, Text string }

// fieldOf makes the control for a value of a schema.
func (v *visit) fieldOf(name string, s *schema.Schema, required bool) field {
	f := field{Name: name, Label: label(v.l, name), Help: v.help(s.Description), Required: required, Rows: textRows}
	if s.MaxLength != nil {
		f.Longest = *s.MaxLength
	}
	if len(s.Enum) > 0 {
		f.Input = "choice"
		for _, value := range s.Enum {
			if text := fmt.Sprint(value); value != nil && text != "" {
				f.Options = append(f.Options, option{text, label(v.l, text)})
			}
		}
		return f
	}
	switch kind := kindOf(s); kind {
	case schema.Text:
		f.Input = "line"
		if s.Encoding != "" {
			f.Input = "" // a file
		} else if s.Format == "date" {
			f.Input, f.Longest = "date", 0
		} else if f.Longest == 0 || f.Longest > inputs.LongestLine {
			f.Input = "text"
		}
	case schema.Integer, schema.Number:
		f.Input, f.Step, f.number = "number", map[string]string{schema.Integer: "1", schema.Number: "any"}[kind], true
	case schema.Boolean:
		f.Input = "flag"
	case schema.Array:
		f.item = schema.Text
		if s.Items != nil {
			f.item = kindOf(s.Items)
			f.line = lineOf(s.Items)
		}
		f.Rows = listRows
		if f.Input = "list"; f.item == schema.Object || f.item == schema.Array || f.item == "" {
			f.Input, f.Rows = "json", textRows
		}
	default:
		f.Input = "json"
	}
	return f
}

// lineOf returns the member by which elements with a quantity name a line, such as orderItemId; "" if the elements are no such lines.
func lineOf(element *schema.Schema) string {
	if _, counted := element.Properties.Get("qty"); !counted {
		return ""
	}
	for _, name := range []string{"orderItemId", "itemId", "sku"} {
		if _, has := element.Properties.Get(name); has {
			return name
		}
	}
	return ""
}

// line is a line of a thing, for which a form asks the quantity.
type line struct{ Name, Of, Typed string }

// lines makes the field one of quantities of the lines of a document, if its elements name such lines.
func (f *field) lines(document node, typed url.Values) {
	switch f.line {
	case "":
		return
	case "sku":
		f.Input, f.Help, f.Wide, f.Rows = "pairs", "", true, documentRows
		return
	}
	f.Input = "lines"
	for _, item := range document.Get("items").Elements {
		id := item.Get("id").Raw
		l := line{Name: f.At + f.Name + "." + id, Of: item.first("name", "sku").Text}
		if sku := item.Get("sku").Text; sku != "" && sku != l.Of {
			l.Of += " (" + sku + ")"
		}
		if typed != nil {
			l.Typed = typed.Get(l.Name)
		}
		f.Lines = append(f.Lines, l)
	}
}

// apart reports whether a character separates an SKU from its quantity, as in a table that was pasted.
func apart(r rune) bool { return r == ' ' || r == '\t' || r == ';' || r == '\r' }

// quantities reads the entered quantities of a field's lines.
func (f field) quantities(typed url.Values) (list []map[string]any) {
	if f.line == "sku" {
		for _, text := range strings.Split(typed.Get(formField+f.Name), "\n") {
			if words := strings.FieldsFunc(text, apart); len(words) > 0 {
				list = append(list, map[string]any{"sku": strings.Join(words[:max(1, len(words)-1)], " "), "qty": numeric(words[len(words)-1])})
			}
		}
		return list
	}
	prefix := formField + f.Name + "."
	for _, name := range slices.Sorted(maps.Keys(typed)) {
		id, of := strings.CutPrefix(name, prefix)
		if text := strings.TrimSpace(typed.Get(name)); of && text != "" {
			list = append(list, map[string]any{f.line: numeric(id), "qty": numeric(text)})
		}
	}
	return list
}

// help returns the translation of a field's English explanation from the registry; "" without one.
func (v *visit) help(english string) string { return explained(v.l, english) }

// kindOf returns the type of a value apart from null.
func kindOf(s *schema.Schema) string {
	for _, t := range s.Type {
		if t != schema.Null {
			return t
		}
	}
	for _, one := range slices.Concat(s.AnyOf, s.AllOf) {
		if kind := kindOf(one); kind != "" {
			return kind
		}
	}
	return ""
}

// fields are the fields of the body of an operation.
func (v *visit) fields(o *operations.Operation) (out []field) {
	body := v.h.inputs(o).Body
	if body == nil {
		return nil
	}
	media := map[string]string{}
	for _, declared := range inputs.Fields(o.Input) {
		media[declared.Name] = declared.Media
	}
	for _, p := range body.Properties {
		f := v.fieldOf(p.Name, p.Value, slices.Contains(body.Required, p.Name))
		if f.Input == "" {
			continue
		}
		if f.Input == "text" && media[p.Name] != "" {
			f.Wide, f.Rows = true, documentRows
		}
		out = append(out, f)
	}
	return out
}

// Rows of controls: the bounds for lists, and the heights of other long texts, and of documents and tables.
const (
	listRows     = 3
	mostRows     = 8
	textRows     = 4
	documentRows = 16
)

// inputs describes the input of an operation.
func (h *Handler) inputs(o *operations.Operation) schema.Input {
	if known, ok := h.described.Load(o); ok {
		return known.(schema.Input)
	}
	in := schema.New(schema.Inlined).Input(o)
	h.described.Store(o, in)
	return in
}

// prefill gives fields the values of a document.
func prefill(fields []field, document node) {
	for i := range fields {
		fields[i].Value = fields[i].of(document.Get(fields[i].Name))
	}
}

// Control returns the kind of control that shows the value. A value that is no day gets a text control, since a date control would hide it.
func (f field) Control() string {
	if _, err := time.Parse(time.DateOnly, f.Value); f.Input == "date" && f.Value != "" && err != nil {
		return "line"
	}
	return f.Input
}

// Height returns the rows of the control. A list has one for each of its first values.
func (f field) Height() int {
	if f.Input == "list" {
		return max(f.Rows, min(1+strings.Count(f.Value, "\n"), mostRows))
	}
	return f.Rows
}

// of returns the value of a part of a document in the form's notation.
func (f field) of(n node) string {
	switch {
	case f.Input == "list" && n.Is == isList:
		var lines []string
		for _, e := range n.Elements {
			lines = append(lines, e.Raw)
		}
		return strings.Join(lines, "\n")
	case n.Plain():
		return n.Raw
	}
	return ""
}

// value encodes the entered text as JSON of the field's type. ok is false for an empty text, which is not sent.
func (f field) value(typed string) (value any, ok bool) {
	typed = strings.ReplaceAll(typed, "\r\n", "\n")
	if strings.TrimSpace(typed) == "" {
		return nil, false
	}
	switch f.Input {
	case "flag":
		return typed == "true", true
	case "number":
		return numeric(typed), true
	case "list":
		list := []any{}
		for _, line := range strings.Split(typed, "\n") {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			if f.item == schema.Integer || f.item == schema.Number {
				list = append(list, numeric(line))
			} else {
				list = append(list, line)
			}
		}
		return list, true
	case "json":
		if json.Valid([]byte(typed)) {
			return json.RawMessage(typed), true
		}
	}
	return typed, true
}

// numeric returns a number, or the text, so that the operation refuses it by its own rules.
func numeric(text string) any {
	if n := json.Number(strings.TrimSpace(text)); json.Valid([]byte(n)) {
		return n
	}
	return text
}

// cleared is the value that an emptied field sends.
func (f field) cleared() any {
	switch f.Input {
	case "line", "text", "choice":
		return ""
	case "list":
		return []any{}
	}
	return nil
}
