package letter

import "time"

// Preview says which e-mail is to be looked at.
type Preview struct {
	Kind     string
	StoreID  int64 // store view; an e-mail about an order is of the order's
	OrderID  int64 // order that the e-mail is about; 0: made-up values
	Template int64 // template of a merchant to look at, also one that does not hold; 0: the one that holds
	// Cause is the ID of the event of the order that causes the e-mail; "": the newest one that can.
	Cause string
}

// Sent is an e-mail that a buyer was sent about an order.
type Sent struct {
	Kind  string    `json:"kind" about:"kind of e-mail, such as shipment"`
	At    time.Time `json:"at" about:"when the mail server had taken it"`
	About int64     `json:"about" about:"ID of the order, shipment, invoice or credit memo that it is about"`
	Cause string    `json:"cause" about:"ID of the event that caused it"`
}
