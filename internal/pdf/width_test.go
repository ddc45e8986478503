package pdf

import (
	"math"
	"testing"
)

// TestLinesAreAsWideAsTheirText: the blank at which a line was broken takes no room, and everything else does.
func TestLinesAreAsWideAsTheirText(t *testing.T) {
	t.Parallel()
	d := New(Info{Language: "en"})
	d.AddPage()
	ends := map[string]string{"one two three four five": "five", "שלום לכולם שלום לכולם שלום": "שלום"}
	for text, last := range ends {
		lines := d.Lines(plainText, 19.5, text)
		for _, line := range lines {
			if alone := d.Line(plainText, line.Text()); math.Abs(line.Width(plainText)-alone.Width(plainText)) > 0.01 {
				t.Errorf("%q is %.2f mm wide within a text, and %.2f alone", line.Text(), line.Width(plainText), alone.Width(plainText))
			}
		}
		if end := lines[len(lines)-1]; end.Text() != last {
			t.Errorf("%q ends with %q", text, end.Text())
		}
	}
	// The last letter counts as all others do.
	one, two := d.Line(plainText, "m").Width(plainText), d.Line(plainText, "mm").Width(plainText)
	if one < 2 || math.Abs(two-2*one) > 0.01 {
		t.Errorf("one m is %.2f mm wide, two are %.2f", one, two)
	}
}
