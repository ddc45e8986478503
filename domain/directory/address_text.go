package directory

import (
	"strings"
	"unicode"
)

// cleanText removes from a one-line text invalid UTF-8, control characters, HTML tags and surrounding blanks. cleanText(cleanText(s)) is
// cleanText(s), and the work is linear in the length of s.
func cleanText(s string) string { return strings.TrimSpace(StripTags(cleanKeepingTags(s))) }

// cleanKeepingTags does the same as cleanText but keeps HTML tags.
func cleanKeepingTags(s string) string {
	return strings.TrimSpace(strings.Map(printable, strings.ToValidUTF8(s, "")))
}

// printable replaces control characters that are white space by a blank and drops the others. PostgreSQL stores no NUL in a text, and a
// line break in a name could end a mail header.
func printable(r rune) rune {
	switch {
	case '\t' <= r && r <= '\r':
		return ' '
	case unicode.IsControl(r):
		return -1
	default:
		return r
	}
}

// cut returns the first n characters of a text, without a blank at the end.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return strings.TrimSpace(s[:i])
		}
		n--
	}
	return s
}

// StripTags removes HTML tags from a text (shapes-sales §0.4) and keeps the text between them. As in HTML, a "<" opens a tag if a letter,
// "/", "!" or "?" follows; so "A < B" and "I <3 NY" stay. Nested brackets belong to the outer tag. Therefore "<" opens a tag before another
// "<" as well: otherwise "<<b>b>" would leave "<b>". An unclosed tag removes the rest of the text.
func StripTags(s string) string {
	i := nextTag(s)
	if i < 0 {
		return s
	}
	var b strings.Builder
	for i >= 0 {
		b.WriteString(s[:i])
		s = s[i+tagLen(s[i:]):]
		i = nextTag(s)
	}
	b.WriteString(s)
	return b.String()
}

// nextTag returns the index at which the next tag opens, or -1.
func nextTag(s string) int {
	for i := range len(s) {
		if opensTag(s[i:]) {
			return i
		}
	}
	return -1
}

func opensTag(s string) bool {
	if len(s) < 2 || s[0] != '<' {
		return false
	}
	c := upper(s[1])
	return 'A' <= c && c <= 'Z' || c == '/' || c == '!' || c == '?' || c == '<'
}

// tagLen returns the length of the tag that s begins with, including brackets. Brackets in a quoted attribute do not count.
func tagLen(s string) int {
	depth := 0
	var quote, last byte // the open quotation mark; the last byte that is not a blank
	for i := range len(s) {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && last == '=':
			quote = c
		case opensTag(s[i:]):
			depth++
		case c == '>':
			depth--
		}
		if depth == 0 {
			return i + 1
		}
		if s[i] != ' ' {
			last = s[i]
		}
	}
	return len(s)
}
