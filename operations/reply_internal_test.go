package operations

import (
	"reflect"
	"slices"
	"testing"

	"tradelog/readmodels/documents"
)

// TestNotices: the type of an output declares the members that describe the effect to people, whatever their names are.
func TestNotices(t *testing.T) {
	t.Parallel()
	type inner struct {
		Fates []documents.ForgottenPart `json:"fates,omitempty"`
	}
	type output struct {
		inner
		Said  []string `json:"said" notice:"true"`
		Notes []string `json:"notes"`
	}
	want := []Notice{{"fates", true}, {"said", false}}
	if got := noticesOf(reflect.TypeFor[output]()); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, none := range []reflect.Type{nil, reflect.TypeFor[[]output](), reflect.TypeFor[struct{ Notes []string }]()} {
		if got := noticesOf(none); got != nil {
			t.Errorf("%v tells %v", none, got)
		}
	}
	for of, want := range map[reflect.Type]Notice{
		reflect.TypeFor[documents.CreditMemo]():        {"notes", false},
		reflect.TypeFor[documents.ForgottenCustomer](): {"parts", true},
		reflect.TypeFor[documents.ForgottenGuest]():    {"parts", true},
	} {
		if got := noticesOf(of); !slices.Equal(got, []Notice{want}) {
			t.Errorf("%v tells %v", of, got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a number can be told")
		}
	}()
	noticesOf(reflect.TypeFor[struct {
		Number int64 `json:"number" notice:"true"`
	}]())
}
