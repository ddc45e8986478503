package directive

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// Marked is a text with a word in place of each directive. Parsers of HTML can read it: quotes and angle brackets of directives are out
// of their way.
type Marked struct {
	Text  string
	word  string
	found []string
}

// Mark takes the directives out of a text. The words that stand for them begin with a digest of the text, so the text cannot have them.
func Mark(text string) Marked {
	if !strings.Contains(text, "{{") {
		return Marked{Text: text}
	}
	digest := sha256.Sum256([]byte(text))
	m := Marked{word: "directive" + hex.EncodeToString(digest[:16])}
	m.Text = Each(text, func(found string) string {
		m.found = append(m.found, found)
		return m.word + strconv.Itoa(len(m.found)-1) + "z"
	})
	return m
}

// Restore puts the directives back into a text that has their words.
func (m Marked) Restore(text string) string {
	return m.replace(text, func(found string) string { return found })
}

// OnlyValues removes from the value of an attribute the words of directives that stand for no value. They would be markup, or nothing.
func (m Marked) OnlyValues(text string) string {
	values := []string{"media", "store", "config"}
	return m.replaceAt(text, func(i int, word string) string {
		if name, _ := read(m.found[i]); slices.Contains(values, name) {
			return word
		}
		return ""
	})
}

// Disarm writes braces as entities that would make directives with each other, or with the directives whose words the text has.
func (m Marked) Disarm(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	text = strings.ReplaceAll(text, "{{", entities)
	if m.word != "" {
		text = strings.ReplaceAll(text, "{"+m.word, "&#123;"+m.word)
	}
	return text
}

// Disarm writes what looks like a directive in HTML so that it is text.
func Disarm(text string) string {
	if open := strings.Index(text, "{{"); open < 0 || !strings.Contains(text[open:], "}}") {
		return text
	}
	return strings.ReplaceAll(text, "{{", entities)
}

const entities = "&#123;&#123;"

// RestoreInert puts the directives back into HTML as text: none of their characters ends an attribute or begins a tag.
func (m Marked) RestoreInert(text string) string {
	return m.fill(text, func(found string, inTag bool) string {
		if inTag {
			return attribute.Replace(found)
		}
		return brackets.Replace(found)
	})
}

// fill returns a text with what replace makes of each directive, which learns whether the directive is inside of a tag.
func (m Marked) fill(text string, replace func(found string, inTag bool) string) string {
	filled := func(part string, inTag bool) string {
		return m.replace(part, func(found string) string { return replace(found, inTag) })
	}
	if len(m.found) == 0 {
		return text
	}
	var b strings.Builder
	rest := text
	for z := html.NewTokenizer(strings.NewReader(text)); strings.Contains(rest, "<"); {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		inTag := kind == html.StartTagToken || kind == html.EndTagToken || kind == html.SelfClosingTagToken
		part := rest[:len(z.Raw())]
		rest = rest[len(part):]
		b.WriteString(filled(part, inTag))
	}
	b.WriteString(filled(rest, strings.Contains(rest, "<")))
	return b.String()
}

func (m Marked) replace(text string, replace func(found string) string) string {
	return m.replaceAt(text, func(i int, _ string) string { return replace(m.found[i]) })
}

// replaceAt replaces the words in a text. It reads the text once, however many words there are.
func (m Marked) replaceAt(text string, replace func(i int, word string) string) string {
	if len(m.found) == 0 {
		return text
	}
	var b strings.Builder
	for {
		at := strings.Index(text, m.word)
		if at < 0 {
			break
		}
		b.WriteString(text[:at])
		number, rest, _ := strings.Cut(text[at+len(m.word):], "z")
		if i, err := strconv.Atoi(number); err == nil && i >= 0 && i < len(m.found) {
			b.WriteString(replace(i, m.word+number+"z"))
			text = rest
			continue
		}
		text = text[at+len(m.word):] // what a sanitiser left of a word stands for nothing
	}
	b.WriteString(text)
	return b.String()
}
