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
	if Email(1, "Anna@Example.com") != Email(1, "anna@example.COM") {
		t.Error("case matters")
	}
	if Email(1, "a@example.com") == Email(2, "a@example.com") {
		t.Error("websites share a claim")
	}
	if s := Email(1, "anna@example.com"); len(s) > 60 || domain.Category(s) != Category {
		t.Error(s)
	}
}
