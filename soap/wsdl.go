package soap

import (
	"net/url"
	"strings"

	"tradelog/soap/wire"
)

// description is a WSDL with a gap for the address of the interface. New makes it once.
type description struct{ before, after string }

// at returns the WSDL for an address.
func (d *description) at(location string) []byte {
	w := &wire.Writer{}
	w.Raw(d.before)
	w.Escaped(location)
	w.Raw(d.after)
	return w.Bytes()
}

// location returns the address of the current request without the parameter wsdl (soap-wire §1). If the base URL has the same host, its
// scheme is used, because TLS may end at a proxy.
func (q *request) location() string {
	at := url.URL{Scheme: "http", Host: q.r.Host, Path: q.r.URL.Path}
	if q.r.TLS != nil {
		at.Scheme = "https"
	}
	if base, err := url.Parse(q.call.Shop.BaseURL(0)); err == nil && base.Host == at.Host {
		at.Scheme = base.Scheme
	}
	query := q.r.URL.Query()
	query.Del("wsdl")
	at.RawQuery = query.Encode()
	return at.String()
}

// writer writes a WSDL. prefix is the prefix of WSDL's own elements.
type writer struct {
	*wire.Writer
	prefix string
}

const placeholder = "\x00"

func (w writer) element(name, attributes string, content func()) {
	w.Element(w.prefix+name, attributes, content)
}

// attribute returns an attribute with a space in front. Values are names and need no escapes.
func attribute(name, value string) string { return " " + name + `="` + value + `"` }

const (
	wsdlSpace = "http://schemas.xmlsoap.org/wsdl/"
	soapSpace = "http://schemas.xmlsoap.org/wsdl/soap/"
	transport = "http://schemas.xmlsoap.org/soap/http"
)

// port names the parts of a WSDL (soap-wire §3).
type port struct {
	portType, binding, port string
	style, use, action      string
}

// part is a part of a message.
type part struct{ name, attributes string }

// operation is an operation of a WSDL with its messages.
type operation struct {
	name, title     string
	request, answer string // names of the messages
	in, out         []part
}

// describe writes a WSDL.
func describe(prefix string, p port, types func(writer), all []operation) *description {
	w := writer{&wire.Writer{}, prefix}
	w.Raw(`<?xml version="1.0" encoding="UTF-8"?>`, "\n")
	spaces := attribute("xmlns:wsdl", wsdlSpace)
	if prefix == "" {
		spaces += attribute("xmlns", wsdlSpace)
	}
	spaces += attribute("xmlns:typens", wire.Space) + attribute("xmlns:xsd", wire.Schema) + attribute("xmlns:soap", soapSpace) +
		attribute("xmlns:soapenc", wire.Encoding)
	w.element("definitions", spaces+attribute("name", "Maho")+attribute("targetNamespace", wire.Space), func() {
		w.element("types", "", func() {
			w.Element("schema", attribute("xmlns", wire.Schema)+attribute("targetNamespace", wire.Space), func() { types(w) })
		})
		for _, o := range all {
			w.message(o.request, o.in)
			w.message(o.answer, o.out)
		}
		w.element("portType", attribute("name", p.portType), func() {
			for _, o := range all {
				w.element("operation", attribute("name", o.name), func() {
					w.element("documentation", "", func() { w.Escaped(o.title) })
					w.Raw("<", prefix, "input", attribute("message", "typens:"+o.request), "/>")
					w.Raw("<", prefix, "output", attribute("message", "typens:"+o.answer), "/>")
				})
			}
		})
		w.element("binding", attribute("name", p.binding)+attribute("type", "typens:"+p.portType), func() {
			w.Raw("<soap:binding", attribute("style", p.style), attribute("transport", transport), "/>")
			body := "<soap:body" + attribute("use", p.use)
			if p.use == "encoded" {
				body += attribute("namespace", wire.Space) + attribute("encodingStyle", wire.Encoding)
			}
			for _, o := range all {
				w.element("operation", attribute("name", o.name), func() {
					w.Raw("<soap:operation", attribute("soapAction", p.action), "/>")
					w.element("input", "", func() { w.Raw(body, "/>") })
					w.element("output", "", func() { w.Raw(body, "/>") })
				})
			}
		})
		w.element("service", attribute("name", "MahoService"), func() {
			w.element("port", attribute("name", p.port)+attribute("binding", "typens:"+p.binding), func() {
				w.Raw("<soap:address", attribute("location", placeholder), "/>")
			})
		})
	})
	before, after, _ := strings.Cut(string(w.Bytes()), placeholder)
	return &description{before, after + "\n"}
}

