package access

import (
	"context"
	"log/slog"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
)

// CaptchaAttempt is a proof to be checked.
type CaptchaAttempt struct {
	Secret   string // of the shop at the provider
	Token    string // token that the caller's browser got from the provider
	RemoteIP string // of the caller
}

// CaptchaProvider checks proofs. Verify reports whether a proof is valid. An error means that the provider could not be reached.
type CaptchaProvider interface {
	Verify(ctx context.Context, a CaptchaAttempt) (bool, error)
}

// Paths of the configuration.
const (
	providerPath = "contacts/api/captcha_provider"
	SiteKeyPath  = "contacts/api/captcha_site_key"
	SecretPath   = "contacts/api/captcha_secret_key"
)

// NoCaptcha is the name of no provider.
const NoCaptcha = "none"

// The refusals (shapes-customer §7).
var (
	errRequired    = fault.Preconditionf("CAPTCHA verification is required").About(fault.Required, "captchaToken")
	errFailed      = fault.Preconditionf("CAPTCHA verification failed. Please try again.").About(fault.Other, "captchaToken")
	errCaptchaDown = fault.New(fault.Unavailable, "CAPTCHA verification is temporarily unavailable. Please try again later.")
)

// CaptchaGate checks the proofs of callers.
type CaptchaGate struct {
	Providers map[string]CaptchaProvider // by their names in the configuration
	// Secret returns the secret of the shop at the provider, or "" if there is none.
	Secret func(ctx context.Context) (string, error)
	Logger *slog.Logger
}

// CaptchaProviderOf returns the name of the provider of the call's store, or None.
func CaptchaProviderOf(c *operations.Call) string {
	if name := strings.TrimSpace(c.Config().Text(providerPath)); name != "" {
		return name
	}
	return NoCaptcha
}

// Check refuses a call whose token is no proof. Without a provider every call passes. Without a secret every token passes, so that a shop
// works while it is being set up; a warning is logged. With an unknown or unreachable provider no call passes.
func (g CaptchaGate) Check(ctx context.Context, c *operations.Call, token string) error {
	name := CaptchaProviderOf(c)
	if name == NoCaptcha {
		return nil
	}
	if token = strings.TrimSpace(token); token == "" {
		return errRequired
	}
	provider := g.Providers[name]
	if provider == nil {
		g.Logger.Error("the CAPTCHA provider of the configuration is not known", "path", providerPath, "provider", name)
		return errFailed
	}
	secret, err := g.Secret(ctx)
	if err != nil {
		return err
	}
	if secret == "" {
		g.Logger.Warn("CAPTCHA proofs are not checked: there is no secret", "path", SecretPath)
		return nil
	}
	switch good, err := provider.Verify(ctx, CaptchaAttempt{Secret: secret, Token: token, RemoteIP: c.Caller.RemoteIP}); {
	case err != nil:
		g.Logger.Error("the CAPTCHA provider cannot be asked", "provider", name, "error", err)
		return errCaptchaDown
	case !good:
		return errFailed
	}
	return nil
}
