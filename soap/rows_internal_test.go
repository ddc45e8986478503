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
