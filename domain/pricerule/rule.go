package pricerule

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// Action is the way in which a rule discounts.
type Action string

// The actions. The APIs name them by discount type (rest-v2 §2.4).
const (
	ByPercent Action = "by_percent"  // a percentage of each line
	ByFixed   Action = "by_fixed"    // an amount off each unit
	CartFixed Action = "cart_fixed"  // an amount off the cart, distributed among its lines
	BuyXGetY  Action = "buy_x_get_y" // Amount free units for each DiscountStep bought
)

var discountTypes = map[string]Action{"percent": ByPercent, "fixed": ByFixed, "cart_fixed": CartFixed, "buy_x_get_y": BuyXGetY}

// ActionOf returns the action of a discount type.
func ActionOf(discountType string) (Action, bool) {
	a, ok := discountTypes[discountType]
	return a, ok
}

// DiscountType returns the name of the action in the API.
func (a Action) DiscountType() string {
	for name, action := range discountTypes {
		if action == a {
			return name
		}
	}
	return string(a)
}

// The scopes of free shipping.
const (
	noFreeShipping    = 0
	ItemsShipFree     = 1 // matching items, at most DiscountQty of each
	ShipmentShipsFree = 2
)

// Rule is a price rule with its coupon.
type Rule struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	Label       string `json:"label,omitempty"` // shown to buyers
	Description string `json:"description,omitempty"`
	Active      bool   `json:"active,omitempty"`

	CouponID         int64  `json:"couponId,omitempty"`
	Code             string `json:"code,omitempty"` // empty: the rule needs no coupon
	ExpiresAt        string `json:"expiresAt,omitempty"`
	UsageLimit       int64  `json:"usageLimit,omitempty"` // 0: unlimited
	UsagePerCustomer int64  `json:"usagePerCustomer,omitempty"`

	FromDate        string        `json:"fromDate,omitempty"` // YYYY-MM-DD, in the store's time zone
	ToDate          string        `json:"toDate,omitempty"`   // inclusive
	WebsiteIDs      []int64       `json:"websiteIds"`
	GroupIDs        []int64       `json:"groupIds"`
	MinimumSubtotal money.Decimal `json:"minimumSubtotal,omitzero"` // base currency, without tax, before discount and shipping

	Action          Action        `json:"action"`
	Amount          money.Decimal `json:"amount"` // a percentage, an amount in the base currency, or units
	DiscountQty     money.Decimal `json:"discountQty,omitzero"`
	DiscountStep    int64         `json:"discountStep,omitempty"`
	SortOrder       int64         `json:"sortOrder,omitempty"`
	Stop            bool          `json:"stop,omitempty"` // later rules do not apply to the lines that this rule applies to
	ApplyToShipping bool          `json:"applyToShipping,omitempty"`
	FreeShipping    int           `json:"freeShipping,omitempty"`
}

