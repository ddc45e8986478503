package access

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/lines"
	"tradelog/operations"
)

// SocialLoginPath is the prefix of the configuration paths of sign-in providers.
const SocialLoginPath = "customer/social_login/"

// SocialLogin is the token that a caller got from a provider, with the data to verify it.
type SocialLogin struct {
	Token string
	Nonce string // the ID token must contain it; empty: none was sent

	ClientID string // identifier of the shop at the provider
	Secret   string // of the shop at the provider, if it has one
	Issuer   string // of ID tokens, if the configuration has it
}

// SocialPerson is the person whom a provider has recognised. The provider has verified the e-mail address.
type SocialPerson struct {
	Subject   string // identifier at the provider, which never changes
	Email     string
	Firstname string
	Lastname  string
}

// ErrSocialTokenRejected means that a token does not prove the caller's identity: it is forged, expired, for another shop, or without a
// verified e-mail address. Verifiers wrap it with the reason, which is logged and never returned. Any other error means that the provider
// could not be reached.
var ErrSocialTokenRejected = errors.New("the token proves nothing")

// SocialVerifier checks the tokens that callers got from a provider.
type SocialVerifier interface {
	Verify(ctx context.Context, a SocialLogin) (SocialPerson, error)
}

// SocialProvider is a sign-in provider. It is used while Path + NAME_enabled is on and all its paths have values.
type SocialProvider struct {
	SocialVerifier
	ClientID string // configuration path of the shop's identifier
	Issuer   string // configuration path of the issuer; empty: the verifier knows it
	// SecretPath is the configuration path of the shop's secret, which is stored under the name SecretName; empty: it needs none.
	SecretPath, SecretName string
}

// SocialGate calls the providers.
type SocialGate struct {
	Providers map[string]SocialProvider // by their names in the API
	// Secret returns a secret of the shop, or "" if there is none.
	Secret func(ctx context.Context, name string) (string, error)
	Logger *slog.Logger
}

// The refusals (shapes-customer §15).
var (
	errUnknown       = fault.Invalidf("Unknown sign-in provider.").About(fault.Choice, "provider").WithCode("invalid_grant")
	errUnavailable   = fault.Invalidf("This sign-in method is not available.").About(fault.Choice, "provider").WithCode("invalid_grant")
	errSocialInvalid = fault.Invalidf("Invalid authentication token.").About(fault.Other, "providerToken").WithCode("invalid_grant")
	errSocialDown    = fault.New(fault.Unavailable, "Sign-in verification is temporarily unavailable. Please try again later.").
				WithCode("temporarily_unavailable")
)

// Verify returns the person whom a provider has recognised, with the configuration of the call's store.
func (g SocialGate) Verify(ctx context.Context, c *operations.Call, name string, a SocialLogin) (SocialPerson, error) {
	provider, known := g.Providers[name]
	if !known {
		return SocialPerson{}, errUnknown
	}
	set := func(path string) string { return strings.TrimSpace(c.Config().Text(path)) }
	a.ClientID, a.Issuer = set(provider.ClientID), set(provider.Issuer)
	var err error
	if provider.SecretName != "" {
		if a.Secret, err = g.Secret(ctx, provider.SecretName); err != nil {
			return SocialPerson{}, err
		}
	}
	if !c.Config().Flag(SocialLoginPath+name+"_enabled") || a.ClientID == "" || a.Issuer == "" && provider.Issuer != "" ||
		a.Secret == "" && provider.SecretName != "" {
		return SocialPerson{}, errUnavailable
	}
	who, err := SocialPerson{}, error(ErrSocialTokenRejected)
	if len(a.Token) <= maxSocialToken {
		who, err = provider.Verify(ctx, a)
	}
	switch {
	case errors.Is(err, ErrSocialTokenRejected):
		g.Logger.Info("a sign-in was refused", "provider", name, "reason", err)
		return SocialPerson{}, errSocialInvalid
	case err != nil:
		g.Logger.Error("a sign-in provider cannot be asked", "provider", name, "error", err)
		return SocialPerson{}, errSocialDown
	case who.Subject == "" || len(who.Subject) > maxSubject || !lines.One.AllowText(who.Subject) || !customer.ValidEmail(who.Email):
		g.Logger.Info("a sign-in was refused", "provider", name, "reason", "there is no identifier or no e-mail address")
		return SocialPerson{}, errSocialInvalid
	}
	who.Firstname, who.Lastname = oneLine(who.Firstname), oneLine(who.Lastname)
	return who, nil
}

const (
	maxSocialToken = 16 << 10 // bytes
	maxSubject     = 255      // bytes (OpenID Connect Core, 2)
	maxName        = 255      // characters
)

// oneLine returns a name in a form that the shop can store: without control characters, and not too long.
func oneLine(name string) string {
	name = strings.Map(func(c rune) rune {
		if lines.One.Allow(c) {
			return c
		}
		return ' '
	}, strings.ToValidUTF8(name, ""))
	if long := []rune(name); len(long) > maxName {
		name = string(long[:maxName])
	}
	return strings.Join(strings.Fields(name), " ")
}
