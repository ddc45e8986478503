package documents

// ForgottenCustomer tells what was done to forget a customer.
type ForgottenCustomer struct {
	Type       string     `json:"@type"`
	ID         int64      `json:"id" doc:"number the customer had"`
	Keys       int64      `json:"deletedKeys" doc:"how many keys of personal data were deleted"`
	Streams    int64      `json:"streams" doc:"how many histories have data of the person, which nobody can read any more"`
	Extensions Extensions `json:"extensions"`
}
