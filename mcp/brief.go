package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/representation"
)

// The bounds of a brief row and of a member of it, in bytes. A row of a resource that declares its brief members may be longer.
const (
	briefRow    = 200
	briefMember = 60
)

// briefText is the greatest number of characters of a text in a row that has declared members.
const briefText = 400

// form is the form of a tool's answers.
type form struct {
	brief bool
	asked bool // the caller has chosen the members of rows
	// tagged says that the result has an entity tag, see tool.tagged.
	tagged bool
	// preview has the members of a dry run's answer that say how the call is carried out; empty: none, see preview.says.
	preview string
}

// whole is the value of the argument fields that asks for whole rows.
const whole = "*"

// takeFields removes the argument fields if it asks for whole rows, and tells whether it was sent.
func takeFields(in *representation.Input) (asked bool) {
	text := in.Query.Get("fields")
	if strings.TrimSpace(text) == whole {
		in.Query.Del("fields")
	}
	return text != ""
}

// abridge changes the input of a read to that of a brief answer, and tells whether the caller has chosen the members of rows.
func (t *tool) abridge(in *representation.Input) (asked bool) {
	o := t.operation
	if o.Tool.Entries && in.Query.Get("fields") == "" {
		in.Query.Set("fields", strings.Join(o.Resource.Brief, ","))
	}
	return o.Verb == operations.List && takeFields(in)
}

// wrap makes the result of a tool from the body of an answer.
func (f form) wrap(body []byte, o *operations.Operation) []byte {
	if f.brief && o.Verb == operations.List && len(body) > 0 && body[0] == '{' {
		body = shorten(body, o, f.asked)
	}
	if f.brief {
		body = marked(body, o.PublicTexts())
	}
	return wrap(body)
}

// marked returns an object with the member untrusted, which lists those of the given members that have a text in the object, at any depth.
func marked(body []byte, texts []string) []byte {
	if len(body) == 0 || body[0] != '{' {
		return body
	}
	var named []string
	for _, name := range texts {
		if hasText(body, name) {
			named = append(named, quoted(name))
		}
	}
	if named == nil {
		return body
	}
	return append([]byte(`{"untrusted":[`+strings.Join(named, ",")+`],`), body[1:]...)
}

// hasText reports whether a member of an object, at any depth, is a text, a list or an object that is not empty. A quote within a text is
// escaped, so no text looks like a member.
func hasText(object []byte, name string) bool {
	member := []byte(`"` + name + `":`)
	for at := bytes.Index(object, member); at >= 0; at = bytes.Index(object, member) {
		object = object[at+len(member):]
		if closes := bytes.IndexByte([]byte(`"[{`), object[0]); closes >= 0 && object[1] != `"]}`[closes] {
			return true
		}
	}
	return false
}

// shorten returns a collection without links, and with brief rows unless the caller asked for certain members. Its member note says how to
// get the rest.
func shorten(body []byte, o *operations.Operation, asked bool) []byte {
	var rows [][]byte
	total, next := json.RawMessage("0"), ""
	for name, value := range bodies.Members(body) {
		switch name {
		case "totalItems":
			total = value
		case "member":
			for row := range bodies.Elements(value) {
				if !asked {
					row = briefOf(row, o.Resource.Brief)
				}
				rows = append(rows, row)
			}
		case "view":
			view, _ := parseMembers(value)
			next, _ = view.text("next")
		}
	}
	note := noteOf(string(total), len(rows), next, asked)
	short := append(appendQuoted([]byte(`{"note":`), []byte(note)), `,"totalItems":`...)
	short = append(append(short, total...), `,"member":[`...)
	return append(append(short, bytes.Join(rows, []byte(","))...), `]}`...)
}

// noteOf describes the rows that a list shows and how to get the rest.
func noteOf(total string, rows int, next string, asked bool) string {
	note := fmt.Sprintf("%d of %s rows.", rows, total)
	if next != "" {
		parameter := "page"
		_, text, _ := strings.Cut(next, "?")
		query, _ := url.ParseQuery(text) // the shop made the URL
		if query.Has("after") {
			parameter = "after"
		}
		note += fmt.Sprintf(" %s=%s has more.", parameter, query.Get(parameter))
	}
	if !asked && rows > 0 {
		note += " Rows are brief; fields=* shows all of their members."
	}
	return note
}

// briefOf returns a row with the members that its resource declares as brief, where a.b is the member b of a. Without a declaration, the
// row gets its first short members.
func briefOf(row []byte, declared []string) []byte {
	if len(row) == 0 || row[0] != '{' {
		return row
	}
	out := []byte{'{'}
	add := func(name string, value json.RawMessage) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(appendQuoted(out, []byte(name)), ':'), value...)
	}
	if declared == nil {
		for name, value := range bodies.Members(row) {
			short := len(value) <= briefMember && value[0] != '[' && value[0] != '{' && !strings.HasPrefix(name, "@") && name != "extensions"
			if short && string(value) != "null" && len(out)+len(name)+len(value) < briefRow {
				add(name, value)
			}
		}
		return append(out, '}')
	}
	for name, value := range bodies.Members(row) {
		if slices.Contains(declared, name) {
			add(name, cut(value))
			continue
		}
		for inner, value := range bodies.Members(value) {
			if slices.Contains(declared, name+"."+inner) {
				add(inner, cut(value))
			}
		}
	}
	return append(out, '}')
}

// cut returns a value of a brief row. A text of more than briefText characters is cut, and its end says so.
func cut(value json.RawMessage) json.RawMessage {
	if len(value) <= briefText || value[0] != '"' {
		return value
	}
	text := []rune(bodies.Text(value))
	if len(text) <= briefText {
		return value
	}
	return json.RawMessage(quoted(fmt.Sprintf("%s... [cut after %d of %d characters; fields=* shows all]", string(text[:briefText]), briefText,
		len(text))))
}
