package content

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// markedDirectives is a text in which a word replaces each directive. The quotes and angle brackets of directives then do not disturb HTML
// parsers.
type markedDirectives struct {
	Text  string
	word  string
	found []string
}

// markDirectives replaces the directives of a text by words. The words begin with a digest of the text, so that the text itself cannot
// contain them.
func markDirectives(text string) markedDirectives {
	if !strings.Contains(text, "{{") {
		return markedDirectives{Text: text}
	}
	digest := sha256.Sum256([]byte(text))
	m := markedDirectives{word: "directive" + hex.EncodeToString(digest[:16])}
	m.Text = EachDirective(text, func(found string) string {
		m.found = append(m.found, found)
		return m.word + strconv.Itoa(len(m.found)-1) + "z"
	})
	return m
}

// Restore replaces the words in a text by their directives.
func (m markedDirectives) Restore(text string) string {
	return m.replace(text, func(found string) string { return found })
}

// OnlyValues removes from an attribute's value the words of directives that do not expand to a value. The expansions of other directives
// would be markup, or empty.
func (m markedDirectives) OnlyValues(text string) string {
	values := []string{"media", "store", "config"}
	return m.replaceAt(text, func(i int, word string) string {
		if name, _ := read(m.found[i]); slices.Contains(values, name) {
			return word
		}
		return ""
	})
}

// Disarm escapes braces that would form directives, by themselves or together with restored directives.
func (m markedDirectives) Disarm(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	text = strings.ReplaceAll(text, "{{", entities)
	if m.word != "" {
		text = strings.ReplaceAll(text, "{"+m.word, "&#123;"+m.word)
	}
	return text
}

// disarmDirectives escapes double braces in HTML, so that nothing in it is a directive.
func disarmDirectives(text string) string {
	if open := strings.Index(text, "{{"); open < 0 || !strings.Contains(text[open:], "}}") {
		return text
	}
	return strings.ReplaceAll(text, "{{", entities)
}

const entities = "&#123;&#123;"

// RestoreInert replaces the words in HTML by their directives as text: no character of them ends an attribute or begins a tag.
func (m markedDirectives) RestoreInert(text string) string {
	return m.fill(text, func(found string, inTag bool) string {
		if inTag {
			return attribute.Replace(found)
		}
		return brackets.Replace(found)
	})
}

// fill replaces the words in a text by the results of replace. inTag tells replace whether the directive is inside a tag.
func (m markedDirectives) fill(text string, replace func(found string, inTag bool) string) string {
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

func (m markedDirectives) replace(text string, replace func(found string) string) string {
	return m.replaceAt(text, func(i int, _ string) string { return replace(m.found[i]) })
}

// replaceAt replaces the words in a text. It reads the text once, however many words there are.
func (m markedDirectives) replaceAt(text string, replace func(i int, word string) string) string {
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
		text = text[at+len(m.word):] // a word that a sanitiser has damaged stands for nothing
	}
	b.WriteString(text)
	return b.String()
}
