package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"tradelog/operations"
	"tradelog/operations/bodies"
)

// buckets name the scope of an idempotency key for each message (conventions §10). The same key with another tool or other arguments is
// another request. In a batch, the scope also has the batch and the index of the message. If one message fails, a retry of the batch does
// not repeat the others.
type buckets struct {
	whole   string
	inBatch bool
}

// bucketsOf computes the scopes of a request that has a key.
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
	return buckets{whole: "POST\x00" + Path + "#" + whole, inBatch: len(list) > 1}
}

// scopeOf returns the scope of the i-th message, or "" without a key.
func (b buckets) scopeOf(i int) string {
	if b.inBatch {
		return b.whole + "@" + strconv.Itoa(i)
	}
	return b.whole
}

// identity returns the method, the tool, and a digest of the parameters. The digest ignores the order of members and the member
// _meta, which describes one transmission.
func identity(m message) string {
	parts := []string{m.method}
	if name, ok := m.params.text("name"); ok {
		parts = append(parts, name)
	}
	if params := m.params.without("_meta"); len(params) > 0 {
		parts = append(parts, digest(bodies.Canonical(params.encode())))
	}
	return strings.Join(parts, ":")
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
