package soap

import (
	"net/http"
	"strconv"
	"strings"

	"tradelog/soap/wire"
)

// The faults of XML-RPC itself (soap-wire §11).
var (
	errNoMethod = func(name string) Fault {
		return Fault{Code: 620, Message: `Method "` + shortened(name) + `" does not exist`}
	}
	errSignature = Fault{Code: 623, Message: "Calling parameters do not match signature"}
	errParse     = Fault{Code: -32700, Message: "Parse error"}
)

// xmlRPC answers a request of XML-RPC.
func (q *request) xmlRPC() reply {
	result, err := q.callXMLRPC()
	w := &wire.Writer{}
	w.Raw(`<?xml version="1.0" encoding="UTF-8"?>`, "\n<methodResponse>")
	if err != nil {
		f := q.faultOf(nil, err)
		w.Element("fault", "", func() {
			writeRPC(w, wire.Map{{Name: "faultCode", Value: int64(f.Code)}, {Name: "faultString", Value: f.Message}})
		})
	} else {
		w.Raw("<params><param>")
		writeRPC(w, result)
		w.Raw("</param></params>")
	}
	w.Raw("</methodResponse>\n")
	return reply{rpcStatus(err), xmlType, w.Bytes()}
}

func (q *request) callXMLRPC() (wire.Value, error) {
	if q.r.Method != http.MethodPost {
		return nil, errParse
	}
	document, err := q.read()
	if err != nil {
		return nil, err
	}
	root, err := wire.ReadAs(document, q.r.Header.Get("Content-Type"))
	if err != nil || root.Name.Local != "methodCall" || root.Mixed || root.Child("methodName") == nil {
		return nil, errParse
	}
	var params wire.List
	if list := root.Child("params"); list != nil {
		for _, p := range list.Children {
			v, err := readRPC(p.Child("value"))
			if err != nil {
				return nil, err
			}
			params = append(params, v)
		}
	}
	name := strings.TrimSpace(root.Child("methodName").Text)
	b := findBase(name)
	if b == nil {
		return nil, errNoMethod(name)
	}
	return q.callRPC(b, params)
}

// callRPC runs an operation of the interface itself with positional parameters. The arguments of call must be an array or a structure.
func (q *request) callRPC(b *base, params wire.List) (wire.Value, error) {
	args := noValues(b.args)
	copy(args, params)
	if b.name == "call" && len(params) > 2 {
		switch args[2].(type) {
		case nil, wire.List, wire.Map:
		default:
			return nil, errSignature
		}
	}
	return b.run(q, args)
}

// readRPC reads a value. Scalars are text.
func readRPC(n *wire.Node) (wire.Value, error) {
	if n == nil {
		return nil, errParse
	}
	if len(n.Children) == 0 {
		return n.Text, nil
	}
	switch v := n.Children[0]; v.Name.Local {
	case "nil":
		return nil, nil
	case "int", "i4", "i8", "boolean", "double":
		return strings.TrimSpace(v.Text), nil
	case "string", "dateTime.iso8601":
		return v.Text, nil
	case "base64":
		bytes, err := wire.FromBase64(v.Text)
		if err != nil {
			return nil, errParse
		}
		return bytes, nil
	case "array":
		out := wire.List{}
		if data := v.Child("data"); data != nil {
			for _, item := range data.Children {
				value, err := readRPC(item)
				if err != nil {
					return nil, err
				}
				out = append(out, value)
			}
		}
		return out, nil
	case "struct":
		out := wire.Map{}
		for _, member := range v.Children {
			name := member.Child("name")
			value, err := readRPC(member.Child("value"))
			if name == nil || err != nil {
				return nil, errParse
			}
			out = append(out, wire.Entry{Name: name.Text, Value: value})
		}
		return out, nil
	}
	return nil, errParse
}

// writeRPC writes a value.
func writeRPC(w *wire.Writer, v wire.Value) {
	w.Raw("<value>")
	switch v := v.(type) {
	case nil:
		w.Raw("<nil/>")
	case bool:
		w.Raw("<boolean>", wire.Text(v), "</boolean>")
	case int64:
		w.Raw("<int>", strconv.FormatInt(v, 10), "</int>")
	case float64:
		w.Raw("<double>", wire.Text(v), "</double>")
	case string:
		w.Element("string", "", func() { w.Escaped(v) })
	case wire.List:
		w.Raw("<array><data>")
		for _, item := range v {
			writeRPC(w, item)
		}
		w.Raw("</data></array>")
	case wire.Map:
		w.Raw("<struct>")
		for _, e := range v {
			w.Raw("<member><name>")
			w.Escaped(e.Name)
			w.Raw("</name>")
			writeRPC(w, e.Value)
			w.Raw("</member>")
		}
		w.Raw("</struct>")
	}
	w.Raw("</value>")
}
