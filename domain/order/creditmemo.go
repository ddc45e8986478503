package order

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/totals"
)

// The errors of credit memos (shapes-sales §12).
var (
	ErrNotRefundable   = fault.Invalidf("Order cannot be refunded (already fully refunded or not in a refundable state)")
	errRefundTooMuch   = fault.Invalidf("Refund amount exceeds the order's refundable balance")
	errBadAdjustment   = fault.Invalidf("Adjustments cannot be negative").About(fault.Range, "adjustmentPositive", "adjustmentNegative")
	errBadShipping     = fault.Invalidf("The shipping amount to refund cannot be negative").About(fault.Range, "shippingAmount")
	errRefundNegative  = fault.Invalidf("The adjustment fee exceeds what is refunded").About(fault.Range, "adjustmentNegative")
	errEmptyMemo       = fault.Invalidf("Cannot create credit memo: it would have neither lines nor amounts").About(fault.Required, "items")
	ErrNotPending      = fault.Conflictf("The refund is not waiting for the payment gateway")
	ErrNoOnlineRefund  = fault.Invalidf("The order's payment method does not support online refunds").About(fault.Unfitting, "offlineRefund")
	ErrRefundUnderway  = fault.Conflictf("A refund is already in progress for this order")
	ErrRefundIsUnknown = fault.NotFoundf("Credit memo not found")
)

// NewCreditMemo describes a refund. Without items, it refunds everything refundable.
type NewCreditMemo struct {
	ID    int64
	Items []RefundItem
	// Rounded to cents; neither is negative.
	AdjustmentPositive, AdjustmentNegative money.Decimal
	// Shipping is the amount of shipping to refund, without tax and rounded to cents. At most the rest can be refunded; nil is the whole rest.
	Shipping *money.Decimal
	// AdjustmentPercent is the tax rate of the adjustments, which include the tax; nil: the rates of the refunded lines.
	AdjustmentPercent *money.Decimal
	// InOrderCurrency: the adjustments and Shipping are in the order's currency, otherwise in the base currency.
	InOrderCurrency bool
	// Restock is the default for lines without BackToStock.
	Restock bool
	Comment string
	// Online asks the gateway to refund the money. The refund then waits for its answer.
	Online bool
	// Notify sends the buyer an e-mail; with Shared the e-mail has the comment.
	Notify, Shared bool
	NextID         func() int64
}

// RefundItem is a quantity of a line to refund.
type RefundItem struct {
	LineID      int64
	Qty         money.Decimal
	BackToStock *bool
}

// refundTolerance is the largest difference caused by rounding.
var refundTolerance = money.MustParse("0.0001")

// CheckRefundable returns an error if the order cannot be refunded.
func (o Order) CheckRefundable() error {
	switch {
	case !o.Exists:
		return ErrNotFound
	case refusedIn["refund"][o.State] || !o.canRefund():
		return o.advised("refund", ErrNotRefundable)
	}
	return nil
}

// canRefund tells whether money or the value of a gift card can be refunded.
func (o Order) canRefund() bool {
	t := o.Totals
	if !t.Paid.Cents().Sub(t.Refunded).Sub(t.Pending).Abs().Less(refundTolerance) {
		return true
	}
	cards := t.Ordered.Base.GiftCard.Sub(t.Credited.Base.GiftCard).Sub(t.CanceledCards.Base.GiftCard)
	return len(o.Invoices) > 0 && !cards.Less(refundTolerance)
}

