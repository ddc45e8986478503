package operations

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

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

// Notice is a member of an answer that describes the effect of the operation to people, also in a dry run. The type of the output declares
// it: a list of documents.ForgottenPart, or a list of sentences with the tag notice:"true".
type Notice struct {
	Member string
	Fates  bool // its elements are documents.ForgottenPart; otherwise they are sentences
}

// Notices returns the members of the answer that describe the effect of the operation to people.
func (o *Operation) Notices() []Notice { return o.notices }

// noticesOf returns the members of an output for people. It panics if a member with the tag notice is no list of sentences.
func noticesOf(output reflect.Type) (notices []Notice) {
	if output == nil || output.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range reflect.VisibleFields(output) {
		fates, tagged := f.Type == reflect.TypeFor[[]documents.ForgottenPart](), f.Tag.Get("notice") == "true"
		switch {
		case tagged && f.Type != reflect.TypeFor[[]string]():
			panic(fmt.Sprintf("operations: member %s of %s has the tag notice and is no list of sentences", f.Name, output))
		case tagged || fates:
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			notices = append(notices, Notice{name, fates})
		}
	}
	return notices
}

// PublicTexts returns the names of members of the answer, at any depth, that buyers, guests or foreign programs write. Their fields have
// the tag writer:"public".
func (o *Operation) PublicTexts() []string { return o.public }

// publicTexts finds the members of an output and of its parts that have the tag writer:"public". The names are in alphabetical order.
func publicTexts(output reflect.Type) []string {
	found, seen := map[string]bool{}, map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(t reflect.Type) {
		for t != nil && slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}, t.Kind()) {
			t = t.Elem()
		}
		if t == nil || t.Kind() != reflect.Struct || seen[t] {
			return
		}
		seen[t] = true
		for _, f := range reflect.VisibleFields(t) {
			if f.Tag.Get("writer") == "public" {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				found[name] = true
			}
			if f.IsExported() {
				walk(f.Type)
			}
		}
	}
	walk(output)
	return slices.Sorted(maps.Keys(found))
}

// Numbered is embedded in inputs that change a record, or create one without a number.
type Numbered struct {
	ID int64 `query:"id" json:"-" doc:"number of what is changed; without it one is made"`
}

// Identified is the answer to a change of a record.
type Identified struct {
	ID int64 `json:"id"`
}

// Remover returns a handler that deletes a record by its number.
func Remover(end func(ctx context.Context, id int64) error) Handler[Numbered, Nothing] {
	return func(ctx context.Context, _ *Call, in Numbered) (Nothing, error) { return Nothing{}, end(ctx, in.ID) }
}
