// Package spreadsheet writes texts into files that people open in spreadsheets, which would compute some of them.
package spreadsheet

import (
	"regexp"
	"strings"
)

var (
	// formula matches the beginning of a cell that a spreadsheet would compute, behind any number of the quotes that Quote writes.
	formula = regexp.MustCompile("^'*[=+@\t\r\n-]")
	// signed matches a number with a sign, which a spreadsheet shows as it is.
	signed = regexp.MustCompile(`^[+-]([0-9]+(\.[0-9]*)?|\.[0-9]+)$`)
)

// Computes reports whether a spreadsheet would compute a cell. Numbers with a sign are numbers.
func Computes(cell string) bool { return formula.MatchString(cell) && !signed.MatchString(cell) }

// Quote writes a quote before a cell that a spreadsheet would compute. A text of one person must not run as a formula for another who opens
// the file. Unquote takes the quote away again, for every text.
func Quote(cell string) string {
	if Computes(cell) {
		return "'" + cell
	}
	return cell
}

// Unquote reads a cell that Quote wrote.
func Unquote(cell string) string {
	rest, quoted := strings.CutPrefix(cell, "'")
	if quoted && formula.MatchString(rest) {
		return rest
	}
	return cell
}
