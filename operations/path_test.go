package operations

import "testing"

// TestPathsAreMadeOfSegments checks which texts can be a segment, and that a value never leaves its segment.
func TestPathsAreMadeOfSegments(t *testing.T) {
	t.Parallel()
	for _, value := range []string{
		"", ".", "..", "1/2", "../1", "1\\2", "a\nb", "a\x00b", "\x7f", "a\u0085b", "\xff", string(make([]byte, 300)),
	} {
		if isSegment(value) {
			t.Errorf("%q is a segment", value)
		}
	}
	invoices := &Operation{Declaration: Declaration{Path: "/orders/{id}/invoices"}}
	for value, want := range map[string]string{
		"305": "/orders/305/invoices", "a?b": "/orders/a%3Fb/invoices", "50%": "/orders/50%25/invoices", "1/2": "/orders/1%2F2/invoices",
		"%2e%2e": "/orders/%252e%252e/invoices", "GIFT 1#": "/orders/GIFT%201%23/invoices", "{id}": "/orders/%7Bid%7D/invoices",
	} {
		if got := invoices.Expand(func(string) string { return value }); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
	for text, want := range map[string]int64{
		"305": 305, "0": 0, "": 0, " 305": 0, "+305": 0, "-305": 0, "305/invoices": 0, "3.5": 0, "9223372036854775807": 1<<63 - 1,
		"9223372036854775808": 0,
	} {
		if got := Identifier(text); got != want {
			t.Errorf("identifier %q: %d, want %d", text, got, want)
		}
	}
}
