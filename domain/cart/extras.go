package cart

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
)

// Card is a gift card applied to a cart.
type Card struct {
	CardID int64  `json:"cardId"`
	Code   string `json:"code,omitempty" credential:"true"` // of GiftCardApplied, in logs of earlier versions only
}

// Message is a gift message.
type Message struct {
	Sender    string `json:"sender,omitempty"`
	Recipient string `json:"recipient,omitempty"`
	Text      string `json:"text,omitempty"`
}

type (
	CouponApplied struct {
		Code string    `json:"code"`
		At   time.Time `json:"at"`
	}
	// CouponRemoved removes the coupon. Reason is set if it no longer applied.
	CouponRemoved struct {
		Code   string    `json:"code"`
		Reason string    `json:"reason,omitempty"`
		At     time.Time `json:"at"`
	}
	GiftCardApplied struct {
		Card Card      `json:"card"`
		Code string    `json:"code,omitzero" secret:"giftcard-codes"`
		At   time.Time `json:"at"`
	}
	GiftCardRemoved struct {
		CardID int64     `json:"cardId"`
		At     time.Time `json:"at"`
	}
	// GiftMessageSet sets the gift message of a line, or of the whole cart if ItemID is 0.
	GiftMessageSet struct {
		CartID     int64     `json:"cartId"`
		CustomerID int64     `json:"customerId,omitempty"`
		ItemID     int64     `json:"itemId,omitempty"`
		Message    Message   `json:"message,omitzero" personal:"true"`
		At         time.Time `json:"at"`
	}
	GiftMessageRemoved struct {
		ItemID int64     `json:"itemId,omitempty"`
		At     time.Time `json:"at"`
	}
	// GiftCardAddressed sets sender and recipient of a gift card product.
	GiftCardAddressed struct {
		CartID     int64           `json:"cartId"`
		CustomerID int64           `json:"customerId,omitempty"`
		ItemID     int64           `json:"itemId"`
		People     giftcard.People `json:"people,omitzero" personal:"true"`
		At         time.Time       `json:"at"`
	}
	// OptionsWritten holds the texts and files that the buyer sent for custom options of a line.
	OptionsWritten struct {
		CartID     int64           `json:"cartId"`
		CustomerID int64           `json:"customerId,omitempty"`
		ItemID     int64           `json:"itemId"`
		Written    catalog.Written `json:"written,omitzero" personal:"true"`
		At         time.Time       `json:"at"`
	}
	// CustomPriceSet sets the price of one unit of a line, in the base currency.
	CustomPriceSet struct {
		ItemID int64         `json:"itemId"`
		Price  money.Decimal `json:"price"`
		At     time.Time     `json:"at"`
	}
)

func (CouponApplied) EventName() string         { return "CartCouponApplied" }
func (CouponRemoved) EventName() string         { return "CartCouponRemoved" }
func (GiftCardApplied) EventName() string       { return "CartGiftCardApplied" }
func (GiftCardRemoved) EventName() string       { return "CartGiftCardRemoved" }
func (GiftMessageSet) EventName() string        { return "CartGiftMessageSet" }
func (GiftMessageRemoved) EventName() string    { return "CartGiftMessageRemoved" }
func (OptionsWritten) EventName() string        { return "CartOptionsWritten" }
func (CustomPriceSet) EventName() string        { return "CartCustomPriceSet" }
func (GiftCardAddressed) EventName() string     { return "CartGiftCardAddressed" }
func (e GiftCardAddressed) DataSubject() string { return Subject(e.CartID, e.CustomerID) }
func (e OptionsWritten) DataSubject() string    { return Subject(e.CartID, e.CustomerID) }
func (e GiftMessageSet) DataSubject() string    { return Subject(e.CartID, e.CustomerID) }

var (
	errReprices = fault.Invalidf("customPrice would reprice units already in the cart; update the existing item instead").
			About(fault.Unfitting, "customPrice")
	ErrPriceNegative   = fault.Invalidf("Custom price cannot be negative").About(fault.Range, "customPrice")
	ErrMessageItem     = fault.NotFoundf("Cart item not found")
	errCardsAndProduct = fault.Preconditionf("Gift card products cannot be added when a gift card code is applied. " +
		"Please remove the gift card code first.")
)

