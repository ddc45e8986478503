// Package lines splits texts into lines, and decides which characters a text may have. A text of one line has no control characters;
// remarks, messages and HTML may have line breaks and tabs. Control characters in one line would forge lines of logs and drive terminals.
package lines

import (
	"strings"
	"unicode"
)

// Rule tells which control characters a text may have.
type Rule int

const (
	One  Rule = iota // no control character at all: names, codes, titles, reasons
	Many             // tabs and line breaks, but no other control character below space
	Own              // any character: the reader of the text checks it
)

// Allow tells whether a character may be in a text.
func (r Rule) Allow(c rune) bool {
	switch r {
	case Own:
		return true
	case Many:
		return c >= ' ' || c == '\t' || c == '\n' || c == '\r'
	}
	return !unicode.IsControl(c) && c != '\u2028' && c != '\u2029' // U+2028 separates lines, U+2029 paragraphs
}

// AllowText tells whether all characters of a text may be in it.
func (r Rule) AllowText(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return !r.Allow(c) })
}

// Refusal returns the end of an error message about a text that is not allowed. The name of the text comes before it.
func (r Rule) Refusal() string {
	if r == Many {
		return "must not have control characters other than tabs and line breaks."
	}
	return "must be one line without control characters."
}

// Split returns the lines of a text without surrounding blanks, or nil for a blank text.
func Split(text string) []string {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}
