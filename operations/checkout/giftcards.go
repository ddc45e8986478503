package checkout

import (
	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/operations/inputs"
	"tradelog/quote"
)

// giftCardInput has the options of a gift card that is bought (shapes-sales §1).
type giftCardInput struct {
	Amount         inputs.Lenient `json:"giftcardAmount" doc:"gift cards: value and price, in the base currency; one of the product's amounts, or within its limits"`
	SenderName     *string        `json:"giftcardSenderName" maxlength:"255" doc:"gift cards: name of the giver"`
	SenderEmail    *string        `json:"giftcardSenderEmail" maxlength:"255" doc:"gift cards: e-mail of the giver"`
	RecipientName  *string        `json:"giftcardRecipientName" maxlength:"255" doc:"gift cards: name of the recipient"`
	RecipientEmail *string        `json:"giftcardRecipientEmail" maxlength:"255" doc:"gift cards: e-mail the paid card is sent to"`
	Message        *string        `json:"giftcardMessage" lines:"many" maxlength:"2000" doc:"gift cards: message; ignored if the product allows none"`
	DeliveryDate   *string        `json:"giftcardDeliveryDate" doc:"gift cards: delivery day, YYYY-MM-DD in the store's time zone; at once if omitted or past"`
}

// card returns the options without surrounding blanks.
func (in giftCardInput) card() quote.Card {
	return quote.Card{
		Amount: in.Amount.Or(money.Zero), DeliveryDate: domain.Value(in.DeliveryDate),
		People: giftcard.People{
			RecipientName: domain.Trimmed(in.RecipientName), RecipientEmail: domain.Trimmed(in.RecipientEmail),
			SenderName: domain.Trimmed(in.SenderName), SenderEmail: domain.Trimmed(in.SenderEmail), Message: domain.Trimmed(in.Message),
		},
	}
}
