package checkout

import (
	"bytes"
	"strings"

	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
)

// customPriceInput is the price the back office gives a line (shapes-sales §1 (5)).
type customPriceInput struct {
	CustomPrice ownPrice `json:"customPrice" type:"number" doc:"price of one unit in the display currency, with tax where the catalog's prices include it; for the back office"`
}

// ownPrice is a price, or what was sent instead of one.
type ownPrice struct {
	amount      money.Decimal
	sent, wrong bool
}

// UnmarshalJSON reads a number or numeric text.
func (p *ownPrice) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	p.sent = true
	amount, err := money.Parse(strings.TrimSpace(strings.Trim(string(data), `"`)))
	p.amount, p.wrong = amount, err != nil || money.Max.Less(amount.Abs())
	return nil
}

// customPrice is the price in the base currency; nil when none was sent.
func (in customPriceInput) customPrice(c *operations.Call, storeID int64) (*money.Decimal, error) {
	switch p := in.CustomPrice; {
	case !p.sent:
		return nil, nil
	case !c.Has("carts/write"):
		return nil, fault.Forbiddenf("customPrice requires admin or carts/write authorization")
	case p.wrong:
		return nil, fault.Invalidf("customPrice must be a number")
	case p.amount.Sign() < 0:
		return nil, cart.ErrPriceNegative
	}
	store, ok := c.Shop.Store(storeID)
	if !ok {
		return nil, errNoStore
	}
	p := &priced{store: store, base: c.Shop.BaseCurrency(store)}
	if err := p.setCurrency(c); err != nil {
		return nil, err
	}
	price := p.inBase(in.CustomPrice.amount).Stored()
	return &price, nil
}
