package operations

import (
	"fmt"
	"reflect"
	"strings"

	"tradelog/readmodels/documents"
)

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
