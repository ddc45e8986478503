package giftcard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

const Category = "giftcard"

func Stream(cardID int64) string { return domain.Stream(Category, cardID) }

// Status is the stored status of a card. An active card whose time has passed is expired, too.
type Status string

const (
	Active    Status = "active"
	SpentUp   Status = "used"
	PastTime  Status = "expired"
	Suspended Status = "disabled"
)

func (s Status) Check() error {
	if !slices.Contains([]Status{Active, SpentUp, PastTime, Suspended}, s) {
		return errStatus
	}
	return nil
}

// People holds the sender, the recipient and the message of a card.
type People struct {
	RecipientName  string `json:"recipientName,omitempty"`
	RecipientEmail string `json:"recipientEmail,omitempty"`
	SenderName     string `json:"senderName,omitempty"`
	SenderEmail    string `json:"senderEmail,omitempty"`
	Message        string `json:"message,omitempty"`
}

// Card holds the properties of a card that carts use.
type Card struct {
	ID         int64
	Code       string
	Status     Status
	Balance    money.Decimal // base currency of the websites
	ExpiresAt  time.Time     // zero: never
	WebsiteIDs []int64
}

// maxBalance is the largest balance of a card.
var maxBalance = money.FromInt(10_000)

// MaxCode is the limit of a code's length, in bytes.
const MaxCode = 255

// The errors of gift cards (shapes-sales §1, §6, §13).
var (
	ErrNotFound        = fault.NotFoundf("Gift card not found")
	errBalanceRequired = fault.Invalidf("Gift card balance must be greater than zero").About(fault.Range, "initialBalance", "balance")
	errBalanceTooHigh  = fault.Invalidf("Gift card balance cannot exceed 10000").About(fault.Range, "balance")
	errBalanceNegative = fault.Invalidf("Gift card balance cannot be negative").About(fault.Range, "balance")
	errStatus          = fault.Invalidf("Invalid gift card status; allowed: active, used, expired, disabled").About(fault.Choice, "status")
	errExpiry          = fault.Invalidf("Invalid date for expiresAt; use Y-m-d or Y-m-d H:i:s format.").About(fault.Format, "expiresAt")
	errNoWebsite       = fault.Invalidf("A gift card must be associated with at least one website").About(fault.Required, "websiteIds")
	// errCurrencies follows the prefix "Failed to create GiftCard: ".
	errCurrencies = fault.Preconditionf("A gift card can only be assigned to websites that share the same base currency.").
			About(fault.Unfitting, "websiteIds")
	ErrWebsitesFixed = fault.Invalidf("websiteIds cannot be changed through update").About(fault.Fixed, "websiteIds")
	errWebsiteDenied = fault.Forbiddenf("Access denied for this gift card's website")
	errCodeTooLong   = fault.Invalidf("Gift card code must not exceed 255 characters").About(fault.Length, "code")
	ErrCodeRequired  = fault.Invalidf("Gift card code is required").About(fault.Required, "giftcardCode")
	ErrSwitchedOff   = fault.Invalidf("Gift cards are not available for this cart")
	ErrForGiftCards  = fault.Invalidf("Gift cards cannot be used to purchase gift card products")
	errGivenUp       = fault.Conflictf("The placement of this order was given up. Please try again.")
	errNotCharged    = fault.Preconditionf("The gift card was not charged for this order")
)

func ErrCodeTaken(code string) error {
	return fault.Conflictf("Gift card code '%s' already exists", code).About(fault.Taken, "code")
}

func errUnknownWebsite(id int64) error {
	return fault.Invalidf("Unknown website id %d", id).About(fault.Unknown, "websiteIds")
}
func ErrUnknown(code string) error {
	return fault.Invalidf("Gift card \"%s\" is not valid", code).About(fault.Unknown, "giftcardCode")
}

func ErrAlreadyApplied(code string) error {
	return fault.Invalidf("Gift card \"%s\" is already applied", code).About(fault.Other, "giftcardCode")
}

// expired tells whether the card's time has passed.
func expired(expiresAt, now time.Time) bool { return !expiresAt.IsZero() && now.After(expiresAt) }

// Usable tells whether the card can pay for a cart of a website (shapes-sales §13.3).
func (c Card) Usable(websiteID int64, now time.Time) bool { return c.Refusal(websiteID, now) == nil }

