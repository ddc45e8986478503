// Package webhook posts messages to addresses that others have named, signed as Standard Webhooks has it
// (https://www.standardwebhooks.com). Headers are webhook-id, webhook-timestamp, and webhook-signature with HMAC-SHA256 over both and the
// body.
package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"tradelog/adapters/outside"
	"tradelog/domain/fault"
)

// Secret signs messages. A secret is 24 to 64 bytes long.
type Secret []byte

// prefix begins the text of a secret.
const prefix = "whsec_"

// String returns the text by which receivers know the secret.
func (s Secret) String() string { return prefix + base64.StdEncoding.EncodeToString(s) }

// ParseSecret reads the text of a secret. Its errors do not contain the text.
func ParseSecret(text string) (Secret, error) {
	s, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, prefix))
	if err != nil || len(s) < 24 || len(s) > 64 {
		return nil, errors.New("a secret is whsec_ and 24 to 64 bytes in base64")
	}
	return s, nil
}

// Message is the content of a post.
type Message struct {
	ID          string // stays the same when the message is sent again
	ContentType string
	Body        []byte
}

// Options of a Sender.
type Options struct {
	// Networks may be connected to besides the public internet; only those without encryption.
	Networks outside.Networks
	// Program names the program and its version to receivers.
	Program string
	// Timeout is the time that a receiver has for an answer; 15 s by default.
	Timeout time.Duration
	Clock   func() time.Time
	// Roots are the authorities that certificates are checked against; nil for those of the system.
	Roots *x509.CertPool
}

// Sender posts messages. It keeps connections open. A Sender is safe for concurrent use.
type Sender struct {
	options       Options
	plain, secure *http.Client
}

// The bounds of a delivery.
const (
	usualTimeout = 15 * time.Second
	mostAnswer   = 64 << 10 // bytes of an answer that are read, so that the connection can be used again
	mostHeader   = 64 << 10 // bytes of the headers of an answer
	idlePerHost  = 32
	mostIdle     = 1000
)

// New makes a sender.
func New(o Options) *Sender {
	if o.Timeout == 0 {
		o.Timeout = usualTimeout
	}
	client := func(allowed func(netip.Addr) bool) *http.Client {
		transport := outside.Transport(allowed)
		transport.MaxIdleConns, transport.MaxIdleConnsPerHost, transport.IdleConnTimeout = mostIdle, idlePerHost, 90*time.Second
		transport.ForceAttemptHTTP2, transport.DisableCompression, transport.MaxResponseHeaderBytes = true, true, mostHeader
		transport.TLSClientConfig = &tls.Config{RootCAs: o.Roots, MinVersion: tls.VersionTLS12}
		return &http.Client{Transport: transport, CheckRedirect: outside.NoRedirects, Timeout: o.Timeout}
	}
	return &Sender{options: o, plain: client(o.Networks.Allows), secure: client(o.Networks.Reaches)}
}

// Check refuses a whole address to which nothing can be posted, whatever its name resolves to: one of another network, or one without
// encryption while no network is allowed. The check of names that are resolved is made with each connection.
func (s *Sender) Check(address string) error {
	at, err := url.Parse(address)
	if err != nil {
		return fault.Invalidf("The address cannot be read.").About(fault.Format, "url")
	}
	networks, host := s.options.Networks, strings.TrimSuffix(strings.ToLower(at.Hostname()), ".")
	ip, err := netip.ParseAddr(host)
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		ip, err = netip.MustParseAddr("127.0.0.1"), nil
	}
	reached := err != nil || networks.Reaches(ip)
	if at.Scheme == "http" {
		reached = len(networks) > 0 && (err != nil || networks.Allows(ip))
	}
	if !reached {
		return fault.Invalidf("Webhooks are not sent to this address: %s.", s.reason(at, outside.ErrRefused)).About(fault.Unfitting, "url")
	}
	return nil
}

