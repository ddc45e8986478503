package giftcard

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// ProductType is the product type of gift cards.
const ProductType = "giftcard"

// The ways to offer amounts (shapes-catalog §1.2).
const (
	fixed    = "fixed"    // one of a list
	ranged   = "range"    // any between two
	combined = "combined" // either of them
)

var offerTypes = []string{fixed, ranged, combined}

// Offer holds the amounts and conditions of a gift card product. Amounts are in the base currency of the website.
type Offer struct {
	Type     string          `json:"type,omitempty"`
	Amounts  []money.Decimal `json:"amounts,omitempty"`
	Min      *money.Decimal  `json:"min,omitempty"`
	Max      *money.Decimal  `json:"max,omitempty"`
	Message  bool            `json:"message,omitempty"`  // the buyer may write a message
	Lifetime *int64          `json:"lifetime,omitempty"` // days, 0 for no limit; nil: the shop's setting
}

func (o Offer) Check() error {
	if o.Type != "" && !slices.Contains(offerTypes, o.Type) {
		return fault.Invalidf("Attribute 'giftcard_type' must be one of: %s", strings.Join(offerTypes, ", ")).
			About(fault.Choice, "customAttributesWrite.giftcard_type")
	}
	all := map[string][]money.Decimal{"giftcard_amounts": o.Amounts}
	if o.Min != nil {
		all["giftcard_min_amount"] = []money.Decimal{*o.Min}
	}
	if o.Max != nil {
		all["giftcard_max_amount"] = []money.Decimal{*o.Max}
	}
	for _, code := range []string{"giftcard_amounts", "giftcard_min_amount", "giftcard_max_amount"} {
		for _, amount := range all[code] {
			if amount.Sign() <= 0 || maxBalance.Less(amount) || !amount.Equal(amount.Cents()) {
				return fault.Invalidf("Attribute '%s' must be greater than zero and not greater than %s, with at most two decimals", code, maxBalance).
					About(fault.Range, "customAttributesWrite."+code)
			}
		}
	}
	if o.Min != nil && o.Max != nil && o.Max.Less(*o.Min) {
		return fault.Invalidf("giftcard_min_amount must not be greater than giftcard_max_amount.").
			About(fault.Unfitting, "customAttributesWrite.giftcard_min_amount")
	}
	if o.Lifetime != nil && (*o.Lifetime < 0 || *o.Lifetime > maxLifetime) {
		return fault.Invalidf("Attribute 'giftcard_lifetime' must be a number of days from 0 to %d", maxLifetime).
			About(fault.Range, "customAttributesWrite.giftcard_lifetime")
	}
	return nil
}

// maxLifetime is a hundred years in days.
const maxLifetime = 36_525

var errAmount = fault.Invalidf("Please select a valid gift card amount").About(fault.Choice, "giftcardAmount")

// Refusal returns the reason why the product does not sell a card of an amount, or nil (shapes-sales §1 check 5). print formats an amount.
func (o Offer) Refusal(amount money.Decimal, print func(money.Decimal) string) error {
	if amount.Sign() <= 0 || !amount.Equal(amount.Cents()) {
		return errAmount
	}
	if o.Type != ranged && slices.ContainsFunc(o.Amounts, amount.Equal) {
		return nil
	}
	most := maxBalance
	if o.Max != nil {
		most = *o.Max
	}
	switch {
	case o.Type == fixed, o.Type != ranged && o.Min == nil && o.Max == nil:
		return errAmount
	case o.Min != nil && amount.Less(*o.Min):
		return fault.Invalidf("Gift card amount cannot be less than %s", print(*o.Min)).About(fault.Range, "giftcardAmount")
	case most.Less(amount):
		return fault.Invalidf("Gift card amount cannot be more than %s", print(most)).About(fault.Range, "giftcardAmount")
	}
	return nil
}

// Wish holds the buyer's choices for a gift card, as the line of a cart stores them.
type Wish struct {
	Amount    money.Decimal `json:"giftcardAmount"`
	DeliverOn string        `json:"giftcardDeliveryDate,omitempty"` // YYYY-MM-DD, in the store's time zone
}

// Options encodes the wish for the line.
func (w Wish) Options() (json.RawMessage, error) { return json.Marshal(w) }

// ReadWish decodes the options of a line; the result is empty if they are invalid.
func ReadWish(options json.RawMessage) (w Wish) {
	if json.Unmarshal(options, &w) != nil {
		return Wish{}
	}
	return w
}

var errDelivery = fault.Invalidf("Invalid date for giftcardDeliveryDate; use Y-m-d format.").About(fault.Format, "giftcardDeliveryDate")

// ParseDelivery parses the day of delivery of a card and returns it as YYYY-MM-DD; blank is at once.
func ParseDelivery(text string) (string, error) {
	if text = strings.TrimSpace(text); text == "" {
		return "", nil
	}
	for _, layout := range []string{time.DateOnly, time.DateTime, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil && t.Year() >= 1970 && t.Year() <= 2999 {
			return t.Format(time.DateOnly), nil
		}
	}
	return "", errDelivery
}

// Sold is a gift card on a line of an order, as it was bought.
type Sold struct {
	Amount    money.Decimal `json:"amount"` // of each card, base currency
	DeliverOn string        `json:"deliverOn,omitempty"`
	Lifetime  *int64        `json:"lifetime,omitempty"` // set by the product, days
}

// Terms configures how a shop creates cards.
type Terms struct {
	Prefix, Format string
	Lifetime       int // days; 0: no limit
	Zone           *time.Location
}

// Draft returns the draft of a card that was sold. The card is delivered at the beginning of its day, or at once if that has passed. Its
// lifetime starts with the delivery.
func (s Sold) Draft(t Terms, now time.Time) Draft {
	d := Draft{InitialBalance: &s.Amount}
	from := now.UTC().Truncate(time.Second)
	if day, err := time.ParseInLocation(time.DateOnly, s.DeliverOn, t.Zone); err == nil && day.After(from) {
		from = day.UTC()
		d.SendAt = from
	}
	days := t.Lifetime
	if s.Lifetime != nil {
		days = int(*s.Lifetime)
	}
	d.ExpiresAt = Lifetime(from, days)
	return d
}
