package doubles

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Mail is an e-mail that was read.
type Mail struct {
	Header mail.Header
	// Recipients are the addresses of the SMTP envelope; nil if the e-mail was read from a file.
	Recipients []string
	Text, HTML string
	Files      []MailFile
}

// MailFile is an attachment, or a picture in the HTML.
type MailFile struct {
	Name, Type string
	ID         string // content ID of a picture, in angle brackets
	Content    []byte
}

// Subject returns the decoded subject.
func (m Mail) Subject() string { return m.decoded("Subject") }

// To returns the decoded recipient, such as Anna <anna@example.com>.
func (m Mail) To() string { return m.address("To") }

// From returns the decoded sender.
func (m Mail) From() string { return m.address("From") }

func (m Mail) address(name string) string {
	a, err := (&mail.AddressParser{WordDecoder: new(mime.WordDecoder)}).Parse(m.Header.Get(name))
	if err != nil {
		return err.Error()
	}
	return a.Name + " <" + a.Address + ">"
}

func (m Mail) decoded(name string) string {
	text, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get(name))
	if err != nil {
		return err.Error()
	}
	return text
}

// ParseMail reads an e-mail.
func ParseMail(t testing.TB, raw []byte) Mail {
	t.Helper()
	message, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("not an e-mail: %v\n%s", err, raw)
	}
	m := Mail{Header: message.Header}
	m.part(t, textproto.MIMEHeader{"Content-Type": message.Header["Content-Type"],
		"Content-Transfer-Encoding": message.Header["Content-Transfer-Encoding"]}, message.Body)
	return m
}

func (m *Mail) part(t testing.TB, header textproto.MIMEHeader, body io.Reader) {
	t.Helper()
	kind := header.Get("Content-Type")
	media, params, err := mime.ParseMediaType(kind)
	if err != nil {
		t.Fatalf("content type %q: %v", kind, err)
	}
	if strings.HasPrefix(media, "multipart/") {
		parts := multipart.NewReader(body, params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatalf("part: %v", err)
			}
			m.part(t, p.Header, p)
		}
	}
	switch strings.ToLower(header.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	content, err := io.ReadAll(body)
	if err != nil {
		t.Fatalf("body: %v", err)
	}
	dir, named, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	switch {
	case dir == "attachment":
		m.Files = append(m.Files, MailFile{Name: named["filename"], Type: media, Content: content})
	case dir == "inline":
		m.Files = append(m.Files, MailFile{Name: named["filename"], Type: media, ID: header.Get("Content-ID"), Content: content})
	case media == "text/html":
		m.HTML = string(content)
	default:
		m.Text = strings.ReplaceAll(string(content), "\r\n", "\n")
	}
}

// MailsIn reads all e-mails of a directory by name; none when it does not exist.
func MailsIn(t testing.TB, dir string) []Mail {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.eml"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(paths)
	var out []Mail
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, ParseMail(t, raw))
	}
	return out
}

// AwaitMail waits until a directory has an e-mail that meets a condition.
func AwaitMail(t testing.TB, dir string, is func(Mail) bool) Mail {
	t.Helper()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	patience := time.After(5 * time.Minute)
	for {
		for _, m := range MailsIn(t, dir) {
			if is(m) {
				return m
			}
		}
		select {
		case <-ticker.C:
		case <-patience:
			t.Fatalf("the e-mail did not come; there are %d others", len(MailsIn(t, dir)))
		}
	}
}
