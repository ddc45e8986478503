package trail

import (
	"encoding/json"
	"fmt"
	"testing"

	"tradelog/domain/locale"
)

// TestDifference compares documents member by member and lists of objects by identifier, and finds added elements of lists.
func TestDifference(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, before, after, want string }{
		{"a value", `{"price":1}`, `{"price":2}`, "price: 1 -> 2"},
		{"a new member", `{}`, `{"price":2}`, "price:  -> 2"},
		{"null is no value", `{"price":null}`, `{}`, ""},
		{"a member that went", `{"price":1}`, `{}`, "price: 1 -> "},
		{"inside an object", `{"a":{"b":1,"c":2}}`, `{"a":{"b":1,"c":3}}`, "a.c: 2 -> 3"},
		{"by store view", `{"name":"A","name@3":"B"}`, `{"name":"A","name@3":"C"}`, `name (3): "B" -> "C"`},
		{"a list of values", `{"ids":[1]}`, `{"ids":[1,2]}`, "ids: [1] -> [1,2]"},
		{"an element with another value", `{"items":[{"id":1,"qty":1},{"id":2,"qty":1}]}`, `{"items":[{"id":1,"qty":1},{"id":2,"qty":3}]}`,
			"items[2].qty: 1 -> 3"},
		{"an element that was added", `{"items":[{"id":1}]}`, `{"items":[{"id":1},{"id":2}]}`, `items[2]:  -> {"id":2}`},
		{"an element that went", `{"items":[{"id":1},{"id":2}]}`, `{"items":[{"id":2}]}`, `items[1]: {"id":1} -> `},
		{"at the end", `{"notes":[{"n":"a"}]}`, `{"notes":[{"n":"a"},{"n":"b"}]}`, `notes[]:  -> {"n":"b"}`},
		{"at the beginning", `{"notes":[{"n":"a"}]}`, `{"notes":[{"n":"b"},{"n":"a"}]}`, `notes[]:  -> {"n":"b"}`},
		{"the first one", `{"notes":[]}`, `{"notes":[{"n":"b"}]}`, `notes[]:  -> {"n":"b"}`},
		{"an end that is a part of an element", `{"notes":[{"n":1}]}`, `{"notes":[{"l":[2,{"n":1}]}]}`,
			`notes: [{"n":1}] -> [{"l":[2,{"n":1}]}]`},
		{"members that say nothing", `{"updatedAt":1,"@type":"A"}`, `{"updatedAt":2,"@type":"B"}`, ""},
		{"hidden", `{"secret":1}`, `{"secret":2}`, ""},
	} {
		var before, after map[string]json.RawMessage
		if json.Unmarshal([]byte(c.before), &before) != nil || json.Unmarshal([]byte(c.after), &after) != nil {
			t.Fatal(c.name)
		}
		got := ""
		for _, change := range difference(before, after, func(member string) bool { return member == "secret" }) {
			store := ""
			if change.StoreID != 0 {
				store = fmt.Sprintf(" (%d)", change.StoreID)
			}
			got += fmt.Sprintf("%s%s: %s -> %s", change.Field, store, change.Before, change.After)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestSentences fills sentences and labels, in two languages.
func TestSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language   Language
		event      string
		data       string
		changes    []Change
		want, name string
	}{
		{"en", "OrderHeld", `{"reason":"odd  address"}`, nil, "Put on hold: odd address", "a member"},
		{"en", "OrderHeld", `{}`, nil, "Put on hold", "what is optional"},
		{"de", "OrderHeld", `{"reason":"x"}`, nil, "Angehalten: x", "German"},
		{"de", "OrderStateChanged", `{"state":"complete","status":"packed"}`, nil, "Zustand auf abgeschlossen gesetzt, Status packed", "a state"},
		{"en", "OrderStateChanged", `{"state":"complete","status":"packed"}`, nil, "State set to complete, status packed", "a state in English"},
		{"fr", "OrderHeld", `{}`, nil, "Put on hold", "a language without sentences"},
		{"en", "CartItemAdded", `{"item":{"qty":2,"sku":"MUG"}}`, nil, "2 x MUG added", "members of members"},
		{"en", "CartItemAdded", `{}`, nil, "… x … added", "a member that is not shown"},
		{"en", "TaxClassCreated", `{}`, nil, "Tax class created", "a plain record"},
		{"de", "TaxClassDeleted", `{}`, nil, "Steuerklasse gelöscht", "a plain record in German"},
		{"en", "TaxClassChanged", `{}`, []Change{
			{Field: "className", Label: "Class name", Before: json.RawMessage(`"A"`), After: json.RawMessage(`"B"`)},
			{Field: "name", Label: "Name", StoreID: 2, After: json.RawMessage(`"C"`)},
		}, "Class name A → B; Name (store view 2): C", "changes"},
		{"en", "PickupPointMoved", `{}`, nil, "Pickup point moved", "an event of a module without a sentence"},
	} {
		if got := c.language.sentence(c.event, json.RawMessage(c.data), c.changes); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for field, want := range map[string]string{
		"meta_title": "Meta title", "metaTitle": "Meta title", "items[2].qtyShipped": "Qty shipped", "general/locale/code": "general/locale/code",
	} {
		if got := Language("en").label(field); got != want {
			t.Errorf("label of %s: %q, want %q", field, got, want)
		}
	}
	// E-mails have a French word for this label. Beside English sentences it stays English.
	if got := Language("fr").label("amount"); got != "Amount" || locale.In("fr", got) == got {
		t.Errorf("a label in a language without sentences is %q, %q in e-mails", got, locale.In("fr", got))
	}
}

// TestChangesAreToldInWords: a sentence has plain values without their tags. Of other values it says only that they changed, once for each
// member.
func TestChangesAreToldInWords(t *testing.T) {
	t.Parallel()
	raw := func(value string) json.RawMessage { return json.RawMessage(value) }
	picture := raw(`{"id":1,"file":"/a.webp"}`)
	for _, c := range []struct {
		name    string
		changes []Change
		want    string
	}{
		{"a value", []Change{{Label: "Price", Before: raw("48"), After: raw("52.5")}}, "Price 48 → 52.5"},
		{"HTML", []Change{{Label: "Text", After: raw(`"<p>Carries <b>two</b> cups.</p>"`)}}, "Text: Carries two cups."},
		{"no tag", []Change{{Label: "Text", After: raw(`"1 < 2 and 3 > 2"`)}}, "Text: 1 < 2 and 3 > 2"},
		{"a list of values", []Change{{Label: "IDs", Before: raw("[1]"), After: raw("[1,2]")}}, "IDs 1 → 1, 2"},
		{"objects", []Change{{Label: "Pictures", After: picture}, {Label: "Pictures", Before: picture}}, "Pictures changed"},
		{"a list of objects", []Change{{Label: "Pictures", Before: raw("[]"), After: raw(`[ {"id":1}]`)}}, "Pictures changed"},
		{"a list of odd texts", []Change{{Label: "Names", After: raw(`["{"]`)}}, `Names: "{"`},
		{"a store view", []Change{{Label: "Pictures", StoreID: 2, After: picture}, {Label: "Pictures", After: picture}},
			"Pictures (store view 2) changed; Pictures changed"},
		{"many", []Change{
			{Label: "A", After: raw("1")}, {Label: "B", After: picture}, {Label: "B", After: picture}, {Label: "C", After: raw("1")},
			{Label: "D", After: raw("1")},
		}, "A: 1; B changed; C: 1; and 1 more"},
	} {
		if got := Language("en").changes(c.changes); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
