package money

// Carry rounds amounts to cents one after the other and hands what rounding took or gave on to the next, so that the
// rounded amounts add up to the rounded sum. The zero value starts with nothing.
type Carry struct{ rest Decimal }

// NewCarry starts with a rest, such as one small enough to decide ties only.
func NewCarry(rest Decimal) Carry { return Carry{rest} }

// Cents rounds the next amount. An amount of 0 stays 0 and leaves the rest as it is.
func (c *Carry) Cents(amount Decimal) Decimal {
	if amount.IsZero() {
		return Zero
	}
	exact := amount.Add(c.rest)
	rounded := exact.Cents()
	c.rest = exact.Sub(rounded)
	return rounded
}
