package wire

import (
	"strconv"
	"unicode/utf8"
)

// The namespaces of messages.
const (
	Envelope = "http://schemas.xmlsoap.org/soap/envelope/"
	Encoding = "http://schemas.xmlsoap.org/soap/encoding/"
	Schema   = "http://www.w3.org/2001/XMLSchema"
	Instance = "http://www.w3.org/2001/XMLSchema-instance"
	MapSpace = "http://xml.apache.org/xml-soap"
	// Space is the namespace of the interface's own elements and types.
	Space = "urn:Maho"
)

// Writer appends elements to a message.
type Writer struct{ b []byte }

// Bytes returns the message so far.
func (w *Writer) Bytes() []byte { return w.b }

// Raw appends text as it is.
func (w *Writer) Raw(parts ...string) {
	for _, p := range parts {
		w.b = append(w.b, p...)
	}
}

// Escaped appends text as character data or as the value of an attribute. Characters that XML forbids become U+FFFD.
func (w *Writer) Escaped(text string) {
	start := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		replace := ""
		switch {
		case r == '&':
			replace = "&amp;"
		case r == '<':
			replace = "&lt;"
		case r == '>':
			replace = "&gt;"
		case r == '"':
			replace = "&quot;"
		case r == '\r':
			replace = "&#13;"
		case r == utf8.RuneError && size == 1, r < ' ' && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF:
			replace = "\uFFFD"
		}
		if replace != "" {
			w.Raw(text[start:i], replace)
			start = i + size
		}
		i += size
	}
	w.Raw(text[start:])
}

// Element appends an element with content. attributes is text to insert after the name.
func (w *Writer) Element(name, attributes string, content func()) {
	w.Raw("<", name, attributes, ">")
	content()
	w.Raw("</", name, ">")
}

// Loose appends a value in the encoding of SOAP V1, which has no schema (soap-wire §6.2).
func (w *Writer) Loose(name string, v Value) {
	switch v := v.(type) {
	case nil:
		w.Raw("<", name, ` xsi:nil="true"/>`)
	case Map:
		w.Element(name, ` xsi:type="ns2:Map"`, func() {
			for _, e := range v {
				w.Raw(`<item><key xsi:type="xsd:string">`)
				w.Escaped(e.Name)
				w.Raw(`</key>`)
				w.Loose("value", e.Value)
				w.Raw(`</item>`)
			}
		})
	case List:
		w.Element(name, ` SOAP-ENC:arrayType="`+common(v)+"["+strconv.Itoa(len(v))+`]" xsi:type="SOAP-ENC:Array"`, func() {
			for _, item := range v {
				w.Loose("item", item)
			}
		})
	default:
		w.Element(name, ` xsi:type="`+looseType(v)+`"`, func() { w.Escaped(schemaText(v, nil)) })
	}
}

// looseType returns the type of a value without a schema.
func looseType(v Value) string {
	switch v.(type) {
	case bool:
		return "xsd:boolean"
	case int64:
		return "xsd:int"
	case float64:
		return "xsd:float"
	case string:
		return "xsd:string"
	case Map:
		return "ns2:Map"
	case List:
		return "SOAP-ENC:Array"
	}
	return "xsd:ur-type"
}

// common returns the common type of all elements of a list, or xsd:ur-type.
func common(list List) string {
	kind := ""
	for _, v := range list {
		switch of := looseType(v); {
		case kind == "":
			kind = of
		case kind != of:
			return "xsd:ur-type"
		}
	}
	if kind == "" {
		return "xsd:ur-type"
	}
	return kind
}

// schemaText returns the text of a scalar in XML Schema. A boolean of the type int is 1 or 0.
func schemaText(v Value, t *Type) string {
	if flag, ok := v.(bool); ok && (t == nil || t == Boolean) {
		return strconv.FormatBool(flag)
	}
	return Text(v)
}

// Qualified returns the name of the type in messages and in WSDLs. prefix is the prefix of the interface's own types.
func (t *Type) Qualified(prefix string) string {
	if t.Scalar() {
		return "xsd:" + t.Name
	}
	return prefix + t.Name
}

// Typed appends a value of a declared type in the encoding of SOAP V2 (soap-wire §6.3). Null fields are left out unless they are
// required.
func (w *Writer) Typed(name string, t *Type, v Value) {
	kind := ` xsi:type="` + t.Qualified("ns1:") + `"`
	switch {
	case v == nil:
		w.Raw("<", name, ` xsi:nil="true"/>`)
	case t == Any:
		w.Loose(name, v)
	case t.Item != nil:
		list, _ := v.(List)
		w.Element(name, ` SOAP-ENC:arrayType="`+t.Item.Qualified("ns1:")+"["+strconv.Itoa(len(list))+`]"`+kind, func() {
			for _, item := range list {
				w.Typed("item", t.Item, item)
			}
		})
	case t.Fields != nil:
		w.Element(name, kind, func() { t.each(v, w.Typed) })
	default:
		w.Element(name, kind, func() { w.Escaped(schemaText(v, t)) })
	}
}

// Literal appends a value of a declared type in the encoding of WS-I (soap-wire §6.4).
func (w *Writer) Literal(name string, t *Type, v Value) {
	switch {
	case v == nil:
		w.Raw("<", name, ` xsi:nil="true"/>`)
	case t == Any:
		w.Loose(name, v)
	case t.Item != nil:
		list, _ := v.(List)
		w.Element(name, "", func() {
			for _, item := range list {
				w.Literal("complexObjectArray", t.Item, item)
			}
		})
	case t.Fields != nil:
		w.Element(name, "", func() {
			t.each(v, func(name string, t *Type, v Value) {
				if v == nil { // the schema requires the element
					v = ""
				}
				w.Literal(name, t, v)
			})
		})
	default:
		w.Element(name, "", func() { w.Escaped(schemaText(v, t)) })
	}
}

// each calls write for the fields of an entity in the order of the schema.
func (t *Type) each(v Value, write func(string, *Type, Value)) {
	members, _ := v.(Map)
	for _, f := range t.Fields {
		if member, _ := members.Get(f.Name); !f.Untyped && (member != nil || f.Required) {
			write(f.Name, f.Type, member)
		}
	}
}
