package revocation

import (
	"time"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/person"
)

type (
	// Submitted is the declaration, with the order and the account at that time.
	Submitted struct {
		RequestID      int64     `json:"requestId"`
		OrderID        int64     `json:"orderId"`
		OrderReference string    `json:"orderReference"` // the order's increment ID
		StoreID        int64     `json:"storeId"`        // of the order
		CustomerID     int64     `json:"customerId"`
		Verified       bool      `json:"verified"` // the customer was logged in
		ReceivedAt     time.Time `json:"receivedAt"`
		// Suppressed is the reason why the customer gets no receipt; empty if they get one.
		Suppressed string `json:"suppressed,omitempty"`
		Declarer   Person `json:"declarer,omitzero" personal:"true"`
		Reason     string `json:"reason,omitzero" personal:"true"`
	}
	// Person is the person who made the declaration, with their IP address and user agent.
	Person struct {
		Name      string `json:"name,omitempty"`
		Email     string `json:"email,omitempty"`
		IP        string `json:"ip,omitempty"`
		UserAgent string `json:"userAgent,omitempty"`
	}
	// Processed sets the status.
	Processed struct {
		Status Status `json:"status"`
	}
	// Noted replaces the back office's note; an empty one removes it.
	Noted struct {
		CustomerID int64  `json:"customerId"`
		Note       string `json:"note,omitzero" personal:"true"`
	}

	// ReceiptGranted records that an address is sent the receipt of a request.
	ReceiptGranted struct {
		RequestID int64     `json:"requestId"`
		At        time.Time `json:"at"`
	}
)

func (Submitted) EventName() string      { return "RevocationSubmitted" }
func (Processed) EventName() string      { return "RevocationProcessed" }
func (Noted) EventName() string          { return "RevocationNoted" }
func (ReceiptGranted) EventName() string { return "RevocationReceiptGranted" }
func (e Submitted) DataSubject() string  { return customer.Subject(e.CustomerID) }
func (e Noted) DataSubject() string      { return customer.Subject(e.CustomerID) }

func RequestSpecs() []domain.EventSpec {
	return append(domain.Specs(Submitted{}, Processed{}, Noted{}), person.Spec(Category))
}

func EventSpecs() []domain.EventSpec {
	return append(RequestSpecs(), domain.Spec[ReceiptGranted](1))
}
