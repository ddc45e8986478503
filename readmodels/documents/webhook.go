package documents

// WebhookSecret is the secret that signs the messages of a subscription.
type WebhookSecret struct {
	Type    string  `json:"@type" doc:"WebhookSecret"`
	Secret  string  `json:"secret" doc:"whsec_ and 32 bytes in base64, as libraries of Standard Webhooks take it"`
	Version int64   `json:"version" doc:"number of the secret, from 1"`
	Former  *string `json:"formerSecret" doc:"the secret before, while it signs as well; null: it does not"`
	Until   *string `json:"formerSecretUntil" shown:"time" doc:"until then the former secret signs as well, in UTC"`
}

// WebhookStatus is the progress of a subscription.
type WebhookStatus struct {
	Type         string  `json:"@type" doc:"WebhookStatus"`
	Sends        bool    `json:"sends" doc:"whether changes are sent: it is active, and not suspended"`
	Position     int64   `json:"position" doc:"all changes up to this position were accepted, or are tried again"`
	Behind       int64   `json:"behind" doc:"positions to the newest change that can be read"`
	Retrying     int64   `json:"retrying" doc:"deliveries that failed and are tried again"`
	Waiting      int64   `json:"waiting" doc:"deliveries that wait for an earlier change of their resource"`
	Parked       int64   `json:"parked" doc:"deliveries that were given up after three days"`
	FailingSince *string `json:"failingSince" shown:"time" doc:"nothing was accepted since then, in UTC; null: the last delivery was accepted"`
	DeliveredAt  *string `json:"deliveredAt" shown:"time" doc:"time of the last delivery that was accepted, in UTC"`
}

// WebhookDelivery is the last attempt to deliver a change.
type WebhookDelivery struct {
	Type           string  `json:"@type" doc:"WebhookDelivery"`
	MessageID      string  `json:"messageId" doc:"ID of the message, the same for each attempt: the header webhook-id and the id of the CloudEvent"`
	Position       int64   `json:"position" doc:"position of the change in the log"`
	Resource       string  `json:"resource" doc:"name of the resource, such as orders"`
	ID             string  `json:"resourceId" doc:"what the path of the resource takes"`
	What           string  `json:"what" enum:"created,changed,deleted" doc:"what happened to it"`
	State          string  `json:"state" enum:"delivered,retrying,waiting,parked" doc:"what became of the delivery"`
	Attempts       int64   `json:"attempts" doc:"number of attempts"`
	Status         *int64  `json:"httpStatus" doc:"HTTP status of the last answer; null: there was no answer"`
	Error          *string `json:"error" doc:"why the last attempt failed; null if it did not"`
	Milliseconds   int64   `json:"milliseconds" doc:"time that the last attempt took"`
	NextAttemptAt  *string `json:"nextAttemptAt" shown:"time" doc:"time of the next attempt, in UTC; null: there is none, or it waits"`
	FirstAttemptAt string  `json:"firstAttemptAt" shown:"time" doc:"time of the first attempt, or at which it began to wait, in UTC"`
	LastAttemptAt  string  `json:"lastAttemptAt" shown:"time" doc:"time of the last attempt, in UTC"`
}

// WebhookTest is the outcome of a test message.
type WebhookTest struct {
	Type         string  `json:"@type" doc:"WebhookTest"`
	Accepted     bool    `json:"accepted" doc:"whether the receiver answered with a status of success"`
	MessageID    string  `json:"messageId" doc:"ID of the message"`
	Status       *int64  `json:"httpStatus" doc:"HTTP status of the answer; null: there was none"`
	Error        *string `json:"error" doc:"why it was not accepted"`
	Milliseconds int64   `json:"milliseconds" doc:"time that it took"`
}
