// Package api has the types of REST v2: the answers and bodies of a shop. They are generated from the OpenAPI document. Money and other
// decimals are json.Number, the text as the shop wrote it; math/big calculates with it. Values that may have several types are
// json.RawMessage.
package api

import "encoding/json"

// ID is an identifier that is a number in some resources and text in others, such as a product's ID and an inventory's SKU.
type ID json.RawMessage

// UnmarshalJSON stores the identifier as the shop sent it.
func (id *ID) UnmarshalJSON(b []byte) error {
	*id = append((*id)[:0], b...)
	return nil
}

// MarshalJSON writes the identifier as the shop sent it.
func (id ID) MarshalJSON() ([]byte, error) { return json.RawMessage(id).MarshalJSON() }

// String returns the number or the text, for use in paths.
func (id ID) String() string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}
