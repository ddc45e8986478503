package documents

// Newsletter is a subscription to the newsletter as the API shows it (shapes-customer §6.2). Answers to guests have the e-mail
// address and a message alone, so that they tell nothing about a subscription.
type Newsletter struct {
	Type         string     `json:"@type"`
	SubscriberID *int64     `json:"subscriberId,omitempty" doc:"absent for guests, and without a subscription"`
	Email        string     `json:"email" about:"e-mail address"`
	CustomerID   *int64     `json:"customerId,omitempty" doc:"absent for guests"`
	StoreID      *int64     `json:"storeId,omitempty" doc:"store view of the subscription"`
	ChangedAt    *string    `json:"changeStatusAt,omitempty" doc:"when status last changed, UTC" shown:"time"`
	Status       string     `json:"status" enum:"subscribed,not_active,unsubscribed,unconfirmed,unknown," doc:"not_active waits to be confirmed; empty in answers to guests"`
	IsSubscribed bool       `json:"isSubscribed" about:"whether the newsletter is sent to the address"`
	Message      *string    `json:"message,omitempty" about:"text for the person who asked"`
	Confirm      bool       `json:"confirmationRequired" doc:"the link in an e-mail must be opened first"`
	Extensions   Extensions `json:"extensions"`
}
