package operations

import (
	"reflect"

	"tradelog/readmodels/documents"
)

// Nothing is the output of operations without content.
type Nothing struct{}

// Answer returns an answer without content.
func (Nothing) Answer() documents.Answer { return documents.Answer{} }

// output makes the answer from a handler's return value: a ready document or page, a file, or a value to encode. A slice is a complete
// list.
func output(out any) (documents.Answer, error) {
	if v, ready := out.(interface{ Answer() documents.Answer }); ready {
		return v.Answer(), nil
	}
	if v := reflect.ValueOf(out); v.Kind() == reflect.Slice {
		a := documents.Answer{Items: make([][]byte, v.Len()), List: true, Total: int64(v.Len())}
		for i := range a.Items {
			b, err := documents.Encode(v.Index(i).Interface())
			if err != nil {
				return documents.Answer{}, err
			}
			a.Items[i] = b
		}
		return a, nil
	}
	b, err := documents.Encode(out)
	return documents.Answer{Item: b}, err
}

// describes returns the type that schemas describe for an output.
func describes[Out any]() reflect.Type {
	var out Out
	if d, ok := any(out).(interface{ Describes() reflect.Type }); ok {
		return d.Describes()
	}
	return reflect.TypeFor[Out]()
}
