package console

import "context"

// home shows where everything is.
func (h *Handler) home(_ context.Context, v *visit) error {
	return v.show("home", v.text("Today"), nil)
}
