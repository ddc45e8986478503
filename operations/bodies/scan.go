package bodies

import (
	"encoding/json"
	"unicode/utf8"
)

// scan is one pass over a text.
type scan struct {
	text   []byte
	at     int
	values int // members and elements so far
	keep   bool
	root   []member // members of the root, if it is an object and keep is set
}

type member struct{ name, value []byte }

// run scans the whole text. A broken bound is reported only for valid JSON, so the rest of the text is checked as well.
func (s *scan) run() error {
	err := s.value(0)
	if err == nil {
		if s.space(); s.at < len(s.text) {
			return ErrSyntax
		}
		return nil
	}
	if err != ErrSyntax && !json.Valid(s.text) {
		return ErrSyntax
	}
	return err
}

func (s *scan) space() { s.at = skipSpace(s.text, s.at) }

// peek returns the next byte, or 0 at the end. No value begins with 0.
func (s *scan) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// value reads a value at a level. The root has level 0.
func (s *scan) value(level int) error {
	s.space()
	switch c := s.peek(); c {
	case '{', '[':
		if level == MaxLevels {
			return ErrTooDeep
		}
		s.at++
		if c == '{' {
			return s.object(level)
		}
		return s.list(level)
	case '"':
		return s.string()
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	}
	return s.number()
}

// object reads an object after its brace.
func (s *scan) object(level int) error {
	if s.space(); s.peek() == '}' {
		s.at++
		return nil
	}
	for {
		if s.space(); s.peek() != '"' {
			return ErrSyntax
		}
		name := s.at
		if err := s.string(); err != nil {
			return err
		}
		behind := s.at
		if s.space(); s.peek() != ':' {
			return ErrSyntax
		}
		s.at++
		if s.values++; s.values > MaxValues {
			return ErrTooMany
		}
		s.space()
		from := s.at
		if err := s.value(level + 1); err != nil {
			return err
		}
		if s.keep && level == 0 {
			s.root = append(s.root, member{s.text[name:behind:behind], s.text[from:s.at:s.at]})
		}
		if more, err := s.more('}'); !more {
			return err
		}
	}
}

// list reads a list after its bracket.
func (s *scan) list(level int) error {
	if s.space(); s.peek() == ']' {
		s.at++
		return nil
	}
	for {
		if s.values++; s.values > MaxValues {
			return ErrTooMany
		}
		if err := s.value(level + 1); err != nil {
			return err
		}
		if more, err := s.more(']'); !more {
			return err
		}
	}
}

// more reads the comma or the end that follows a member or an element.
func (s *scan) more(end byte) (bool, error) {
	s.space()
	c := s.peek()
	s.at++
	switch c {
	case ',':
		return true, nil
	case end:
		return false, nil
	}
	return false, ErrSyntax
}

func (s *scan) word(word string) error {
	if len(s.text)-s.at < len(word) || string(s.text[s.at:s.at+len(word)]) != word {
		return ErrSyntax
	}
	s.at += len(word)
	return nil
}

func (s *scan) number() error {
	from := s.at
	if s.peek() == '-' {
		s.at++
	}
	switch c := s.peek(); {
	case c == '0':
		s.at++
	case !s.digits():
		return ErrSyntax
	}
	if s.peek() == '.' {
		if s.at++; !s.digits() {
			return ErrSyntax
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.at++
		if c := s.peek(); c == '+' || c == '-' {
			s.at++
		}
		if !s.digits() {
			return ErrSyntax
		}
	}
	if s.at-from > maxDigits {
		return errDigits
	}
	return nil
}

// digits reads at least one digit.
func (s *scan) digits() bool {
	from := s.at
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		s.at++
	}
	return s.at > from
}

// plain marks the bytes that need no escape in a string.
var plain = func() (table [256]bool) {
	for c := 0x20; c < utf8.RuneSelf; c++ {
		table[c] = c != '"' && c != '\\'
	}
	return table
}()

// string reads a string with its quotes.
func (s *scan) string() error {
	text, at := s.text, s.at+1
	for {
		for at < len(text) && plain[text[at]] {
			at++
		}
		if at >= len(text) {
			return ErrSyntax
		}
		switch c := text[at]; {
		case c == '"':
			s.at = at + 1
			return nil
		case c == '\\':
			size, err := escape(text[at:])
			if err != nil {
				return err
			}
			at += size
		case c < ' ':
			return ErrSyntax
		default:
			r, size := utf8.DecodeRune(text[at:])
			if r == utf8.RuneError && size == 1 {
				return ErrEncoding
			}
			at += size
		}
	}
}

// escape returns the length of an escape sequence. A pair of surrogates is one sequence.
func escape(text []byte) (int, error) {
	if len(text) < 2 {
		return 0, ErrSyntax
	}
	switch text[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, nil
	case 'u':
	default:
		return 0, ErrSyntax
	}
	first, ok := unit(text)
	switch {
	case !ok:
		return 0, ErrSyntax
	case first < 0xd800 || first > 0xdfff:
		return 6, nil
	case first > 0xdbff:
		return 0, ErrSurrogate
	}
	if second, ok := unit(text[6:]); !ok || second < 0xdc00 || second > 0xdfff {
		return 0, ErrSurrogate
	}
	return 12, nil
}

// unit reads a UTF-16 unit such as \u00e4.
func unit(text []byte) (n rune, ok bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	for _, c := range text[2:6] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		n = n<<4 | rune(c)
	}
	return n, true
}
