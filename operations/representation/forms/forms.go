// Package forms checks that a form comes from a page that was shown to the same browser. A cookie gives the browser a secret. Forms of its
// pages have a proof made from the secret, which does not disclose it. So no page of others can make a proof.
package forms

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"regexp"

	"tradelog/domain/fault"
	"tradelog/operations/passwords"
)

// ErrUnreadable refuses a malformed form.
var ErrUnreadable = fault.Invalidf("The form cannot be read. Please try again.")

// Secret is the secret of a browser; "" if it has none.
type Secret string

var shape = regexp.MustCompile(`^[0-9a-f]{32}$`)

// SecretOf returns the secret in a cookie of a request.
func SecretOf(r *http.Request, cookie string) Secret {
	if c, err := r.Cookie(cookie); err == nil && shape.MatchString(c.Value) {
		return Secret(c.Value)
	}
	return ""
}

// NewSecret makes a secret.
func NewSecret() Secret { return Secret(passwords.RandomHex(16)) }

// Proof returns the value that forms of the browser must send.
func (s Secret) Proof() string {
	sum := sha256.Sum256([]byte("form of " + string(s)))
	return hex.EncodeToString(sum[:])
}

// Proven reports whether the proof of a form is that of the browser.
func (s Secret) Proven(proof string) bool {
	return s != "" && subtle.ConstantTimeCompare([]byte(proof), []byte(s.Proof())) == 1
}
