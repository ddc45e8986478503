package documents

// ForgottenCustomer lists the steps that were taken to forget a customer.
type ForgottenCustomer struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id" doc:"number the customer had"`
	Keys       int64      `json:"deletedKeys" doc:"how many keys of personal data were deleted"`
	Streams    int64      `json:"streams" doc:"how many histories have data of the person, which nobody can read any more"`
	Extensions Extensions `json:"extensions"`
}

// ForgottenGuest lists the steps that were taken, or would be, to forget a person without an account.
type ForgottenGuest struct {
	Type       string     `json:"@type"`
	DryRun     bool       `json:"dryRun" doc:"nothing was changed; this is what would be forgotten"`
	Orders     []string   `json:"orders" doc:"increment IDs of the orders that were found"`
	Histories  []string   `json:"histories" doc:"the histories with data of the person, such as order-7; nobody can read these any more"`
	Keys       int64      `json:"deletedKeys" doc:"how many keys of personal data were deleted"`
	Accounts   []int64    `json:"accounts" doc:"customers who have the e-mail address; nothing of theirs was touched, forget them by themselves"`
	Extensions Extensions `json:"extensions"`
}
