package mail_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"tradelog/adapters/mail"
	"tradelog/test/doubles"
)

var at = time.Date(2026, 11, 21, 18, 15, 0, 0, time.UTC)

func letter() mail.Message {
	return mail.Message{
		ID: "order-0197", Date: at, From: mail.Address{Name: "Maß & Țesut",
			Email: "sales@example.com"}, To: mail.Address{Name: "Łucja Ω Жук", Email: "lucja@example.com"},
		ReplyTo: mail.Address{Email: "help@example.com"}, Copies: []mail.Address{{Email: "archive@example.com"}},
		Subject: "Größe 36: 10 € für Łucja",
		Text: "Hallo Łucja,\n\nGröße 36 kostet 10 €.\n" + strings.Repeat("lang ",
			300) + "\n", HTML: "<p>Größe 36 kostet <b>10 €</b>.</p>",
		Attachments: []mail.Attachment{{Name: "invoice_1.pdf", Type: "application/pdf", Content: bytes.Repeat([]byte{0, 255, 'a'}, 5000)}},
	}
}

func check(t *testing.T, m doubles.Mail) {
	t.Helper()
	want := letter()
	if m.Subject() != want.Subject || m.To() != `Łucja Ω Жук <lucja@example.com>` || m.From() != `Maß & Țesut <sales@example.com>` {
		t.Errorf("subject %q, to %q, from %q", m.Subject(), m.To(), m.From())
	}
	if strings.TrimSpace(m.Text) != strings.TrimSpace(want.Text) || strings.TrimSpace(m.HTML) != want.HTML {
		t.Errorf("text %q, HTML %q", m.Text, m.HTML)
	}
	if len(m.Files) != 1 || m.Files[0].Name != "invoice_1.pdf" || m.Files[0].Type != "application/pdf" ||
		!bytes.Equal(m.Files[0].Content, want.Attachments[0].Content) {
		t.Errorf("%d attachments", len(m.Files))
	}
	for name, value := range map[string]string{
		"Message-Id": "<order-0197@example.com>", "Date": "Sat, 21 Nov 2026 18:15:00 +0000", "Auto-Submitted": "auto-generated",
		"Reply-To": "<help@example.com>",
		"Bcc":      "", "Mime-Version": "1.0",
	} {
		if got := m.Header.Get(name); got != value {
			t.Errorf("%s is %q, want %q", name, got, value)
		}
	}
}

func TestSMTP(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		server doubles.MailSetup
		client mail.SMTP
	}{
		"open": {doubles.MailSetup{}, mail.SMTP{}},
		"STARTTLS where offered": {doubles.MailSetup{STARTTLS: true, Username: "shop", Password: "pä55"},
			mail.SMTP{Username: "shop", Password: "pä55"}},
		"STARTTLS": {doubles.MailSetup{STARTTLS: true}, mail.SMTP{Encryption: "tls"}},
		"TLS": {doubles.MailSetup{TLS: true, Username: "shop", Password: "p"},
			mail.SMTP{Encryption: "ssl", Username: "shop", Password: "p"}},
		"a password in the open": {doubles.MailSetup{Username: "shop", Password: "p"},
			mail.SMTP{Encryption: "none", Username: "shop", Password: "p"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sink := doubles.StartMailServer(t, of.server)
			client := of.client
			client.Host, client.Port = sink.Host, sink.Port
			if sink.Roots != nil {
				client.TLS = &tls.Config{RootCAs: sink.Roots}
			}
			if err := client.Send(t.Context(), letter()); err != nil {
				t.Fatal(err)
			}
			m := sink.Next(t)
			check(t, m)
			if fmt.Sprint(m.Recipients) != "[lucja@example.com archive@example.com]" {
				t.Errorf("recipients %v", m.Recipients)
			}
			if (sink.Logins() == 1) != (of.server.Username != "") {
				t.Errorf("%d logins", sink.Logins())
			}
		})
	}
}

