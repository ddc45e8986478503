package mail

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"os"

	gomail "github.com/wneessen/go-mail"
)

// Failure is the reason why an e-mail was not sent. It never names the recipient.
type Failure struct {
	Reason string
	Code   int // the mail server's, 0 for none
	// Permanent tells that another attempt would fail as well.
	Permanent bool
	// Everybody tells that other e-mails would fail as well for now.
	Everybody bool
}

// Error returns the reason of the failure.
func (f *Failure) Error() string {
	if f.Code != 0 {
		return fmt.Sprintf("mail: %s (%d)", f.Reason, f.Code)
	}
	return "mail: " + f.Reason
}

// Permanent reports whether another attempt would fail as well.
func Permanent(err error) bool {
	var f *Failure
	return errors.As(err, &f) && f.Permanent
}

// unreachable returns the failure for an error before the e-mail was sent.
func unreachable(err error) *Failure {
	f := connection(err)
	f.Everybody = true
	return f
}

func connection(err error) *Failure {
	var answer *textproto.Error
	var network *net.OpError
	var name *net.DNSError
	var certificate x509.UnknownAuthorityError
	var host x509.HostnameError
	switch {
	case errors.As(err, &answer):
		return &Failure{Reason: "the mail server refuses the connection", Code: answer.Code}
	case errors.As(err, &certificate), errors.As(err, &host):
		return &Failure{Reason: "the mail server's certificate is not trusted"}
	case errors.As(err, &name):
		return &Failure{Reason: "the mail server's name is not known"}
	case errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return &Failure{Reason: "the mail server does not answer in time"}
	case errors.As(err, &network):
		return &Failure{Reason: "the mail server cannot be reached"}
	}
	return &Failure{Reason: "the mail server does not take a connection with these settings"}
}

// loginRequired is the code with which a mail server asks for a login.
const loginRequired = 530

// refused returns the failure for an answer of the mail server. Codes from 500 on are permanent, except for a refused sender or a required
// login, which settings can fix.
func refused(err error) *Failure {
	var sending *gomail.SendError
	if !errors.As(err, &sending) {
		return &Failure{Reason: "handing over was interrupted"}
	}
	f := &Failure{Reason: "handing over was interrupted", Code: sending.ErrorCode()}
	f.Permanent = f.Code >= 500 && f.Code != loginRequired
	switch sending.Reason {
	case gomail.ErrSMTPMailFrom:
		f.Reason, f.Permanent = "the mail server refuses the sender", false
	case gomail.ErrSMTPRcptTo:
		f.Reason = "the mail server refuses the recipient"
	case gomail.ErrSMTPData, gomail.ErrSMTPDataClose:
		if f.Code != 0 {
			f.Reason = "the mail server refuses the e-mail"
		}
	}
	return f
}
