package operations

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Nullable is a member of a body for which null clears the value and a missing member leaves it. Its tags must be nonnull:"true", so that
// null reaches it, and its types, such as type:"integer,null".
type Nullable[T any] struct {
	Value T
	Sent  bool
	Null  bool
}

// Or returns the value sent, the zero value for null, or other if nothing was sent.
func (n Nullable[T]) Or(other T) T {
	if n.Sent {
		return n.Value
	}
	return other
}

// UnmarshalJSON reads a value. The binding calls Receive instead, which gives better messages.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	n.Sent, n.Null = true, bytes.Equal(bytes.TrimSpace(data), []byte("null"))
	return json.Unmarshal(data, &n.Value)
}

// Receive records that the member was sent and returns a pointer for its value. The binding of inputs calls it.
func (n *Nullable[T]) Receive(null bool) reflect.Value {
	n.Sent, n.Null = true, null
	return reflect.ValueOf(&n.Value).Elem()
}
