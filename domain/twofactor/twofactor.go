// Package twofactor decides about the second factor of a login: a code of an authenticator app (RFC 6238). The code has six digits, uses
// SHA-1, and changes every 30 seconds. Customers and accounts of the back office have it, each with events of their own.
package twofactor

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strings"
	"time"

	"tradelog/domain/fault"
)

// Factor is the second factor of an account. The zero value is one that is off.
type Factor struct {
	Prepared string // a secret that is not in effect yet, base32
	Secret   string // base32; empty while the second factor is off
	Step     int64  // of the newest used code
}

// The errors of the second factor (conventions §3.1).
var (
	ErrCodeRequired = fault.New(fault.Unauthorized, "Two-factor authentication code is required").WithCode("twofa_required")
	ErrCodeWrong    = fault.New(fault.Unauthorized, "Two-factor authentication code is invalid").WithCode("twofa_invalid")
	ErrNotPrepared  = fault.Preconditionf("Ask for a secret first.")
	errOn           = fault.Preconditionf("The second factor is on. Turn it off first.")
	errWrongCode    = fault.Invalidf("The code is wrong or was used before.").About(fault.Other, "code")
)

const (
	codePeriod  = 30 * time.Second
	codeModulus = 1_000_000
	secretSize  = 20 // bytes, the length of a SHA-1 (RFC 4226 §4 R6)
)

// NewSecret encodes random bytes as a secret.
func NewSecret(random [secretSize]byte) string { return base32.StdEncoding.EncodeToString(random[:]) }

// KeyURI returns the URI that authenticator apps read from a QR code.
func KeyURI(issuer, account, secret string) string {
	query := url.Values{"secret": {secret}, "issuer": {issuer}}
	return "otpauth://totp/" + url.PathEscape(issuer+":"+account) + "?" + strings.ReplaceAll(query.Encode(), "+", "%20")
}

// On reports whether a login needs a code.
func (f Factor) On() bool { return f.Secret != "" }

// Prepare reports whether a secret may be stored, which takes effect once a code of it was sent.
func (f Factor) Prepare() error {
	if f.On() {
		return errOn
	}
	return nil
}

// Switch turns the second factor on or off, and returns the step of the code. Both need a code, so that people do not lock themselves out
// and nobody else can turn it off. changed is false if it is so already.
func (f Factor) Switch(on bool, code string, now time.Time) (step int64, changed bool, err error) {
	switch {
	case on == f.On():
		return 0, false, nil
	case on && f.Prepared == "":
		return 0, false, ErrNotPrepared
	}
	secret := f.Secret
	if on {
		secret = f.Prepared
	}
	step, ok := checkCode(secret, code, f.Step, now)
	if !ok {
		return 0, false, errWrongCode
	}
	return step, true, nil
}

// Use checks the code of a login, and returns its step. used is false if the second factor is off: any code is accepted then.
func (f Factor) Use(code string, now time.Time) (step int64, used bool, err error) {
	if !f.On() {
		return 0, false, nil
	}
	if strings.TrimSpace(code) == "" {
		return 0, false, ErrCodeRequired
	}
	step, ok := checkCode(f.Secret, code, f.Step, now)
	if !ok {
		return 0, false, ErrCodeWrong
	}
	return step, true, nil
}

// Enabled returns the factor after its prepared secret was put into effect with a code.
func (f Factor) Enabled(step int64) Factor { return Factor{Secret: f.Prepared, Step: step} }

func stepOf(at time.Time) int64 { return at.Unix() / int64(codePeriod/time.Second) }

// codeOf computes the code of a time step (RFC 4226 §5.3).
func codeOf(secret string, step int64) string {
	key, err := base32.StdEncoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		return ""
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, step) // a hash never fails
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0xf
	n := binary.BigEndian.Uint32(sum[offset:]) & 0x7fffffff
	return fmt.Sprintf("%06d", n%codeModulus)
}

// checkCode returns the time step of a code. Clocks may differ by one period; codes up to the step used last are invalid.
func checkCode(secret, code string, used int64, now time.Time) (int64, bool) {
	code = strings.ReplaceAll(strings.TrimSpace(code), " ", "")
	code = strings.Repeat("0", max(0, 6-len(code))) + code // clients that send a number drop its leading zeros
	for step := stepOf(now) - 1; step <= stepOf(now)+1; step++ {
		if want := codeOf(secret, step); want != "" && step > used && subtle.ConstantTimeCompare([]byte(code), []byte(want)) == 1 {
			return step, true
		}
	}
	return 0, false
}
