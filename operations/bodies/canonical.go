package bodies

import (
	"bytes"
	"encoding/json"
)

// Canonical prints JSON with sorted members and with numbers as they were written. Text that is no JSON is returned as it is.
func Canonical(raw []byte) []byte {
	decode := json.NewDecoder(bytes.NewReader(raw))
	decode.UseNumber()
	var v any
	if decode.Decode(&v) != nil {
		return raw
	}
	sorted, err := json.Marshal(v)
	if err != nil {
		return raw
	}
	return sorted
}
