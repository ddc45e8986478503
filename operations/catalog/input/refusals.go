package input

import (
	"errors"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/record"
)

// Failed puts the failed action before the refusal of a business rule (shapes-catalog §0.2).
func Failed(action string, err error) error {
	f, ok := fault.As(err)
	if !ok || f.Kind != fault.Precondition || strings.HasPrefix(f.Message, "Failed to ") {
		return err
	}
	return fault.Preconditionf("Failed to %s: %s", action, f.Argument()).WithCode(f.Code).WithCause(err)
}

// Missing replaces "not found" by a refusal.
func Missing(err, refusal error) error {
	if errors.Is(err, record.ErrNotFound) {
		return refusal
	}
	return err
}