// Refund creates a credit memo (shapes-sales §12 (3)). An online refund starts here and ends when the payment gateway answers.
func (o Order) Refund(n NewCreditMemo) ([]domain.Event, error) {
	if err := o.CheckRefundable(); err != nil {
		return nil, err
	}
	if n.AdjustmentPositive.Sign() < 0 || n.AdjustmentNegative.Sign() < 0 {
		return nil, errBadAdjustment
	}
	paid := o.paidFor()
	items, err := paid.refundable(n.Items)
	if err != nil {
		return nil, err
	}
	shipping, err := paid.refundShipping(n)
	if err != nil {
		return nil, err
	}
	memo := CreditMemo{MemoID: n.ID, Comment: n.Comment, Online: n.Online, Notify: n.Notify, Shared: n.Notify && n.Shared}
	memo.Lines = paid.refundLines(items, n)
	f := refundFacts{shipping: shipping, last: paid.takesAll(memo.Lines), whole: paid.takesWhole(memo.Lines)}
	memo.Lines = append(memo.Lines, paid.refundParts(memo.Lines, n.NextID)...)
	split := splits(o, memo.Lines, func(l RefundedLine) Wanted { return Wanted{l.LineID, l.Qty} })
	for i := range memo.Lines {
		if split[memo.Lines[i].LineID] {
			memo.Lines[i].RestID = n.NextID()
		}
	}
	if memo.Money, err = paid.refundMoney(n, memo.Lines, f); err != nil {
		return nil, err
	}
	if memo.empty() {
		return nil, errEmptyMemo.Advised("All lines are refunded. Refund what is left as shippingAmount or adjustmentPositive.")
	}
	memo.Cards, memo.AdjustmentTaxes = o.cardShares(memo.Money.Base.GiftCard), paid.adjustmentTaxes(n, memo)
	if n.Online && memo.Money.Base.Grand.Sign() > 0 {
		return []domain.Event{RefundStarted{memo, o.Of, memo.Comment}}, nil
	}
	e := Refunded{memo, o.Of, memo.Comment}
	return o.settled(e, false), nil
}

// empty tells whether the credit memo has neither lines nor amounts. It would take a number for nothing.
func (m CreditMemo) empty() bool {
	for _, s := range []Sums{m.Money.Display, m.Money.Base} {
		for _, amount := range []money.Decimal{s.Shipping, s.Tax, s.HiddenTax, s.GiftCard, s.AdjustmentPositive, s.AdjustmentNegative, s.Grand} {
			if !amount.IsZero() {
				return false
			}
		}
	}
	return len(m.Lines) == 0
}

// paidFor returns the order without its unpaid invoices. They may still be cancelled, so they are not refundable.
func (o Order) paidFor() Order {
	for _, i := range o.Invoices {
		if i.State == Open {
			o = o.releaseInvoice(i.ID)
		}
	}
	return o
}

// refundable checks the items. Without items it returns everything that is left to refund.
func (o Order) refundable(items []RefundItem) ([]RefundItem, error) {
	return invoiceItems(o, items, LineState.ToRefund, func(i *RefundItem) (*int64, *money.Decimal) { return &i.LineID, &i.Qty },
		func(line LineState, qty, sum money.Decimal) error {
			if line.ToRefund().Less(sum) || !line.QtyDecimal && !sum.IsWhole() {
				return o.badRefundQty(line)
			}
			return nil
		})
}

// badRefundQty tells what can be refunded of a line. If other lines have its quantity, it names them.
func (o Order) badRefundQty(line LineState) error {
	var lines []*fault.Error
	for i, l := range o.Lines {
		if line.Unpriced && (line.PartOf == i+1 || l.PartOf > 0 && o.Lines[l.PartOf-1].ID == line.ID) {
			lines = append(lines, fault.Preconditionf("at most %s of order item %d, %q", l.ToRefund(), l.ID, l.Name))
		}
	}
	var f *fault.Error
	switch {
	case len(lines) > 0:
		f = fault.Preconditionf("Invalid qty to refund item %q: refund it by %s", line.Name, fault.Joined("; ", lines...))
	case line.QtyDecimal:
		f = fault.Preconditionf("Invalid qty to refund item %q: at most %s can be refunded", line.Name, line.ToRefund())
	default:
		f = fault.Preconditionf("Invalid qty to refund item %q: at most %s can be refunded, in whole units", line.Name, line.ToRefund())
	}
	return f.About(fault.Range, "items")
}