func (w writer) message(name string, parts []part) {
	w.element("message", attribute("name", name), func() {
		for _, p := range parts {
			w.Raw("<", w.prefix, "part", attribute("name", p.name), p.attributes, "/>")
		}
	})
}

// rpc returns a part with a type.
func rpc(name string, t *wire.Type) part {
	return part{name, attribute("type", t.Qualified("typens:"))}
}

// importEncoding imports SOAP's encoding without an address, which clients would try to fetch.
func (w writer) importEncoding() { w.Raw("<import", attribute("namespace", wire.Encoding), "/>") }

// encodedArray declares an array of SOAP's encoding.
func (w writer) encodedArray(t *wire.Type) {
	w.Element("complexType", attribute("name", t.Name), func() {
		w.Element("complexContent", "", func() {
			w.Element("restriction", attribute("base", "soapenc:Array"), func() {
				w.Raw("<attribute", attribute("ref", "soapenc:arrayType"), attribute("wsdl:arrayType", t.Item.Qualified("typens:")+"[]"), "/>")
			})
		})
	})
}

// entity declares an entity whose fields are in a group: all or sequence.
func (w writer) entity(t *wire.Type, group string) {
	w.Element("complexType", attribute("name", t.Name), func() {
		w.Element(group, "", func() {
			for _, f := range t.Fields {
				if !f.Untyped {
					w.field(f.Name, f.Type, !f.Required)
				}
			}
		})
	})
}

func (w writer) field(name string, t *wire.Type, optional bool) {
	more := ""
	switch {
	case name == sessionArg.Name: // clients may send null and credentials (soap-wire §2)
		more = attribute("nillable", "true")
	case optional:
		more = attribute("minOccurs", "0")
	}
	w.Raw("<element", attribute("name", name), attribute("type", t.Qualified("typens:")), more, "/>")
}

// named lists the entities and arrays among types, and the types within them, each once.
func named(types []*wire.Type) (out []*wire.Type) {
	seen := map[*wire.Type]bool{}
	var add func(t *wire.Type)
	add = func(t *wire.Type) {
		if t == nil || t.Scalar() || seen[t] {
			return
		}
		seen[t] = true
		add(t.Item)
		for _, f := range t.Fields {
			add(f.Type)
		}
		out = append(out, t)
	}
	for _, t := range types {
		add(t)
	}
	return out
}

// typesOf returns the types that operations take and return.
func typesOf(x index) (all []*wire.Type) {
	for _, r := range x.resources {
		for _, m := range r.Methods {
			for _, a := range m.Args {
				all = append(all, a.Type)
			}
			all = append(all, m.Returns)
		}
	}
	for _, b := range bases {
		all = append(all, b.typed)
	}
	return all
}

// describeV1 makes the WSDL of SOAP V1, with only the operations of the interface itself.
func describeV1() *description {
	var all []operation
	for _, b := range bases {
		o := operation{name: b.name, title: titles[b.name], request: b.name, answer: b.name + "Response",
			out: []part{rpc(b.name+"Return", b.loose)}}
		for _, a := range b.args {
			o.in = append(o.in, rpc(a.Name, a.Type))
		}
		all = append(all, o)
	}
	return describe("", port{"PortType", "Binding", "Port", "rpc", "encoded", "urn:Action"}, func(w writer) {
		w.importEncoding()
		w.encodedArray(fixedArray)
	}, all)
}

