package soap

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"tradelog/operations/bodies"
	"tradelog/soap/wire"
)

var errInvalidRequest = Fault{Code: -32600, Message: "Invalid Request"}

// jsonRPC answers a request of JSON-RPC 2.0 (soap-wire §12). Identifiers are answered as text.
func (q *request) jsonRPC() reply {
	var id []byte
	result, err := q.callJSONRPC(&id)
	out := bytes.NewBufferString("{")
	if err != nil {
		f := q.faultOf(nil, err)
		out.WriteString(`"error":{"code":` + strconv.Itoa(f.Code) + `,"message":`)
		out.Write(quoted(f.Message))
		out.WriteString(`,"data":{}}`)
	} else {
		out.WriteString(`"result":`)
		writeJSON(out, result)
	}
	if id == nil {
		id = []byte("null")
	}
	out.WriteString(`,"id":`)
	out.Write(id)
	out.WriteString(`,"jsonrpc":"2.0"}`)
	return reply{rpcStatus(err), jsonType, out.Bytes()}
}

func (q *request) callJSONRPC(id *[]byte) (wire.Value, error) {
	if q.r.Method != http.MethodPost {
		return nil, errParse
	}
	sent, err := q.read()
	if err != nil {
		return nil, err
	}
	if _, err := bodies.Root(sent); err != nil {
		return nil, errParse
	}
	var call struct {
		ID     any    `json:"id"`
		Method string `json:"method"`
		Params any    `json:"params"`
	}
	decoder := json.NewDecoder(bytes.NewReader(sent))
	decoder.UseNumber()
	if decoder.Decode(&call) != nil || call.Method == "" {
		return nil, errInvalidRequest
	}
	switch v := call.ID.(type) {
	case string:
		*id = quoted(v)
	case json.Number:
		*id = quoted(v.String())
	}
	params := entries(valueOf(call.Params))
	if b := findBase(call.Method); b != nil {
		return q.callRPC(b, params)
	}
	if len(params) == 0 {
		params = wire.List{nil}
	}
	return q.callRPC(findBase("call"), wire.List{params[0], call.Method, params[1:]})
}

// valueOf is a value of JSON as one of a message. Numbers are text, like those of the other interfaces. Members are in the order of their
// names, numbers as such.
func valueOf(v any) wire.Value {
	switch v := v.(type) {
	case json.Number:
		return v.String()
	case []any:
		out := make(wire.List, len(v))
		for i, item := range v {
			out[i] = valueOf(item)
		}
		return out
	case map[string]any:
		out := make(wire.Map, 0, len(v))
		for name, item := range v {
			out = append(out, wire.Entry{Name: name, Value: valueOf(item)})
		}
		slices.SortFunc(out, func(a, b wire.Entry) int {
			if len(a.Name) != len(b.Name) {
				return len(a.Name) - len(b.Name)
			}
			return bytes.Compare([]byte(a.Name), []byte(b.Name))
		})
		return out
	}
	return v
}

func quoted(text string) []byte {
	b, _ := json.Marshal(text) // text can always be encoded
	return b
}

func writeJSON(out *bytes.Buffer, v wire.Value) {
	switch v := v.(type) {
	case nil:
		out.WriteString("null")
	case bool:
		out.WriteString(strconv.FormatBool(v))
	case string:
		out.Write(quoted(v))
	case wire.List:
		out.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			writeJSON(out, item)
		}
		out.WriteByte(']')
	case wire.Map:
		out.WriteByte('{')
		for i, e := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			out.Write(quoted(e.Name))
			out.WriteByte(':')
			writeJSON(out, e.Value)
		}
		out.WriteByte('}')
	default:
		out.WriteString(wire.Text(v))
	}
}
