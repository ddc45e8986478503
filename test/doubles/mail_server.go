package doubles

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// MailServer is a mail server that stores all e-mails.
type MailServer struct {
	Host string
	Port int
	// Roots trust the server's certificate; nil when it has none.
	Roots *x509.CertPool

	setup    MailSetup
	server   *smtp.Server
	listener net.Listener
	served   chan struct{}
	mails    chan []byte

	mu     sync.Mutex
	told   [][]string // recipients, in the order of mails
	refuse func(to string) error
	logins int
}

// MailSetup is the configuration of a mail server.
type MailSetup struct {
	Username, Password string // required unless empty
	STARTTLS, TLS      bool
}

// StartMailServer runs a mail server on this machine until the test ends.
func StartMailServer(t testing.TB, setup MailSetup) *MailServer {
	t.Helper()
	s := &MailServer{setup: setup, mails: make(chan []byte, 1000), served: make(chan struct{})}
	s.server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{sink: s}, nil }))
	s.server.Domain, s.server.AllowInsecureAuth, s.server.EnableSMTPUTF8 = "sink.test", true, true
	s.server.ErrorLog = log.New(io.Discard, "", 0)
	s.server.MaxMessageBytes = 20 << 20
	if setup.STARTTLS || setup.TLS {
		s.certify(t)
	}
	s.listen(t)
	t.Cleanup(s.Stop)
	return s
}

func (s *MailServer) listen(t testing.TB) {
	t.Helper()
	var err error
	if s.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	at := s.listener.Addr().(*net.TCPAddr)
	s.Host, s.Port = at.IP.String(), at.Port
	listener := s.listener
	if s.setup.TLS {
		listener = tls.NewListener(listener, s.server.TLSConfig)
	}
	go func() {
		defer close(s.served)
		_ = s.server.Serve(listener)
	}()
}

// certify gives the server a certificate of its own.
func (s *MailServer) certify(t testing.TB) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "sink.test"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter:    time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	s.Roots = x509.NewCertPool()
	s.Roots.AddCert(certificate)
	s.server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
}

// Stop ends the server and its listener.
func (s *MailServer) Stop() {
	_ = s.listener.Close()
	_ = s.server.Close()
	<-s.served
}

// Refuse makes the server refuse recipients with errors; nil accepts all.
func (s *MailServer) Refuse(why func(to string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = why
}

// MailAnswer returns an error with which the server refuses.
func MailAnswer(code int, text string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 1, 1}, Message: text}
}

// Next waits for the next e-mail.
func (s *MailServer) Next(t testing.TB) Mail {
	t.Helper()
	select {
	case raw := <-s.mails:
		m := ParseMail(t, raw)
		s.mu.Lock()
		defer s.mu.Unlock()
		m.Recipients, s.told = s.told[0], s.told[1:]
		return m
	case <-time.After(5 * time.Minute):
		t.Fatal("the e-mail did not come")
		return Mail{}
	}
}

// Waiting returns the number of unread e-mails.
func (s *MailServer) Waiting() int { return len(s.mails) }

// Logins returns the number of logins.
func (s *MailServer) Logins() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logins
}

type session struct {
	sink  *MailServer
	known bool
	to    []string
}

// AuthMechanisms returns the SASL mechanisms that the server offers; none if it has no user name.
func (s *session) AuthMechanisms() []string {
	if s.sink.setup.Username == "" {
		return nil
	}
	return []string{sasl.Plain}
}

// Auth checks a login.
func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if username != s.sink.setup.Username || password != s.sink.setup.Password {
			return errors.New("wrong password")
		}
		s.known = true
		s.sink.mu.Lock()
		defer s.sink.mu.Unlock()
		s.sink.logins++
		return nil
	}), nil
}

// Mail begins an e-mail.
func (s *session) Mail(string, *smtp.MailOptions) error {
	if s.sink.setup.Username != "" && !s.known {
		return smtp.ErrAuthRequired
	}
	return nil
}

// Rcpt accepts or refuses a recipient.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.sink.mu.Lock()
	defer s.sink.mu.Unlock()
	if s.sink.refuse != nil {
		if err := s.sink.refuse(to); err != nil {
			return err
		}
	}
	s.to = append(s.to, to)
	return nil
}

// Data receives the e-mail.
func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.sink.mu.Lock()
	defer s.sink.mu.Unlock()
	s.sink.told = append(s.sink.told, s.to)
	s.sink.mails <- raw
	return nil
}

// Reset forgets a begun e-mail.
func (s *session) Reset() { s.to = nil }

// Logout ends the session.
func (s *session) Logout() error { return nil }
