package customers

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/contact"
)

// Contacts carries out the command of the contact form.
type Contacts struct {
	*commands.Engine
	messages commands.Repository[contact.State]
}

// NewContacts returns the commands.
func NewContacts(e *commands.Engine) *Contacts {
	return &Contacts{Engine: e, messages: commands.Open(e, messages)}
}

var messages = commands.Decider[contact.State]{
	Category: contact.Category, Initial: contact.New, Evolve: contact.Evolve, Cached: 100,
}

// ContactStreams declares the streams of the area.
func ContactStreams() []commands.Streams {
	return []commands.Streams{commands.Declare(messages, "contact", contact.EventSpecs(), contact.Submitted{})}
}

// SubmitMessage stores a message of the contact form. Reactions send its e-mails.
func (c *Contacts) SubmitMessage(ctx context.Context, storeID int64, m contact.Message) error {
	ids, err := c.Next(ctx, "contact", 1)
	if err != nil {
		return err
	}
	return c.messages.Change(ctx, ids[0], func(s contact.State) ([]domain.Event, error) {
		return s.Submit(ids[0], storeID, m)
	}, commands.Named("SubmitContactMessage"), commands.First())
}
