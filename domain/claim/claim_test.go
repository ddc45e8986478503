package claim

import (
	"errors"
	"reflect"
	"testing"

	"tradelog/domain"
)

func TestTake(t *testing.T) {
	t.Parallel()
	errTaken := errors.New("taken")
	for _, c := range []struct {
		name   string
		given  []domain.Event
		owner  string
		exists bool
		want   []domain.Event
		fails  error
	}{
		{name: "a free value is taken", owner: "product-1", want: []domain.Event{Taken{"product-1"}}},
		{name: "the owner may ask again", given: []domain.Event{Taken{"product-1"}}, owner: "product-1", exists: true},
		{name: "a value in use is refused", given: []domain.Event{Taken{"product-1"}}, owner: "product-2", exists: true, fails: errTaken},
		{
			name: "an owner that never came into being is replaced", given: []domain.Event{Taken{"product-1"}}, owner: "product-2",
			want: []domain.Event{Taken{"product-2"}},
		},
		{
			name: "a released value is free", given: []domain.Event{Taken{"product-1"}, Released{"product-1"}}, owner: "product-2",
			exists: true, want: []domain.Event{Taken{"product-2"}},
		},
		{
			name: "only the owner can release", given: []domain.Event{Taken{"product-1"}, Released{"product-9"}}, owner: "product-2",
			exists: true, fails: errTaken,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var s State
			for _, e := range c.given {
				s = Evolve(s, e)
			}
			got, err := s.Take(c.owner, c.exists, errTaken)
			if !reflect.DeepEqual(got, c.want) || !errors.Is(err, c.fails) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func TestStreamNamesSayNothingPersonal(t *testing.T) {
	t.Parallel()
	email := func(website int64, address string) string { return Emails(website, address)[0] }
	if email(1, "Anna@Example.com") != email(1, "anna@example.COM") {
		t.Error("case matters")
	}
	if email(1, "a@example.com") == email(2, "a@example.com") {
		t.Error("websites share a claim")
	}
	if s := email(1, "anna@example.com"); len(s) > 60 || domain.Category(s) != Category {
		t.Error(s)
	}
	unicode, ascii := Emails(1, "jana@müller.example"), Emails(1, "jana@xn--mller-kva.example")
	if len(unicode) != 2 || len(ascii) != 2 || unicode[0] != ascii[1] || unicode[1] != ascii[0] {
		t.Errorf("spellings have the claims %v and %v", unicode, ascii)
	}
}
