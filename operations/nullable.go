package operations

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Nullable is a member of a body for which null means something else than being left out: null clears what is there. Tag
// it nonnull:"true", or null never reaches it, and with its types: type:"integer,null".
type Nullable[T any] struct {
	Value T
	Sent  bool
	Null  bool
}

// Or returns what was sent, the zero value for null, or another value when nothing was sent.
func (n Nullable[T]) Or(other T) T {
	if n.Sent {
		return n.Value
	}
	return other
}

// UnmarshalJSON reads a value without the messages of the binding, which calls Told.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	n.Sent, n.Null = true, bytes.Equal(bytes.TrimSpace(data), []byte("null"))
	return json.Unmarshal(data, &n.Value)
}

// Told records that the member was sent, and returns where its value goes. It is for what binds inputs.
func (n *Nullable[T]) Told(null bool) reflect.Value {
	n.Sent, n.Null = true, null
	return reflect.ValueOf(&n.Value).Elem()
}
