package input

import (
	"encoding/json"
	"strings"

	"tradelog/domain/record"
)

// Blank reports whether a text is blank. On an update a blank text leaves a required field unchanged.
func Blank(s string) bool { return strings.TrimSpace(s) == "" }

// Set sets a field of a record.
func Set(values record.Values, field string, value any) error {
	encoded, err := json.Marshal(value)
	values[field] = encoded
	return err
}
