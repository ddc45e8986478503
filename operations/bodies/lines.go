package bodies

import (
	"unicode/utf8"

	"tradelog/domain/lines"
)

// Allowed reports whether a rule allows all strings of a value, member names included. The value must come from a scanned text.
// Nothing is decoded.
func Allowed(rule lines.Rule, value []byte) bool {
	if rule == lines.Own {
		return true
	}
	for at := 0; at < len(value); {
		switch c := value[at]; {
		case c == '\\':
			r, size := escaped(value[at:])
			if !rule.Allow(r) {
				return false
			}
			at += size
		case c < 0x7f: // white space between values, and characters that are allowed everywhere
			at++
		default:
			r, size := utf8.DecodeRune(value[at:])
			if !rule.Allow(r) {
				return false
			}
			at += size
		}
	}
	return true
}

// escaped returns the character of an escape sequence and its length. For surrogates it returns the replacement character,
// which every rule allows.
func escaped(text []byte) (r rune, size int) {
	switch text[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r, _ = unit(text)
		if r >= 0xd800 && r <= 0xdfff {
			r = utf8.RuneError
		}
		return r, 6
	}
	return rune(text[1]), 2
}
