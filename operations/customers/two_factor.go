package customers

import (
	"context"
	"crypto/rand"
	"strings"

	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/twofactor"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
)

// twoFactor returns the operations with which customers set up the second factor of their login. They are beyond the contract.
func (h *handlers) twoFactor() []*operations.Operation {
	prepare := operations.Declaration{
		Resource: customerResource, Verb: operations.Action, Method: "POST", Path: "/customers/me/two-factor",
		Access: operations.Customer.Access("customers/write"), Extra: true, Tool: operations.Tool{None: true}, Guard: h.twoFactorAllowed,
		Summary: "Request a two-factor secret", Limits: []operations.Limit{passwordChanges},
		Doc: "Returns a new secret for an authenticator app (RFC 6238: six digits, SHA-1, 30 seconds). PUT with one of its codes puts it " +
			"into use.",
	}
	change := prepare
	change.Verb, change.Method, change.Response.Status, change.Summary = operations.Update, "PUT", 200, "Turn my two-factor login on or off"
	change.Doc = "Turns two-factor login on or off. Both need an unused code. Tokens that were issued before are refused, " +
		"except the one of this request."
	return []*operations.Operation{operations.Define(prepare, h.prepareTwoFactor), operations.Define(change, h.switchTwoFactor)}
}

var errTwoFactorForbidden = fault.Preconditionf("The shop does not use second factors.")

// twoFactorAllowed refuses callers who are no customer, and shops that do not use second factors.
func (h *handlers) twoFactorAllowed(_ context.Context, c *operations.Call) error {
	switch {
	case c.CustomerID() == 0:
		return errNoIdentity
	case !c.Config().Flag("customer/password/allow_2fa"):
		return errTwoFactorForbidden
	}
	return nil
}

type prepareInput struct {
	Current string `json:"currentPassword" doc:"present password"`
}

// prepareTwoFactor makes a secret. It requires the password, because a stolen token must not lock the customer out.
func (h *handlers) prepareTwoFactor(ctx context.Context, c *operations.Call, in prepareInput) (documents.TwoFactor, error) {
	var out documents.TwoFactor
	if strings.TrimSpace(in.Current) == "" {
		return out, errNoCurrent
	}
	if err := c.Limit(passwordChanges, nil); err != nil {
		return out, err
	}
	account, err := h.Commands.Customer(ctx, c.CustomerID())
	if err != nil {
		return out, err
	}
	matches, err := h.Passwords.Matches(ctx, in.Current, account.PasswordHash)
	if err != nil {
		return out, err
	}
	if !matches {
		return out, customer.ErrWrongPassword
	}
	var random [20]byte
	_, _ = rand.Read(random[:]) // never fails: the program ends if there is no randomness
	secret := twofactor.NewSecret(random)
	if err := h.Commands.PrepareTwoFactor(ctx, account.ID, secret); err != nil {
		return out, err
	}
	uri := twofactor.KeyURI(c.Store.Name, account.Profile.Email, secret)
	return documents.TwoFactor{Type: "Customer", Secret: secret, URI: uri}, nil
}

type switchInput struct {
	Enabled *bool       `json:"enabled" required:"true" doc:"whether to turn two-factor login on"`
	Code    inputs.Code `json:"code" longest:"255" type:"string,integer" doc:"code from the authenticator app"`
}

var errNoSwitch = fault.Invalidf("enabled is required").About(fault.Required, "enabled")

func (h *handlers) switchTwoFactor(ctx context.Context, c *operations.Call, in switchInput) (documents.TwoFactor, error) {
	if in.Enabled == nil {
		return documents.TwoFactor{}, errNoSwitch
	}
	// A code has six digits, so a stolen token must not allow trying them all.
	if err := c.Limit(passwordChanges, nil); err != nil {
		return documents.TwoFactor{}, err
	}
	err := h.Commands.SwitchTwoFactor(ctx, c.CustomerID(), *in.Enabled, string(in.Code), c.Principal.Login())
	return documents.TwoFactor{Type: "Customer", Enabled: *in.Enabled}, err
}
