package folds

import (
	"encoding/json"

	"tradelog/domain/directory"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// productOptions returns the choices of a line of an order.
func productOptions(l order.Line, people giftcard.People, currency string) documents.ProductOptions {
	out := documents.ProductOptions{BuyRequest: buyRequest(l, people)}
	if l.GiftCard != nil {
		for _, o := range GiftCardOptions(
			directory.Amount(l.GiftCard.Amount, currency, directory.Symbol(currency, "en_US")), l.GiftCard.DeliverOn, people,
		) {
			out.Options = append(out.Options, documents.ItemOption{CartOption: o})
		}
	}
	choose(&out, l)
	return out
}

// withPeople adds the sender and the recipient to a request, under the names of the request's members.
func withPeople(request json.RawMessage, people giftcard.People) json.RawMessage {
	if people == (giftcard.People{}) {
		return request
	}
	members, err := documents.Fragment(struct {
		SenderName     string `json:"giftcardSenderName,omitempty"`
		SenderEmail    string `json:"giftcardSenderEmail,omitempty"`
		RecipientName  string `json:"giftcardRecipientName,omitempty"`
		RecipientEmail string `json:"giftcardRecipientEmail,omitempty"`
		Message        string `json:"giftcardMessage,omitempty"`
	}{people.SenderName, people.SenderEmail, people.RecipientName, people.RecipientEmail, people.Message})
	if err != nil {
		return request
	}
	return documents.Splice(request, members)
}

// GiftCardOptions lists the choices of a gift card that is bought, in the form that people read. Empty values are left out.
func GiftCardOptions(amount, deliverOn string, people giftcard.People) []documents.CartOption {
	out := []documents.CartOption{{Label: "Gift Card Amount", Value: amount}}
	for _, o := range []documents.CartOption{
		{Label: "Sender Name", Value: people.SenderName}, {Label: "Sender Email", Value: people.SenderEmail},
		{Label: "Recipient Name", Value: people.RecipientName},
		{Label: "Recipient Email", Value: people.RecipientEmail},
		{Label: "Message", Value: people.Message}, {Label: "Delivery Date", Value: deliverOn},
	} {
		if o.Value = directory.StripTags(o.Value); o.Value != "" {
			out = append(out, o)
		}
	}
	return out
}