// Refusal returns the reason why the card cannot pay for a cart of a website, or nil (shapes-sales §1).
func (c Card) Refusal(websiteID int64, now time.Time) error {
	switch {
	case c.Status == PastTime || c.Status == Active && expired(c.ExpiresAt, now):
		return fault.Invalidf("Gift card \"%s\" has expired", c.Code).About(fault.Other, "giftcardCode")
	case c.Status == SpentUp || c.Status == Active && c.Balance.Sign() <= 0:
		return fault.Invalidf("Gift card \"%s\" has been fully used", c.Code).About(fault.Other, "giftcardCode")
	case c.Status != Active:
		return fault.Invalidf("Gift card \"%s\" is not active", c.Code).About(fault.Other, "giftcardCode")
	case !slices.Contains(c.WebsiteIDs, websiteID):
		return fault.Invalidf("Gift card \"%s\" is not valid for this store", c.Code).About(fault.Unknown, "giftcardCode")
	}
	return nil
}

func ErrGone(code string) error {
	return fault.Preconditionf("Gift card \"%s\" is no longer valid", code)
}

// PlacementRefusal returns the reason why a card on the cart cannot pay for the order, or nil (shapes-sales §6).
func (c Card) PlacementRefusal(now time.Time) error {
	switch {
	case c.Status == SpentUp, c.Status == Active && !expired(c.ExpiresAt, now) && c.Balance.Sign() <= 0:
		return fault.Preconditionf("Gift card \"%s\" has no remaining balance", c.Code)
	case c.Status != Active || expired(c.ExpiresAt, now):
		return ErrGone(c.Code)
	}
	return nil
}

// CheckRead returns errWebsiteDenied if the card is in none of the websites of scope, to which the caller is restricted; nil is no
// restriction.
func (c Card) CheckRead(scope []int64) error {
	if scope == nil || slices.ContainsFunc(c.WebsiteIDs, func(id int64) bool { return slices.Contains(scope, id) }) {
		return nil
	}
	return errWebsiteDenied
}

// CheckWrite returns errWebsiteDenied if a website of the card is outside of scope, to which the caller is restricted; nil is no
// restriction.
func CheckWrite(scope, websiteIDs []int64) error {
	if scope != nil && slices.ContainsFunc(websiteIDs, func(id int64) bool { return !slices.Contains(scope, id) }) {
		return errWebsiteDenied
	}
	return nil
}

// Websites returns the stored form of a card's websites, sorted without duplicates, and their common currency. base returns the base
// currency of a website, and false if the website does not exist.
func Websites(ids []int64, base func(websiteID int64) (string, bool)) (websiteIDs []int64, currency string, err error) {
	if len(ids) == 0 {
		return nil, "", errNoWebsite
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(ids)))
	for _, id := range sorted {
		code, ok := base(id)
		switch {
		case !ok || id <= 0:
			return nil, "", errUnknownWebsite(id)
		case currency != "" && currency != code:
			err = errCurrencies
		}
		currency = cmp.Or(currency, code)
	}
	if err != nil {
		return nil, "", err
	}
	return sorted, currency, nil
}

// alphabet lists the characters of codes: no I and no O, which look like 1 and 0.
const alphabet = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"

// NewCode returns a random code: the prefix, a dash, and the format with each X drawn at random. draw returns a number from 0 to n-1.
func NewCode(prefix, format string, draw func(n int) int) string {
	var b strings.Builder
	if prefix != "" {
		b.WriteString(prefix + "-")
	}
	for _, r := range format {
		if r == 'X' {
			r = rune(alphabet[draw(len(alphabet))])
		}
		b.WriteRune(r)
	}
	return b.String()
}

// ParseExpiry parses the expiry of a card: a date, at whose beginning the card ends, or a time; both in UTC.
func ParseExpiry(text string) (time.Time, error) {
	for _, layout := range []string{time.DateTime, time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, strings.TrimSpace(text)); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, errExpiry
}

// Lifetime returns the expiry of a card with a lifetime in days; the zero time if days is 0 or less, for no limit.
func Lifetime(now time.Time, days int) time.Time {
	if days <= 0 {
		return time.Time{}
	}
	return now.UTC().AddDate(0, 0, days)
}

// Comments in a card's history.
func usedIn(increment string) string { return "Used in order #" + increment }

// ForRefund returns the comment of a credit by a credit memo.
func ForRefund(increment string) string { return "Refund for order #" + increment }

// ForCancel returns the comment of a credit by a cancelled order.
func ForCancel(increment string) string { return "Refund for canceled order #" + increment }

// fromOrder returns the comment of a card that was bought.
func fromOrder(increment string) string { return "Created from order #" + increment }
func notPlaced(increment string) string { return "Order #" + increment + " was not placed" }

func extended(days int) string {
	return fmt.Sprintf(" (expiration extended to %d days from now)", days)
}
