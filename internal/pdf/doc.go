// Package pdf prints the shop's papers as A4 pages.
//
// A page is drawn top down on a sheet that knows how far it is and begins the next page when something does not fit; the
// numbers of the pages come last, when it is known how many there are. The fonts are the Go fonts (BSD licence, which
// allows to embed them): Latin, Greek and Cyrillic letters. What they do not have is shown as a replacement character.
//
// The same input makes the same bytes: the file's dates are those of the paper. So a printed paper can be kept and compared.
package pdf
