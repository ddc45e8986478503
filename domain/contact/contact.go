// Package contact decides about messages of the contact form (shapes-customer §7). Each message is a stream with one event. The e-mails to
// the shop and to the sender are made from it.
package contact

import (
	"fmt"
	"strings"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
)

const Category = "contact"

// Submitted records a message of the contact form.
type Submitted struct {
	MessageID int64   `json:"messageId"`
	StoreID   int64   `json:"storeId"`
	Message   Message `json:"message,omitzero" personal:"true"`
}

// Message is the text of a contact form with its sender's name, e-mail address and telephone number.
type Message struct {
	Name      string `json:"name,omitempty"`
	Email     string `json:"email,omitempty"`
	Telephone string `json:"telephone,omitempty"`
	Comment   string `json:"comment,omitempty"`
}

func (Submitted) EventName() string     { return "ContactMessageSubmitted" }
func (e Submitted) DataSubject() string { return fmt.Sprintf("contact-%d", e.MessageID) }

func EventSpecs() []domain.EventSpec { return domain.Specs(Submitted{}) }

// The errors of contact forms (shapes-customer §7).
var (
	ErrUnavailable = fault.NotFoundf("Contact form is not available")
	ErrNotSent     = fault.New(fault.Internal, "Unable to send your message. Please try again later.")
	errName        = fault.Preconditionf("Name is required").About(fault.Required, "name")
	errEmail       = fault.Preconditionf("A valid email address is required").About(fault.Required, "email")
	errComment     = fault.Preconditionf("Message is required").About(fault.Required, "comment")
)

// Limits of lengths, in characters. Longer text is cut off.
const (
	maxLine      = 255
	maxTelephone = 50
	maxComment   = 5000
)

// Ready returns the message without HTML tags and surrounding blanks, cut to the limits. It fails if name, e-mail address or comment are
// missing.
func (m Message) Ready() (Message, error) {
	m = Message{
		Name: plain(m.Name, maxLine), Email: plain(m.Email, maxLine), Telephone: plain(m.Telephone, maxTelephone),
		Comment: plain(m.Comment, maxComment),
	}
	return m, fault.All(fault.If(m.Name == "", errName), fault.If(!customer.ValidEmail(m.Email), errEmail),
		fault.If(m.Comment == "", errComment))
}

// withoutTags returns a text without its HTML tags. An unclosed tag removes the rest of the text.
func withoutTags(text string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(text, '<')
		if open < 0 || open+1 == len(text) {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:open])
		if c := text[open+1] | 0x20; c < 'a' && text[open+1] != '/' && text[open+1] != '!' || c > 'z' { // no tag
			b.WriteByte('<')
			text = text[open+1:]
			continue
		}
		_, text, _ = strings.Cut(text[open:], ">")
	}
}

// plain returns a text without tags, cut to most characters.
func plain(text string, most int) string {
	text = strings.TrimSpace(withoutTags(text))
	if cut := []rune(text); len(cut) > most {
		text = strings.TrimSpace(string(cut[:most]))
	}
	return text
}

type State struct{ Exists bool }

func New(string) State { return State{} }

func Evolve(State, domain.Event) State { return State{Exists: true} }

// Submit records a message that Ready has returned.
func (s State) Submit(id, storeID int64, m Message) ([]domain.Event, error) {
	if s.Exists {
		return nil, fault.New(fault.Internal, "Message %d exists already", id)
	}
	return []domain.Event{Submitted{MessageID: id, StoreID: storeID, Message: m}}, nil
}
