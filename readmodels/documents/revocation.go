package documents

// Revocation is a revocation request as the API shows it (shapes-sales §14).
type Revocation struct {
	Type             string  `json:"@type"`
	ID               int64   `json:"id"`
	OrderID          int64   `json:"orderId" about:"number of the order"`
	OrderReference   string  `json:"orderReference" doc:"increment ID of the order"`
	Reason           *string `json:"reason,omitempty" about:"reason that was given"`
	CustomerName     string  `json:"customerName" doc:"as it was when the request came"`
	Email            string  `json:"email" doc:"as it was when the request came"`
	Verified         bool    `json:"verified" doc:"the customer was logged in"`
	StoreID          int64   `json:"storeId" doc:"store view of the order"`
	ReceivedAt       string  `json:"receivedAt" doc:"UTC" shown:"time"`
	ProcessedStatus  *string `json:"processedStatus,omitempty" enum:"accepted,rejected,info_requested" doc:"absent before somebody has looked at the request"`
	ProcessedAt      *string `json:"processedAt,omitempty" doc:"when processedStatus was last set, UTC" shown:"time"`
	SuppressedAt     *string `json:"suppressedAt,omitempty" doc:"present when the customer got no receipt by e-mail" shown:"time"`
	SuppressedReason *string `json:"suppressedReason,omitempty" about:"why the receipt was not sent by e-mail: rate_limit_recipient"`

	AdminNote *string `json:"adminNote,omitempty" doc:"for the back office"`
	IP        *string `json:"ip,omitempty" doc:"for the back office"`
	UserAgent *string `json:"userAgent,omitempty" doc:"for the back office"`

	Extensions Extensions `json:"extensions"`
}

// ForCustomer returns the request without the members for the back office.
func (r Revocation) ForCustomer() *Revocation {
	r.AdminNote, r.IP, r.UserAgent = nil, nil, nil
	return &r
}
