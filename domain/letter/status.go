package letter

import (
	"strings"

	"tradelog/domain/locale"
)

// statuses maps the statuses of orders to their labels.
var statuses = map[string]locale.Message{
	"pending": locale.Text("pending"), "pending_payment": locale.Text("waiting for its payment"), "processing": locale.Text("processing"),
	"complete": locale.Text("complete"), "closed": locale.Text("closed"), "canceled": locale.Text("canceled"),
	"holded": locale.Text("on hold"), "payment_review": locale.Text("in review"), "fraud": locale.Text("in review"),
}

// StatusLabel returns the label of an order's status. The label of an unknown status is the status itself, with spaces for underscores.
func StatusLabel(l locale.Locale, status string) string {
	if label, ok := statuses[status]; ok {
		return l.Translate(label)
	}
	return strings.ReplaceAll(status, "_", " ")
}
