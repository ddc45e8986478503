package eventstore

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/domain"
)

// event and subject make a type an event with personal data.
type isEvent struct{}

func (isEvent) EventName() string   { return "Declared" }
func (isEvent) DataSubject() string { return "customer-1" }

type inner struct {
	Name string `json:"name,omitzero" personal:"true"`
}

type (
	withoutOmitzero struct {
		isEvent
		Email string `json:"email" personal:"true"`
	}
	withoutName struct {
		isEvent
		Email string `personal:"true"`
	}
	ignored struct {
		isEvent
		Email string `json:"-" personal:"true"`
	}
	misspelt struct {
		isEvent
		Email string `json:"email,omitzero" personal:"yes"`
	}
	reserved struct {
		isEvent
		Email  string `json:"email,omitzero" personal:"true"`
		Sealed bool   `json:"Sealed"`
	}
	nested struct {
		isEvent
		Person inner `json:"person"`
	}
	nestedDeeply struct {
		isEvent
		People map[string][]*inner `json:"people"`
	}
	embedded struct {
		isEvent
		inner
	}
	sealedAsAWhole struct {
		isEvent
		Person inner `json:"person,omitzero" personal:"true"`
	}
	recursive struct {
		isEvent
		Next  *recursive `json:"next"`
		Email string     `json:"email,omitzero"`
	}
)

type withoutSubject struct {
	Email string `json:"email,omitzero" personal:"true"`
}

func (withoutSubject) EventName() string { return "Declared" }

type notAStruct []string

func (notAStruct) EventName() string { return "Declared" }

func TestDeclarationsThatCouldLeakPanic(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		event domain.Event
		says  string // empty: fine
	}{
		{withoutOmitzero{}, "needs a json name and omitzero"},
		{withoutName{}, "needs a json name and omitzero"},
		{ignored{}, "needs a json name and omitzero"},
		{misspelt{}, `tagged personal:"yes"`},
		{reserved{}, "where its sealed fields go"},
		{nested{}, "would not be sealed"},
		{nestedDeeply{}, "would not be sealed"},
		{embedded{}, "would not be sealed"},
		{withoutSubject{}, "no DataSubject"},
		{notAStruct{}, "is not a struct"},
		{sealedAsAWhole{}, ""},
		{recursive{}, ""},
		{counted{}, ""},
		{registered{}, ""},
	} {
		t.Run(fmt.Sprintf("%T", c.event), func(t *testing.T) {
			defer func() {
				p := recover()
				if c.says == "" && p != nil || c.says != "" && !strings.Contains(fmt.Sprint(p), c.says) {
					t.Errorf("panic %v, want one that says %q", p, c.says)
				}
			}()
			planSeal(c.event)
		})
	}
}
