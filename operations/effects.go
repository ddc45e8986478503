package operations

import (
	"fmt"
	"reflect"
	"strings"

	"tradelog/readmodels/documents"
)

// Effect is a member of an answer that tells people what the operation does, or would do. The type of the output declares it: a list of
// documents.ForgottenPart, or a list of sentences with the tag effects:"true".
type Effect struct {
	Member string
	Fates  bool // its elements are documents.ForgottenPart; otherwise they are sentences
}

// Effects returns the members of the answer that tell people what the operation does.
func (o *Operation) Effects() []Effect { return o.told }

// effectsOf returns the members of an output that tell people something. It panics if one is tagged told and is no list of sentences.
func effectsOf(output reflect.Type) (effects []Effect) {
	if output == nil || output.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range reflect.VisibleFields(output) {
		fates, tagged := f.Type == reflect.TypeFor[[]documents.ForgottenPart](), f.Tag.Get("effects") == "true"
		switch {
		case tagged && f.Type != reflect.TypeFor[[]string]():
			panic(fmt.Sprintf("operations: member %s of %s has the tag effects and is no list of sentences", f.Name, output))
		case tagged || fates:
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			effects = append(effects, Effect{name, fates})
		}
	}
	return effects
}
