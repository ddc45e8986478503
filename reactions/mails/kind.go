package mails

import (
	"context"
	"time"

	"tradelog/domain"
	"tradelog/domain/settings"
	"tradelog/internal/mail"
	"tradelog/reactions"
)

// Kind is a kind of e-mail.
type Kind struct {
	Name   string   // lower case with dashes; part of an e-mail's ID
	Events []string // names of the events that call for one
	// Wanted tells whether an event does; nil: each of them.
	Wanted func(e domain.Event) bool
	// Compose makes the letter; nil when there is nothing to send.
	Compose func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error)
	// Due is when to send it, nil or a time that has passed: at once.
	Due func(e domain.Event) time.Time
	// Sent is told afterwards, at least once; it may be nil.
	Sent func(ctx context.Context, d *Composer, e reactions.Event) error
	// Limit is how many of a store may be sent within some time, 0 for any number; nil for any number too. Those beyond are
	// not sent at all.
	Limit func(config settings.View) (most int, within time.Duration)
}

// Address is whom an e-mail goes to, or who sends it.
type Address = mail.Address

// Letter is an e-mail before it has its form.
type Letter struct {
	StoreID int64
	// Sender is the identity it comes from: general, sales, support, custom1 or custom2 (trans_email).
	Sender  string
	To      mail.Address
	ReplyTo mail.Address
	Copies  []string // e-mail addresses
	Subject string   // after the shop's name
	Body    []Block
	Files   []mail.Attachment
}

// Block is a part of a letter. One of its fields is set.
type Block struct {
	Text  string
	Quote string      // what somebody wrote
	Facts [][2]string // names with their values
	Table *Table
	Link  *Link
}

// Table has texts in its first column and numbers in the others. Its sums are beneath.
type Table struct {
	Head []string
	Rows [][]string
	Sums [][2]string
}

// Link is something to click on.
type Link struct{ Label, URL string }
