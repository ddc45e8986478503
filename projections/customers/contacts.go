package customers

import (
	"tradelog/domain/contact"
	"tradelog/projections"
)

// Marks finds the identifiers of messages.
var ContactMarks = projections.Marks{
	Events: []string{contact.Submitted{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("contact", e.Payload.(contact.Submitted).MessageID)
	},
}