// refundLines computes the refunded amounts of the items from the amounts that were invoiced and not refunded. Rows, discounts and taxes of
// a currency share one rounding carry, in this order; discounts enter it with the opposite sign.
func (o Order) refundLines(items []RefundItem, n NewCreditMemo) []RefundedLine {
	out := make([]RefundedLine, len(items))
	for i, item := range items {
		line, _ := o.line(item.LineID)
		out[i] = RefundedLine{ID: n.NextID(), LineID: item.LineID, ProductID: line.ProductID, Qty: item.Qty, BackToStock: n.Restock}
		if item.BackToStock != nil {
			out[i].BackToStock = *item.BackToStock
		}
	}
	for _, of := range []side{display, base} {
		var carry, inclTax money.Carry
		each := func(amount func(*LineSums) *money.Decimal, rest *money.Carry, negative bool) {
			for i := range out {
				line, _ := o.line(out[i].LineID)
				whole := line.InvoicedMoney.with(line.RefundedMoney, money.Decimal.Sub)
				left, to := *amount(of(&whole)), amount(of(&out[i].Money))
				if line.last(out[i].Qty) {
					*to = left
					continue
				}
				part := share(left, out[i].Qty, line.ToRefund())
				if negative {
					*to = rest.Cents(part.Neg()).Neg()
				} else {
					*to = rest.Cents(part)
				}
			}
		}
		each(func(s *LineSums) *money.Decimal { return &s.Row }, &carry, false)
		each(func(s *LineSums) *money.Decimal { return &s.RowInclTax }, &inclTax, false)
		each(func(s *LineSums) *money.Decimal { return &s.Discount }, &carry, true)
		each(func(s *LineSums) *money.Decimal { return &s.Tax }, &carry, false)
		each(func(s *LineSums) *money.Decimal { return &s.HiddenTax }, &carry, false)
	}
	return out
}

// refundParts returns the lines that are refunded along with others. The parts of a composite go back to stock, not the composite itself.
func (o Order) refundParts(lines []RefundedLine, nextID func() int64) (out []RefundedLine) {
	moved, back := make([]Wanted, len(lines)), map[int64]bool{}
	for i, l := range lines {
		line, _ := o.line(l.LineID)
		lines[i].Whole = !line.Stocked()
		moved[i], back[l.LineID] = Wanted{LineID: l.LineID, Qty: l.Qty}, l.BackToStock
	}
	for _, w := range o.follow(moved, func(l LineState) bool { return l.Unpriced }, LineState.gone) {
		line, _ := o.line(w.LineID)
		r := RefundedLine{ID: nextID(), LineID: w.LineID, ProductID: line.ProductID, Qty: w.Qty, Whole: !line.Stocked()}
		if line.PartOf > 0 {
			r.BackToStock = back[o.Lines[line.PartOf-1].ID]
		}
		out = append(out, r)
	}
	return out
}

// last tells whether refunding a quantity leaves nothing of a line to refund or to invoice.
func (l LineState) last(qty money.Decimal) bool {
	return qty.Equal(l.ToRefund()) && l.ToInvoice().IsZero()
}

// takesAll tells whether a refund leaves nothing to refund or to invoice of any of its lines.
func (o Order) takesAll(lines []RefundedLine) bool {
	for _, l := range lines {
		if line, _ := o.line(l.LineID); !line.last(l.Qty) {
			return false
		}
	}
	return len(lines) > 0
}

// takesWhole tells whether a refund leaves nothing to refund or to invoice of any line of the order.
func (o Order) takesWhole(lines []RefundedLine) bool {
	taken := make(map[int64]money.Decimal, len(lines))
	for _, l := range lines {
		taken[l.LineID] = l.Qty
	}
	return !slices.ContainsFunc(o.Lines, func(l LineState) bool { return !l.last(taken[l.ID]) })
}

// currency selects the amounts of one of the two currencies.
type currency struct {
	name string
	line side
	sums func(*Money) *Sums
	paid func(Totals) money.Decimal // paid and not refunded
}

