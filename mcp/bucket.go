package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"tradelog/operations"
)

// buckets name what an idempotency key stands for, message by message (conventions §10): the same key with another tool or
// other arguments is another request. The messages of a batch have buckets of their own, which only the same batch has
// again: when one of them fails, repeating the batch does not do the others twice.
type buckets struct {
	whole string
	many  bool
}

// bucketsOf reads the messages of a request that has a key.
func bucketsOf(caller operations.Caller, list []message) buckets {
	if !caller.Key.Sent {
		return buckets{}
	}
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = identity(m)
	}
	whole := strings.Join(names, ",")
	if len(whole) > 200 {
		whole = digest([]byte(whole))
	}
	return buckets{whole: "POST\x00" + Path + "#" + whole, many: len(list) > 1}
}

// of is the bucket of the i-th message; empty without a key.
func (b buckets) of(i int) string {
	if b.many {
		return b.whole + "@" + strconv.Itoa(i)
	}
	return b.whole
}

// identity is the method, the tool, and a digest of the parameters that does not depend on the order of members, nor on
// what _meta says about this one transmission.
func identity(m message) string {
	parts := []string{m.method}
	if name, ok := m.params.text("name"); ok {
		parts = append(parts, name)
	}
	if params := m.params.without("_meta"); len(params) > 0 {
		parts = append(parts, digest(canonical(params.encode())))
	}
	return strings.Join(parts, ":")
}

// canonical prints JSON with its members sorted and its numbers as they were written.
func canonical(raw []byte) []byte {
	decode := json.NewDecoder(strings.NewReader(string(raw)))
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

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