// describeV2 makes the WSDL of SOAP V2 with rpc/encoded messages.
func describeV2(x index) *description {
	var all []operation
	for _, b := range bases {
		if b.onlyLiteral {
			continue
		}
		o := operation{name: b.name, title: titles[b.name], request: b.name, answer: b.name + "Response",
			out: []part{rpc(b.name+"Return", b.typed)}}
		if b.suffixed {
			o.request += "Request"
		}
		for _, a := range b.args {
			o.in = append(o.in, rpc(a.Name, a.Type))
		}
		all = append(all, o)
	}
	x.each(func(m *method) {
		o := operation{name: m.operation(), title: m.Title, request: m.operation() + "Request", answer: m.operation() + "Response",
			in: []part{rpc(sessionArg.Name, sessionArg.Type)}, out: []part{rpc(m.part(), m.Returns)}}
		for _, a := range m.Args {
			o.in = append(o.in, rpc(a.v2(), a.Type))
		}
		all = append(all, o)
	})
	const name = "Mage_Api_Model_Server_V2_Handler"
	return describe("", port{name + "PortType", name + "Binding", name + "Port", "rpc", "encoded", "urn:" + name + "Action"}, func(w writer) {
		w.importEncoding()
		for _, t := range named(typesOf(x)) {
			switch {
			case t == fixedArray:
			case t.Item != nil:
				w.encodedArray(t)
			default:
				w.entity(t, "all")
			}
		}
	}, all)
}

// each calls do for every method.
func (x index) each(do func(*method)) {
	for _, r := range x.resources {
		for _, m := range r.Methods {
			do(m)
		}
	}
}

// literalOperation is an operation whose messages have one element each, with the fields of these elements.
type literalOperation struct {
	operation
	element string // of the request; empty: the message has no part
	args    []arg
	result  *wire.Type
}

// describeLiteral makes the WSDL of SOAP V2 in its WS-I form.
func describeLiteral(x index) *description {
	var literals []literalOperation
	for _, b := range bases {
		o := literalOperation{operation: operation{name: b.name, title: titles[b.name]}, element: b.name + "Param", result: b.typed}
		if b.suffixed {
			o.element = b.name + "RequestParam"
		}
		for _, a := range b.args {
			o.args = append(o.args, arg{Name: a.v2(), Type: a.literal(), Optional: a.Optional})
		}
		if len(b.args) == 0 {
			o.element = ""
		}
		literals = append(literals, o)
	}
	x.each(func(m *method) {
		literals = append(literals, literalOperation{
			operation: operation{name: m.operation(), title: m.Title}, element: m.operation() + "RequestParam",
			args: append([]arg{{Name: sessionArg.Name, Type: wire.String}}, m.Args...), result: m.literal(),
		})
	})
	all := make([]operation, len(literals))
	for i, o := range literals {
		o.request, o.answer = o.name+"Request", o.name+"Response"
		if o.element != "" {
			o.in = []part{{"parameters", attribute("element", "typens:"+o.element)}}
		}
		o.out = []part{{"parameters", attribute("element", "typens:"+o.name+"ResponseParam")}}
		all[i] = o.operation
	}
	return describe("wsdl:", port{"PortType", "Binding", "Port", "document", "literal", ""}, func(w writer) {
		for _, t := range named(typesOf(x)) {
			switch {
			case t == fixedArray:
			case t.Item != nil:
				w.literalArray(t)
			default:
				w.entity(t, "sequence")
			}
		}
		for _, o := range literals {
			if o.element != "" {
				w.wrapper(o.element, func() {
					for _, a := range o.args {
						w.field(a.Name, a.Type, a.Optional)
					}
				})
			}
			w.wrapper(o.name+"ResponseParam", func() { w.field("result", o.result, false) })
		}
	}, all)
}

// literal returns the type of an argument of the interface itself in WS-I.
func (a arg) literal() *wire.Type {
	if a.Type == fixedArray {
		return wire.Any
	}
	return a.Type
}

func (w writer) literalArray(t *wire.Type) {
	w.Element("complexType", attribute("name", t.Name), func() {
		w.Element("sequence", "", func() {
			w.Raw("<element", attribute("name", "complexObjectArray"), attribute("type", t.Item.Qualified("typens:")), attribute("minOccurs", "0"),
				attribute("maxOccurs", "unbounded"), "/>")
		})
	})
}

// wrapper declares the element of a message.
func (w writer) wrapper(name string, fields func()) {
	w.Element("element", attribute("name", name), func() {
		w.Element("complexType", "", func() { w.Element("sequence", "", fields) })
	})
}

// titles holds the descriptions of the operations of the interface itself.
var titles = map[string]string{
	"call": "Call a method by its path", "multiCall": "Call several methods",
	"endSession": "End a session", "login": "Log in and get a session", "startSession": "Get a session that is not logged in",
	"resources": "List the resources and methods that may be called", "globalFaults": "List the faults of all resources",
	"resourceFaults": "List the faults of a resource",
}
