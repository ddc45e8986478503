package access

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"tradelog/operations/access"
)

// leeway is the greatest difference between clocks (shapes-customer §15).
const leeway = time.Minute

// issuer checks ID tokens (OpenID Connect Core, 3.1.3.7).
type issuer struct {
	names   []string // accepted values of iss
	digests bool     // the nonce may be its SHA-256 in hexadecimal
	keys    *keys
	clock   func() time.Time
}

// claims holds the claims of an ID token that are checked or used.
type claims struct {
	jwt.RegisteredClaims
	Email      string `json:"email"`
	Verified   truth  `json:"email_verified"`
	Nonce      string `json:"nonce"`
	Authorized string `json:"azp"`
	GivenName  string `json:"given_name"`
	FamilyName string `json:"family_name"`
}

// truth is a boolean, or a text as Apple writes it.
type truth bool

func (t *truth) UnmarshalJSON(data []byte) error {
	*t = string(data) == "true" || string(data) == `"true"`
	return nil
}

// Verify checks an ID token: signature by a published key, issuer, audience, expiry, nonce, verified e-mail address.
func (i *issuer) Verify(ctx context.Context, a access.SocialLogin) (access.SocialPerson, error) {
	var c claims
	_, err := jwt.ParseWithClaims(a.Token, &c, func(t *jwt.Token) (any, error) {
		id, _ := t.Header["kid"].(string)
		return i.keys.find(ctx, id)
	}, jwt.WithValidMethods([]string{"RS256", "ES256"}), jwt.WithAudience(a.ClientID), jwt.WithExpirationRequired(), jwt.WithLeeway(leeway),
		jwt.WithIssuedAt(), jwt.WithTimeFunc(i.clock))
	switch {
	case err == nil:
	case errors.Is(err, errSilent):
		return access.SocialPerson{}, err
	default:
		return access.SocialPerson{}, rejected(err.Error())
	}
	switch {
	case !slices.Contains(i.names, c.Issuer):
		return access.SocialPerson{}, rejected("another issuer")
	case len(c.Audience) > 1 && c.Authorized != a.ClientID:
		return access.SocialPerson{}, rejected("it was issued to another client")
	case a.Nonce != "" && c.Nonce != a.Nonce && !(i.digests && c.Nonce == digest(a.Nonce)):
		return access.SocialPerson{}, rejected("another nonce")
	case c.Email == "" || !bool(c.Verified):
		return access.SocialPerson{}, rejected("the e-mail address is not verified")
	}
	return access.SocialPerson{Subject: c.Subject, Email: c.Email, Firstname: c.GivenName, Lastname: c.FamilyName}, nil
}

func digest(nonce string) string {
	sum := sha256.Sum256([]byte(nonce))
	return hex.EncodeToString(sum[:])
}

func rejected(reason string) error {
	return fmt.Errorf("%w: %s", access.ErrSocialTokenRejected, reason)
}

// discovered checks ID tokens of the issuer that the configuration names. The issuer publishes the URL of its keys (OpenID Connect
// Discovery, 4).
type discovered struct {
	web   *web
	clock func() time.Time

	mu      sync.Mutex
	issuers map[string]*issuer // one for each issuer that the configuration has had
}

// Verify checks an ID token as the issuer of the attempt does, see issuer.Verify. Keys are kept between calls.
func (d *discovered) Verify(ctx context.Context, a access.SocialLogin) (access.SocialPerson, error) {
	d.mu.Lock()
	of := d.issuers[a.Issuer]
	if of == nil {
		of = &issuer{names: []string{a.Issuer}, clock: d.clock, keys: &keys{web: d.web, clock: d.clock,
			locate: func(ctx context.Context) (string, error) { return d.locate(ctx, a.Issuer) }}}
		d.issuers[a.Issuer] = of
	}
	d.mu.Unlock()
	return of.Verify(ctx, a)
}

// locate returns the URL at which an issuer publishes its keys.
func (d *discovered) locate(ctx context.Context, name string) (string, error) {
	if !isSecureURL(name) {
		return "", errors.New("the issuer's address must begin with https")
	}
	var about struct {
		Issuer string `json:"issuer"`
		Keys   string `json:"jwks_uri"`
	}
	if err := d.web.get(ctx, request{url: strings.TrimSuffix(name, "/") + "/.well-known/openid-configuration"}, &about); err != nil {
		return "", fmt.Errorf("what the issuer tells of itself: %w", err)
	}
	if about.Issuer != name || !isSecureURL(about.Keys) {
		return "", errors.New("the issuer calls itself otherwise, or its keys are not behind https")
	}
	return about.Keys, nil
}

// isSecureURL tells whether nobody else can answer at an address: it has https, or is on this machine.
func isSecureURL(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && ip != nil && ip.IsLoopback()
}
