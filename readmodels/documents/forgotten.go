package documents

// ForgottenPart is the effect of forgetting a person on a kind of data. commands/forgetting has the kinds.
type ForgottenPart struct {
	What   string   `json:"what" enum:"account,emailAddresses,signIns,addresses,carts,files,wishlistItems,stockAlerts,newsletterSubscriptions,reviews,contactMessages,emails,storedAnswers,keys,orders,invoices,creditMemos,shipments,giftCards,revocations,accounts,streams,published,backups" doc:"kind of data"`
	Fate   string   `json:"fate" enum:"deleted,anonymized,kept" doc:"deleted: nobody can read it any more; anonymized: the facts stay, without the person; kept: it stays"`
	Count  *int64   `json:"count" doc:"how many there are; null if they cannot be counted"`
	Orders []string `json:"orders,omitempty" doc:"increment IDs of the orders"`
	Why    string   `json:"why" doc:"what happens to it, or why it stays"`
}

// ForgottenCustomer lists the steps that were taken to forget a customer.
type ForgottenCustomer struct {
	Type       string          `json:"@type"`
	ID         int64           `json:"id" doc:"former ID of the customer"`
	Keys       int64           `json:"deletedKeys" doc:"number of deleted encryption keys of personal data"`
	Streams    int64           `json:"streams" doc:"number of event streams whose personal data is now unreadable"`
	Parts      []ForgottenPart `json:"parts" doc:"what goes and what stays"`
	Extensions Extensions      `json:"extensions"`
}

// ForgottenGuest lists the steps that were taken, or would be, to forget a person without an account.
type ForgottenGuest struct {
	Type       string          `json:"@type"`
	DryRun     bool            `json:"dryRun" doc:"true: nothing was changed; the members tell what would be forgotten"`
	Orders     []string        `json:"orders" doc:"increment IDs of the person's orders"`
	Histories  []string        `json:"histories" doc:"event streams whose personal data is now unreadable, such as order-7"`
	Keys       int64           `json:"deletedKeys" doc:"number of deleted encryption keys of personal data"`
	Accounts   []int64         `json:"accounts" doc:"IDs of customers with this e-mail address; unchanged, forget them separately"`
	Parts      []ForgottenPart `json:"parts" doc:"what goes and what stays"`
	Extensions Extensions      `json:"extensions"`
}
