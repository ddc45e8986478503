package mail

import (
	"bytes"
	"context"
	"io"
	netmail "net/mail"
	"net/url"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"
	"golang.org/x/net/idna"
)

// Address is a person or a mailbox.
type Address struct{ Name, Email string }

// Message is an e-mail: a text, and the same as HTML.
type Message struct {
	ID          string // the same for every attempt; letters, digits, dots and dashes
	Date        time.Time
	From, To    Address
	ReplyTo     Address   // none when its Email is empty
	Copies      []Address // of which the recipient does not know
	Subject     string
	Text        string
	HTML        string
	Attachments []Attachment
	// Unsubscribe is the URL where a POST without a login ends the subscription that the e-mail is about (RFC 8058); empty if there is none.
	Unsubscribe string
	// Inline lists the pictures that the HTML shows by their IDs: src="cid:ID".
	Inline []Attachment
}

// Attachment is a file that comes with an e-mail.
type Attachment struct {
	Name    string
	Type    string // such as application/pdf
	Content []byte
	ID      string // content ID of a picture in the HTML
}

// Sender sends e-mails.
type Sender interface {
	// Send sends an e-mail. An error is a *Failure, which says whether another attempt may succeed.
	Send(ctx context.Context, m Message) error
}

// build formats the e-mail for the mail server.
func build(m Message) (*gomail.Msg, error) {
	out := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	from, err := m.From.parsed()
	if err != nil {
		return nil, &Failure{Reason: "the sender's address is not valid", Permanent: true}
	}
	out.FromMailAddress(from)
	to, err := m.To.parsed()
	if err != nil {
		return nil, &Failure{Reason: "the recipient's address is not valid", Permanent: true}
	}
	out.ToMailAddress(to)
	if m.ReplyTo.Email != "" {
		answer, err := m.ReplyTo.parsed()
		if err != nil {
			return nil, &Failure{Reason: "the address for answers is not valid", Permanent: true}
		}
		out.ReplyToMailAddress(answer)
	}
	for _, c := range m.Copies {
		bcc, err := c.parsed()
		if err != nil {
			return nil, &Failure{Reason: "an address for copies is not valid", Permanent: true}
		}
		out.AddBccMailAddress(bcc)
	}
	out.SetMessageIDWithValue(m.ID + "@" + from.Address[strings.LastIndexByte(from.Address, '@')+1:])
	out.SetDateWithValue(m.Date)
	out.Subject(oneLine(m.Subject))
	// Tells autoresponders not to answer.
	out.SetGenHeader("Auto-Submitted", "auto-generated")
	if m.Unsubscribe != "" {
		page, err := asciiURL(m.Unsubscribe)
		if err != nil {
			return nil, &Failure{Reason: "the URL that ends a subscription is not valid", Permanent: true}
		}
		out.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+page+">")
		out.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	out.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		out.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	for _, a := range m.Attachments {
		if err := out.AttachReader(oneLine(a.Name), bytes.NewReader(a.Content),
			gomail.WithFileContentType(gomail.ContentType(a.Type))); err != nil {
			return nil, &Failure{Reason: "an attachment cannot be read"}
		}
	}
	for _, a := range m.Inline {
		if err := out.EmbedReader(oneLine(a.Name), bytes.NewReader(a.Content), gomail.WithFileContentType(gomail.ContentType(a.Type)),
			gomail.WithFileContentID("<"+oneLine(a.ID)+">")); err != nil {
			return nil, &Failure{Reason: "a picture cannot be read"}
		}
	}
	return out, nil
}

// Write writes an e-mail in the format of mail servers.
func Write(w io.Writer, m Message) error {
	built, err := build(m)
	if err != nil {
		return err
	}
	_, err = built.WriteTo(w)
	return err
}

// parsed returns the address for headers and envelope. Package net/mail quotes the name, whatever it has. The domain is in its ASCII form
// (IDNA 2008), which every mail server takes, with and without SMTPUTF8. It fails if the address is not valid.
func (a Address) parsed() (*netmail.Address, error) {
	email := strings.TrimSpace(a.Email)
	parsed, err := netmail.ParseAddress("<" + email + ">")
	if err != nil {
		return nil, err
	}
	at := strings.LastIndexByte(parsed.Address, '@') + 1
	domain, err := asciiDomain(parsed.Address[at:])
	if err != nil {
		return nil, err
	}
	return &netmail.Address{Name: oneLine(a.Name), Address: parsed.Address[:at] + domain}, nil
}

// asciiDomain returns the ASCII form of a domain. IDNA refuses underscores, symbols and addresses in brackets; servers may accept them.
func asciiDomain(domain string) (string, error) {
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		return ascii, nil
	}
	return idna.Punycode.ToASCII(domain)
}

// asciiURL returns a URL in the form that a header may have: ASCII alone.
func asciiURL(text string) (string, error) {
	page, err := url.Parse(text)
	if err != nil {
		return "", err
	}
	name, err := asciiDomain(page.Hostname())
	if err != nil {
		return "", err
	}
	page.Host = strings.Replace(page.Host, page.Hostname(), name, 1)
	return page.String(), nil
}

// oneLine removes line breaks, so that a text cannot add headers.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "")))
}
