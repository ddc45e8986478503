package catalogfile

import (
	"regexp"
	"strings"
)

var (
	// formula matches the beginning of a cell that a spreadsheet would compute, behind any number of the quotes that quoteFormula writes.
	formula = regexp.MustCompile("^'*[=+@\t\r\n-]")
	// signed matches a number with a sign, which a spreadsheet shows as it is.
	signed = regexp.MustCompile(`^[+-]([0-9]+(\.[0-9]*)?|\.[0-9]+)$`)
)

// quoteFormula writes a quote before a cell that a spreadsheet would compute: a text of one person must not run as a formula for another
// who opens the file. Numbers with a sign stay numbers. unquoteFormula takes the quote away again, for every text.
func quoteFormula(cell string) string {
	if formula.MatchString(cell) && !signed.MatchString(cell) {
		return "'" + cell
	}
	return cell
}

// unquoteFormula reads a cell that quoteFormula wrote.
func unquoteFormula(cell string) string {
	rest, quoted := strings.CutPrefix(cell, "'")
	if quoted && formula.MatchString(rest) {
		return rest
	}
	return cell
}
