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

var errInvalidRequest = soapFault{Code: -32600, Message: "Invalid Request"}

// jsonRPC answers a request of JSON-RPC 2.0 (soap-wire §12). The id of the answer is text.
func (q *request) jsonRPC() reply {
	var id []byte
	result, err := q.callJSONRPC(&id)
	out := bytes.NewBufferString("{")
	if err != nil {
		f := q.faultOf(nil, err)
		out.WriteString(`"error":{"code":` + strconv.Itoa(f.Code) + `,"message":`)
		out.Write(wire.Quoted(f.Message))
		data := wire.Map{}
		if violations := f.detail(); violations != nil {
			data = append(data, wire.Entry{Name: "violations", Value: violations})
		}
		out.WriteString(`,"data":`)
		wire.WriteJSON(out, data)
		out.WriteByte('}')
	} else {
		out.WriteString(`"result":`)
		wire.WriteJSON(out, result)
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
	if sent, err = wire.InUTF8(sent, q.r.Header.Get("Content-Type")); err != nil {
		return nil, errParse
	}
	if _, err := bodies.Root(sent); err != nil {
		return nil, errParse
	}
	var call struct {
		ID     any             `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	decoder := json.NewDecoder(bytes.NewReader(sent))
	decoder.UseNumber()
	if decoder.Decode(&call) != nil || call.Method == "" {
		return nil, errInvalidRequest
	}
	switch v := call.ID.(type) {
	case string:
		*id = wire.Quoted(v)
	case json.Number:
		*id = wire.Quoted(v.String())
	}
	params, err := wire.ReadJSON(call.Params)
	if err != nil {
		return nil, errParse
	}
	if given, named := params.(wire.Map); named {
		if list, numbered := given.Positions(); !numbered {
			return q.callNamed(call.Method, given)
		} else {
			params = list
		}
	}
	return q.callPositions(call.Method, entries(params))
}

// callPositions calls a method with parameters in the order of its arguments. Methods of resources are called by their V1 names, and take
// the session as the first parameter.
func (q *request) callPositions(method string, params wire.List) (wire.Value, error) {
	if b := findBase(method); b != nil {
		return q.callRPC(b, params)
	}
	if len(params) == 0 {
		params = wire.List{nil}
	}
	return q.callRPC(findBase("call"), wire.List{params[0], method, params[1:]})
}

// callNamed calls a method with parameters by the names of its arguments.
func (q *request) callNamed(method string, params wire.Map) (wire.Value, error) {
	if b := findBase(method); b != nil {
		args, err := byName(b.args, params)
		if err != nil {
			return nil, err
		}
		return q.callRPC(b, args)
	}
	session, _ := params.Get(sessionArg.Name)
	args := slices.DeleteFunc(params, func(e wire.Entry) bool { return e.Name == sessionArg.Name })
	return q.callRPC(findBase("call"), wire.List{session, method, args})
}
