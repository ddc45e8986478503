package fault_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tradelog/domain/fault"
)

var (
	noName = fault.Invalidf("Name is required").About(fault.Required, "name")
	badQty = fault.Preconditionf("%s must not be negative", fault.Name("qty")).About(fault.Range, "qty")
)

func violationsOf(t *testing.T, err error) string {
	t.Helper()
	f, ok := fault.As(err)
	if !ok {
		t.Fatalf("%v is no fault", err)
	}
	var out []string
	for _, v := range f.Violations() {
		out = append(out, fmt.Sprintf("%s %s %q", v.Field, v.Code, v.Message))
	}
	return strings.Join(out, "; ")
}

// TestViolations: a failure names all fields that are known to be wrong, by their paths in the whole input, whatever messages say it.
func TestViolations(t *testing.T) {
	t.Parallel()
	const name, qty = `name required "Name is required"`, `qty range "qty must not be negative"`
	for _, c := range []struct {
		err           error
		message, want string
	}{
		{fault.Invalidf("No"), "No", ""},
		{noName, "Name is required", name},
		{fault.Invalidf("Say one").About(fault.Required, "sku", "id"), "Say one", `sku required "Say one"; id required "Say one"`},
		{fault.All(nil, noName, badQty), "Name is required", name + "; " + qty},
		{fault.All(badQty, nil, fault.Invalidf("No"), noName), "qty must not be negative", qty + "; " + name},
		{fault.All(fault.Invalidf("No"), noName), "No", name},
		{fault.All(noName, errors.New("down")), "Name is required", name},
		{fault.In("items[2]", noName), "Name is required", "items[2]." + name},
		{fault.In("a", fault.In("[1]", fault.All(noName, badQty))), "Name is required", "a[1]." + name + "; a[1]." + qty},
		{fault.In(fault.Element("items", 0), fault.NotFoundf("Gone")), "Gone", `items[0] unknown "Gone"`},
		{fault.In("code", fault.Conflictf("Had")), "Had", `code taken "Had"`},
		{fault.Invalidf("Item %d: %s", 3, noName.Argument().In("items[3]")), "Item 3: Name is required", "items[3]." + name},
		{fault.Invalidf("%s", fault.Joined(", ", noName, badQty)), "Name is required, qty must not be negative", name + "; " + qty},
		{fmt.Errorf("while saving: %w", noName), "Name is required", name},
	} {
		f, _ := fault.As(c.err)
		if got := violationsOf(t, c.err); got != c.want || f.Message != c.message {
			t.Errorf("%q: %s\nwant %q: %s", f.Message, got, c.message, c.want)
		}
	}
	if err := fault.All(nil, nil); err != nil {
		t.Errorf("nothing is %v", err)
	}
	down := errors.New("down")
	if err := fault.All(nil, down, noName); !errors.Is(err, down) || fault.KindOf(err) != fault.Internal {
		t.Errorf("an error that is no fault comes first: %v", err)
	}
	if err := fault.In("a", down); err != down {
		t.Errorf("an error that is no fault is %v", err)
	}
	if noName.Field() != "name" || badQty.WithCode("x").WithCause(down).Advised("y").Field() != "qty" || fault.Invalidf("No").Field() != "" {
		t.Error("the first field is another one")
	}
	if !errors.Is(fault.In("a", noName), noName) {
		t.Error("a failure of a part is another failure")
	}
}

// TestViolationsAreBounded: what clients send bounds neither their number nor their size.
func TestViolationsAreBounded(t *testing.T) {
	t.Parallel()
	var many, long fault.Several
	for i := range 1000 {
		if !many.Add(fault.In(fault.Element("items", i), noName)) {
			break
		}
	}
	field := strings.Repeat("x", 10_000)
	for range 1000 {
		if !long.Add(fault.Invalidf("The %q attribute", fault.Name(field)).About(fault.Type, field)) {
			break
		}
	}
	for _, c := range []struct {
		of   error
		most int
	}{{many.Err(), 100}, {long.Err(), 7}} {
		f, _ := fault.As(c.of)
		list := f.Violations()
		if len(list) == 0 || len(list) > c.most {
			t.Errorf("%d violations, not up to %d", len(list), c.most)
		}
	}
}

// TestRenamed: fields are replaced in messages and violations, at any depth, and nothing else is.
func TestRenamed(t *testing.T) {
	t.Parallel()
	upper := strings.ToUpper
	refusal := fault.Invalidf // a value, because vet takes the text of a call for a format
	for _, c := range []struct {
		refusal *fault.Error
		want    string
	}{
		{refusal("100% qty"), "100% qty"},
		{badQty, "QTY must not be negative"},
		{fault.Invalidf("Failed to %s: %s", "save qty", badQty.Argument()), "Failed to save qty: QTY must not be negative"},
		{fault.Invalidf("%s", fault.Joined("\n", badQty, noName)), "QTY must not be negative\nName is required"},
		{fault.Invalidf("The %q attribute", fault.Name("a[1].b")), `The "A[1].B" attribute`},
		{&fault.Error{Message: "plain"}, "plain"},
	} {
		if got := c.refusal.Renamed(upper).Message; got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
	const want = `NAME required "Name is required"; ITEMS[1].QTY range "QTY must not be negative"`
	if got := violationsOf(t, fault.All(noName, fault.In("items[1]", badQty)).(*fault.Error).Renamed(upper)); got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if args := []any{fault.Name("a"), fault.ResourceName("order")}; !slices.Equal(
		[]string{fmt.Sprintf("%s %s", args...)},
		[]string{"a order"},
	) {
		t.Errorf("names are printed as %s", args)
	}
}
