package documents

// Newsletter is a subscription to the newsletter as the API shows it (shapes-customer §6.2). Answers to guests have the e-mail
// address and a message alone, so that they tell nothing about a subscription.
type Newsletter struct {
	Type         string     `json:"@type"`
	SubscriberID *int64     `json:"subscriberId,omitempty" doc:"ID of the subscription; absent for guests and without a subscription"`
	Email        string     `json:"email" about:"e-mail address" writer:"public"`
	CustomerID   *int64     `json:"customerId,omitempty" doc:"ID of the customer; absent for guests"`
	StoreID      *int64     `json:"storeId,omitempty" doc:"ID of the subscription's store view"`
	ChangedAt    *string    `json:"changeStatusAt,omitempty" doc:"time of the last status change, in UTC" shown:"time"`
	Status       string     `json:"status" enum:"subscribed,not_active,unsubscribed,unconfirmed,unknown," doc:"status; not_active awaits confirmation; empty for guests"`
	IsSubscribed bool       `json:"isSubscribed" about:"whether the address is subscribed to the newsletter"`
	Message      *string    `json:"message,omitempty" about:"message to the user"`
	Confirm      bool       `json:"confirmationRequired" doc:"whether the link in an e-mail must be opened first"`
	Extensions   Extensions `json:"extensions"`
}
