package console

import (
	"testing"
	"time"

	"tradelog/domain/locale"
)

// TestMark compares documents of the past with those of the present, whole and as pages show them. In a list with the newest element first,
// an element has another index later.
func TestMark(t *testing.T) {
	t.Parallel()
	const past = `{"a":1,"history":[{"note":"b"},{"note":"a"}],"items":[{"id":1,"qty":1},{"id":3,"qty":1}]}`
	const now = `{"a":2,"history":[{"note":"d"},{"note":"c"},{"note":"b"},{"note":"a"}],
		"items":[{"id":2,"qty":5},{"id":1,"qty":2},{"id":3,"qty":1}]}`
	for _, longest := range []int{0, 1} {
		read := func(document string) node {
			r := reader{l: locale.Of("en", nil), zone: time.UTC, labels: map[string]string{}, longest: longest, whole: []string{"items"}}
			r.rest, r.as = "/list/", "?at=7"
			n, err := r.read([]byte(document))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		then, present := read(past), read(now)
		if differ := then.mark(present); differ != 2 {
			t.Errorf("at most %d elements: %d values differ, want that of a and a quantity", longest, differ)
		}
		rest := ""
		if longest > 0 {
			rest = "/list/history?at=7"
		}
		if h := present.Get("history"); h.Rest != rest || h.Total != 4 || longest > 0 && len(h.Elements) != longest {
			t.Errorf("at most %d elements: %d of %d, the rest at %q", longest, len(h.Elements), h.Total, h.Rest)
		}
		if items := present.Get("items"); items.Rest != "" || len(items.Elements) != 3 {
			t.Errorf("at most %d elements: %d items, the rest at %q", longest, len(items.Elements), items.Rest)
		}
		if longest > 0 {
			continue
		}
		whole := func(n node) node { return node{Is: isObject, Members: []node{n.Get("history")}} }
		if all := differences(nil, "", whole(then), whole(present)); len(all) != 0 {
			t.Errorf("the notes that both have differ in %v", all)
		}
	}
}
