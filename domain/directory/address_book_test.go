package directory

import (
	"strings"
	"testing"

	"tradelog/domain/fault"
)

// TestAddressBooksLoseNothing: a text that looks like a tag stays text, and a text that is too long is refused and not cut.
func TestAddressBooksLoseNothing(t *testing.T) {
	t.Parallel()
	a := Address{Firstname: " Ann <b>Bee</b> ", Company: "<Acme> & Co", Street: []string{"<script>1</script>\n2 <Way"}, City: "a < b",
		Postcode: strings.Repeat("9", maxPostcode)}
	b := a.Entry()
	if b.Firstname != "Ann <b>Bee</b>" || b.Company != a.Company ||
		strings.Join(b.Street, "|") != "<script>1</script>|2 <Way" || b.City != a.City {
		t.Errorf("stored as %+v", b)
	}
	if !b.Equal(b.Entry()) {
		t.Error("storing it again changes it")
	}
	if err := b.TooLong(); err != nil {
		t.Error(err)
	}
	if n := b.Normalise(); n.Firstname != "Ann Bee" {
		t.Errorf("a cart has %q", n.Firstname)
	}
	long := strings.Repeat("é", maxText+1)
	for want, change := range map[string]func(a *Address){
		"firstname":        func(a *Address) { a.Firstname = long },
		"A line of street": func(a *Address) { a.Street = []string{"1 Way", long} },
		"postcode":         func(a *Address) { a.Postcode += "9" },
		"telephone":        func(a *Address) { a.Telephone = long },
		"region":           func(a *Address) { a.Region = long },
	} {
		c := b
		change(&c)
		if err := c.Entry().TooLong(); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), want+" has ") {
			t.Errorf("%s: %v", want, err)
		}
	}
}