var (
	displaySide = currency{"order's currency", display, func(m *Money) *Sums { return &m.Display },
		func(t Totals) money.Decimal { return t.Paid.Sub(t.Refunded).Sub(t.Pending) }}
	baseSide = currency{"base currency", base, func(m *Money) *Sums { return &m.Base },
		func(t Totals) money.Decimal { return t.BasePaid.Sub(t.BaseRefunded).Sub(t.BasePending) }}
)

// given returns the currency in which the amounts of a credit memo are given, and the other one.
func (n NewCreditMemo) given() (given, other currency) {
	if n.InOrderCurrency {
		return displaySide, baseSide
	}
	return baseSide, displaySide
}

// converted returns an amount of the currency in which those of a credit memo are given in the other one, rounded to cents.
func (o Order) converted(n NewCreditMemo, amount money.Decimal) money.Decimal {
	if n.InOrderCurrency {
		return amount.Div(o.rate()).Cents()
	}
	return amount.Mul(o.rate()).Cents()
}

// refundFacts holds the facts, besides its lines, on which the sums of a credit memo in either currency depend.
type refundFacts struct {
	shipping Money // the part for shipping
	last     bool  // it leaves nothing of any of its lines
	whole    bool  // it leaves nothing of any line of the order
}

// shippingLeft returns the invoiced amount of shipping that was not refunded, in both currencies.
func (o Order) shippingLeft() Money {
	left := o.Totals.Invoiced.minus(o.Totals.Credited)
	return Money{Display: left.Display.shipping(), Base: left.Base.shipping()}
}

// refundShipping returns the part of a credit memo that refunds shipping, with its tax and without its discount. By default that is the
// whole rest, so the first credit memo has it; see NewCreditMemo.Shipping.
func (o Order) refundShipping(n NewCreditMemo) (Money, error) {
	left := o.shippingLeft()
	if n.Shipping == nil {
		return left, nil
	}
	given, _ := n.given()
	asked, most := n.Shipping.Cents(), given.sums(&left).Shipping
	switch {
	case asked.Sign() < 0:
		return Money{}, errBadShipping
	case most.Less(asked):
		return Money{}, fault.Invalidf("At most %s of shipping can be refunded with this credit memo, in the %s", most, given.name).
			About(fault.Range, "shippingAmount")
	case asked.Equal(most):
		return left, nil
	}
	part := left.with(Money{}, func(a, _ money.Decimal) money.Decimal { return share(a, asked, most).Cents() })
	given.sums(&part).Shipping = asked
	return part, nil
}

// refundMoney adds up a credit memo in both currencies.
func (o Order) refundMoney(n NewCreditMemo, lines []RefundedLine, f refundFacts) (m Money, err error) {
	given, other := n.given()
	left := o.shippingLeft()
	plus, minus := n.AdjustmentPositive.Cents(), n.AdjustmentNegative.Cents()
	*given.sums(&m) = o.refundSums(given, lines, f, plus, minus)
	*other.sums(&m) = o.refundSums(other, lines, f, o.converted(n, plus), o.converted(n, minus))
	// Each amount is rounded to a cent: those of the lines, and the adjustments of this credit memo and of those before.
	roundings := money.FromInt(int64(len(lines) + len(o.Memos) + len(o.PendingRefunds) + 2))
	o.forgive(given, given.sums(&m), cent.Mul(roundings))
	final := plus.Sign() > 0 || f.whole && given.sums(&m).Shipping.Equal(given.sums(&left).Shipping)
	o.reconcile(n, &m, final, o.centOf(n).Mul(roundings))
	for _, in := range []currency{baseSide, displaySide} {
		switch grand := in.sums(&m).Grand; {
		case grand.Sign() < 0:
			err = errRefundNegative
		case err == nil && in.paid(o.Totals).Add(refundTolerance).Less(grand):
			err = errRefundTooMuch
		}
	}
	return m, err
}

