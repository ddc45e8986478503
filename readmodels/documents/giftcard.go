package documents

import (
	"encoding/json"

	"tradelog/domain/money"
)

// GiftCard is a gift card as the API shows it (shapes-sales §13.2).
type GiftCard struct {
	Type                string          `json:"@type"`
	ID                  int64           `json:"id"`
	Code                string          `json:"code" doc:"code of the card, which pays whoever knows it"`
	InitialBalance      money.Decimal   `json:"initialBalance" about:"balance the card was issued with"`
	Balance             money.Decimal   `json:"balance" doc:"in the card's currency"`
	Status              string          `json:"status" enum:"active,used,expired,disabled" about:"state that it is in"`
	ExpiresAt           *string         `json:"expiresAt,omitempty" doc:"UTC; a card without never expires" shown:"time"`
	CurrencyCode        *string         `json:"currencyCode,omitempty" doc:"base currency of its websites"`
	RecipientName       *string         `json:"recipientName,omitempty" about:"name of the person who gets the card"`
	RecipientEmail      *string         `json:"recipientEmail,omitempty" about:"e-mail address that the card is sent to"`
	SenderName          *string         `json:"senderName,omitempty" about:"name of the person who gives the card"`
	SenderEmail         *string         `json:"senderEmail,omitempty" about:"e-mail address of the person who gives the card"`
	Message             *string         `json:"message,omitempty" about:"text for the person who asked"`
	WebsiteIDs          []int64         `json:"websiteIds" about:"numbers of the websites it belongs to"`
	PurchaseOrderID     *int64          `json:"purchaseOrderId,omitempty" about:"number of the order that the card was bought with"`
	PurchaseOrderItemID *int64          `json:"purchaseOrderItemId,omitempty" about:"number of the order's line that the card was bought with"`
	EmailScheduledAt    *string         `json:"emailScheduledAt,omitempty" shown:"time" about:"when the e-mail is to be sent, in UTC"`
	EmailSentAt         *string         `json:"emailSentAt,omitempty" shown:"time" about:"when the e-mail was sent, in UTC"`
	CreatedAt           string          `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
	UpdatedAt           string          `json:"updatedAt" shown:"time" about:"when it last changed, in UTC"`
	History             []GiftCardEntry `json:"history" doc:"what moved the balance, newest first"`
	Extensions          Extensions      `json:"extensions"`
}

type GiftCardEntry struct {
	Action        string        `json:"action" enum:"created,used,refunded,adjusted,expired" about:"what moved the balance"`
	Amount        money.Decimal `json:"amount" doc:"what was added to the balance; negative where it was taken away"`
	BalanceBefore money.Decimal `json:"balanceBefore" about:"balance before the movement"`
	BalanceAfter  money.Decimal `json:"balanceAfter" about:"balance after the movement"`
	OrderID       *int64        `json:"orderId" about:"number of the order"`
	Comment       *string       `json:"comment" about:"remark as plain text"`
	CreatedAt     string        `json:"createdAt" shown:"time" about:"when it came into being, in UTC"`
}

// OpenGiftCard returns the document of a card with its code opened. Stored documents have the code sealed.
func OpenGiftCard(doc Doc[GiftCard], open func(sealed string) (string, error)) (Doc[GiftCard], error) {
	return Rewrite(doc, "code", func(value json.RawMessage) (any, error) {
		var code string
		if err := json.Unmarshal(value, &code); err != nil {
			return nil, err
		}
		return open(code)
	})
}
