package access

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
	"tradelog/operations/access"
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
	socialTimeout   = 5 * time.Second // of a question
	maxSocialAnswer = 256 << 10       // bytes that are read of an answer
)

// SocialProviders returns the clients by name. urls has other addresses for some of them, such as those of a proxy. They are of the keys of
// google and apple, and of facebook's interface.
func SocialProviders(urls map[string]string, clock func() time.Time) map[string]access.SocialProvider {
	at := func(name, fallback string) func(context.Context) (string, error) {
		if other := urls[name]; other != "" {
			fallback = other
		}
		return func(context.Context) (string, error) { return fallback, nil }
	}
	w := &web{client: &http.Client{
		Timeout: socialTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: tracing.Transport(nil),
	}}
	base, _ := at(Facebook, graph)(context.Background())
	return map[string]access.SocialProvider{
		Google: {ClientID: access.SocialLoginPath + "google_client_id", SocialVerifier: &issuer{
			names: []string{"https://accounts.google.com", "accounts.google.com"}, clock: clock,
			keys: &keys{locate: at(Google, googleKeys), web: w, clock: clock},
		}},
		Apple: {ClientID: access.SocialLoginPath + "apple_service_id", SocialVerifier: &issuer{
			names: []string{"https://appleid.apple.com"}, clock: clock, digests: true,
			keys: &keys{locate: at(Apple, appleKeys), web: w, clock: clock},
		}},
		OIDC: {
			ClientID: access.SocialLoginPath + "oidc_client_id", Issuer: access.SocialLoginPath + "oidc_issuer",
			SocialVerifier: &discovered{web: w, clock: clock, issuers: map[string]*issuer{}},
		},
		Facebook: {
			ClientID: access.SocialLoginPath + "facebook_app_id", SecretPath: access.SocialLoginPath + "facebook_app_secret",
			SecretName:     FacebookSecret,
			SocialVerifier: &facebook{web: w, base: base, clock: clock},
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
	if err := json.NewDecoder(io.LimitReader(response.Body, maxSocialAnswer)).Decode(answer); err != nil {
		return errors.New("the answer is not what was asked for")
	}
	return nil
}