func TestFailuresTellWhatHelpsAndNeverWho(t *testing.T) {
	t.Parallel()
	sink := doubles.StartMailServer(t, doubles.MailSetup{STARTTLS: true, Username: "shop-user", Password: "secret"})
	open := doubles.StartMailServer(t, doubles.MailSetup{})
	open.Refuse(func(to string) error {
		switch {
		case strings.HasPrefix(to, "lucja"):
			return doubles.MailAnswer(550, "no mailbox lucja@example.com here")
		case strings.HasPrefix(to, "busy"):
			return doubles.MailAnswer(451, "busy@example.com: try later")
		}
		return nil
	})
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close() })
	closed := silent.Addr().(*net.TCPAddr).Port
	busy, nobody, nowhere := letter(), letter(), letter()
	busy.To.Email, nobody.To.Email, nowhere.From.Email = "busy@example.com", "lucja at example.com", ""
	trusted := &tls.Config{RootCAs: sink.Roots}
	for name, of := range map[string]struct {
		server    mail.SMTP
		message   mail.Message
		permanent bool
		text      string
	}{
		"recipient refused": {mail.SMTP{Host: open.Host, Port: open.Port}, letter(), true,
			"mail: the mail server refuses the recipient (550)"},
		"recipient deferred": {mail.SMTP{Host: open.Host, Port: open.Port}, busy, false,
			"mail: the mail server refuses the recipient (451)"},
		"no address": {mail.SMTP{Host: open.Host, Port: open.Port}, nobody, true, "mail: the recipient's address is not valid"},
		"no sender":  {mail.SMTP{Host: open.Host, Port: open.Port}, nowhere, true, "mail: the sender's address is not valid"},
		"no encryption": {mail.SMTP{Host: open.Host, Port: open.Port, Encryption: "tls"}, letter(), false,
			"mail: the mail server does not take a connection with these settings"},
		"unknown authority": {mail.SMTP{Host: sink.Host, Port: sink.Port, Encryption: "tls"}, letter(), false,
			"mail: the mail server's certificate is not trusted"},
		"wrong password": {mail.SMTP{Host: sink.Host, Port: sink.Port, TLS: trusted, Username: "shop-user", Password: "wrong"},
			letter(), false, "mail: the mail server refuses the connection (454)"},
		"no login": {mail.SMTP{Host: sink.Host, Port: sink.Port, TLS: trusted}, letter(), false,
			"mail: the mail server refuses the sender (502)"},
		"silence": {mail.SMTP{Host: "127.0.0.1", Port: closed, Timeout: 50 * time.Millisecond}, letter(), false,
			"mail: the mail server does not answer in time"},
		"nothing there": {mail.SMTP{Host: "127.0.0.1", Port: 1}, letter(), false, "mail: the mail server cannot be reached"},
		"no host":       {mail.SMTP{}, letter(), false, "mail: the settings of the mail server are not complete"},
	} {
		t.Run(name, func(t *testing.T) {
			err := of.server.Send(t.Context(), of.message)
			if err == nil || mail.Permanent(err) != of.permanent {
				t.Fatalf("error %v, permanent %v", err, mail.Permanent(err))
			}
			if err.Error() != of.text {
				t.Errorf("%q, want %q", err, of.text)
			}
			for _, secret := range []string{"lucja", "busy", "example", "shop-user", "wrong"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%q tells %q", err, secret)
				}
			}
		})
	}
	if open.Waiting()+sink.Waiting() != 0 {
		t.Error("something was sent")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := (mail.SMTP{Host: open.Host, Port: open.Port}).Send(ended, letter()); err == nil || mail.Permanent(err) {
		t.Errorf("after the end: %v", err)
	}
}