// The errors of price rules (shapes-sales §3).
var (
	ErrNotFound       = fault.NotFoundf("Coupon not found")
	ErrCodeRequired   = fault.Invalidf("Coupon code is required").About(fault.Required, "code")
	errCodeLength     = fault.Invalidf("Coupon code must be between 3 and 64 characters").About(fault.Length, "code")
	errCodeCharacters = fault.Invalidf("Coupon code may only contain alphanumeric characters, dashes, and underscores").
				About(fault.Format, "code")
	ErrDiscountType = fault.Invalidf("Invalid discount type. Must be one of: percent, fixed, cart_fixed, buy_x_get_y").
			About(fault.Choice, "discountType")
	ErrChangedType = fault.Invalidf("Invalid discount type").About(fault.Choice, "discountType") // of a change
	errAmount      = fault.Invalidf("Discount amount must be greater than 0").About(fault.Range, "discountAmount")
	errExpiry      = fault.Invalidf("Invalid date for expirationDate; use Y-m-d or Y-m-d H:i:s format.").
			About(fault.Format, "expirationDate")
	ErrWebsites     = fault.Invalidf("websiteIds must be a non-empty array of IDs").About(fault.Required, "websiteIds")
	ErrGroups       = fault.Invalidf("customerGroupIds must be a non-empty array of IDs").About(fault.Required, "customerGroupIds")
	errFreeShipping = fault.Invalidf("simpleFreeShipping must be 0 (no), 1 (matching items) or 2 (whole shipment)").
			About(fault.Choice, "simpleFreeShipping")
	errNegative = fault.Invalidf("Limits, quantities and subtotals of a coupon cannot be negative")
	errPercent  = fault.Invalidf("A percentage cannot be greater than 100").About(fault.Range, "discountAmount")
	errGives    = fault.Invalidf("buy_x_get_y cannot give more units than are bought: %s is the number given, %s the number bought",
		fault.Name("discountAmount"), fault.Name("discountStep")).About(fault.Range, "discountAmount")
	errReach = fault.Invalidf("%s leaves too few units for %s, so nothing would ever be discounted",
		fault.Name("discountQty"), fault.Name("discountStep")).About(fault.Range, "discountQty")
	errDays = fault.Invalidf("%s cannot be before %s", fault.Name("toDate"), fault.Name("fromDate")).About(fault.Range, "toDate")
)

func ErrCodeTaken(code string) error {
	return fault.Invalidf("Coupon code '%s' already exists", code).About(fault.Taken, "code")
}
func ErrUnknownWebsite(id int64) error {
	return fault.Invalidf("Unknown website ID: %d", id).About(fault.Unknown, "websiteIds")
}
func ErrUnknownGroup(id int64) error {
	return fault.Invalidf("Unknown customer group ID: %d", id).About(fault.Unknown, "customerGroupIds")
}
func ErrWebsiteDenied(id int64) error { return fault.Forbiddenf("Access denied for website: %d", id) }

var codeShape = regexp.MustCompile(`^[A-Za-z0-9_-]*$`)

// CheckCode returns an error if a coupon code is invalid.
func CheckCode(code string) error {
	switch {
	case strings.TrimSpace(code) == "":
		return ErrCodeRequired
	case len(code) < 3 || len(code) > 64:
		return errCodeLength
	case !codeShape.MatchString(code):
		return errCodeCharacters
	}
	return nil
}

// Check returns an error if the rule is invalid. It checks the code only if the rule has a coupon.
func (r Rule) Check() error {
	var wrong fault.Several
	if r.CouponID != 0 || r.Code != "" {
		wrong.Add(CheckCode(r.Code))
	}
	_, known := discountTypes[r.Action.DiscountType()]
	wrong.Add(fault.If(!known, ErrDiscountType))
	return fault.All(wrong.Err(), fault.If(r.Amount.Sign() <= 0, errAmount), checkDate("fromDate", r.FromDate), checkDate("toDate", r.ToDate),
		fault.If(!isMoment(r.ExpiresAt), errExpiry), fault.If(len(r.WebsiteIDs) == 0, ErrWebsites), fault.If(len(r.GroupIDs) == 0, ErrGroups),
		fault.If(r.FreeShipping < noFreeShipping || r.FreeShipping > ShipmentShipsFree, errFreeShipping), r.checkLimits(), r.checkEffect())
}

func checkDate(field, text string) error {
	if isDate(text) {
		return nil
	}
	return fault.Invalidf("Invalid date for %s; use Y-m-d format.", fault.Name(field)).About(fault.Format, field)
}

// checkLimits returns an error for limits, quantities and subtotals below 0.
func (r Rule) checkLimits() error {
	var negative []string
	for _, limit := range []struct {
		field    string
		negative bool
	}{
		{"usageLimit", r.UsageLimit < 0}, {"usagePerCustomer", r.UsagePerCustomer < 0}, {"discountStep", r.DiscountStep < 0},
		{"discountQty", r.DiscountQty.Sign() < 0}, {"minimumSubtotal", r.MinimumSubtotal.Sign() < 0},
	} {
		if limit.negative {
			negative = append(negative, limit.field)
		}
	}
	return fault.If(negative != nil, errNegative.About(fault.Range, negative...))
}