// forgive lets a refund through that only rounding would refuse. The parts of lines are rounded. So earlier parts may have been worth a few
// cents more, and the rest of a line a cent less than nothing. most bounds the difference, which becomes an adjustment.
func (o Order) forgive(in currency, s *Sums, most money.Decimal) {
	switch paid := in.paid(o.Totals); {
	case s.Grand.Sign() < 0 && s.AdjustmentNegative.IsZero():
		s.adjust(money.Zero, most)
	case s.AdjustmentPositive.IsZero() && paid.Less(s.Grand):
		s.adjust(paid, most)
	}
}

// adjust changes the adjustments of a credit memo so that its grand total is the wanted one, unless the difference exceeds most.
func (a *Sums) adjust(want, most money.Decimal) {
	change := want.Sub(a.Grand)
	if most.Less(change.Abs()) {
		return
	}
	more, less := &a.AdjustmentPositive, &a.AdjustmentNegative
	if change.Sign() < 0 {
		more, less = less, more
	}
	back := money.Min(*less, change.Abs())
	*less, *more = less.Sub(back), more.Add(change.Abs().Sub(back))
	a.Grand = want
}

// reconcile makes the amounts of the two currencies agree where only their roundings differ, by at most most. The currency in which the
// adjustments are given decides. If the credit memo takes all of its money, keeps everything, or fits into its money, the same holds in the
// other currency. The difference becomes a part of the other currency's adjustment. final: the refund may be the last. Where a cent of one
// currency is a lot in the other, any refund could look like one that takes all.
func (o Order) reconcile(n NewCreditMemo, m *Money, final bool, most money.Decimal) {
	given, other := n.given()
	by, s, left := *given.sums(m), other.sums(m), other.paid(o.Totals)
	switch {
	case by.Grand.Sign() < 0 || given.paid(o.Totals).Less(by.Grand): // refused for what it is
	case final && by.Grand.Sign() > 0 && by.Grand.Equal(given.paid(o.Totals)):
		s.adjust(left, most)
	case by.Grand.IsZero() && by.AdjustmentNegative.Sign() > 0, s.Grand.Sign() < 0:
		s.adjust(money.Zero, most)
	case left.Less(s.Grand):
		s.adjust(left, most)
	}
}

// cent is the unit to which amounts are rounded.
var cent = money.MustParse("0.01")

// centOf returns the value in the other currency of a cent of the currency that decides about a credit memo, at least a cent.
func (o Order) centOf(n NewCreditMemo) money.Decimal {
	if n.InOrderCurrency {
		return money.MaxOf(cent, cent.Div(o.rate()))
	}
	return money.MaxOf(cent, cent.Mul(o.rate()))
}

// refundSums adds up a credit memo in one currency (steps 3 to 8).
func (o Order) refundSums(in currency, lines []RefundedLine, f refundFacts, plus, minus money.Decimal) Sums {
	invoiced, credited, ordered := *in.sums(&o.Totals.Invoiced), *in.sums(&o.Totals.Credited), *in.sums(&o.Totals.Ordered)
	left := invoiced.minus(credited)
	s := *in.sums(&f.shipping)
	s.AdjustmentPositive, s.AdjustmentNegative = plus, minus
	for _, l := range lines {
		s.add(*in.line(&l.Money))
	}
	s.Discount = s.Discount.Add(s.ShippingDiscount)
	s.Tax = money.Min(s.Tax.Add(s.ShippingTax), left.Tax)
	s.HiddenTax = money.Min(s.HiddenTax.Add(s.ShippingHiddenTax), left.HiddenTax)
	if f.whole && s.Shipping.Equal(left.Shipping) { // also what the caps of earlier refunds have left
		s.Tax, s.HiddenTax = left.Tax, left.HiddenTax
	}
	grand := s.Subtotal.Sub(s.Discount).Add(s.Shipping).Add(s.Tax).Add(s.HiddenTax).Add(plus).Sub(minus)
	s.GiftCard = giftRefund(s, ordered, credited.GiftCard.Add(in.sums(&o.Totals.CanceledCards).GiftCard), grand, f.last)
	// Gift cards pay for the first invoices (shapes-sales §10), and shares are rounded. A refund of more than the money that was
	// paid therefore goes back to the cards.
	beyond := grand.Sub(plus).Sub(in.paid(o.Totals))
	s.GiftCard = money.MaxOf(s.GiftCard, money.Min(beyond, left.GiftCard))
	s.Grand = grand.Sub(s.GiftCard)
	return s
}

