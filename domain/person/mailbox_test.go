package person_test

import (
	"slices"
	"testing"

	"tradelog/domain/person"
)

func TestSpellingsOfAMailbox(t *testing.T) {
	t.Parallel()
	const unicode, ascii = "jana@müller.example", "jana@xn--mller-kva.example"
	for _, c := range []struct {
		email, mailbox string
		spellings      []string
	}{
		{"Anna@Example.com", "anna@example.com", []string{"anna@example.com"}},
		{"Jana@MÜLLER.example", ascii, []string{unicode, ascii}},
		{"jana@mu\u0308ller.example", ascii, []string{"jana@mu\u0308ller.example", ascii, unicode}},
		{"JANA@XN--MLLER-KVA.example", ascii, []string{ascii, unicode}},
		{"jörg@example.com", "jörg@example.com", []string{"jörg@example.com"}},
		{"a@xn--0", "a@xn--0", []string{"a@xn--0"}},
		{"nobody", "nobody", []string{"nobody"}}, {"", "", []string{""}}, {"a@", "a@", []string{"a@"}},
	} {
		if got := person.Mailbox(c.email); got != c.mailbox {
			t.Errorf("%q is %q, want %q", c.email, got, c.mailbox)
		}
		if got := person.Spellings(c.email); !slices.Equal(got, c.spellings) {
			t.Errorf("%q is spelled %q, want %q", c.email, got, c.spellings)
		}
	}
	if !person.SameMailbox(unicode, ascii) || person.SameMailbox(unicode, "jana@muller.example") || person.SameMailbox("", "a@b") {
		t.Error("other addresses are the same")
	}
}
