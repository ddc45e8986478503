package bodies

import (
	"unicode/utf8"

	"tradelog/domain/lines"
)

// Allowed reports whether a rule allows all strings of a value, member names included. The value must come from a scanned text. Nothing is
// decoded.
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

// Fits reports whether all strings of a value, member names included, have at most the given number of characters; 0 is no bound. The value
// must come from a scanned text. Nothing is decoded.
func Fits(value []byte, longest int) bool {
	if longest == 0 || len(value) <= longest {
		return true
	}
	inside, n := false, 0
	for at := 0; at < len(value); at++ {
		switch c := value[at]; {
		case c == '"':
			inside, n = !inside, 0
			continue
		case !inside || !utf8.RuneStart(c):
			continue
		case c == '\\':
			r, size := rune(0), 2
			if value[at+1] == 'u' {
				r, _ = unit(value[at:])
				size = 6
			}
			if at += size - 1; r >= 0xdc00 && r <= 0xdfff {
				continue // the second half of a character
			}
		}
		if n++; n > longest {
			return false
		}
	}
	return true
}

// escaped returns the character of an escape sequence and its length. For surrogates it returns the replacement character, which every rule
// allows.
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