var nearlyAll = money.MustParse("0.99")

// giftRefund returns the amount to refund to the gift cards (step 8). Unless gift cards paid for everything, they get back at most the
// worth of the credit memo without its added amount. Their share of a line with a discount may exceed the cost of the line, and would be
// missing from the refund of another.
func giftRefund(s, ordered Sums, refunded, grand money.Decimal, last bool) money.Decimal {
	left := ordered.GiftCard.Sub(refunded)
	if left.Sign() <= 0 {
		return money.Zero
	}
	if ordered.Grand.IsZero() {
		return atLeastZero(money.Min(grand, left))
	}
	whole := ordered.Subtotal.Add(ordered.Shipping).Add(ordered.Tax)
	part := money.Min(s.Subtotal.Add(s.Shipping).Add(s.Tax), whole)
	if whole.IsZero() {
		return money.Zero
	}
	worth := atLeastZero(grand.Sub(s.AdjustmentPositive))
	if last && !part.Less(whole.Mul(nearlyAll)) {
		return money.Min(left, worth)
	}
	return money.Min(money.Min(left, worth), atLeastZero(share(ordered.GiftCard, part, whole).Cents()))
}

// cardShares divides a refund among the gift cards in proportion to the amount each has paid, rounded to four decimals. The last card gets
// the rest, so that the shares add up.
func (o Order) cardShares(amount money.Decimal) []CardRefund {
	if amount.Sign() <= 0 {
		return nil
	}
	var out []CardRefund
	left := amount
	paid := slices.DeleteFunc(slices.Clone(o.Cards), func(c totals.Paid) bool { return c.Base.Sign() <= 0 })
	for i, c := range paid {
		part := share(amount, c.Base, o.Totals.Ordered.Base.GiftCard).Stored()
		if i == len(paid)-1 {
			part = left
		}
		part = money.Min(part, left)
		left = left.Sub(part)
		if part.Sign() > 0 {
			out = append(out, CardRefund{CardID: c.CardID, Amount: part})
		}
	}
	return out
}

func (o Order) rate() money.Decimal {
	if o.Rate.IsZero() {
		return money.One
	}
	return o.Rate
}

// FinishRefund records that the gateway has refunded the money. A repeated call changes nothing.
func (o Order) FinishRefund(memoID int64, transaction string) ([]domain.Event, error) {
	memo, waiting := o.PendingRefunds[memoID]
	if !waiting {
		if _, done := o.memo(memoID); done {
			return nil, nil
		}
		return nil, ErrNotPending
	}
	memo.TransactionID = transaction
	e := Refunded{memo, o.Of, memo.Comment}
	return o.settled(e, false), nil
}

// AbandonRefund ends a refund that the gateway declined.
func (o Order) AbandonRefund(memoID int64, reason string) ([]domain.Event, error) {
	if _, waiting := o.PendingRefunds[memoID]; !waiting {
		return nil, ErrNotPending
	}
	return o.settled(RefundAbandoned{MemoID: memoID, Reason: reason}, false), nil
}

// NumberMemo sets the increment ID of a credit memo, unless it has one.
func (o Order) NumberMemo(id int64, increment string) ([]domain.Event, error) {
	switch m, ok := o.memo(id); {
	case !ok:
		return nil, ErrRefundIsUnknown
	case m.Increment != "":
		return nil, nil
	}
	return []domain.Event{MemoNumbered{MemoID: id, IncrementID: increment}}, nil
}

func (o Order) memo(id int64) (MemoRecord, bool) {
	return domain.Find(o.Memos, func(m MemoRecord) bool { return m.ID == id })
}
