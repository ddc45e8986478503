package console

import (
	"fmt"
	"strings"
	"testing"
)

// TestQRCodes: a picture has a quiet zone of four modules and the three marks that readers look for, with one module for each square. The
// browser's test reads one.
func TestQRCodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		size int // in modules, without the quiet zone
	}{{"otpauth://totp/T:a?secret=ABC", 29}, {strings.Repeat("a", maxKeyURI), 121}} {
		code, err := newQRCode(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if code.Size != c.size+8 {
			t.Errorf("%d letters have %d modules, want %d", len(c.text), code.Size-8, c.size)
		}
		dark := func(x, y int) bool { return strings.Contains(code.Dark, fmt.Sprintf("M%d %dh", x, y)) }
		last := code.Size - 5
		for _, mark := range [][2]int{{4, 4}, {last - 6, 4}, {4, last - 6}} {
			for i := range 7 {
				if !dark(mark[0]+i, mark[1]) || !dark(mark[0], mark[1]+i) || !dark(mark[0]+6, mark[1]+i) || dark(mark[0]+1, mark[1]+1) {
					t.Fatalf("there is no mark at %v", mark)
				}
			}
		}
		for i := range code.Size {
			if dark(i, 3) || dark(3, i) || dark(i, last+1) || dark(last+1, i) {
				t.Error("the quiet zone is not quiet")
			}
		}
		if dark(last, last-3) && dark(last-6, last) && dark(last, last) && dark(last-6, last-6) && !dark(last-5, last-5) {
			t.Error("there is a mark in the fourth corner")
		}
	}
	if _, err := newQRCode(strings.Repeat("a", 5000)); err == nil {
		t.Error("a text that is too long has a code")
	}
}
