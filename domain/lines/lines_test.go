package lines_test

import (
	"testing"

	"tradelog/domain/lines"
)

func TestRules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text      string
		one, many bool
	}{
		{"", true, true}, {
			"Mug, 0.3 l · 😀 \u00a0", true, true,
		}, {"a\nb", false, true}, {"a\r\n\tb", false, true}, {"a\x1b[31m", false, false}, {"\x07", false, false},
		{"\x00", false, false}, {"\x7f", false, true}, {"\u0085", false, true}, {"\u2028", false, true}, {"\u2029", false, true},
	} {
		if one, many := lines.One.AllowText(c.text), lines.Many.AllowText(c.text); one != c.one || many != c.many ||
			!lines.Own.AllowText(c.text) {
			t.Errorf("%q: one line %v, many lines %v; want %v, %v", c.text, one, many, c.one, c.many)
		}
	}
}
