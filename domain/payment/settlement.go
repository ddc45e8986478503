package payment

import (
	"slices"

	"tradelog/domain/money"
	"tradelog/domain/settings"
)

// Settlement tells what is paid of an order, an invoice or a credit memo.
type Settlement struct {
	Total money.Decimal // with tax, before gift cards
	Cards money.Decimal // the part of gift cards
	Paid  money.Decimal // the part that was paid otherwise
	Due   money.Decimal // the rest
}

// Settle returns what is paid of an amount besides that of gift cards. It is paid when that is done, unless buyers pay orders with this
// method after they get the invoice (sales/invoice/on_account).
func Settle(config settings.View, method string, amount, cards money.Decimal, done bool) Settlement {
	s := Settlement{Total: amount.Add(cards), Cards: cards, Due: amount}
	if done && !slices.Contains(config.Codes("sales/invoice/on_account"), method) {
		s.Paid, s.Due = amount, money.Zero
	}
	return s
}
