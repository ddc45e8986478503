// Package lines splits texts into lines, and tells which characters a text may have: one line has no control characters, and remarks,
// messages and HTML have line breaks and tabs. Control characters in one line would forge lines of logs and drive terminals.
package lines

import (
	"strings"
	"unicode"
)

// Rule is how many lines a text may have.
type Rule int

const (
	One  Rule = iota // no control character at all: names, codes, titles, reasons
	Many             // tabs and line breaks, but no other control character below space
	Own              // no rule here: whoever reads the text checks it
)

// Allow tells whether a character may be in a text.
func (r Rule) Allow(c rune) bool {
	switch r {
	case Own:
		return true
	case Many:
		return c >= ' ' || c == '\t' || c == '\n' || c == '\r'
	}
	return !unicode.IsControl(c) && c != '\u2028' && c != '\u2029' // those separate lines and paragraphs
}

// AllowText tells whether all characters of a text may be in it.
func (r Rule) AllowText(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return !r.Allow(c) })
}

// Refusal says what is wrong with a text that is not allowed, behind the name of the text.
func (r Rule) Refusal() string {
	if r == Many {
		return "must not have control characters other than tabs and line breaks."
	}
	return "must be one line without control characters."
}

// Split returns the lines of a text without blank ones around them, and nil for a blank text.
func Split(text string) []string {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}
