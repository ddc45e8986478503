package mails

import (
	"context"
	"time"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/letter"
	"tradelog/domain/settings"
	"tradelog/reactions"
)

// Kind is a kind of e-mail.
type Kind struct {
	// Form has the text. Its name is part of an e-mail's ID.
	Form   *letter.Form
	Events []string // names of the events that cause such an e-mail
	// Wanted reports whether such an event causes an e-mail; nil means always.
	Wanted func(e domain.Event) bool
	// Compose makes the letter. It returns nil if there is nothing to send.
	Compose func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error)
	// Due returns the time to send the e-mail. Nil, or a time in the past, means at once.
	Due func(e domain.Event) time.Time
	// Sent is called after sending, at least once. It may be nil.
	Sent func(ctx context.Context, d *Composer, e reactions.Event) error
	// Limit returns how many e-mails a store may send within a period. 0 or a nil Limit means no limit. E-mails beyond the limit
	// are never sent.
	Limit func(config settings.View) (most int, within time.Duration)
}

// Address is a recipient or sender of an e-mail.
type Address = mail.Address

// Letter is an e-mail before rendering.
type Letter struct {
	StoreID int64
	// Sender is the sending identity: general, sales, support, custom1 or custom2 (trans_email).
	Sender  string
	To      mail.Address
	ReplyTo mail.Address
	Copies  []string // e-mail addresses
	// Values are the values that the kind's form shows.
	Values any
	Files  []mail.Attachment
	// Unsubscribe is the URL where a POST ends the subscription that the e-mail is about; empty if there is none.
	Unsubscribe string
	// Unattached is the reason why a file is missing; nil if none is. The values say that it is missing. An e-mail whose file is refused for
	// good goes without it; any other problem is retried for an hour first.
	Unattached error
}
