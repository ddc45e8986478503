package documents

import "tradelog/domain/money"

// Changes is a part of the feed of changes.
type Changes struct {
	Changes []Change `json:"changes" about:"the changes, in the order of the log"`
	Next    int64    `json:"next" doc:"position to send as after next time, also when there are no changes"`
	Cursor  string   `json:"cursor" doc:"the same position with the name of the log; sent as after, another log refuses it"`
}

// Change is an entry of the feed of changes.
type Change struct {
	Position int64  `json:"position" about:"position of the event in the log; several changes of one event share it"`
	Time     string `json:"time" shown:"time" about:"time at which the log stored the event, in UTC"`
	Resource string `json:"resource" doc:"name of the resource, as in its path, such as orders"`
	// ID is an int64 or a string.
	ID any `json:"id" type:"integer|string" doc:"what the path of the resource takes; of inventory the SKU, of configuration the scope"`
	// The kind of change: created, changed or deleted.
	What      string         `json:"what" enum:"created,changed,deleted" doc:"what happened to it"`
	Fields    []string       `json:"fields" doc:"names of the fields that were set; empty if the event is about the whole"`
	ProductID *int64         `json:"productId,omitempty" doc:"inventory: ID of the product"`
	SKU       *string        `json:"sku,omitempty" doc:"inventory: present SKU of the product"`
	Before    *money.Decimal `json:"qtyBefore,omitempty" doc:"inventory: quantity before the change"`
	After     *money.Decimal `json:"qtyAfter,omitempty" doc:"inventory: quantity after the change; absent if deleted"`
}
