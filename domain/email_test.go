package domain

import "testing"

func TestSpellingsOfAnEmailHaveOneKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ email, key string }{
		{"Anna@Example.COM", "anna@example.com"}, {"anna@Bücher.example", "anna@xn--bcher-kva.example"},
		{"anna@bu\u0308cher.example", "anna@xn--bcher-kva.example"}, {"anna@XN--Bcher-Kva.example", "anna@xn--bcher-kva.example"},
		{"änna@bücher.example", "änna@xn--bcher-kva.example"}, {"anna@a_b.example", "anna@a_b.example"},
		{"bücher.example", "bücher.example"},
		{"anna@\u2028.example", "anna@\u2028.example"}, {"", ""},
	} {
		if got := EmailKey(c.email); got != c.key {
			t.Errorf("%q has the key %q, want %q", c.email, got, c.key)
		}
		if !SameEmail(c.email, c.key) {
			t.Errorf("%q is not the same as %q", c.email, c.key)
		}
	}
	if SameEmail("anna@bücher.example", "anna@bucher.example") {
		t.Error("two domains are the same")
	}
}
