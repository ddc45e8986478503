package operations

import (
	"reflect"
	"slices"
	"testing"

	"tradelog/readmodels/documents"
)

// TestTold: the type of an output declares the members that describe the effect to people, whatever their names are.
func TestTold(t *testing.T) {
	t.Parallel()
	type inner struct {
		Fates []documents.ForgottenPart `json:"fates,omitempty"`
	}
	type output struct {
		inner
		Said  []string `json:"said" told:"true"`
		Notes []string `json:"notes"`
	}
	want := []Told{{"fates", true}, {"said", false}}
	if got := toldBy(reflect.TypeFor[output]()); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, none := range []reflect.Type{nil, reflect.TypeFor[[]output](), reflect.TypeFor[struct{ Notes []string }]()} {
		if got := toldBy(none); got != nil {
			t.Errorf("%v tells %v", none, got)
		}
	}
	for of, want := range map[reflect.Type]Told{
		reflect.TypeFor[documents.CreditMemo]():        {"notes", false},
		reflect.TypeFor[documents.ForgottenCustomer](): {"parts", true},
		reflect.TypeFor[documents.ForgottenGuest]():    {"parts", true},
	} {
		if got := toldBy(of); !slices.Equal(got, []Told{want}) {
			t.Errorf("%v tells %v", of, got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a number can be told")
		}
	}()
	toldBy(reflect.TypeFor[struct {
		Number int64 `json:"number" told:"true"`
	}]())
}
