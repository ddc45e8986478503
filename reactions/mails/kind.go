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
	Events []string // names of the events that cause one
	// Wanted reports whether such an event causes one; nil means always.
	Wanted func(e domain.Event) bool
	// Compose makes the letter. It returns nil if there is nothing to send.
	Compose func(ctx context.Context, d *Composer, e reactions.Event) (*Letter, error)
	// Due returns when to send it. Nil, or a time in the past, means at once.
	Due func(e domain.Event) time.Time
	// Sent is called after sending, at least once. It may be nil.
	Sent func(ctx context.Context, d *Composer, e reactions.Event) error
	// Limit returns how many e-mails a store may send within a period. 0 or a nil Limit means no limit. E-mails beyond the limit
	// are never sent.
	Limit func(config settings.View) (most int, within time.Duration)
}

// Address is a recipient or sender of an e-mail.
type Address = mail.Address

// Letter is an e-mail before formatting.
type Letter struct {
	StoreID int64
	// Sender is the sending identity: general, sales, support, custom1 or custom2 (trans_email).
	Sender  string
	To      mail.Address
	ReplyTo mail.Address
	Copies  []string // e-mail addresses
	Subject string   // the shop's name is put before it
	Body    []Block
	Files   []mail.Attachment
}

// Block is a part of a letter. Exactly one of its fields is set.
type Block struct {
	Text  string
	Quote string      // text of a person, shown as a quotation
	Facts [][2]string // names with their values
	Table *Table
	Link  *Link
}

// Table has text in its first column and numbers in the others. Its sums follow the rows.
type Table struct {
	Head []string
	Rows [][]string
	Sums [][2]string
}

// Link is a button with a URL.
type Link struct{ Label, URL string }
