package documents

// Revocation is a revocation request as the API shows it (shapes-sales §14).
type Revocation struct {
	Type             string  `json:"@type"`
	ID               int64   `json:"id" about:"ID of the revocation request"`
	OrderID          int64   `json:"orderId" about:"ID of the order"`
	OrderReference   string  `json:"orderReference" doc:"increment ID of the order"`
	Reason           *string `json:"reason,omitempty" about:"stated reason" writer:"public"`
	CustomerName     string  `json:"customerName" doc:"as stored with the request" writer:"public"`
	Email            string  `json:"email" doc:"as stored with the request" writer:"public"`
	Verified         bool    `json:"verified" doc:"whether the customer was logged in"`
	StoreID          int64   `json:"storeId" doc:"ID of the order's store view"`
	ReceivedAt       string  `json:"receivedAt" doc:"time of receipt, in UTC" shown:"time"`
	ProcessedStatus  *string `json:"processedStatus,omitempty" enum:"accepted,rejected,info_requested" doc:"decision; absent while the request is unprocessed"`
	ProcessedAt      *string `json:"processedAt,omitempty" doc:"time of the last change of processedStatus, in UTC" shown:"time"`
	SuppressedAt     *string `json:"suppressedAt,omitempty" doc:"present if the customer got no receipt by e-mail" shown:"time"`
	SuppressedReason *string `json:"suppressedReason,omitempty" about:"reason why no receipt was sent: rate_limit_recipient"`

	AdminNote *string `json:"adminNote,omitempty" doc:"note; back office only"`
	IP        *string `json:"ip,omitempty" doc:"IP address of the request; back office only"`
	UserAgent *string `json:"userAgent,omitempty" doc:"user agent of the request; back office only" writer:"public"`

	Extensions Extensions `json:"extensions"`
}

// ForCustomer returns the request without the members for the back office.
func (r Revocation) ForCustomer() *Revocation {
	r.AdminNote, r.IP, r.UserAgent = nil, nil, nil
	return &r
}
