package checkout

import (
	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/quote"
)

// giftCardInput has the options of a gift card that is bought (shapes-sales §1).
type giftCardInput struct {
	Amount         operations.Lenient `json:"giftcardAmount" doc:"of a gift card: what it is worth and costs, in the base currency; one of the product's amounts, or between its limits"`
	SenderName     *string            `json:"giftcardSenderName" maxlength:"255" doc:"of a gift card: who gives it"`
	SenderEmail    *string            `json:"giftcardSenderEmail" maxlength:"255" doc:"of a gift card: e-mail of who gives it"`
	RecipientName  *string            `json:"giftcardRecipientName" maxlength:"255" doc:"of a gift card: who gets it"`
	RecipientEmail *string            `json:"giftcardRecipientEmail" maxlength:"255" doc:"of a gift card: where it is sent to once it is paid"`
	Message        *string            `json:"giftcardMessage" lines:"many" maxlength:"2000" doc:"of a gift card: what it says; left out where the product allows none"`
	DeliveryDate   *string            `json:"giftcardDeliveryDate" doc:"of a gift card: day it is sent on, YYYY-MM-DD in the store's time zone; at once when left out or past"`
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
