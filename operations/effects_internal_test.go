package operations

import (
	"reflect"
	"slices"
	"testing"

	"tradelog/readmodels/documents"
)

// TestEffects: the type of an output says which members tell people what an operation does, whatever their names are.
func TestEffects(t *testing.T) {
	t.Parallel()
	type inner struct {
		Fates []documents.ForgottenPart `json:"fates,omitempty"`
	}
	type output struct {
		inner
		Said  []string `json:"said" effects:"true"`
		Notes []string `json:"notes"`
	}
	want := []Effect{{"fates", true}, {"said", false}}
	if got := effectsOf(reflect.TypeFor[output]()); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, none := range []reflect.Type{nil, reflect.TypeFor[[]output](), reflect.TypeFor[struct{ Notes []string }]()} {
		if got := effectsOf(none); got != nil {
			t.Errorf("%v tells %v", none, got)
		}
	}
	for of, want := range map[reflect.Type]Effect{
		reflect.TypeFor[documents.CreditMemo]():        {"notes", false},
		reflect.TypeFor[documents.ForgottenCustomer](): {"parts", true},
		reflect.TypeFor[documents.ForgottenGuest]():    {"parts", true},
	} {
		if got := effectsOf(of); !slices.Equal(got, []Effect{want}) {
			t.Errorf("%v tells %v", of, got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a number can be told")
		}
	}()
	effectsOf(reflect.TypeFor[struct {
		Number int64 `json:"number" effects:"true"`
	}]())
}