func errCardNotApplied(code string) error {
	return fault.Invalidf("Gift card \"%s\" is not applied to this cart", code).About(fault.Unknown, "giftcardCode")
}

// EndedCoupon is a coupon on a cart that no longer applies. It is the error of a placement that would cost more than the cart has shown.
type EndedCoupon struct {
	Code   string
	Reason string // a sentence without its full stop
}

// Error says which coupon no longer applies, and why.
func (e EndedCoupon) Error() string { return e.fault().Error() }

// Unwrap returns the fault, with the code coupon_ended.
func (e EndedCoupon) Unwrap() error { return e.fault() }

func (e EndedCoupon) fault() *fault.Error {
	return fault.Preconditionf("Coupon code '%s' no longer applies: %s.", e.Code, e.Reason).
		About(fault.Unfitting, "coupon").
		WithCode("coupon_ended")
}

// ApplyCoupon applies a coupon, replacing the present one. The caller must have validated it.
func (s State) ApplyCoupon(code string, at time.Time) ([]domain.Event, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	if code == s.Coupon {
		return nil, nil
	}
	return []domain.Event{CouponApplied{Code: code, At: at}}, nil
}

// RemoveCoupon removes the coupon. A cart without one stays as it is.
func (s State) RemoveCoupon(at time.Time) ([]domain.Event, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	if s.Coupon == "" {
		return nil, nil
	}
	return []domain.Event{CouponRemoved{Code: s.Coupon, At: at}}, nil
}

// Card returns the gift card with a code, in any case.
func (s State) Card(code string) (Card, bool) {
	return domain.Find(s.Cards, func(c Card) bool { return strings.EqualFold(c.Code, code) })
}

// SellsGiftCards tells whether a line is a gift card product.
func (s State) SellsGiftCards() bool {
	return slices.ContainsFunc(s.Items, func(i Item) bool { return i.Type == giftcard.ProductType })
}

// ApplyCard applies a gift card to the cart as payment. The caller must have validated it.
func (s State) ApplyCard(card Card, at time.Time) ([]domain.Event, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	if s.SellsGiftCards() {
		return nil, giftcard.ErrForGiftCards
	}
	if _, has := s.Card(card.Code); has {
		return nil, giftcard.ErrAlreadyApplied(card.Code)
	}
	return []domain.Event{GiftCardApplied{Card: Card{CardID: card.CardID}, Code: card.Code, At: at}}, nil
}

// RemoveCard removes a gift card from the cart.
func (s State) RemoveCard(code string, at time.Time) ([]domain.Event, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	card, has := s.Card(code)
	if !has {
		return nil, errCardNotApplied(code)
	}
	return []domain.Event{GiftCardRemoved{CardID: card.CardID, At: at}}, nil
}

// Drop removes a coupon, by code, and gift cards, by ID, that are no longer valid. It ignores those that are not on the cart. A cart that
// cannot be changed stays as it is.
func (s State) Drop(coupon EndedCoupon, cards []int64, at time.Time) []domain.Event {
	if s.open() != nil {
		return nil
	}
	var events []domain.Event
	if coupon.Code != "" && coupon.Code == s.Coupon {
		events = append(events, CouponRemoved{Code: coupon.Code, Reason: coupon.Reason, At: at})
	}
	for _, c := range s.Cards {
		if slices.Contains(cards, c.CardID) {
			events = append(events, GiftCardRemoved{CardID: c.CardID, At: at})
		}
	}
	return events
}

