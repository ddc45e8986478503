// Package contacts finds the identifiers of messages of the contact form. No operation shows these messages.
package contacts

import (
	"tradelog/domain/contact"
	"tradelog/projections"
)

// Marks finds the identifiers of messages.
var Marks = projections.Marks{
	Events: []string{contact.Submitted{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("contact", e.Payload.(contact.Submitted).MessageID)
	},
}
