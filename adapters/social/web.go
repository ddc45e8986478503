// Package social has clients of sign-in providers. Google, Apple and any other provider of OpenID Connect issue ID tokens, which are
// checked with the provider's published keys. Facebook is asked about access tokens.
package social

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"tradelog/internal/tracing"
	"tradelog/operations/social"
)

// The names of the providers.
const (
	Google   = "google"
	Apple    = "apple"
	Facebook = "facebook"
	OIDC     = "oidc" // the provider that the configuration names
)

// FacebookSecret is the name under which the secret of the shop's Facebook app is kept.
const FacebookSecret = "facebook"

// The URLs of the providers.
const (
	googleKeys = "https://www.googleapis.com/oauth2/v3/certs"
	appleKeys  = "https://appleid.apple.com/auth/keys"
	graph      = "https://graph.facebook.com"
)

const (
	timeout   = 5 * time.Second // of a question
	maxAnswer = 256 << 10       // bytes that are read of an answer
)

// Providers returns the clients by name. urls has other addresses for some of them, such as those of a proxy. They are of the keys of
// google and apple, and of facebook's interface.
func Providers(urls map[string]string, clock func() time.Time) map[string]social.Provider {
	at := func(name, fallback string) func(context.Context) (string, error) {
		if other := urls[name]; other != "" {
			fallback = other
		}
		return func(context.Context) (string, error) { return fallback, nil }
	}
	w := &web{client: &http.Client{
		Timeout: timeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: tracing.Transport(nil),
	}}
	base, _ := at(Facebook, graph)(context.Background())
	return map[string]social.Provider{
		Google: {ClientID: social.Path + "google_client_id", Verifier: &issuer{
			names: []string{"https://accounts.google.com", "accounts.google.com"}, clock: clock,
			keys: &keys{locate: at(Google, googleKeys), web: w, clock: clock},
		}},
		Apple: {ClientID: social.Path + "apple_service_id", Verifier: &issuer{
			names: []string{"https://appleid.apple.com"}, clock: clock, digests: true,
			keys: &keys{locate: at(Apple, appleKeys), web: w, clock: clock},
		}},
		OIDC: {
			ClientID: social.Path + "oidc_client_id", Issuer: social.Path + "oidc_issuer",
			Verifier: &discovered{web: w, clock: clock, issuers: map[string]*issuer{}},
		},
		Facebook: {
			ClientID: social.Path + "facebook_app_id", SecretPath: social.Path + "facebook_app_secret", SecretName: FacebookSecret,
			Verifier: &facebook{web: w, base: base, clock: clock},
		},
	}
}

// web asks providers.
type web struct{ client *http.Client }

type request struct {
	url    string
	query  url.Values
	bearer string
}

// errRefused means that a provider has understood and refused a request: 400, 401, 403 or 404.
var errRefused = errors.New("the provider refuses")

// get requests a JSON object. Its errors contain neither the query nor the token.
func (w *web) get(ctx context.Context, r request, answer any) error {
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url, nil)
	if err != nil {
		return errors.New("the address cannot be read")
	}
	if r.query != nil {
		asked.URL.RawQuery = r.query.Encode()
	}
	if r.bearer != "" {
		asked.Header.Set("Authorization", "Bearer "+r.bearer)
	}
	response, err := w.client.Do(asked)
	if err != nil {
		var outer *url.Error // has the whole URL
		if errors.As(err, &outer) {
			err = outer.Err
		}
		return err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound:
		return fmt.Errorf("%w: status %d", errRefused, response.StatusCode)
	default:
		return fmt.Errorf("status %d", response.StatusCode)
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, maxAnswer)).Decode(answer); err != nil {
		return errors.New("the answer is not what was asked for")
	}
	return nil
}
