package totals

import (
	"testing"

	"pgregory.net/rapid"

	"tradelog/domain/money"
)

func d(s string) money.Decimal { return money.MustParse(s) }

// TestUntaxedExample is E1 of shapes-sales §2.7 without its tax: 3 x 19.99, 7.45, 100.00 and flat rate for five items.
func TestUntaxedExample(t *testing.T) {
	t.Parallel()
	got := Collect(Input{
		Lines: []Line{
			{Qty: d("3"), UnitPrice: d("19.99"), BasePrice: d("19.99")}, {Qty: d("1"), UnitPrice: d("7.45"), BasePrice: d("7.45")},
			{Qty: d("1"), UnitPrice: d("100"), BasePrice: d("100")},
		},
		Shipping: d("25"), BaseShipping: d("25"),
	})
	if s := got.Display.Subtotal.String(); s != "167.42" {
		t.Errorf("subtotal %s", s)
	}
	if s := got.Display.Grand.String(); s != "192.42" {
		t.Errorf("grand total %s", s)
	}
}

// TestCurrencyExample is E13: 3 x 19.99 USD shown in EUR at 0.9 is 53.97, since the unit is rounded first.
func TestCurrencyExample(t *testing.T) {
	t.Parallel()
	unit := d("19.99").Mul(d("0.9"))
	got := Collect(Input{Lines: []Line{{Qty: d("3"), UnitPrice: unit, BasePrice: d("19.99")}}})
	if got.Display.Subtotal.String() != "53.97" || got.Base.Subtotal.String() != "59.97" {
		t.Errorf("%s EUR, %s USD", got.Display.Subtotal, got.Base.Subtotal)
	}
}

func TestLinesAddUpToTheHeader(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Custom(func(t *rapid.T) money.Decimal {
			return money.FromInt(rapid.Int64Range(0, 10_000_000).Draw(t, "n")).Div(d("10000"))
		})
		var in Input
		for range rapid.IntRange(0, 8).Draw(t, "lines") {
			in.Lines = append(in.Lines, Line{Qty: money.FromInt(rapid.Int64Range(1, 1000).Draw(t, "qty")), UnitPrice: amount.Draw(t, "price"), BasePrice: amount.Draw(t, "base")})
		}
		in.Shipping = amount.Draw(t, "shipping")
		got := Collect(in)
		sum := money.Zero
		for _, line := range got.Lines {
			sum = sum.Add(line.Display.RowTotal)
		}
		if !sum.Equal(got.Display.Subtotal) || !got.Display.Grand.Equal(sum.Add(in.Shipping.Cents())) || got.Display.Grand.Sign() < 0 {
			t.Fatalf("lines %s, subtotal %s, grand total %s", sum, got.Display.Subtotal, got.Display.Grand)
		}
	})
}
