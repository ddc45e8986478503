package mail

import (
	"context"
	"crypto/tls"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// SMTP is a mail server.
type SMTP struct {
	Host string
	Port int // 0: the usual one
	// Username and Password log in; none when Username is empty.
	Username, Password string
	// Encryption is "ssl" for TLS from the beginning, "tls" for STARTTLS, "none" for none, and empty for STARTTLS where the
	// server offers it.
	Encryption string
	// TLS is the TLS configuration; nil is the default.
	TLS *tls.Config
	// Timeout of each step; 15 s by default.
	Timeout time.Duration
}

// The usual ports.
const (
	portPlain    = 25
	portSubmit   = 587
	portImplicit = 465
)

func (s SMTP) options() []gomail.Option {
	port, policy, implicit := s.Port, gomail.TLSMandatory, false
	usual := portSubmit
	auth := gomail.SMTPAuthAutoDiscover
	switch s.Encryption {
	case "ssl":
		implicit, usual = true, portImplicit
	case "none":
		// With "none" the password is sent unencrypted too.
		policy, usual, auth = gomail.NoTLS, portPlain, gomail.SMTPAuthPlainNoEnc
	case "":
		policy = gomail.TLSOpportunistic
		if s.Username == "" {
			usual = portPlain
		}
	}
	if port == 0 {
		port = usual
	}
	timeout := s.Timeout
	if timeout == 0 {
		timeout = 15 * time.Second
	}
	options := []gomail.Option{gomail.WithPort(port), gomail.WithTLSPolicy(policy), gomail.WithTimeout(timeout), gomail.WithoutNoop()}
	if implicit {
		options = append(options, gomail.WithSSL())
	}
	if s.TLS != nil {
		config := s.TLS.Clone()
		if config.ServerName == "" {
			config.ServerName = s.Host
		}
		options = append(options, gomail.WithTLSConfig(config))
	}
	if s.Username != "" {
		options = append(options, gomail.WithSMTPAuth(auth), gomail.WithUsername(s.Username), gomail.WithPassword(s.Password))
	}
	return options
}

// Send connects and sends an e-mail.
func (s SMTP) Send(ctx context.Context, m Message) error {
	built, err := build(m)
	if err != nil {
		return err
	}
	client, err := gomail.NewClient(s.Host, s.options()...)
	if err != nil {
		return &Failure{Reason: "the settings of the mail server are not complete", Everybody: true}
	}
	if err := client.DialWithContext(ctx); err != nil {
		return unreachable(err)
	}
	// The answer to QUIT does not matter once the server has the e-mail.
	defer func() { _ = client.Close() }()
	if err := client.Send(built); err != nil {
		return refused(err)
	}
	return nil
}
