package operations

import (
	"fmt"
	"testing"

	"tradelog/domain/fault"
	"tradelog/eventstore"
)

// TestAChangeThatTheLogCannotTake is refused with a kind and a code of its own, and is no outage.
func TestAChangeThatTheLogCannotTake(t *testing.T) {
	t.Parallel()
	p := &Pipeline{Outage: func(error) bool { return false }}
	for want, err := range map[string]error{
		"This change is larger than the event log takes at once: 7 bytes, at most 5. Split it up.": &eventstore.TooLargeError{
			Stream: "order-1", Events: 1, Size: 7, Limit: 5,
		},
		"This change is larger than the event log takes at once. Split it up.": fmt.Errorf("append: %w", &eventstore.TooLargeError{}),
	} {
		if f := p.Fault(err); f.Kind != fault.TooLarge || f.Code != "change_too_large" || f.Message != want {
			t.Errorf("%v became %s, code %s: %s", err, f.Kind, f.Code, f.Message)
		}
	}
}
