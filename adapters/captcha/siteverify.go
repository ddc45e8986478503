// Package captcha has clients of CAPTCHA providers. Turnstile and reCAPTCHA have the same interface. The form fields secret, response and
// remoteip are posted, and the answer is a JSON object with the member success.
package captcha

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"tradelog/internal/tracing"
	"tradelog/operations/captcha"
)

// These are the names and URLs of the providers.
const (
	turnstile    = "turnstile"
	turnstileURL = "https://challenges.cloudflare.com/turnstile/v0/siteverify"
	recaptcha    = "recaptcha_v3"
	recaptchaURL = "https://www.google.com/recaptcha/api/siteverify"
)

// leastScore is the lowest score, from 0 to 1, that counts as a person (shapes-customer §7).
const leastScore = 0.5

// timeout bounds a question to a provider.
const timeout = 5 * time.Second

// maxAnswer bounds the part of an answer that is read, in bytes.
const maxAnswer = 64 << 10

// Providers returns the clients by name. urls has other addresses for some of them, such as those of a proxy.
func Providers(urls map[string]string) map[string]captcha.Provider {
	at := func(name, fallback string) string {
		if other := urls[name]; other != "" {
			return other
		}
		return fallback
	}
	client := &http.Client{
		Timeout: timeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: tracing.Transport(nil),
	}
	return map[string]captcha.Provider{
		turnstile: siteVerify{client: client, url: at(turnstile, turnstileURL)},
		recaptcha: siteVerify{client: client, url: at(recaptcha, recaptchaURL), scored: true},
	}
}

type siteVerify struct {
	client *http.Client
	url    string
	scored bool // a proof has a score
}

// Verify asks the provider. Errors name neither the secret nor the token.
func (s siteVerify) Verify(ctx context.Context, a captcha.Attempt) (bool, error) {
	form := url.Values{"secret": {a.Secret}, "response": {a.Token}}
	if a.RemoteIP != "" {
		form.Set("remoteip", a.RemoteIP)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, strings.NewReader(form.Encode()))
	if err != nil {
		return false, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := s.client.Do(request)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return false, fmt.Errorf("status %d", response.StatusCode)
	}
	var answer struct {
		Success *bool   `json:"success"`
		Score   float64 `json:"score"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, maxAnswer)).Decode(&answer); err != nil {
		return false, errors.New("the answer is not JSON")
	}
	if answer.Success == nil {
		return false, errors.New("the answer does not say whether the proof is good")
	}
	return *answer.Success && (!s.scored || answer.Score >= leastScore), nil
}
