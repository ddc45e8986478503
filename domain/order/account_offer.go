package order

import (
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// offer is the payload of the token of an account offer.
type offer struct {
	OrderID   int64  `json:"orderId"`
	Email     string `json:"email"`
	Timestamp int64  `json:"timestamp"` // seconds since 1970
	Action    string `json:"action"`
}

const (
	openAccount = "create_account"
	// offerLifetime is the validity of a token (shapes-customer §2.9).
	offerLifetime = time.Hour
)

// The errors of the token of an account offer (shapes-customer §2.9).
var (
	errOfferFormat    = fault.Invalidf("Invalid account token format.").About(fault.Format, "accountToken")
	errOfferSignature = fault.Invalidf("Invalid or expired account token.").About(fault.Other, "accountToken")
	errOfferPayload   = fault.Invalidf("Invalid token payload.").About(fault.Other, "accountToken")
	errOfferExpired   = fault.Invalidf("Account creation token has expired.").About(fault.Other, "accountToken")
	errOfferAction    = fault.Invalidf("Invalid token action.").About(fault.Other, "accountToken")
)

// OfferAccount returns the token with which a guest who has read an order can open an account. The token proves that the guest saw the
// order of that e-mail address (shapes-sales §7 rule 4). sign must return the same signature for the same text.
//
//	base64(JSON) "." signature of the base64 text
func OfferAccount(orderID int64, email string, now time.Time, sign func(text string) (string, error)) (string, error) {
	b, err := json.Marshal(offer{orderID, email, now.Unix(), openAccount})
	if err != nil {
		return "", err
	}
	text := base64.StdEncoding.EncodeToString(b)
	signature, err := sign(text)
	return text + "." + signature, err
}

// AcceptOffer verifies the token of an account offer and returns the order's ID and e-mail address. It fails if the token is older than an
// hour.
func AcceptOffer(token string, now time.Time, sign func(text string) (string, error)) (orderID int64, email string, err error) {
	text, signature, found := strings.Cut(token, ".")
	if !found || text == "" || signature == "" || strings.Contains(signature, ".") {
		return 0, "", errOfferFormat
	}
	want, err := sign(text)
	if err != nil {
		return 0, "", err
	}
	if subtle.ConstantTimeCompare([]byte(signature), []byte(want)) != 1 {
		return 0, "", errOfferSignature
	}
	var o offer
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil || json.Unmarshal(b, &o) != nil || o.OrderID <= 0 || o.Email == "" {
		return 0, "", errOfferPayload
	}
	switch {
	case o.Action != openAccount:
		return 0, "", errOfferAction
	case now.Sub(time.Unix(o.Timestamp, 0)) > offerLifetime:
		return 0, "", errOfferExpired
	}
	return o.OrderID, o.Email, nil
}

// CustomerAssigned assigns a guest's order to a customer. Its personal data stay sealed with the guest's key.
type CustomerAssigned struct {
	CustomerID int64 `json:"customerId"`
}

func (CustomerAssigned) EventName() string { return "OrderCustomerAssigned" }

var errOwned = fault.Conflictf("The order belongs to a customer already.")

// AssignCustomer assigns a guest's order to a customer. A repeated call changes nothing.
func (o Order) AssignCustomer(customerID int64) ([]domain.Event, error) {
	switch {
	case !o.Exists:
		return nil, ErrNotFound
	case o.CustomerID == customerID:
		return nil, nil
	case o.CustomerID != 0:
		return nil, errOwned
	}
	return []domain.Event{CustomerAssigned{CustomerID: customerID}}, nil
}
