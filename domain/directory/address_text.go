package directory

import (
	"strings"
	"unicode"
)

// clean takes off a one-line text what has no business in an address: broken UTF-8, control characters, HTML tags and
// surrounding blanks. clean(clean(s)) is clean(s), and the work is linear in the length of s.
func clean(s string) string { return strings.TrimSpace(StripTags(plain(s))) }

// plain is clean that keeps tags.
func plain(s string) string {
	return strings.TrimSpace(strings.Map(printable, strings.ToValidUTF8(s, "")))
}

// printable turns white space that controls into a blank and drops other control characters: PostgreSQL takes no NUL
// in a text, and a line break in a name could end a mail header.
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

// cut shortens a text to its first n characters, and takes off a blank the cut leaves at the end.
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

// StripTags takes HTML tags off a text (shapes-sales §0.4) and keeps what stands between them. A "<" opens a tag when a
// letter, "/", "!" or "?" follows, as in HTML; so "A < B" and "I <3 NY" stay. Nested brackets belong to the outer tag,
// which is why "<" opens one before another "<" as well: otherwise "<<b>b>" would leave "<b>". A tag that never ends
// takes the rest of the text with it.
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

// nextTag is where the next tag opens, -1 when none does.
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

// tagLen is the length of the tag s begins with, brackets included. Brackets in a quoted attribute do not count.
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
