package access_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"tradelog/adapters/access"
	operationsaccess "tradelog/operations/access"
	"tradelog/test/doubles"
)

type claims = doubles.Claims

var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// clock is a clock that tests set.
type clock struct{ at atomic.Pointer[time.Time] }

func newClock() *clock {
	c := &clock{}
	c.set(now)
	return c
}

func (c *clock) set(t time.Time) { c.at.Store(&t) }
func (c *clock) now() time.Time  { return *c.at.Load() }

// anna are the claims of a good token.
func anna(issuer string, more claims) claims {
	c := claims{
		"iss": issuer, "aud": "shop", "sub": "a-1", "email": "anna@example.com", "email_verified": true, "given_name": "Anna",
		"family_name": "Smith", "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
	}
	for name, v := range more {
		if c[name] = v; v == nil {
			delete(c, name)
		}
	}
	return c
}

// TestIDTokensAreChecked tries the attacks of forgers.
func TestIDTokensAreChecked(t *testing.T) {
	t.Parallel()
	p, at := doubles.NewSignInProvider(t), newClock()
	providers := access.SocialProviders(map[string]string{access.Google: p.URL + "/keys", access.Apple: p.URL + "/keys"}, at.now)
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	good := anna(p.URL, nil)
	sum := sha256.Sum256([]byte("n1"))
	digest := hex.EncodeToString(sum[:])
	as := func(more claims) string { return p.Sign("rsa", anna(p.URL, more)) }
	for _, c := range []struct {
		name, provider, token, nonce string
		accepted                     bool
	}{
		{"RSA", "oidc", as(nil), "", true},
		{"an elliptic curve", "oidc", p.Sign("ec", good), "", true},
		{"Google with its issuer", "google", as(claims{"iss": "https://accounts.google.com"}), "", true},
		{"Google with its other issuer", "google", as(claims{"iss": "accounts.google.com"}), "", true},
		{"Google with another issuer", "google", as(nil), "", false},
		{"a nonce", "oidc", as(claims{"nonce": "n1"}), "n1", true},
		{"another nonce", "oidc", as(claims{"nonce": "n2"}), "n1", false},
		{"no nonce", "oidc", as(nil), "n1", false},
		{"Apple with the digest of a nonce", "apple", as(claims{"iss": "https://appleid.apple.com", "nonce": digest}), "n1", true},
		{"others with the digest", "oidc", as(claims{"nonce": digest}), "n1", false},
		{"verified as a text", "oidc", as(claims{"email_verified": "true"}), "", true},
		{"clocks differ a little", "oidc", as(claims{"exp": now.Add(-59 * time.Second).Unix()}), "", true},
		{"several audiences", "oidc", as(claims{"aud": []string{"shop", "b"}, "azp": "shop"}), "", true},
		{"several audiences, for another client", "oidc", as(claims{"aud": []string{"shop", "b"}, "azp": "b"}), "", false},
		{"expired", "oidc", as(claims{"exp": now.Add(-61 * time.Second).Unix()}), "", false},
		{"without an expiry", "oidc", as(claims{"exp": nil}), "", false},
		{"issued in the future", "oidc", as(claims{"iat": now.Add(2 * time.Minute).Unix()}), "", false},
		{"another audience", "oidc", as(claims{"aud": "other"}), "", false},
		{"no audience", "oidc", as(claims{"aud": nil}), "", false},
		{"another issuer", "oidc", as(claims{"iss": "https://evil.example"}), "", false},
		{"an address that is not verified", "oidc", as(claims{"email_verified": false}), "", false},
		{"an address without a word about it", "oidc", as(claims{"email_verified": nil}), "", false},
		{"no address", "oidc", as(claims{"email": nil}), "", false},
		{"alg none", "oidc", p.SignAs(jwt.SigningMethodNone, "rsa", jwt.UnsafeAllowNoneSignatureType, good), "", false},
		{"HS256 with the public key", "oidc", p.SignAs(jwt.SigningMethodHS256, "rsa", p.PublicRSA("rsa"), good), "", false},
		{"the key of a stranger", "oidc", p.SignAs(jwt.SigningMethodRS256, "rsa", stranger, good), "", false},
		{"an elliptic key that is an RSA key", "oidc", p.SignAs(jwt.SigningMethodRS256, "ec", stranger, good), "", false},
		{"an unknown key", "oidc", p.SignAs(jwt.SigningMethodRS256, "mine", stranger, good), "", false},
		{"no key named", "oidc", p.SignAs(jwt.SigningMethodRS256, "", stranger, good), "", false},
		{"no token", "oidc", "nonsense", "", false},
	} {
		who, err := providers[c.provider].Verify(
			t.Context(),
			operationsaccess.SocialLogin{Token: c.token, Nonce: c.nonce, ClientID: "shop", Issuer: p.URL},
		)
		want := operationsaccess.SocialPerson{Subject: "a-1", Email: "anna@example.com", Firstname: "Anna", Lastname: "Smith"}
		if c.accepted && (err != nil || who != want) || !c.accepted && !errors.Is(err, operationsaccess.ErrSocialTokenRejected) {
			t.Errorf("%s: %v, %v", c.name, who, err)
		}
	}
}

