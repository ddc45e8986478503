package wire

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// sample is a type with every kind of field.
var sample = &Type{Name: "sample", Fields: []Field{{Name: "text", Type: String}, {Name: "number", Type: Int, Required: true},
	{Name: "flag", Type: Boolean}, {Name: "lines", Type: &Type{Name: "lines", Item: String}}, {Name: "anything", Type: Any},
	{Name: "parts", Type: &Type{Name: "parts", Item: &Type{Name: "part", Fields: []Field{{Name: "text", Type: String}}}}}}}

// FuzzRead reads any bytes. A readable message can be decoded, written and read again. Values of a declared type are unchanged then.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`<a><b type="x:Map"><item><key>k</key><value nil="true"/></item></b></a>`, `<a id="1"><b href="#1"/></a>`,
		`<a type="Array"><item>1</item><item/></a>`, `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`,
		`<a><text>a&#13;</text><number>7</number><flag>1</flag><lines><item>a</item><item/></lines><parts><complexObjectArray><text>` +
			`b</text></complexObjectArray></parts></a>`,
		`<a xmlns:n="` + Encoding + `"><lines><n:string>x</n:string></lines><parts><text>one</text></parts><flag nil="1"/></a>`,
		`<a><text type="xsd:base64Binary">TMO8</text></a>`, wide("<a>b</a>", true),
		`<?xml version="1.0" encoding="ISO-8859-1"?><a>` + "\xe4</a>", "<a>\x00</a>", strings.Repeat("<a>", maxDepth+1),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		root, err := readDocument(document)
		if err != nil {
			return
		}
		v, err := NewDecoder(root).Value(root)
		if err != nil {
			return
		}
		again(t, func(w *Writer) { w.Loose("b", v) })
		given := sample.Coerce(v)
		if m, ok := given.(Map); ok {
			read := again(t, func(w *Writer) { w.Typed("b", sample, given) })
			if _, any := m.Get("anything"); !any && !bytesIn(v) && read != nil && !reflect.DeepEqual(sample.Coerce(read), given) {
				t.Fatalf("%#v became %#v", given, sample.Coerce(read))
			}
		}
	})
}

// bytesIn tells whether a value has bytes, whose text XML may forbid.
func bytesIn(v Value) bool {
	switch v := v.(type) {
	case Binary:
		return true
	case List:
		return slices.ContainsFunc(v, bytesIn)
	case Map:
		return slices.ContainsFunc(v, func(e Entry) bool { return bytesIn(e.Value) })
	}
	return false
}

// again writes a value and reads it. The result is nil if it exceeds the bounds.
func again(t *testing.T, write func(*Writer)) Value {
	t.Helper()
	w := &Writer{}
	w.Raw(`<a xmlns:xsi="i" xmlns:SOAP-ENC="e">`)
	write(w)
	w.Raw("</a>")
	root, err := readDocument(w.Bytes())
	var v Value
	if err == nil {
		v, err = NewDecoder(root).Value(root.Children[0])
	}
	if err != nil && !strings.Contains(err.Error(), "more than") {
		t.Fatalf("%q: %v", w.Bytes(), err)
	}
	return v
}

// TestReferencesAreBounded checks that repeated references to elements do not copy them without bound.
func TestReferencesAreBounded(t *testing.T) {
	t.Parallel()
	bomb := `<a><r href="#i0"/>`
	for i := range 30 {
		bomb += strings.NewReplacer("iN", "i"+string(rune('A'+i)), "iM", "i"+string(rune('B'+i))).Replace(
			`<m id="iN" type="Array"><item href="#iM"/><item href="#iM"/></m>`)
	}
	root, err := readDocument([]byte(strings.ReplaceAll(bomb, "#i0", "#iA") + `<m id="i_">x</m></a>`))
	if err != nil {
		t.Fatal(err)
	}
	d := NewDecoder(root)
	if v, err := d.Value(root.Children[0]); err == nil {
		t.Errorf("decoded: %.100v", v)
	}
	if d.nodes > maxNodes+1 {
		t.Errorf("%d values", d.nodes)
	}
}

// readDocument reads a document without a Content-Type.
func readDocument(document []byte) (*Node, error) { return ReadAs(document, "") }
