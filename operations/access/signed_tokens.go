package access

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"tradelog/domain/fault"
)

// audience is the aud claim of the tokens.
const audience = "tradelog"

// The kinds of tokens, as in their type claim.
const (
	TypeCustomer = "customer"
	TypeAPI      = "api_user"
	TypeAdmin    = "admin"
)

// passwordMethod says in the claim amr that a password proved a login.
const passwordMethod = "pwd"

// Claims are the claims of a token.
type Claims struct {
	jwt.RegisteredClaims
	Type          string   `json:"type,omitempty"`
	CustomerID    int64    `json:"customer_id,omitempty"`
	APIUserID     int64    `json:"api_user_id,omitempty"`
	AdminID       int64    `json:"admin_id,omitempty"`
	Email         string   `json:"email,omitempty"`
	Username      string   `json:"username,omitempty"`
	Roles         []string `json:"roles"`
	Permissions   []string `json:"permissions,omitempty"`
	AllowedStores []int64  `json:"allowed_store_ids,omitempty"`
	// AuthTime is the time of a refreshed token's login, in Unix seconds; 0 if the login itself issued the token.
	AuthTime int64 `json:"auth_time,omitempty"`
	// Methods are the ways in which the login was proved (RFC 8176): pwd for a customer's password.
	Methods []string `json:"amr,omitempty"`
	// Credentials is the version of the account's password and second factor at the time of issue, see access.Credentials.
	Credentials int64 `json:"credentials,omitempty"`
	// Tools limit the token to operations with these tools.
	Tools []string `json:"tools,omitempty"`
	// Agent is the program that the account has authorised, if the token is that program's.
	Agent int64 `json:"agent_id,omitempty"`
	// Session is the browser login of the token, if it has one.
	Session string `json:"sid,omitempty"`
}

// Signer issues and checks tokens.
type Signer struct {
	// Secret returns the key, at least 32 bytes.
	Secret func(ctx context.Context) ([]byte, error)
	// Issuer is the base URL of the default store view.
	Issuer func(ctx context.Context) (string, error)
	Clock  func() time.Time

	seen verified
}

// Issue signs a token with a lifetime. The caller fills in the claims about the subject.
func (s *Signer) Issue(ctx context.Context, c Claims, lifetime time.Duration) (string, Claims, error) {
	secret, err := s.Secret(ctx)
	if err != nil {
		return "", c, err
	}
	if c.Issuer, err = s.Issuer(ctx); err != nil {
		return "", c, err
	}
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		return "", c, err
	}
	now := s.Clock().UTC().Truncate(time.Second)
	c.ID = hex.EncodeToString(id[:])
	c.Audience = jwt.ClaimStrings{audience}
	c.IssuedAt, c.NotBefore, c.ExpiresAt = jwt.NewNumericDate(now), jwt.NewNumericDate(now), jwt.NewNumericDate(now.Add(lifetime))
	switch c.Type {
	case TypeCustomer:
		c.Subject, c.Roles = "customer_"+strconv.FormatInt(c.CustomerID, 10), []string{"ROLE_CUSTOMER"}
	case TypeAPI:
		c.Subject, c.Roles = "api_user_"+strconv.FormatInt(c.APIUserID, 10), []string{}
	case TypeAdmin:
		c.Subject, c.Roles = "admin_"+strconv.FormatInt(c.AdminID, 10), []string{"ROLE_ADMIN"}
	}
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, c)
	signed, err := token.SignedString(secret)
	return signed, c, err
}

// refused makes the failure of a token: a 401 with its own code, so that its text is shown (conventions §3.4).
func refused(message string) error {
	return fault.New(fault.Unauthorized, "%s", message).WithCode("authentication_error")
}

var (
	errMalformed   = refused("Malformed token")
	errExpired     = refused("Token has expired")
	errInvalid     = refused("Invalid or expired token")
	errNoSubject   = refused("Invalid token: missing subject")
	errNoID        = refused("Invalid token: missing token identifier")
	errRevoked     = refused("Token has been revoked")
	errNoCustomer  = refused("Invalid token: missing customer subject")
	errCustomerOut = refused("Customer account is inactive or not found")
	errAPIOut      = refused("API user account is inactive or not found")
	errAdminOut    = refused("Admin account is inactive or not found")
)

// maxToken bounds a token, in bytes. The longest one that this program issues names all permissions, and has less than half of that.
const maxToken = 16 << 10

// Check verifies a token's form, signature and times, without leeway. An expired token is reported as expired even if it has other defects.
// The claims lack the e-mail address, which callers read from the account.
func (s *Signer) Check(ctx context.Context, token string) (Claims, error) {
	if len(token) > maxToken {
		return Claims{}, errInvalid
	}
	secret, err := s.Secret(ctx)
	if err != nil {
		return Claims{}, err
	}
	issuer, err := s.Issuer(ctx)
	if err != nil {
		return Claims{}, err
	}
	now := s.Clock()
	if c, ok := s.seen.get(token, secret, issuer, now); ok {
		return c, nil
	}
	c, err := check(token, secret, issuer, now)
	c.Email = ""
	if err == nil {
		s.seen.add(token, secret, issuer, c)
	}
	return c, err
}

func check(token string, secret []byte, issuer string, now time.Time) (Claims, error) {
	var c Claims
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return c, errMalformed
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(payload, &struct{}{}) != nil {
		return c, errMalformed
	}
	if header, err := base64.RawURLEncoding.DecodeString(parts[0]); err != nil || json.Unmarshal(header, &struct{}{}) != nil {
		return c, errMalformed
	}
	if _, err := base64.RawURLEncoding.DecodeString(parts[2]); err != nil {
		return c, errMalformed
	}
	var times struct {
		Expires *float64 `json:"exp"`
	}
	if json.Unmarshal(payload, &times) == nil && times.Expires != nil && float64(now.UnixNano())/1e9 >= *times.Expires {
		return c, errExpired
	}
	parsed, err := jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return secret, nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithAudience(audience), jwt.WithIssuer(issuer), jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(), jwt.WithTimeFunc(func() time.Time { return now }))
	if err != nil || !parsed.Valid || c.IssuedAt == nil || c.NotBefore == nil {
		return c, errInvalid
	}
	switch {
	case c.Subject == "":
		return c, errNoSubject
	case c.ID == "":
		return c, errNoID
	case !isHex(c.ID):
		return c, errRevoked
	}
	return c, nil
}

func isHex(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && s != ""
}
