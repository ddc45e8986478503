package operations

import (
	"reflect"
	"sync"
)

var nested sync.Map // reflect.Type -> *binding

// nestedBinding is the binding of a struct inside a body: its fields are members by their json tags.
func nestedBinding(t reflect.Type) *binding {
	if b, ok := nested.Load(t); ok {
		return b.(*binding)
	}
	b := bindingOf(t)
	nested.Store(t, b)
	return b
}
