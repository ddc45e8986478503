package documents

// ForgottenCustomer lists the steps that were taken to forget a customer.
type ForgottenCustomer struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id" doc:"former ID of the customer"`
	Keys       int64      `json:"deletedKeys" doc:"number of deleted encryption keys of personal data"`
	Streams    int64      `json:"streams" doc:"number of event streams whose personal data is now unreadable"`
	Extensions Extensions `json:"extensions"`
}

// ForgottenGuest lists the steps that were taken, or would be, to forget a person without an account.
type ForgottenGuest struct {
	Type       string     `json:"@type"`
	DryRun     bool       `json:"dryRun" doc:"true: nothing was changed; the members tell what would be forgotten"`
	Orders     []string   `json:"orders" doc:"increment IDs of the person's orders"`
	Histories  []string   `json:"histories" doc:"event streams whose personal data is now unreadable, such as order-7"`
	Keys       int64      `json:"deletedKeys" doc:"number of deleted encryption keys of personal data"`
	Accounts   []int64    `json:"accounts" doc:"IDs of customers with this e-mail address; unchanged, forget them separately"`
	Extensions Extensions `json:"extensions"`
}
