package soap

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"tradelog/soap/wire"
)

// style is an encoding of SOAP messages.
type style int

const (
	loose   style = iota // V1: rpc/encoded without a schema
	typed                // V2: rpc/encoded with the types of the WSDL
	literal              // V2 in its WS-I form: document/literal
)

// The codes of faults of the protocol itself.
const (
	clientFault = "SOAP-ENV:Client"
	serverFault = "SOAP-ENV:Server"
	headerFault = "SOAP-ENV:MustUnderstand" // of the standard SOAP 1.1, for mandatory headers
)

// soap answers a request of SOAP V1 or V2.
func (q *request) soap(s style) reply {
	if q.r.URL.Query().Has("wsdl") {
		return reply{http.StatusOK, xmlType, q.wsdls[s].at(q.location())}
	}
	if q.r.Method != http.MethodPost {
		return failed(http.StatusBadRequest, clientFault, "Send a SOAP envelope with POST, or ask for ?wsdl.")
	}
	document, err := q.read()
	if f, ok := errors.AsType[soapFault](err); ok {
		return failed(http.StatusOK, wire.Text(int64(f.Code)), f.Message)
	}
	if err != nil {
		code, at := clientFault, status(err)
		if at == http.StatusServiceUnavailable {
			code = serverFault
		}
		return failed(at, code, q.pipeline.Fault(err).Message)
	}
	m, err := readEnvelope(document, q.r.Header.Get("Content-Type"), q.index, s)
	if errors.Is(err, errUnderstand) {
		return failed(http.StatusInternalServerError, headerFault, err.Error())
	}
	if err != nil {
		return failed(http.StatusBadRequest, clientFault, err.Error())
	}
	if m.name == "" {
		return failed(http.StatusInternalServerError, serverFault, "Procedure '"+shortened(m.element)+"' not present")
	}
	w := &wire.Writer{}
	if m.base != nil {
		err = q.answerBase(w, s, m)
	} else {
		err = q.answerMethod(w, s, m)
	}
	if err == nil {
		return reply{http.StatusOK, xmlType, w.Bytes()}
	}
	if f, ok := errors.AsType[soapFault](err); ok {
		return failed(http.StatusOK, wire.Text(int64(f.Code)), f.Message, f.detail()...)
	}
	return failed(http.StatusBadRequest, clientFault, err.Error())
}

// message is an opened envelope.
type message struct {
	element string // the name of the element in the body
	name    string // the operation; empty: the interface does not have it
	node    *wire.Node
	decoder *wire.Decoder
	base    *base
	method  *method
}

var (
	errEnvelope   = errors.New("the message is no SOAP 1.1 envelope")
	errAround     = errors.New("the envelope has text around its elements")
	errUnderstand = errors.New("the message has a header that must be understood")
)

// readEnvelope reads an envelope, and finds its operation by the local name of the first element in the body. It refuses text between
// elements.
func readEnvelope(document []byte, contentType string, x index, s style) (*message, error) {
	root, err := wire.ReadAs(document, contentType)
	if err != nil {
		return nil, err
	}
	body := root.Child("Body")
	if root.Name.Local != "Envelope" || root.Name.Space != wire.Envelope || body == nil {
		return nil, errEnvelope
	}
	if root.Mixed || body.Mixed || len(body.Children) == 0 && strings.TrimSpace(body.Text) != "" {
		return nil, errAround
	}
	if header := root.Child("Header"); header != nil && slices.ContainsFunc(header.Children, wire.MustUnderstand) {
		return nil, errUnderstand
	}
	m := &message{decoder: wire.NewDecoder(root), node: &wire.Node{}}
	if len(body.Children) > 0 {
		m.node = body.Children[0]
		m.element = m.node.Name.Local
	}
	m.find(x, s)
	return m, nil
}

// find finds the operation. In WS-I the message of startSession is empty, and other elements have suffixes.
func (m *message) find(x index, s style) {
	name := m.element
	if s == literal {
		if name == "" {
			name = "startSession"
		}
		name = strings.TrimSuffix(strings.TrimSuffix(name, "Param"), "Request")
	}
	if b := findBase(name); b != nil && (s != typed || !b.onlyLiteral) {
		m.name, m.base = name, b
		return
	}
	if method := x.byV2[name]; method != nil && s != loose {
		m.name, m.method = name, method
	}
}

