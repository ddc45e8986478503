package cart

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestWrittenOptions: texts and files of a buyer leave the line for an event that is sealed. The state has all of it, also of an event of
// an earlier version, whose options have it. The same text joins the line, and another one does not.
func TestWrittenOptions(t *testing.T) {
	t.Parallel()
	add := func(s State, options string) State {
		events, err := s.Add(Item{ProductID: 10, Qty: n(1), Options: json.RawMessage(options)}, at, func(Total) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if added, ok := e.(ItemAdded); ok && (strings.Contains(string(added.Item.Options), "Zerlina") || added.Item.Written != nil) {
				t.Errorf("in plain: %+v", added)
			}
			s = Evolve(s, e)
		}
		return s
	}
	const written = `{"options":{"81":{"fileId":5,"name":"Zerlina.png"},"82":"for Zerlina","83":[4,5]},"childId":3}`
	now := add(fold(Created{CartID: 1, At: at}), written)
	old := ItemAdded{Item: Item{ID: 1, ProductID: 10, Qty: n(1), Options: json.RawMessage(written)}, At: at}
	before := fold(Created{CartID: 1, At: at}, old)
	for name, s := range map[string]State{"now": now, "of an earlier version": before} {
		item := s.Items[0]
		if string(item.Options) != `{"childId":3,"options":{"83":[4,5]}}` || len(item.Files) != 1 || item.Files[0] != 5 {
			t.Errorf("%s the line has %s and files %v", name, item.Options, item.Files)
		}
		if c := item.Choice(); string(c.Options[82]) != `"for Zerlina"` || c.ChildID != 3 || len(c.Options) != 3 {
			t.Errorf("%s the choice is %+v", name, c)
		}
		if s = add(s, written); len(s.Items) != 1 || !s.Items[0].Qty.Equal(n(2)) {
			t.Errorf("%s the same is not one line: %+v", name, s.Items)
		}
		if s = add(s, `{"options":{"82":"for another","83":[4,5]},"childId":3}`); len(s.Items) != 2 {
			t.Errorf("%s another text is no line of its own: %+v", name, s.Items)
		}
	}
}
