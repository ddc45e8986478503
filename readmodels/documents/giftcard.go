package documents

import (
	"encoding/json"

	"tradelog/domain/money"
)

// GiftCard is a gift card as the API shows it (shapes-sales §13.2).
type GiftCard struct {
	Type                string          `json:"@type"`
	ID                  int64           `json:"id" about:"ID of the gift card"`
	Code                string          `json:"code" doc:"code of the card; whoever knows it can pay with it"`
	InitialBalance      money.Decimal   `json:"initialBalance" about:"initial balance"`
	Balance             money.Decimal   `json:"balance" doc:"remaining value, in the card's currency"`
	Status              string          `json:"status" enum:"active,used,expired,disabled" about:"status"`
	ExpiresAt           *string         `json:"expiresAt,omitempty" doc:"time of expiry, in UTC; absent if the card never expires" shown:"time"`
	CurrencyCode        *string         `json:"currencyCode,omitempty" doc:"base currency of its websites"`
	RecipientName       *string         `json:"recipientName,omitempty" about:"name of the recipient" writer:"public"`
	RecipientEmail      *string         `json:"recipientEmail,omitempty" about:"e-mail address of the recipient" writer:"public"`
	SenderName          *string         `json:"senderName,omitempty" about:"name of the giver" writer:"public"`
	SenderEmail         *string         `json:"senderEmail,omitempty" about:"e-mail address of the giver" writer:"public"`
	Message             *string         `json:"message,omitempty" about:"text of the message" writer:"public"`
	WebsiteIDs          []int64         `json:"websiteIds" about:"IDs of its websites"`
	PurchaseOrderID     *int64          `json:"purchaseOrderId,omitempty" about:"ID of the order that bought the card"`
	PurchaseOrderItemID *int64          `json:"purchaseOrderItemId,omitempty" about:"ID of the order line that bought the card"`
	EmailScheduledAt    *string         `json:"emailScheduledAt,omitempty" shown:"time" about:"time the e-mail is scheduled for, in UTC"`
	EmailSentAt         *string         `json:"emailSentAt,omitempty" shown:"time" about:"time the e-mail was sent, in UTC"`
	CreatedAt           string          `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
	UpdatedAt           string          `json:"updatedAt" shown:"time" about:"time of the last change, in UTC"`
	History             []GiftCardEntry `json:"history" doc:"movements of the balance, newest first"`
	Extensions          Extensions      `json:"extensions"`

	moves front[GiftCardEntry]
}

type GiftCardEntry struct {
	Action        string        `json:"action" enum:"created,used,refunded,adjusted,expired" about:"kind of movement"`
	Amount        money.Decimal `json:"amount" doc:"change of the balance; negative if it was reduced"`
	BalanceBefore money.Decimal `json:"balanceBefore" about:"balance before the movement"`
	BalanceAfter  money.Decimal `json:"balanceAfter" about:"balance after the movement"`
	OrderID       *int64        `json:"orderId" about:"ID of the order"`
	Comment       *string       `json:"comment" about:"comment, as plain text"`
	CreatedAt     string        `json:"createdAt" shown:"time" about:"time of creation, in UTC"`
}

// GiftCardBalance is the data of a gift card that the holder of its code sees (graphql §7). The ID is always 0.
type GiftCardBalance struct {
	Type         string        `json:"@type"`
	ID           int64         `json:"id" about:"always 0"`
	Code         string        `json:"code" doc:"code of the card; the middle of a long one is hidden"`
	Balance      money.Decimal `json:"balance" doc:"remaining value, in the card's currency"`
	Status       string        `json:"status" enum:"active,used,expired,disabled" about:"status"`
	ExpiresAt    *string       `json:"expiresAt,omitempty" doc:"time of expiry, in UTC; absent if the card never expires" shown:"time"`
	CurrencyCode *string       `json:"currencyCode,omitempty" doc:"base currency of its websites"`
}

// OpenGiftCard returns the document of a card with its code opened. Stored documents have the code sealed.
func OpenGiftCard(doc Doc[GiftCard], open func(sealed string) (string, error)) (Doc[GiftCard], error) {
	return rewrite(doc, "code", func(value json.RawMessage) (any, error) {
		var code string
		if err := json.Unmarshal(value, &code); err != nil {
			return nil, err
		}
		return open(code)
	})
}
