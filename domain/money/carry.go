package money

// Carry rounds amounts to cents one after the other. It adds the rounding difference of each to the next, so that the rounded amounts add
// up to the rounded sum. The zero value starts without a difference.
type Carry struct{ rest Decimal }

// NewCarry returns a Carry that starts with a difference, such as one so small that it only decides ties.
func NewCarry(rest Decimal) Carry { return Carry{rest} }

// Cents rounds the next amount. An amount of 0 stays 0 and keeps the difference.
func (c *Carry) Cents(amount Decimal) Decimal {
	if amount.IsZero() {
		return Zero
	}
	exact := amount.Add(c.rest)
	rounded := exact.Cents()
	c.rest = exact.Sub(rounded)
	return rounded
}
