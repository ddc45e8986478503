package order

import (
	"encoding/base64"
	"encoding/json"
	"time"
)

// OfferAccount makes the token with which a guest who has read an order can open an account. The token proves that they saw
// the order of that e-mail address (shapes-sales §7 rule 4). sign signs a text, always with the same result.
//
//	base64(JSON) "." signature of the base64 text
func OfferAccount(orderID int64, email string, now time.Time, sign func(text string) (string, error)) (string, error) {
	b, err := json.Marshal(struct {
		OrderID   int64  `json:"orderId"`
		Email     string `json:"email"`
		Timestamp int64  `json:"timestamp"` // seconds since 1970
		Action    string `json:"action"`
	}{orderID, email, now.Unix(), "create_account"})
	if err != nil {
		return "", err
	}
	text := base64.StdEncoding.EncodeToString(b)
	signature, err := sign(text)
	return text + "." + signature, err
}