// checkEffect returns an error for a rule that can never discount, or not as it says.
func (r Rule) checkEffect() error {
	switch {
	case r.Action == ByPercent && money.FromInt(100).Less(r.Amount):
		return errPercent
	case r.Action == BuyXGetY && money.FromInt(max(r.DiscountStep, 1)).Less(r.Amount):
		return errGives
	case r.FromDate != "" && r.ToDate != "" && r.ToDate < r.FromDate:
		return errDays
	case r.DiscountQty.Sign() > 0 && r.outOfReach():
		return errReach
	}
	return nil
}

// outOfReach tells whether DiscountQty leaves fewer units than the rule needs to discount one.
func (r Rule) outOfReach() bool {
	step := money.FromInt(r.DiscountStep)
	switch r.Action {
	case ByPercent, ByFixed:
		return r.DiscountQty.Less(step)
	case BuyXGetY:
		return !money.FromInt(max(r.DiscountStep, 1)).Less(r.DiscountQty)
	}
	return false
}

// Normalise returns the rule in its stored form. The DiscountStep of a rule of the action BuyXGetY defaults to 1. So such a coupon works
// with the fields that every client knows (shapes-sales §3 (2)).
func (r Rule) Normalise() Rule {
	if r.Name == "" {
		if r.Name = r.Description; r.Name == "" && r.Code != "" {
			r.Name = "Coupon: " + r.Code
		}
	}
	if r.Action == BuyXGetY && r.DiscountStep == 0 {
		r.DiscountStep = 1
	}
	r.WebsiteIDs, r.GroupIDs = sorted(r.WebsiteIDs), sorted(r.GroupIDs)
	return r
}

func sorted(ids []int64) []int64 {
	return slices.Compact(slices.Sorted(slices.Values(ids)))
}

// Units returns the number of units of a line that the rule discounts: at most DiscountQty, and whole multiples of DiscountStep for
// ByPercent and ByFixed.
func (r Rule) Units(qty money.Decimal) money.Decimal {
	if r.DiscountQty.Sign() > 0 {
		qty = money.Min(qty, r.DiscountQty)
	}
	if r.DiscountStep > 0 && (r.Action == ByPercent || r.Action == ByFixed) {
		step := money.FromInt(r.DiscountStep)
		qty = qty.Div(step).Truncate().Mul(step)
	}
	return qty
}

// FreeUnits returns how many of the units buy_x_get_y gives for free: Amount in each DiscountStep+Amount, and in the remainder the units
// above DiscountStep.
func (r Rule) FreeUnits(units money.Decimal) money.Decimal {
	buy := money.FromInt(r.DiscountStep)
	if r.DiscountStep <= 0 || buy.Less(r.Amount) {
		return money.Zero
	}
	period := buy.Add(r.Amount)
	full := units.Div(period).Truncate()
	rest := units.Sub(full.Mul(period))
	return full.Mul(r.Amount).Add(money.MaxOf(money.Zero, rest.Sub(buy)))
}

// Describe sets the description, which is also the rule's name (shapes-sales §3). An empty text gives the rule its default name.
func (r Rule) Describe(text string) Rule {
	r.Description, r.Name = text, text
	return r.Normalise()
}

// EndOn sets the last day of the rule, and the coupon's end to the same day (shapes-sales §3).
func (r Rule) EndOn(date string) Rule {
	r.ToDate, r.ExpiresAt = date, date
	return r
}

// isDate tells whether a text is a date or empty.
func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return text == "" || err == nil
}

// isMoment tells whether a text is a date, a date with a time, or empty.
func isMoment(text string) bool {
	_, err := time.Parse(time.DateTime, text)
	return err == nil || isDate(text)
}
