package documents

// Email is an e-mail of the outbox. It names no recipient.
type Email struct {
	Type          string  `json:"@type" doc:"Email"`
	ID            string  `json:"id" doc:"ID of the e-mail: its kind and the event that caused it"`
	Kind          string  `json:"kind" doc:"kind of e-mail, such as invoice"`
	Stream        string  `json:"stream" doc:"stream of the event that caused it, such as order-42"`
	OrderID       *int64  `json:"orderId" doc:"ID of the order that it is about; null: it is about something else"`
	StoreID       *int64  `json:"storeId" doc:"ID of its store view; null before the first attempt"`
	Position      int64   `json:"position" doc:"position in the log of the event that caused it"`
	State         string  `json:"state" enum:"waiting,retrying,sent,filed,failed,dropped" doc:"waiting: not tried yet; retrying: it failed and is tried again; sent: the mail server took it; filed: it is a file, because there is no mail server; failed: given up; dropped: there was nothing to send or nobody to send it to"`
	Reason        *string `json:"reason" doc:"why it failed or was dropped; null: it did not, and was not"`
	Attempts      int64   `json:"attempts" doc:"number of attempts"`
	Resends       int64   `json:"resends" doc:"how often somebody had it sent again"`
	QueuedAt      string  `json:"queuedAt" shown:"time" doc:"time at which it was due first, or was to be sent again, in UTC"`
	NextAttemptAt *string `json:"nextAttemptAt" shown:"time" doc:"time of the next attempt, in UTC; null: there is none"`
	SentAt        *string `json:"sentAt" shown:"time" doc:"time at which it was sent last, in UTC; null: it never was"`
	ClosedAt      *string `json:"closedAt" shown:"time" doc:"time at which it was sent, given up or dropped, in UTC; null: it is not yet"`
}

// EmailTest is the outcome of a test e-mail.
type EmailTest struct {
	Type         string  `json:"@type" doc:"EmailTest"`
	Accepted     bool    `json:"accepted" doc:"whether the mail server took it, or the file was written"`
	Filed        bool    `json:"filed" doc:"whether it is a file, because there is no mail server (system/smtp/host)"`
	Error        *string `json:"error" doc:"why it was not accepted"`
	Milliseconds int64   `json:"milliseconds" doc:"time that it took"`
}