// TestKeysAreAskedForSeldom checks the cache. Invented key identifiers ask nothing, a new key is found, and a provider that does not answer
// is told from a bad token.
func TestKeysAreAskedForSeldom(t *testing.T) {
	t.Parallel()
	p, at := doubles.NewSignInProvider(t), newClock()
	verifier := access.SocialProviders(nil, at.now)[access.OIDC]
	verify := func(token string) error {
		_, err := verifier.Verify(context.Background(), operationsaccess.SocialLogin{Token: token, ClientID: "shop", Issuer: p.URL})
		return err
	}
	signed := func(key string) string {
		return p.Sign(key, anna(p.URL, claims{"iat": nil, "exp": now.Add(48 * time.Hour).Unix()}))
	}
	p.Down.Store(true)
	if err := verify(signed("rsa")); err == nil || errors.Is(err, operationsaccess.ErrSocialTokenRejected) {
		t.Errorf("while the provider is down: %v", err)
	}
	p.Down.Store(false)
	at.set(now.Add(5 * time.Second))
	if err := verify(signed("rsa")); err != nil {
		t.Fatal(err)
	}
	p.Publish("new")
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	before := p.Asks.Load()
	done := make(chan error, 20)
	for i := range 20 {
		go func() {
			done <- verify(p.SignAs(jwt.SigningMethodRS256, fmt.Sprint("invented ", i), stranger, anna(p.URL, nil)))
		}()
	}
	for range 20 {
		if err := <-done; !errors.Is(err, operationsaccess.ErrSocialTokenRejected) {
			t.Errorf("an invented key: %v", err)
		}
	}
	if err := verify(signed("new")); !errors.Is(err, operationsaccess.ErrSocialTokenRejected) || p.Asks.Load() != before {
		t.Errorf("%d questions within a minute: %v", p.Asks.Load()-before, err)
	}
	at.set(now.Add(time.Minute + 5*time.Second))
	for range 3 {
		if err := verify(signed("new")); err != nil || p.Asks.Load() != before+1 {
			t.Errorf("a minute later: %v after %d questions", err, p.Asks.Load()-before)
		}
	}
	p.Down.Store(true)
	at.set(now.Add(23 * time.Hour))
	if err := verify(signed("rsa")); err != nil {
		t.Errorf("a known key while the provider is down: %v", err)
	}
	at.set(now.Add(26 * time.Hour))
	if err := verify(signed("rsa")); err == nil || errors.Is(err, operationsaccess.ErrSocialTokenRejected) {
		t.Errorf("an old key while the provider is down: %v", err)
	}
}

// TestAnIssuerIsAskedSafely checks the values that the configuration may name.
func TestAnIssuerIsAskedSafely(t *testing.T) {
	t.Parallel()
	p := doubles.NewSignInProvider(t)
	liar := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"issuer":%q,"jwks_uri":%q}`, p.URL, p.URL+"/keys")
	}))
	t.Cleanup(liar.Close)
	verifier := access.SocialProviders(nil, newClock().now)[access.OIDC]
	for _, issuer := range []string{"http://login.example", liar.URL, "%"} {
		_, err := verifier.Verify(
			t.Context(),
			operationsaccess.SocialLogin{Token: p.Sign("rsa", anna(issuer, nil)), ClientID: "shop", Issuer: issuer},
		)
		if err == nil || errors.Is(err, operationsaccess.ErrSocialTokenRejected) || p.Asks.Load() != 0 {
			t.Errorf("%s: %v", issuer, err)
		}
	}
}

// TestFacebookIsAsked checks the questions about an access token and the reading of the answers.
func TestFacebookIsAsked(t *testing.T) {
	t.Parallel()
	const fine = `{"data":{"app_id":"app","is_valid":true,"expires_at":0,"user_id":"f-1"}}`
	const person = `{"id":"f-1","email":"anna@example.com","first_name":"Anna","last_name":"Smith"}`
	for _, c := range []struct {
		name, token, profile string
		status               int
		accepted, refused    bool
	}{
		{"a good token", fine, person, 200, true, false},
		{"of another app", strings.Replace(fine, "app\"", "other\"", 1), person, 200, false, true},
		{"not valid", strings.Replace(fine, "true", "false", 1), person, 200, false, true},
		{"expired", strings.Replace(fine, `at":0`, `at":1`, 1), person, 200, false, true},
		{"another person's", fine, strings.Replace(person, "f-1", "f-2", 1), 200, false, true},
		{"refused", fine, person, 400, false, true},
		{"Facebook is down", fine, person, 503, false, false},
		{"no JSON", fine, "<html>", 200, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				query, bearer := r.URL.Query(), r.Header.Get("Authorization")
				switch {
				case c.status != 200:
					w.WriteHeader(c.status)
				case r.URL.Path == "/debug_token" && query.Get("input_token") == "token" && bearer == "Bearer app|secret":
					_, _ = w.Write([]byte(c.token))
				case r.URL.Path == "/me" && query.Get("appsecret_proof") != "" && bearer == "Bearer token":
					_, _ = w.Write([]byte(c.profile))
				default:
					w.WriteHeader(http.StatusTeapot)
				}
			}))
			t.Cleanup(server.Close)
			verifier := access.SocialProviders(map[string]string{access.Facebook: server.URL}, newClock().now)[access.Facebook]
			who, err := verifier.Verify(t.Context(), operationsaccess.SocialLogin{Token: "token", ClientID: "app", Secret: "secret"})
			if (err == nil) != c.accepted || errors.Is(err, operationsaccess.ErrSocialTokenRejected) != c.refused ||
				c.accepted && who.Subject != "f-1" {
				t.Errorf("%v, %v", who, err)
			}
			if err != nil && (strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "token=")) {
				t.Errorf("the error tells a secret: %v", err)
			}
		})
	}
}
