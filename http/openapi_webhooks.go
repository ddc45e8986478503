package http

import (
	"strings"

	"tradelog/operations"
	"tradelog/operations/schema"
)

// webhooks describes the messages that the shop posts, by the resource that changed; nil if it posts none.
func (d *describer) webhooks() object {
	var all object
	for _, o := range d.registry.All() {
		if o.Posted == nil {
			continue
		}
		all = object{}
		for _, resource := range o.Posted.Resources {
			all[resource] = object{"post": d.posted(o, resource)}
		}
	}
	return all
}

// posted describes the message about a resource.
func (d *describer) posted(by *operations.Operation, resource string) object {
	var kinds []any
	for _, what := range []string{"created", "changed", "deleted"} {
		kinds = append(kinds, "tradelog."+resource+"."+what)
	}
	change := *d.schemas.Of(by.Posted.Change)
	change.Description = "the change, as GET /changes tells it"
	data := schema.Properties{property("change", &change)}
	if shown := d.registry.Item(resource); shown != nil {
		data = append(data, property("document", &schema.Schema{
			AnyOf:       []*schema.Schema{d.schemas.Of(shown.Output), {Type: schema.Types{schema.Null}}},
			Description: "the resource as it is shown now; null if it is not there any more",
		}))
	}
	changed := objectOf(nil, data...)
	changed.Description = "the change and the resource"
	return object{
		"operationId": "webhook_" + strings.ReplaceAll(resource, "-", "_"), "tags": []string{by.Resource.Name},
		"summary": "A change of " + strings.ReplaceAll(resource, "-", " "),
		"description": "Posted to subscriptions that name " + resource + ", signed as Standard Webhooks has it. It comes at least once, and " +
			"in the order of each resource.",
		"security": []object{}, // receivers check the signature
		"parameters": []object{
			posting("webhook-id", schema.Text, "The id of the message, the same for each attempt."),
			posting("webhook-timestamp", schema.Integer, "Seconds since 1970 when it was sent; refuse messages older than five minutes."),
			posting("webhook-signature", schema.Text, "v1, and HMAC-SHA256 of id.timestamp.body in base64; two with a space between them "+
				"while the secret is being changed. GET /webhooks/{id}/secret has the secret."),
		},
		"requestBody": object{"required": true, "content": object{"application/cloudevents+json": object{
			"schema": &schema.Schema{AllOf: []*schema.Schema{d.schemas.Of(by.Posted.Message), objectOf(nil,
				property("type", &schema.Schema{Type: schema.Types{schema.Text}, Enum: kinds, Description: "the kind of the change"}),
				property("data", changed))}},
		}}},
		"responses": object{
			"2XX":     object{"description": "The message is stored."},
			"410":     object{"description": "The subscription is suspended."},
			"default": object{"description": "The message is sent again later, for three days."},
		},
	}
}

// posting describes a header of a message.
func posting(name, kind, about string) object {
	value := &schema.Schema{Type: schema.Types{kind}}
	if kind == schema.Integer {
		value.Format = "int64"
	}
	return object{"name": name, "in": "header", "required": true, "description": about, "schema": value}
}