func TestDirectory(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made", "mail")
	for range 2 { // a repetition replaces what is there
		if err := mail.Directory(dir).Send(t.Context(), letter()); err != nil {
			t.Fatal(err)
		}
	}
	mails := doubles.MailsIn(t, dir)
	if len(mails) != 1 {
		t.Fatalf("%d files", len(mails))
	}
	check(t, mails[0])
	info, err := os.Stat(filepath.Join(dir, "20261121T181500Z-order-0197.eml"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("file %v, %v", info, err)
	}
	if err := mail.Directory(filepath.Join(dir, "20261121T181500Z-order-0197.eml")).Send(t.Context(), letter()); err == nil ||
		mail.Permanent(err) || strings.Contains(err.Error(), dir) {
		t.Errorf("a file as the directory: %v", err)
	}
	empty := letter()
	empty.To.Email = ""
	if err := mail.Directory(dir).Send(t.Context(), empty); !mail.Permanent(err) {
		t.Errorf("nobody: %v", err)
	}
}

// TestHeadersAreOneLine: names and subjects that people choose cannot add headers.
func TestHeadersAreOneLine(t *testing.T) {
	t.Parallel()
	m := letter()
	m.Subject, m.To.Name, m.From.Name = "a\r\nBcc: x@example.com", "b\nBcc: y@example.com", "c\x00\u2028d\xff"
	m.Attachments[0].Name = "e\r\nX-Evil: 1\".pdf"
	var b bytes.Buffer
	if err := mail.Write(&b, m); err != nil {
		t.Fatal(err)
	}
	read := doubles.ParseMail(t, b.Bytes())
	if len(read.Header["Bcc"]) != 0 || len(read.Header["X-Evil"]) != 0 || read.Subject() != "a  Bcc: x@example.com" ||
		!strings.HasPrefix(read.From(), "c  d <") {
		t.Errorf("headers %v", read.Header)
	}
	if len(read.Files) != 1 || strings.ContainsAny(read.Files[0].Name, "\r\n") {
		t.Errorf("files %v", read.Files)
	}
}

// TestAnyNameIsAnAddress: a name with quotes, backslashes or any other character reaches its reader as it is, for every role of an address.
func TestAnyNameIsAnAddress(t *testing.T) {
	t.Parallel()
	names := []string{
		`Ann "the boss`, `"`, `""`, `"Ann"`, `Ann \`, `\"`, `<x@example.com>`, `Ann, Ben; Cleo: (x) [y]`, `a@b`, `=?UTF-8?Q?a?=`, `O'Hara`,
		`Zoë "Z" Müller`, `😀 "`, strings.Repeat(`"ä`, 60),
	}
	for r := rune(' '); r < 0x180; r++ {
		names = append(names, "a"+string(r)+"b")
	}
	for _, name := range names {
		m := letter()
		m.To.Name, m.From.Name, m.ReplyTo.Name, m.Copies[0].Name = name, name, name, name
		var b bytes.Buffer
		if err := mail.Write(&b, m); err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		read := doubles.ParseMail(t, b.Bytes())
		want := strings.Join(strings.FieldsFunc(name, unicode.IsControl), " ")
		if read.To() != want+" <lucja@example.com>" || read.From() != want+" <sales@example.com>" {
			t.Errorf("%q: to %q, from %q", name, read.To(), read.From())
		}
	}
}

// TestDomainsAreASCII: an internationalised domain is in its ASCII form in envelope and headers, so that every mail server takes it.
func TestDomainsAreASCII(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]string{
		"anna@müller.example": "anna@xn--mller-kva.example", "anna@straße.example": "anna@xn--strae-oqa.example",
		"anna@BÜCHER.example": "anna@xn--bcher-kva.example", "anna@xn--mller-kva.example": "anna@xn--mller-kva.example",
		"anna@i❤.example": "anna@xn--i-7iq.example", "anna@a_b.example": "anna@a_b.example", "anna@[127.0.0.1]": "anna@[127.0.0.1]",
	} {
		sink := doubles.StartMailServer(t, doubles.MailSetup{})
		m := letter()
		m.To.Email, m.From.Email, m.ReplyTo.Email, m.Copies[0].Email = email, email, email, email
		if err := (mail.SMTP{Host: sink.Host, Port: sink.Port}).Send(t.Context(), m); err != nil {
			t.Errorf("%s: %v", email, err)
			continue
		}
		got := sink.Next(t)
		if fmt.Sprint(got.Recipients) != "["+want+" "+want+"]" {
			t.Errorf("%s: recipients %v", email, got.Recipients)
		}
		for _, header := range []string{"To", "From", "Reply-To"} {
			if !strings.Contains(got.Header.Get(header), "<"+want+">") {
				t.Errorf("%s: %s is %q", email, header, got.Header.Get(header))
			}
		}
		if id := got.Header.Get("Message-Id"); id != "<order-0197@"+want[len("anna@"):]+">" {
			t.Errorf("%s: message %s", email, id)
		}
	}
}

func TestOnlyFailuresArePermanent(t *testing.T) {
	t.Parallel()
	if mail.Permanent(errors.New("something")) || mail.Permanent(nil) ||
		!mail.Permanent(fmt.Errorf("more: %w", &mail.Failure{Permanent: true})) {
		t.Error("wrong")
	}
}
