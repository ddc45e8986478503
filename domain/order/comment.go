package order

import (
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// ErrCommentText: a comment needs text.
var ErrCommentText = fault.Invalidf("Comment text is required")

// NewComment is a remark on an order, perhaps with another status of the same state.
type NewComment struct {
	Text    string
	Notify  bool
	Visible bool
	Status  Status
}

// Comment adds a remark to the history, in any state (shapes-sales §9).
func (o Order) Comment(c NewComment) ([]domain.Event, error) {
	text := strings.TrimSpace(c.Text)
	if text == "" {
		return nil, ErrCommentText
	}
	if !o.Exists {
		return nil, ErrNotFound
	}
	status := strings.TrimSpace(c.Status)
	if status == "" {
		status = o.Status
	} else if !Assigned(o.State, status) {
		return nil, fault.Invalidf(`Status "%s" is not assigned to the order's current state "%s"; allowed: %s`, status, o.State, strings.Join(Statuses[o.State], ", "))
	}
	return []domain.Event{Commented{Text: text, Status: status, Notify: c.Notify, Visible: c.Visible}}, nil
}
