package trail

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tradelog/domain/content"
	"tradelog/domain/locale"
)

//go:embed sentences.json
var sentencesFile []byte

//go:embed messages
var messages embed.FS

// sentences holds a sentence for each event type, by its name. {member} stands for a member of the event. [ ] encloses words that are left
// out if a member inside is missing.
var sentences = map[string]string{}

func init() {
	if err := json.Unmarshal(sentencesFile, &sentences); err != nil {
		panic(fmt.Sprintf("trail: sentences.json: %v", err))
	}
	locale.Add(messages)
	files, err := fs.Glob(messages, "messages/*.json")
	if err != nil {
		panic(fmt.Sprintf("trail: %v", err))
	}
	for _, file := range files {
		spoken[strings.TrimSuffix(path.Base(file), ".json")] = true
	}
}

// spoken holds the languages that have sentences, besides English.
var spoken = map[string]bool{}

// Language tells in which language sentences are, such as de. Unknown ones are English.
type Language string

// text translates a text of the trail. A language without sentences stays English as a whole: a few words that e-mails have as well would
// stand among English ones.
func (l Language) text(english string) string {
	if !spoken[string(l)] {
		return english
	}
	return locale.In(string(l), english)
}

// Describe describes an event in a sentence, also one that is not stored. data are its members that may be shown.
func (l Language) Describe(eventType string, data json.RawMessage) string {
	return l.sentence(eventType, data, nil)
}

// maxChanges is the greatest number of changes in a sentence.
const maxChanges = 3

// sentence describes an event. data are the event's members that may be shown.
func (l Language) sentence(eventType string, data json.RawMessage, changes []Change) string {
	if template := sentences[eventType]; template != "" {
		return l.fill(l.text(template), data)
	}
	what, done := splitType(eventType)
	if done == "changed" && len(changes) > 0 {
		return l.changes(changes)
	}
	if done == "" {
		return what
	}
	return fmt.Sprintf(l.text("%s "+done), l.text(what))
}

// splitType reads the type of an event of a plain record, such as TaxClassChanged. Other types are words, and done is empty.
func splitType(eventType string) (what, done string) {
	for _, done := range []string{"Created", "Changed", "Deleted"} {
		if name, is := strings.CutSuffix(eventType, done); is && name != "" {
			return words(name), strings.ToLower(done)
		}
	}
	return words(eventType), ""
}

// changes lists the differences, such as: Price 48.00 → 52.50. Of members that are not plain values it says only that they changed, once
// for each: the entry has the values.
func (l Language) changes(changes []Change) string {
	var parts []string
	more := 0
	for _, c := range changes {
		part := l.change(c)
		switch {
		case slices.Contains(parts, part):
		case len(parts) == maxChanges:
			more++
		default:
			parts = append(parts, part)
		}
	}
	if more > 0 {
		parts = append(parts, fmt.Sprintf(l.text("and %d more"), more))
	}
	return strings.Join(parts, "; ")
}

// change describes the difference in a member.
func (l Language) change(c Change) string {
	label := c.Label
	if c.StoreID != 0 {
		label += fmt.Sprintf(" (%s %d)", l.text("store view"), c.StoreID)
	}
	switch before, after := l.brief(c.Before), l.brief(c.After); {
	case nested(c.Before) || nested(c.After):
		return fmt.Sprintf(l.text("%s changed"), label)
	case len(c.Before) == 0:
		return label + ": " + after
	default:
		return label + " " + before + " → " + after
	}
}

// nested reports whether a value is an object or a list of objects.
func nested(value json.RawMessage) bool {
	return first(value) == '{' || first(value) == '[' && first(bytes.TrimLeft(value, "[ ")) == '{'
}

var (
	optional    = regexp.MustCompile(`\[[^\[\]]*\]`)
	placeholder = regexp.MustCompile(`\{[A-Za-z.]+\}`)
)

// fill puts members of an event into a sentence.
func (l Language) fill(template string, data json.RawMessage) string {
	find := func(placeholder string) (string, bool) {
		value := data
		for _, member := range strings.Split(strings.Trim(placeholder, "{}"), ".") {
			var object map[string]json.RawMessage
			if json.Unmarshal(value, &object) != nil || len(present(object[member])) == 0 {
				return "", false
			}
			value = object[member]
		}
		text := l.brief(value)
		if placeholder == "{state}" || placeholder == "{status}" {
			text = l.state(text)
		}
		return text, text != ""
	}
	known := func(text string) bool {
		for _, p := range placeholder.FindAllString(text, -1) {
			if _, ok := find(p); !ok {
				return false
			}
		}
		return true
	}
	text := optional.ReplaceAllStringFunc(template, func(part string) string {
		if !known(part) {
			return ""
		}
		return part[1 : len(part)-1]
	})
	return placeholder.ReplaceAllStringFunc(text, func(p string) string {
		if value, ok := find(p); ok {
			return value
		}
		return "…"
	})
}

// state writes a state in a sentence, such as on hold. One without a translation stays as it is.
func (l Language) state(state string) string {
	if text := l.text(state); text != state {
		return text
	}
	if text := l.text(words(state)); text != words(state) {
		return text
	}
	return state
}

// longest is the number of characters of a value in a sentence.
const longest = 80

// brief writes a value as people do, cut if it is long.
func (l Language) brief(value json.RawMessage) string {
	var text string
	switch first(value) {
	case 0, 'n':
		return l.text("nothing")
	case '"':
		_ = json.Unmarshal(value, &text)
		text = strings.Join(strings.Fields(content.ReplaceTags(text, " ")), " ")
	case '{':
		text = "…"
	case '[':
		text = "…"
		if !nested(value) {
			text = strings.ReplaceAll(strings.Trim(string(value), "[]"), ",", ", ")
		}
	default:
		text = string(value)
	}
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return text
}

// label writes the name of a member in words: meta_title and metaTitle become "Meta title".
func (l Language) label(field string) string {
	name := field
	if at := strings.LastIndexByte(name, '.'); at >= 0 {
		name = name[at+1:]
	}
	name, _, _ = strings.Cut(name, "[")
	if name == "" || strings.Contains(field, "/") { // a path of the configuration
		return field
	}
	return l.text(words(name))
}

// words splits a name into words: GiftCardSent becomes "Gift card sent".
func words(name string) string {
	var b strings.Builder
	lower := false
	for i, r := range name {
		switch {
		case r == '_' || r == '-':
			b.WriteByte(' ')
			lower = false
			continue
		case i == 0:
			r = unicode.ToUpper(r)
		case unicode.IsUpper(r):
			if lower {
				b.WriteByte(' ')
			}
			lower = false
			b.WriteRune(unicode.ToLower(r))
			continue
		}
		lower = unicode.IsLower(r) || unicode.IsDigit(r)
		b.WriteRune(r)
	}
	return b.String()
}
