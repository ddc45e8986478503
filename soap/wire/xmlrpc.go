package wire

import (
	"errors"
	"strconv"
	"strings"
)

var errRPC = errors.New("not a value of XML-RPC")

// ReadRPC reads a value of XML-RPC. Scalars are text.
func ReadRPC(n *Node) (Value, error) {
	if n == nil {
		return nil, errRPC
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
		bytes, err := fromBase64(v.Text)
		if err != nil {
			return nil, errRPC
		}
		return bytes, nil
	case "array":
		out := List{}
		if data := v.Child("data"); data != nil {
			for _, item := range data.Children {
				value, err := ReadRPC(item)
				if err != nil {
					return nil, err
				}
				out = append(out, value)
			}
		}
		return out, nil
	case "struct":
		out := Map{}
		for _, member := range v.Children {
			name := member.Child("name")
			value, err := ReadRPC(member.Child("value"))
			if name == nil || err != nil {
				return nil, errRPC
			}
			out = append(out, Entry{Name: name.Text, Value: value})
		}
		return out, nil
	}
	return nil, errRPC
}

// RPC writes a value of XML-RPC.
func (w *Writer) RPC(v Value) {
	w.Raw("<value>")
	switch v := v.(type) {
	case nil:
		w.Raw("<nil/>")
	case bool:
		w.Raw("<boolean>", Text(v), "</boolean>")
	case int64:
		w.Raw("<int>", strconv.FormatInt(v, 10), "</int>")
	case float64:
		w.Raw("<double>", Text(v), "</double>")
	case string:
		w.Element("string", "", func() { w.Escaped(v) })
	case List:
		w.Raw("<array><data>")
		for _, item := range v {
			w.RPC(item)
		}
		w.Raw("</data></array>")
	case Map:
		w.Raw("<struct>")
		for _, e := range v {
			w.Raw("<member><name>")
			w.Escaped(e.Name)
			w.Raw("</name>")
			w.RPC(e.Value)
			w.Raw("</member>")
		}
		w.Raw("</struct>")
	}
	w.Raw("</value>")
}