// Close closes connections that are not in use.
func (s *Sender) Close() {
	s.plain.CloseIdleConnections()
	s.secure.CloseIdleConnections()
}

// Failure is the reason why a message was not accepted. Its text names neither the address nor the answer of the receiver.
type Failure struct {
	Status int // that the receiver answered with; 0: it did not answer
	// Gone says that no more messages are to be sent: the receiver wants none, or see Unsent.
	Gone bool
	// Unsent says that there was no message: the receiver has nothing to do with it.
	Unsent bool
	// RetryAfter is the pause that the receiver asks for.
	RetryAfter time.Duration
	reason     string
}

func (f *Failure) Error() string { return f.reason }

// NotSent returns the failure of a message that was not sent, for a reason of the sender's own. gone says that others must not be sent
// either.
func NotSent(reason string, gone bool) *Failure {
	return &Failure{Gone: gone, Unsent: true, reason: reason}
}

// Send posts a message, signed with each secret. It returns the receiver's status, and a *Failure unless that is one of success.
func (s *Sender) Send(ctx context.Context, address string, secrets []Secret, m Message) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(m.Body))
	if err != nil {
		return 0, &Failure{reason: "the address cannot be read"}
	}
	now := s.options.Clock().UTC()
	signature, err := sign(secrets, m, now)
	if err != nil {
		return 0, err
	}
	request.Header = http.Header{
		"Content-Type": {m.ContentType}, "User-Agent": {s.options.Program}, "Webhook-Id": {m.ID},
		"Webhook-Timestamp": {strconv.FormatInt(now.Unix(), 10)}, "Webhook-Signature": {signature},
	}
	client := s.secure
	if request.URL.Scheme == "http" {
		client = s.plain
	}
	answer, err := client.Do(request)
	if err != nil {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		return 0, &Failure{reason: s.reason(request.URL, err)}
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, mostAnswer))
	if status = answer.StatusCode; status >= 200 && status < 300 {
		return status, nil
	}
	return status, &Failure{
		Status: status, Gone: status == http.StatusGone, RetryAfter: retryAfter(answer.Header.Get("Retry-After"), now),
		reason: fmt.Sprintf("the receiver answered %d %s", status, http.StatusText(status)),
	}
}

// sign returns the signatures of a message. Without secrets there is none, and receivers have to trust their network.
func sign(secrets []Secret, m Message, at time.Time) (string, error) {
	signatures := make([]string, len(secrets))
	for i, secret := range secrets {
		signer, err := standardwebhooks.NewWebhookRaw(secret)
		if err != nil {
			return "", err
		}
		if signatures[i], err = signer.Sign(m.ID, at, m.Body); err != nil {
			return "", err
		}
	}
	return strings.Join(signatures, " "), nil
}

// reason says in words why there was no answer. It does not contain the address, which may have a token.
func (s *Sender) reason(at *url.URL, err error) string {
	var unknown *net.DNSError
	var certificate *tls.CertificateVerificationError
	var timeout net.Error
	var op *net.OpError
	switch {
	case errors.Is(err, outside.ErrRefused) && at.Scheme == "http":
		return "http is only used in networks that the operator allows (tradelog serve --webhook-networks); use https"
	case errors.Is(err, outside.ErrRefused):
		return outside.ErrRefused.Error() + " (tradelog serve --webhook-networks allows networks)"
	case errors.As(err, &unknown) && unknown.IsNotFound:
		return "the name of the host is not known"
	case errors.As(err, &certificate):
		return "the certificate of the receiver is not valid: " + certificate.Err.Error()
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Sprintf("the receiver did not answer within %s", s.options.Timeout)
	case errors.As(err, &op) && op.Op == "dial":
		return "no connection to the receiver: " + op.Err.Error()
	}
	var of *url.Error
	if errors.As(err, &of) {
		err = of.Err
	}
	return "the receiver did not answer: " + err.Error()
}

// retryAfter reads the pause that a receiver asks for, in seconds or as a date.
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}
