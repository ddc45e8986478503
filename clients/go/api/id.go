// Package api has the types of REST v2: what a shop answers, and the bodies that it takes. They are generated from the OpenAPI document.
// Money and other decimals are json.Number, the text as the shop wrote it; math/big calculates with it. Values that may have several types
// are json.RawMessage.
package api

import "encoding/json"

// ID is an identifier that some resources have as a number and others as a text, such as the ID of a product and the SKU of an inventory.
type ID json.RawMessage

// UnmarshalJSON keeps the identifier as it came.
func (id *ID) UnmarshalJSON(b []byte) error {
	*id = append((*id)[:0], b...)
	return nil
}

// MarshalJSON writes the identifier as it came.
func (id ID) MarshalJSON() ([]byte, error) { return json.RawMessage(id).MarshalJSON() }

// String returns the number or the text, as paths take it.
func (id ID) String() string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}
