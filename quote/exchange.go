package quote

import (
	"slices"

	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/shop"
	readdirectory "tradelog/readmodels/directory"
)

// exchange converts between the base currency of a store and the display currency.
type exchange struct {
	base, shown string
	rate        money.Decimal // base to display
}

// exchange returns a store and its exchange. The display currency is the requested one, or the store's own. It fails if the store does not
// have the requested currency.
func (at At) exchange(storeID int64) (shop.Store, exchange, error) {
	store, ok := at.Shop.Store(storeID)
	if !ok {
		return store, exchange{}, errNoStore
	}
	x := exchange{base: at.Shop.BaseCurrency(store), shown: at.Currency}
	if x.shown == "" {
		x.shown = at.Shop.DisplayCurrency(store)
	} else if !slices.Contains(at.Shop.Currencies(store), x.shown) {
		return store, x, fault.Invalidf("Currency not available for this cart's store: %s", x.shown)
	}
	x.rate, _ = at.Shop.Rate(x.base, x.shown)
	return store, x, nil
}

// display converts an amount of the base currency to the display currency, rounded to four decimals.
func (x exchange) display(base money.Decimal) money.Decimal {
	if x.base == x.shown {
		return base
	}
	return base.Mul(x.rate).Stored()
}

// inBase converts an amount of the display currency to the base currency, not rounded.
func (x exchange) inBase(display money.Decimal) money.Decimal {
	if x.base == x.shown || x.rate.Sign() <= 0 {
		return display
	}
	return display.Div(x.rate)
}

// InBase converts an amount of the display currency to the base currency of a store, rounded to four decimals.
func InBase(at At, storeID int64, display money.Decimal) (money.Decimal, error) {
	_, x, err := at.exchange(storeID)
	return x.inBase(display).Stored(), err
}

// printer returns a function that formats amounts of a store's base currency. It looks up the currency at each call, because most carts
// have no amounts to format.
func printer(s *readdirectory.Shop, storeID int64) func(money.Decimal) string {
	return func(d money.Decimal) string {
		store, _ := s.Store(storeID)
		currency := s.BaseCurrency(store)
		return directory.Amount(d, currency, directory.Symbol(currency, s.Settings.In(storeID).Text("general/locale/code")))
	}
}