// SetMessage sets the gift message of a line, or of the whole cart with item 0. A blank text removes the message.
func (s State) SetMessage(itemID int64, m Message, at time.Time) ([]domain.Event, error) {
	m.Sender, m.Recipient = strings.TrimSpace(m.Sender), strings.TrimSpace(m.Recipient)
	if strings.TrimSpace(m.Text) == "" {
		return s.RemoveMessage(itemID, at)
	}
	has, err := s.message(itemID)
	if err != nil || has != nil && *has == m {
		return nil, err
	}
	return []domain.Event{GiftMessageSet{CartID: s.ID, CustomerID: s.CustomerID, ItemID: itemID, Message: m, At: at}}, nil
}

// RemoveMessage deletes a gift message. Without one, nothing changes.
func (s State) RemoveMessage(itemID int64, at time.Time) ([]domain.Event, error) {
	has, err := s.message(itemID)
	if err != nil || has == nil {
		return nil, err
	}
	return []domain.Event{GiftMessageRemoved{ItemID: itemID, At: at}}, nil
}

func (s State) message(itemID int64) (*Message, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	if itemID == 0 {
		return s.Message, nil
	}
	item, ok := s.Item(itemID)
	if !ok {
		return nil, ErrMessageItem
	}
	return item.Message, nil
}

// SetPrice sets the price of one unit of a line, in the base currency.
func (s State) SetPrice(itemID int64, price money.Decimal, at time.Time) ([]domain.Event, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	item, ok := s.Item(itemID)
	switch {
	case !ok:
		return nil, ErrItemNotFound(itemID)
	case price.Sign() < 0:
		return nil, ErrPriceNegative
	case samePrice(item.CustomPrice, &price):
		return nil, nil
	}
	return []domain.Event{CustomPriceSet{ItemID: itemID, Price: price.Stored(), At: at}}, nil
}

func samePrice(a, b *money.Decimal) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

// evolveExtras applies the events of this file, of merging and of expiry.
func (s State) evolveExtras(e domain.Event) State {
	switch e := e.(type) {
	case CouponApplied:
		s.Coupon, s.Ended, s.Changed = e.Code, EndedCoupon{}, e.At
	case CouponRemoved:
		s.Coupon, s.Changed = "", e.At
		if e.Reason != "" {
			s.Ended = EndedCoupon{Code: e.Code, Reason: e.Reason}
		}
	case GiftCardApplied:
		e.Card.Code = cmp.Or(e.Code, e.Card.Code)
		s.Cards, s.Changed = append(slices.Clip(s.Cards), e.Card), e.At
	case GiftCardRemoved:
		s.Cards, s.Changed = slices.DeleteFunc(slices.Clone(s.Cards), func(c Card) bool { return c.CardID == e.CardID }), e.At
	case GiftMessageSet:
		s = s.withMessage(e.ItemID, &e.Message)
		s.Changed = e.At
	case GiftMessageRemoved:
		s = s.withMessage(e.ItemID, nil)
		s.Changed = e.At
	case GiftCardAddressed:
		s = s.withItem(e.ItemID, func(i *Item) { i.People = e.People })
		s.Changed = e.At
	case OptionsWritten:
		s = s.withItem(e.ItemID, func(i *Item) { i.Written = e.Written })
		s.Changed = e.At
	case CustomPriceSet:
		s = s.withItem(e.ItemID, func(i *Item) { i.CustomPrice = &e.Price })
		s.Changed = e.At
	case Merged:
		s.MergedFrom, s.Changed = append(slices.Clip(s.MergedFrom), e.FromCartID), e.At
	case MergedInto:
		s.Closed, s.MergedInto, s.Changed = true, e.IntoCartID, e.At
	case Expired:
		s = State{ID: s.ID, Expired: true, Changed: e.At, Changes: s.Changes}
	}
	return s
}

func (s State) withMessage(itemID int64, m *Message) State {
	if itemID == 0 {
		s.Message = m
		return s
	}
	return s.withItem(itemID, func(i *Item) { i.Message = m })
}

// withItem changes a line, on a copy.
func (s State) withItem(id int64, change func(*Item)) State {
	s.Items = slices.Clone(s.Items)
	for i := range s.Items {
		if s.Items[i].ID == id {
			change(&s.Items[i])
		}
	}
	return s
}
