package directory

import (
	"slices"
	"strings"
)

// CodeList is a configured list of codes, such as general/country/allow. Order, unknown codes and duplicates are kept as configured,
// because store-config shows them so (shapes-customer §11).
type CodeList []string

// ParseCodes reads a comma-separated configuration value. It drops blanks around codes and empty elements. For an empty value it returns an
// empty list, not nil.
func ParseCodes(value string) CodeList {
	list := CodeList{}
	for code := range strings.SplitSeq(value, ",") {
		if code = strings.TrimSpace(code); code != "" {
			list = append(list, code)
		}
	}
	return list
}

// Has reports whether the list holds the code, in any case.
func (l CodeList) Has(code string) bool {
	return slices.ContainsFunc(l, func(c string) bool { return strings.EqualFold(c, code) })
}

func (l CodeList) String() string { return strings.Join(l, ",") }

// letters2 is a two-letter code in upper case, as a map key that needs no allocation.
type letters2 [2]byte

// letters3 is a three-letter code in upper case.
type letters3 [3]byte

func key2(code string) (letters2, bool) {
	if len(code) != 2 {
		return letters2{}, false
	}
	return letters2{upper(code[0]), upper(code[1])}, true
}

func key3(code string) (letters3, bool) {
	if len(code) != 3 {
		return letters3{}, false
	}
	return letters3{upper(code[0]), upper(code[1]), upper(code[2])}, true
}

// upper converts ASCII letters only: codes have no others, and other letters may grow in upper case.
func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}
