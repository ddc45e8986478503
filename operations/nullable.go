package operations

import (
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

// UnmarshalJSON reads a value without the messages of the binding, which takes the way of decodeInto.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	n.Sent, n.Null = true, isNull(data)
	return json.Unmarshal(data, &n.Value)
}

// nullable is what decodeInto knows of it.
type nullable interface{ sent(null bool) reflect.Value }

func (n *Nullable[T]) sent(null bool) reflect.Value {
	n.Sent, n.Null = true, null
	return reflect.ValueOf(&n.Value).Elem()
}
