package customer

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// The second factor of a login is a code of an authenticator app (RFC 6238): six digits, SHA-1, a new one every 30 seconds.
type (
	// TwoFactorPrepared holds the secret, which takes effect once the customer has sent a code of it.
	TwoFactorPrepared struct {
		CustomerID int64  `json:"customerId"`
		Secret     string `json:"secret,omitzero" personal:"true" credential:"true"` // base32
	}
	TwoFactorEnabled struct {
		Step int64 `json:"step"` // step of the code
	}
	TwoFactorDisabled struct{}
	// TwoFactorUsed records the step of a code that was used to log in. Codes up to that step are invalid afterwards.
	TwoFactorUsed struct {
		Step int64 `json:"step"`
	}
)

func (TwoFactorPrepared) EventName() string     { return "CustomerTwoFactorPrepared" }
func (TwoFactorEnabled) EventName() string      { return "CustomerTwoFactorEnabled" }
func (TwoFactorDisabled) EventName() string     { return "CustomerTwoFactorDisabled" }
func (TwoFactorUsed) EventName() string         { return "CustomerTwoFactorUsed" }
func (e TwoFactorPrepared) DataSubject() string { return Subject(e.CustomerID) }

// TwoFactor is the second factor of an account.
type TwoFactor struct {
	Prepared string // a secret that is not in effect yet, base32
	Secret   string // base32; empty while the second factor is off
	Step     int64  // of the newest used code
}

// The errors of the second factor (conventions §3.1).
var (
	ErrCodeRequired = fault.New(fault.Unauthorized, "Two-factor authentication code is required").WithCode("twofa_required")
	ErrCodeWrong    = fault.New(fault.Unauthorized, "Two-factor authentication code is invalid").WithCode("twofa_invalid")
	ErrNotPrepared  = fault.Preconditionf("Ask for a secret first.")
	errTwoFactorOn  = fault.Preconditionf("The second factor is on. Turn it off first.")
	errWrongCode    = fault.Invalidf("The code is wrong or was used before.")
)

const (
	codePeriod  = 30 * time.Second
	codeModulus = 1_000_000
	secretSize  = 20 // bytes, the length of a SHA-1 (RFC 4226 §4 R6)
)

// NewSecret encodes random bytes as a secret.
func NewSecret(random [secretSize]byte) string { return base32.StdEncoding.EncodeToString(random[:]) }

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

// KeyURI returns the URI that authenticator apps read from a QR code.
func KeyURI(issuer, account, secret string) string {
	query := url.Values{"secret": {secret}, "issuer": {issuer}}
	return "otpauth://totp/" + url.PathEscape(issuer+":"+account) + "?" + strings.ReplaceAll(query.Encode(), "+", "%20")
}

// PrepareTwoFactor stores a secret that takes effect once the customer sends a code of it.
func (s State) PrepareTwoFactor(secret string) ([]domain.Event, error) {
	switch {
	case !s.Exists:
		return nil, ErrNotFound
	case s.TwoFactor.Secret != "":
		return nil, errTwoFactorOn
	}
	return []domain.Event{TwoFactorPrepared{CustomerID: s.ID, Secret: secret}}, nil
}

// SwitchTwoFactor turns the second factor on or off. Both need a code, so that customers do not lock themselves out and nobody else can
// turn it off.
func (s State) SwitchTwoFactor(on bool, code string, now time.Time) ([]domain.Event, error) {
	switch {
	case !s.Exists:
		return nil, ErrNotFound
	case on == (s.TwoFactor.Secret != ""):
		return nil, nil
	case on && s.TwoFactor.Prepared == "":
		return nil, ErrNotPrepared
	}
	secret := s.TwoFactor.Secret
	if on {
		secret = s.TwoFactor.Prepared
	}
	step, ok := checkCode(secret, code, s.TwoFactor.Step, now)
	switch {
	case !ok:
		return nil, errWrongCode
	case on:
		return []domain.Event{TwoFactorEnabled{Step: step}}, nil
	}
	return []domain.Event{TwoFactorDisabled{}}, nil
}

// UseCode checks the second factor of a login. An account without a second factor accepts any code.
func (s State) UseCode(code string, now time.Time) ([]domain.Event, error) {
	if s.TwoFactor.Secret == "" {
		return nil, nil
	}
	if strings.TrimSpace(code) == "" {
		return nil, ErrCodeRequired
	}
	step, ok := checkCode(s.TwoFactor.Secret, code, s.TwoFactor.Step, now)
	if !ok {
		return nil, ErrCodeWrong
	}
	return []domain.Event{TwoFactorUsed{Step: step}}, nil
}

func (s State) evolveAccess(e domain.Event) State {
	switch e := e.(type) {
	case ResetRequested:
		s.Link = Link{Token: e.Token, At: e.At}
	case EmailChangeRequested:
		s.Proof = Proof{Email: e.Profile.Email, Link: Link{Token: e.Token, At: e.At}, Opened: s.Proof.Opened}
	case PasswordReset:
		s.PasswordHash, s.Link, s.Proof = e.PasswordHash, Link{}, s.Proof.withdrawn()
	case TwoFactorPrepared:
		s.TwoFactor.Prepared = e.Secret
	case TwoFactorEnabled:
		s.TwoFactor = TwoFactor{Secret: s.TwoFactor.Prepared, Step: e.Step}
	case TwoFactorDisabled:
		s.TwoFactor = TwoFactor{}
	case TwoFactorUsed:
		s.TwoFactor.Step = e.Step
	case IdentityLinked:
		s.Identities = append(slices.Clip(s.Identities), Identity{Provider: e.Provider, Subject: e.Subject})
	default:
		s = s.evolveAddresses(e)
	}
	return s
}
