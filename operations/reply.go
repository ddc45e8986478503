package operations

import (
	"reflect"

	"tradelog/readmodels/documents"
)

// Nothing is the output of operations whose answer has no content.
type Nothing struct{}

// output makes the answer of what a handler returned: a document or a page that is ready, a file, or a value to encode. A slice
// is a whole list.
func output(out any) (documents.Answer, error) {
	switch v := out.(type) {
	case interface{ Answer() documents.Answer }:
		return v.Answer(), nil
	case Nothing:
		return documents.Answer{}, nil
	case *documents.File:
		return documents.Answer{File: v}, nil
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

// describes returns the type of what an output shows, for schemas.
func describes[Out any]() reflect.Type {
	var out Out
	if d, ok := any(out).(interface{ Describes() reflect.Type }); ok {
		return d.Describes()
	}
	return reflect.TypeFor[Out]()
}
