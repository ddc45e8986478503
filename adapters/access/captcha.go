package access

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
	"tradelog/operations/access"
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

// captchaTimeout bounds a question to a provider.
const captchaTimeout = 5 * time.Second

// maxCaptchaAnswer bounds the part of an answer that is read, in bytes.
const maxCaptchaAnswer = 64 << 10

// CaptchaProviders returns the clients by name. urls has other addresses for some of them, such as those of a proxy.
func CaptchaProviders(urls map[string]string) map[string]access.CaptchaProvider {
	at := func(name, fallback string) string {
		if other := urls[name]; other != "" {
			return other
		}
		return fallback
	}
	client := &http.Client{
		Timeout: captchaTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: tracing.Transport(nil),
	}
	return map[string]access.CaptchaProvider{
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
func (s siteVerify) Verify(ctx context.Context, a access.CaptchaAttempt) (bool, error) {
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
	if err := json.NewDecoder(io.LimitReader(response.Body, maxCaptchaAnswer)).Decode(&answer); err != nil {
		return false, errors.New("the answer is not JSON")
	}
	if answer.Success == nil {
		return false, errors.New("the answer does not say whether the proof is good")
	}
	return *answer.Success && (!s.scored || answer.Score >= leastScore), nil
}
