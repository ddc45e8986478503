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

// event is the posted form of a change: a CloudEvent 1.0 in structured mode. Position is a text, because integers of CloudEvents have 32
// bits.
type event struct {
	SpecVersion     string `json:"specversion"`
	ID              string `json:"id"`
	Source          string `json:"source"`  // /logs/ and the ID of the log
	Type            string `json:"type"`    // tradelog.RESOURCE.WHAT
	Subject         string `json:"subject"` // RESOURCE/ID, the path that the resource is read at
	Time            string `json:"time"`
	DataContentType string `json:"datacontenttype"`
	PartitionKey    string `json:"partitionkey,omitempty"`
	Position        string `json:"position,omitempty"`
	Data            data   `json:"data"`
}

// data is the change. Document is the resource as it is shown now; null if it is not there any more. Thin events have none.
type data struct {
	Change   json.RawMessage `json:"change,omitempty"`
	Document json.RawMessage `json:"document,omitempty"`
	Test     string          `json:"test,omitempty"`
}

// messageID identifies a delivery. The ID is the same for each attempt, and another for each subscription.
func messageID(event uuid.UUID, subscription int64, ordinal int) string {
	return fmt.Sprintf("%s.%d.%d", event, subscription, ordinal)
}

// message makes the message of an item whose change is known.
func (d *Dispatcher) message(s domainwebhook.Subscription, i *item, document json.RawMessage) (webhook.Message, error) {
	subject := i.resource + "/" + i.id
	return encode(event{
		SpecVersion: "1.0", ID: messageID(i.event, s.ID, i.ordinal), Source: "/logs/" + d.options.Log,
		Type: "tradelog." + i.resource + "." + i.what, Subject: subject, Time: i.at.UTC().Format(time.RFC3339Nano),
		DataContentType: "application/json", PartitionKey: subject, Position: strconv.FormatInt(int64(i.position), 10),
		Data: data{Change: i.change, Document: document},
	})
}

func encode(e event) (webhook.Message, error) {
	body, err := documents.Encode(e)
	return webhook.Message{ID: e.ID, ContentType: relay.ContentType, Body: body}, err
}
