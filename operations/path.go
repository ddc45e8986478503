package operations

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Placeholders lists the names of a path's variables in order.
func Placeholders(path string) []string {
	var names []string
	expand(path, func(name string) string {
		names = append(names, name)
		return ""
	})
	return names
}

// expand replaces a path's variables by values.
func expand(path string, value func(name string) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(path, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		b.WriteString(value(name))
		path = after
	}
}

// maxSegment bounds a path variable, in bytes.
const maxSegment = 255

// isSegment reports whether text can be one segment of a path. Servers and proxies must not read a separator or ".." in it.
func isSegment(text string) bool {
	if text == "" || text == "." || text == ".." || len(text) > maxSegment || !utf8.ValidString(text) {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return r == '/' || r == '\\' || unicode.IsControl(r) })
}

// escapeSegment escapes everything but unreserved characters (RFC 3986 §2.3), so a value stays within its segment.
func escapeSegment(s string) string {
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		switch b := s[i]; {
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9', strings.IndexByte("-._~", b) >= 0:
			out = append(out, b)
		default:
			out = append(out, '%', hex[b>>4], hex[b&15])
		}
	}
	return string(out)
}

// snake writes a name in lower case, its words joined by underscores.
func snake(s string) string {
	var b strings.Builder
	word, lower := false, false // whether the text before is a word, and whether a capital letter would end that word
	for _, c := range []byte(s) {
		capital := 'A' <= c && c <= 'Z'
		small := 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
		if (capital && lower || !capital && !small) && word {
			b.WriteByte('_')
			word = false
		}
		switch {
		case capital:
			b.WriteByte(c + 'a' - 'A')
		case small:
			b.WriteByte(c)
		}
		word, lower = word || capital || small, small
	}
	return strings.TrimSuffix(b.String(), "_")
}

// Plural returns the English plural of a noun, or of a name that ends with one.
func Plural(noun string) string {
	switch {
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	case len(noun) > 1 && noun[len(noun)-1] == 'y' && !strings.ContainsRune("aeiou", rune(noun[len(noun)-2])):
		return noun[:len(noun)-1] + "ies"
	}
	return noun + "s"
}
