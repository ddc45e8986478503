package soap

import (
	"errors"
	"strings"
	"testing"

	"tradelog/soap/wire"
)

// TestAListIsBounded adds rows until they are too many.
func TestAListIsBounded(t *testing.T) {
	t.Parallel()
	r, row := rows{}, wire.Map{{Name: "text", Value: strings.Repeat("x", 1<<20)}, {Name: "list", Value: wire.List{int64(1), "y", nil}}}
	for range 100 {
		if err := r.add(row); err != nil {
			if !errors.Is(err, errLongAnswer) || len(r.list) != 31 {
				t.Errorf("after %d rows: %v", len(r.list), err)
			}
			return
		}
	}
	t.Errorf("%d rows of 1 MB fit", len(r.list))
}

// TestSessionsIn finds identifiers of sessions, and a few at most.
func TestSessionsIn(t *testing.T) {
	t.Parallel()
	const a, b = "0123456789abcdef0123456789abcdef", "00000000000000000000000000000000"
	for text, want := range map[string]string{
		"": "", a: a, "<sessionId>" + a + "</sessionId>": a, `["` + a + `",1]`: a, a + "0": "", "x" + a: "", a + "_": "", a[1:]: "",
		"A" + a[1:]: "",
		a + " " + b: a + " " + b, "Z" + a[1:] + " " + a: a, strings.Repeat(a+"\n", 9): a + " " + a + " " + a,
	} {
		if got := strings.Join(sessionsIn([]byte(text)), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
