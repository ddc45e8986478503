package webhooks

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"tradelog/adapters/webhook"
	domainwebhook "tradelog/domain/webhook"
	"tradelog/reactions/relay"
	"tradelog/readmodels/documents"
)

// messageID identifies a delivery. The ID is the same for each attempt, and another for each subscription.
func messageID(event uuid.UUID, subscription int64, ordinal int) string {
	return fmt.Sprintf("%s.%d.%d", event, subscription, ordinal)
}

// message makes the message of an item whose change is known.
func (d *Dispatcher) message(s domainwebhook.Subscription, i *item, document json.RawMessage) (webhook.Message, error) {
	subject := i.resource + "/" + i.id
	return encode(documents.WebhookMessage{
		SpecVersion: "1.0", ID: messageID(i.event, s.ID, i.ordinal), Source: "/logs/" + d.options.Log,
		Type: "tradelog." + i.resource + "." + i.what, Subject: subject, Time: i.at.UTC().Format(time.RFC3339Nano),
		DataContentType: "application/json", PartitionKey: subject, Position: strconv.FormatInt(int64(i.position), 10),
		Data: documents.WebhookData{Change: i.change, Document: document},
	})
}

func encode(e documents.WebhookMessage) (webhook.Message, error) {
	body, err := documents.Encode(e)
	return webhook.Message{ID: e.ID, ContentType: relay.ContentType, Body: body}, err
}
