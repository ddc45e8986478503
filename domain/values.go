package domain

import (
	"slices"
	"strings"
)

// Find returns the first element for which fits returns true.
func Find[T any](list []T, fits func(T) bool) (found T, ok bool) {
	i := slices.IndexFunc(list, fits)
	if i < 0 {
		return found, false
	}
	return list[i], true
}

// Distinct returns the elements without duplicates, in their order.
func Distinct[E comparable](list []E) []E {
	out := make([]E, 0, len(list))
	for _, e := range list {
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// Trimmed returns a text without surrounding blanks; it is empty for nil.
func Trimmed(s *string) string { return strings.TrimSpace(Value(s)) }

// Value returns the value that p points to, or the zero value for nil.
func Value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
