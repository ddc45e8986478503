package soap

import (
	"net/http"
	"strings"

	"tradelog/soap/wire"
)

// The faults of XML-RPC itself (soap-wire §11).
var (
	errNoMethod = func(name string) soapFault {
		return soapFault{Code: 620, Message: `Method "` + shortened(name) + `" does not exist`}
	}
	errSignature = soapFault{Code: 623, Message: "Calling parameters do not match signature"}
	errParse     = soapFault{Code: -32700, Message: "Parse error"}
)

// xmlRPC answers a request of XML-RPC.
func (q *request) xmlRPC() reply {
	result, err := q.callXMLRPC()
	w := &wire.Writer{}
	w.Raw(`<?xml version="1.0" encoding="UTF-8"?>`, "\n<methodResponse>")
	if err != nil {
		f := q.faultOf(nil, err)
		w.Element("fault", "", func() {
			w.RPC(wire.Map{{Name: "faultCode", Value: int64(f.Code)}, {Name: "faultString", Value: f.Message}})
		})
	} else {
		w.Raw("<params><param>")
		w.RPC(result)
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
			v, err := wire.ReadRPC(p.Child("value"))
			if err != nil {
				return nil, errParse
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
