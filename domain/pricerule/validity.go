package pricerule

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Moment is the time at which a rule is checked. Rules last for days in a store's time zone; coupons may end at a time.
type Moment struct {
	Today string // YYYY-MM-DD, in the store's time zone
	Now   time.Time
}

// Offer is a rule with its number of uses: in all, and by the customer in question.
type Offer struct {
	Rule
	Used           int64
	UsedByCustomer int64
}

// Verdict is the result of validating a coupon (shapes-sales §3).
type Verdict string

// The verdicts, in the order of the checks.
const (
	Unknown      Verdict = "Coupon code not found"
	Inactive     Verdict = "Coupon is not active"
	NotYetActive Verdict = "Coupon is not yet active"
	Expired      Verdict = "Coupon has expired"
	UsedUp       Verdict = "Coupon usage limit reached"
	Elsewhere    Verdict = "Coupon is not for this store or customer group" // only of Offer.For
	Valid        Verdict = "Coupon is valid"
)

// Validate tells whether a coupon is valid by itself. It does not check conditions, group, website and the customer's own limit, which
// depend on a cart.
func (o Offer) Validate(at Moment) Verdict {
	switch {
	case !o.Active:
		return Inactive
	case o.FromDate != "" && at.Today < o.FromDate:
		return NotYetActive
	case o.ToDate != "" && at.Today > o.ToDate, o.expired(at):
		return Expired
	case o.UsageLimit > 0 && o.Used >= o.UsageLimit:
		return UsedUp
	}
	return Valid
}

// expired tells whether the coupon's own end has passed. A date includes its whole day, like the rule's dates; a time is in UTC.
func (r Rule) expired(at Moment) bool {
	if r.ExpiresAt == "" {
		return false
	}
	if end := r.Ends(); !end.IsZero() {
		return at.Now.After(end)
	}
	return at.Today > r.ExpiresAt
}

// Ends returns the time at which the coupon ends; zero if it ends with a day or not at all.
func (r Rule) Ends() time.Time {
	end, err := time.Parse(time.DateTime, r.ExpiresAt)
	if err != nil {
		return time.Time{}
	}
	return end
}

// Dated tells whether the rule begins or ends with a day.
func (r Rule) Dated() bool {
	return r.FromDate != "" || r.ToDate != "" || r.ExpiresAt != "" && r.Ends().IsZero()
}

// Cart holds the properties of a cart that select rules.
type Cart struct {
	WebsiteID  int64
	GroupID    int64
	CustomerID int64  // 0: a guest, without a limit per customer
	Coupon     string // code on the cart
	Moment
}

// For returns Valid if the rule counts for a cart, or else the first reason why not.
func (o Offer) For(c Cart) Verdict {
	verdict := o.Validate(c.Moment)
	switch {
	case verdict != Valid:
		return verdict
	case c.CustomerID != 0 && o.UsagePerCustomer > 0 && o.UsedByCustomer >= o.UsagePerCustomer:
		return UsedUp
	case !slices.Contains(o.WebsiteIDs, c.WebsiteID), !slices.Contains(o.GroupIDs, c.GroupID):
		return Elsewhere
	}
	return Valid
}

// Select returns the rules that may apply to a cart, in the order of application (shapes-sales §2.4). Their minimum subtotals are checked
// by package totals, which knows the subtotal.
func Select(offers []Offer, c Cart) []Rule {
	var out []Rule
	for _, o := range offers {
		if (o.Code == "" || strings.EqualFold(o.Code, c.Coupon)) && o.For(c) == Valid {
			out = append(out, o.Rule)
		}
	}
	slices.SortFunc(out, func(a, b Rule) int { return cmp.Or(cmp.Compare(a.SortOrder, b.SortOrder), cmp.Compare(a.ID, b.ID)) })
	return out
}
