package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// ReadJSON reads a JSON value. Numbers become text, as in the other interfaces. Members keep their order. An absent value becomes nil.
func ReadJSON(raw json.RawMessage) (Value, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return nextJSON(decoder)
}

func nextJSON(decoder *json.Decoder) (Value, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Number:
		return token.String(), nil
	case json.Delim:
		list, members := List{}, Map{}
		for decoder.More() {
			name := ""
			if token == '{' {
				key, err := decoder.Token()
				if err != nil {
					return nil, err
				}
				name, _ = key.(string)
			}
			v, err := nextJSON(decoder)
			if err != nil {
				return nil, err
			}
			if token == '{' {
				members = append(members, Entry{Name: name, Value: v})
			} else {
				list = append(list, v)
			}
		}
		if _, err := decoder.Token(); err != nil { // the end
			return nil, err
		}
		if token == '{' {
			return members, nil
		}
		return list, nil
	}
	return token, nil // text, a boolean or null
}

// Quoted returns text as JSON.
func Quoted(text string) []byte {
	b, _ := json.Marshal(text) // text can always be encoded
	return b
}

// WriteJSON writes a value as JSON.
func WriteJSON(out *bytes.Buffer, v Value) {
	switch v := v.(type) {
	case nil:
		out.WriteString("null")
	case bool:
		out.WriteString(strconv.FormatBool(v))
	case string:
		out.Write(Quoted(v))
	case List:
		out.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			WriteJSON(out, item)
		}
		out.WriteByte(']')
	case Map:
		out.WriteByte('{')
		for i, e := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			out.Write(Quoted(e.Name))
			out.WriteByte(':')
			WriteJSON(out, e.Value)
		}
		out.WriteByte('}')
	default:
		out.WriteString(Text(v))
	}
}
