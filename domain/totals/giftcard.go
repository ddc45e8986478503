package totals

import "tradelog/domain/money"

// pay applies the gift cards, one after the other, to everything but gift card products (shapes-sales §2.6). Balances are in the base
// currency and used up to their last decimal place, so that no rest stays on a card. Totals are in cents.
func pay(in *Input, base, display *side) []Paid {
	if len(in.Cards) == 0 {
		return nil
	}
	all, most := base.eligible(), display.eligible()
	left := all
	out := make([]Paid, len(in.Cards))
	sum := money.Zero
	for i, card := range in.Cards {
		paid := money.Min(money.MaxOf(card.Balance, money.Zero), left)
		sum, left = sum.Add(paid), left.Sub(paid)
		// The sum of the payments so far is converted, not each payment. The amounts then add up, and cards that pay for everything do so in both
		// currencies.
		base.GiftCard = sum.Cents()
		upTo := most
		if base.GiftCard.Less(all) {
			upTo = money.Min(display.converted(sum).Cents(), most)
		}
		out[i] = Paid{CardID: card.ID, Code: card.Code, Amount: upTo.Sub(display.GiftCard), Base: paid}
		display.GiftCard = upTo
	}
	return out
}

// eligible returns the amount that gift cards may pay for.
func (s *side) eligible() money.Decimal {
	sum := s.payable()
	for i, r := range s.rows {
		if s.in.Lines[i].GiftCard && !r.bundle {
			sum = sum.Sub(r.RowTotal.Sub(r.Discount).Add(r.Tax).Add(r.HiddenTax))
		}
	}
	return money.MaxOf(sum, money.Zero)
}
