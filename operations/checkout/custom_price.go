package checkout

import (
	"bytes"
	"errors"
	"strings"

	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/quote"
)

// customPriceInput is a line's price set by the back office (shapes-sales §1 (5)).
type customPriceInput struct {
	CustomPrice ownPrice `json:"customPrice" type:"number" doc:"unit price in the display currency, with tax if catalog prices include it; back office only"`
}

// ownPrice is a price, or the reason why the input is invalid.
type ownPrice struct {
	amount money.Decimal
	sent   bool
	wrong  error
}

// UnmarshalJSON reads a number or numeric text.
func (p *ownPrice) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	p.sent = true
	p.amount, p.wrong = money.ParseStored(strings.TrimSpace(strings.Trim(string(data), `"`)))
	return nil
}

// customPrice returns the price in the base currency, or nil if none was sent.
func (in customPriceInput) customPrice(c *operations.Call, storeID int64) (*money.Decimal, error) {
	switch p := in.CustomPrice; {
	case !p.sent:
		return nil, nil
	case !c.Has("carts/write"):
		return nil, fault.Forbiddenf("customPrice requires admin or carts/write authorization")
	case errors.Is(p.wrong, money.ErrPlaces):
		return nil, fault.Invalidf("customPrice must have at most %d decimal places", money.DecimalPlaces).About(fault.Range, "customPrice")
	case p.wrong != nil:
		return nil, fault.Invalidf("customPrice must be a number").About(fault.Type, "customPrice")
	case p.amount.Sign() < 0:
		return nil, cart.ErrPriceNegative
	}
	price, err := quote.InBase(quotedAt(c), storeID, in.CustomPrice.amount)
	return &price, err
}
