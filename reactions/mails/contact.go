package mails

import (
	"cmp"
	"context"

	"tradelog/adapters/mail"
	"tradelog/domain/contact"
	"tradelog/domain/letter"
	"tradelog/domain/lines"
	"tradelog/reactions"
)

// ContactMessage brings a message of the contact form to the shop. Replies go to the sender.
var ContactMessage = Kind{
	Form: letter.ContactMessageForm, Events: []string{contact.Submitted{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		return d.aboutContact(ctx, e, func(at letterStore, m contact.Message, l *Letter) {
			l.To = mail.Address{Email: cmp.Or(at.config.Text("contacts/email/recipient_email"), identity(at.config, "general").Email)}
			l.ReplyTo = mail.Address{Name: m.Name, Email: m.Email}
			l.Values = letter.ContactMessage{
				Common: at.common(""), Name: m.Name, Email: m.Email, Telephone: m.Telephone, Message: lines.Split(m.Comment),
			}
		})
	},
}

// ContactReply confirms to the sender that a message has arrived, if the shop wants that.
var ContactReply = Kind{
	Form: letter.ContactReplyForm, Events: []string{contact.Submitted{}.EventName()},
	Compose: func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error) {
		return d.aboutContact(ctx, e, func(at letterStore, m contact.Message, l *Letter) {
			if !at.config.Flag("contacts/auto_reply/enabled") {
				return
			}
			l.To, l.Values = mail.Address{Name: m.Name, Email: m.Email}, letter.Account{Common: at.common(m.Name)}
		})
	},
}

// aboutContact makes a letter about a message, unless it was erased or write gives it no recipient.
func (d *Composer) aboutContact(
	ctx context.Context, e reactions.Event, write func(at letterStore, m contact.Message, l *Letter),
) (*Letter, error) {
	s := e.Payload.(contact.Submitted)
	if s.Message.Email == "" {
		return nil, nil // erased meanwhile
	}
	shop, err := d.Shop(ctx)
	if err != nil {
		return nil, err
	}
	at := letterStoreOf(shop, s.StoreID)
	l := &Letter{StoreID: s.StoreID, Sender: at.config.Text("contacts/email/sender_email_identity")}
	if write(at, s.Message, l); l.To.Email == "" {
		return nil, nil
	}
	return l, nil
}
