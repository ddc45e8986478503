package documents

import (
	"fmt"
	"testing"
)

// TestRecord: entries come in front without moving the others each time, and a copy of an order keeps its own history.
func TestRecord(t *testing.T) {
	t.Parallel()
	o, moved := &Order{}, 0
	for i := range 1000 {
		before := o.history.room
		o.Record(Status{CreatedAt: fmt.Sprint(i)})
		if o.history.room != before {
			moved++
		}
	}
	if len(o.StatusHistory) != 1000 || o.StatusHistory[0].CreatedAt != "999" || o.StatusHistory[999].CreatedAt != "0" {
		t.Errorf("1,000 entries became %d, from %s", len(o.StatusHistory), o.StatusHistory[0].CreatedAt)
	}
	if moved > 10 {
		t.Errorf("the history was moved %d times", moved)
	}
	one, other := *o, *o
	one.Record(Status{CreatedAt: "one"})
	other.Record(Status{CreatedAt: "other"})
	if one.StatusHistory[0].CreatedAt != "one" || other.StatusHistory[0].CreatedAt != "other" || other.StatusHistory[1000].CreatedAt != "0" ||
		len(o.StatusHistory) != 1000 {
		t.Errorf("copies have the entries of each other: %s, %s", one.StatusHistory[0].CreatedAt, other.StatusHistory[0].CreatedAt)
	}
	o.StatusHistory = o.StatusHistory[:500]
	if o.Record(Status{CreatedAt: "cut"}); len(o.StatusHistory) != 501 || o.StatusHistory[500].CreatedAt != "500" {
		t.Errorf("a history that was cut has %d entries", len(o.StatusHistory))
	}
	if o.Empty(); o.StatusHistory == nil || len(o.StatusHistory) > 0 {
		t.Errorf("an empty history is %v", o.StatusHistory)
	}
}
