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

// Query selects e-mails of the outbox.
type Query struct {
	State    string  // one of documents.Email; "": all
	Kind     string  // "": all
	OrderID  int64   // order that they are about; 0: all
	StoreIDs []int64 // store views that they are of; nil: all
}

// Sent is an e-mail to the buyer of an order: one that was sent, is to be sent or was given up.
type Sent struct {
	Kind   string    `json:"kind" about:"kind of e-mail, such as shipment"`
	At     time.Time `json:"at" about:"when the mail server had taken it; if it has not, when the e-mail was due first"`
	About  int64     `json:"about,omitempty" about:"ID of the order, shipment, invoice or credit memo that it is about, once it was sent"`
	Cause  string    `json:"cause" about:"ID of the event that caused it"`
	ID     string    `json:"id,omitempty" about:"ID of the e-mail in the outbox; left out: the outbox has it no more"`
	State  string    `json:"state" about:"state of the e-mail, such as sent, retrying or failed"`
	Reason string    `json:"reason,omitempty" about:"why it was not sent"`
}