// arguments reads the parts of a message by their names, or by their order if no name is known. A missing or null part is nil.
func (m *message) arguments(args []arg) ([]wire.Value, error) {
	out := noValues(args)
	rank := func(n *wire.Node) int {
		return slices.IndexFunc(args, func(a arg) bool {
			return slices.Contains(a.names(), n.Name.Local) || a.V2 == n.Name.Local && a.V2 != ""
		})
	}
	positional := !slices.ContainsFunc(m.node.Children, func(n *wire.Node) bool { return rank(n) >= 0 })
	for i, n := range m.node.Children {
		at := i
		if !positional {
			at = rank(n)
		}
		if at < 0 || at >= len(args) {
			continue
		}
		v, err := m.decoder.Value(n)
		if err != nil {
			return nil, err
		}
		out[at] = v
	}
	return out, nil
}

// answerBase answers an operation of the interface itself.
func (q *request) answerBase(w *wire.Writer, s style, m *message) error {
	args, err := m.arguments(m.base.args)
	if err != nil {
		return err
	}
	result, err := m.base.run(q, args)
	if err != nil {
		return err
	}
	q.envelope(w, s, m.name, func() {
		switch s {
		case loose:
			w.Loose(m.name+"Return", result)
		case typed:
			w.Typed(m.name+"Return", m.base.typed, result)
		default:
			w.Literal("result", m.base.typed, result)
		}
	})
	return nil
}

// answerMethod answers a method of a resource by its V2 name.
func (q *request) answerMethod(w *wire.Writer, s style, m *message) error {
	args, err := m.arguments(append([]arg{sessionArg}, m.method.Args...))
	if err != nil {
		return err
	}
	result, err := q.run(args[0], m.method, func(*method) ([]wire.Value, error) { return args[1:], nil })
	if err != nil {
		return q.faultOf(nil, err)
	}
	q.envelope(w, s, m.name, func() {
		if s == typed {
			w.Typed(m.method.part(), m.method.Returns, result)
			return
		}
		w.Literal("result", m.method.literal(), result)
	})
	return nil
}

// envelope writes a reply around its parts.
func (q *request) envelope(w *wire.Writer, s style, name string, parts func()) {
	w.Raw(`<?xml version="1.0" encoding="UTF-8"?>`, "\n", `<SOAP-ENV:Envelope xmlns:SOAP-ENV="`, wire.Envelope, `" xmlns:ns1="`, wire.Space,
		`" xmlns:xsd="`, wire.Schema, `" xmlns:xsi="`, wire.Instance, `"`)
	if s != literal || name == "call" || name == "multiCall" {
		w.Raw(` xmlns:SOAP-ENC="`, wire.Encoding, `"`)
	}
	if s == loose || name == "call" || name == "multiCall" {
		w.Raw(` xmlns:ns2="`, wire.MapSpace, `"`)
	}
	suffix := "ResponseParam"
	if s != literal {
		suffix = "Response"
		w.Raw(` SOAP-ENV:encodingStyle="`, wire.Encoding, `"`)
	}
	w.Raw("><SOAP-ENV:Body>")
	w.Element("ns1:"+name+suffix, "", parts)
	w.Raw("</SOAP-ENV:Body></SOAP-ENV:Envelope>\n")
}

// failed makes a fault (soap-wire §9). Its detail has the violations, if there are any.
func failed(status int, code, message string, violations ...wire.Value) reply {
	w := &wire.Writer{}
	w.Raw(`<?xml version="1.0" encoding="UTF-8"?>`, "\n", `<SOAP-ENV:Envelope xmlns:SOAP-ENV="`, wire.Envelope,
		`"><SOAP-ENV:Body><SOAP-ENV:Fault><faultcode>`)
	w.Escaped(code)
	w.Raw("</faultcode><faultstring>")
	w.Escaped(message)
	w.Raw("</faultstring>")
	if len(violations) > 0 {
		w.Raw(`<detail><ns1:violations xmlns:ns1="`, wire.Space, `">`)
		for _, violation := range violations {
			w.Element("violation", "", func() {
				members, _ := violation.(wire.Map)
				for _, e := range members {
					w.Element(e.Name, "", func() { w.Escaped(wire.Text(e.Value)) })
				}
			})
		}
		w.Raw("</ns1:violations></detail>")
	}
	w.Raw("</SOAP-ENV:Fault></SOAP-ENV:Body></SOAP-ENV:Envelope>\n")
	return reply{status, xmlType, w.Bytes()}
}

// shortened returns the beginning of a text.
func shortened(text string) string {
	if len(text) > 80 {
		return strings.ToValidUTF8(text[:80], "")
	}
	return text
}
