package wire

import (
	"strings"
	"testing"
)

// FuzzRead reads anything. What is read can be decoded, written and read again.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`<a><b type="x:Map"><item><key>k</key><value nil="true"/></item></b></a>`, `<a id="1"><b href="#1"/></a>`,
		`<a type="Array"><item>1</item><item/></a>`, `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`,
		`<?xml version="1.0" encoding="ISO-8859-1"?><a>` + "\xe4</a>", "<a>\x00</a>", strings.Repeat("<a>", MaxDepth+1),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		root, err := Read(document)
		if err != nil {
			return
		}
		v, err := NewDecoder(root).Value(root)
		if err != nil {
			return
		}
		w := &Writer{}
		w.Raw(`<a xmlns:xsi="i" xmlns:SOAP-ENC="e">`)
		w.Loose("b", v)
		w.Raw("</a>")
		if _, err := Read(w.Bytes()); err != nil && !strings.Contains(err.Error(), "more than") {
			t.Fatalf("%q was written as %q: %v", document, w.Bytes(), err)
		}
	})
}

// TestReferencesAreBounded checks that elements that are referred to again and again are not copied without end.
func TestReferencesAreBounded(t *testing.T) {
	t.Parallel()
	bomb := `<a><r href="#i0"/>`
	for i := range 30 {
		bomb += strings.ReplaceAll(strings.ReplaceAll(`<m id="iN" type="Array"><item href="#iM"/><item href="#iM"/></m>`, "N", string(rune('A'+i))),
			"M", string(rune('B'+i)))
	}
	root, err := Read([]byte(strings.ReplaceAll(bomb, "#i0", "#iA") + `<m id="i_">x</m></a>`))
	if err != nil {
		t.Fatal(err)
	}
	d := NewDecoder(root)
	if v, err := d.Value(root.Children[0]); err == nil {
		t.Errorf("decoded: %.100v", v)
	}
	if d.nodes > MaxNodes+1 {
		t.Errorf("%d values", d.nodes)
	}
}
