package documents

import "encoding/json"

// WebhookMessage is the posted form of a change: a CloudEvent 1.0 in structured mode.
type WebhookMessage struct {
	SpecVersion     string `json:"specversion" doc:"version of CloudEvents, 1.0"`
	ID              string `json:"id" doc:"identifier, the same for each attempt; skip messages that you have"`
	Source          string `json:"source" doc:"/logs/ and the ID of the log"`
	Type            string `json:"type" doc:"tradelog.RESOURCE.WHAT, such as tradelog.orders.changed; tradelog.test when the address is tried"`
	Subject         string `json:"subject" doc:"RESOURCE/ID, the path that the resource is read at"`
	Time            string `json:"time" format:"date-time" doc:"time at which the log stored the event, in UTC"`
	DataContentType string `json:"datacontenttype" doc:"type of data, application/json"`
	PartitionKey    string `json:"partitionkey,omitempty" doc:"the same as subject; the messages of one come in order"`
	// Position is a text, because integers of CloudEvents have 32 bits.
	Position string      `json:"position,omitempty" doc:"position of the event in the log"`
	Data     WebhookData `json:"data" about:"the change"`
}

// WebhookData is what a message tells. Thin messages have no document.
type WebhookData struct {
	Change   json.RawMessage `json:"change,omitempty" doc:"the change, as GET /changes tells it"`
	Document json.RawMessage `json:"document,omitempty" doc:"the resource as it is shown now; null if it is not there any more; absent with the payload thin"`
	Test     string          `json:"test,omitempty" doc:"text of a message that tries an address; there is no change then"`
}
