package access

import (
	"context"
	"crypto/rand"
	"strconv"
	"strings"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/twofactor"
	"tradelog/operations"
	"tradelog/operations/inputs"
)

// passwords declares the operations on passwords and second factors: the operator's, and an account's on itself. They have no route.
func (h *handlers) passwords() []*operations.Operation {
	declare := func(name string, verb operations.Verb, summary, doc string) operations.Declaration {
		return operations.ForOperator(accountResource, name, verb, summary, doc)
	}
	own := func(name string, verb operations.Verb, summary, doc string) operations.Declaration {
		o := declare(name, verb, summary, doc)
		o.Access = operations.OwnAccount.Access()
		return o
	}
	prepare := own("account.own.twofactor.prepare", operations.Action, "Get a secret for my second factor",
		"Returns a new secret for an authenticator app (RFC 6238: six digits, SHA-1, 30 seconds). It takes effect with one of its codes.")
	prepare.Effect.Untried = "the answer would be a secret that is worth nothing"
	return []*operations.Operation{
		operations.Define(declare("account.password", operations.Update, "Set the password of an account",
			"Gives a user of the back office a password. Their sessions, tokens and agents end."), h.setPassword),
		operations.Define(declare("account.twofactor.remove", operations.Update, "Remove the second factor of an account",
			"Lets a user of the back office log in with the password alone, because they have lost their authenticator app."), h.removeTwoFactor),
		operations.Define(own("account.own.get", operations.Get, "Get my account",
			"Returns the caller's account, and how it logs in."), h.ownAccount),
		operations.Define(own("account.own.password", operations.Update, "Change my password",
			"Replaces the caller's password. Their sessions, tokens and agents end."), h.changePassword),
		operations.Define(prepare, h.prepareTwoFactor),
		operations.Define(own("account.own.twofactor", operations.Update, "Turn my second factor on or off",
			"Turns the caller's second factor on or off. Both need an unused code, and end the other sessions and tokens."), h.switchTwoFactor),
	}
}

// checkPassword applies the rules of customers' passwords.
func checkPassword(c *operations.Call, what, password string) error {
	if len(password) > maxCredential {
		return fault.Invalidf("%s must be at most %d bytes", what, maxCredential).About(fault.Length, customer.PasswordField(what))
	}
	return customer.CheckPassword(what, password, c.Shop.Settings.In(0).Int("customer/password/min_password_length"))
}

type setPasswordInput struct {
	ID       int64  `query:"id" doc:"number of the account"`
	Password string `json:"password" lines:"own" doc:"password: at least 7 characters, or the configured minimum"`
}

func (h *handlers) setPassword(ctx context.Context, c *operations.Call, in setPasswordInput) (operations.Nothing, error) {
	if err := checkPassword(c, "Password", in.Password); err != nil {
		return operations.Nothing{}, err
	}
	hash, err := h.Passwords.Hash(ctx, in.Password)
	if err != nil {
		return operations.Nothing{}, err
	}
	return operations.Nothing{}, h.Access.SetPassword(ctx, in.ID, hash, func(string) bool { return true })
}

type removeTwoFactorInput struct {
	ID int64 `query:"id" doc:"number of the account"`
}

func (h *handlers) removeTwoFactor(ctx context.Context, _ *operations.Call, in removeTwoFactorInput) (operations.Nothing, error) {
	return operations.Nothing{}, h.Access.RemoveTwoFactor(ctx, in.ID)
}

// ownAccountDocument is an account in its own view.
type ownAccountDocument struct {
	ID          int64       `json:"id"`
	Kind        access.Kind `json:"kind"`
	Username    string      `json:"username"`
	Name        string      `json:"name"`
	Email       string      `json:"email"`
	Permissions []string    `json:"permissions"`
	Stores      []int64     `json:"storeIds"`
	HasPassword bool        `json:"hasPassword"`
	PasswordAt  *time.Time  `json:"passwordSetAt"`
	TwoFactor   bool        `json:"hasTwoFactor"`
}

func (h *handlers) ownAccount(ctx context.Context, c *operations.Call, _ operations.None) (ownAccountDocument, error) {
	a, err := h.Access.Account(ctx, c.Principal.ID)
	out := ownAccountDocument{
		ID: a.ID, Kind: a.Kind, Username: a.Username, Name: a.Name, Email: a.Email, Permissions: c.Principal.Grants, Stores: a.StoreIDs,
		HasPassword: a.PasswordHash != "", TwoFactor: a.TwoFactor.On(),
	}
	if out.HasPassword {
		out.PasswordAt = &a.PasswordAt
	}
	return out, err
}

// The refusals of changes of one's own login.
var (
	errNoCurrent = fault.Invalidf("Current password is required").About(fault.Required, "currentPassword")
	errNoNew     = fault.Invalidf("New password is required").About(fault.Required, "newPassword")
	errNoSwitch  = fault.Invalidf("enabled is required").About(fault.Required, "enabled")
)

// own limits the attempts of an account to prove its identity: a stolen token must not allow trying passwords and codes.
func own(c *operations.Call) operations.Limit {
	return perAccount("own " + strconv.FormatInt(c.Principal.ID, 10))
}

// proven checks the present password of the caller, and returns the account.
func (h *handlers) proven(ctx context.Context, c *operations.Call, current string) (access.Account, error) {
	account, err := h.Access.Account(ctx, c.Principal.ID)
	switch {
	case err != nil:
		return account, err
	case account.Kind != access.Admin:
		return account, access.ErrNoPassword
	case current == "":
		return account, errNoCurrent
	}
	return account, c.ProveSlowly(func() error {
		matches, err := h.Passwords.Matches(ctx, current, account.PasswordHash)
		if err == nil && !matches {
			err = access.ErrWrongPassword
		}
		return err
	}, own(c))
}

type changePasswordInput struct {
	Current string `json:"currentPassword" lines:"own" doc:"present password"`
	New     string `json:"newPassword" lines:"own" doc:"new password: at least 7 characters, or the configured minimum"`
}

// changePassword replaces the caller's password. Hashing is slow, so the decision does not do it. The decision only checks that the proven
// password is still the present one.
func (h *handlers) changePassword(ctx context.Context, c *operations.Call, in changePasswordInput) (operations.Nothing, error) {
	account, err := h.proven(ctx, c, in.Current)
	if err != nil {
		return operations.Nothing{}, err
	}
	if strings.TrimSpace(in.New) == "" {
		return operations.Nothing{}, errNoNew
	}
	if err := checkPassword(c, "New password", in.New); err != nil {
		return operations.Nothing{}, err
	}
	hash, err := h.Passwords.Hash(ctx, in.New)
	if err != nil {
		return operations.Nothing{}, err
	}
	return operations.Nothing{}, h.Access.SetPassword(ctx, account.ID, hash, func(present string) bool {
		return present == account.PasswordHash
	})
}

type prepareTwoFactorInput struct {
	Current string `json:"currentPassword" lines:"own" doc:"present password"`
}

// twoFactorSecret is shown once.
type twoFactorSecret struct {
	Secret string `json:"secret"`
	URI    string `json:"uri"`
}

// prepareTwoFactor makes a secret. It takes the password, because a stolen token must not lock the user out.
func (h *handlers) prepareTwoFactor(ctx context.Context, c *operations.Call, in prepareTwoFactorInput) (twoFactorSecret, error) {
	account, err := h.proven(ctx, c, in.Current)
	if err != nil {
		return twoFactorSecret{}, err
	}
	var random [20]byte
	_, _ = rand.Read(random[:]) // never fails: the program ends if there is no randomness
	secret := twofactor.NewSecret(random)
	if err := h.Access.PrepareTwoFactor(ctx, account.ID, secret); err != nil {
		return twoFactorSecret{}, err
	}
	return twoFactorSecret{secret, twofactor.KeyURI(c.Store.Name, account.Username, secret)}, nil
}

type switchTwoFactorInput struct {
	Enabled *bool       `json:"enabled" doc:"whether to turn the second factor on"`
	Code    inputs.Code `json:"code" longest:"255" type:"string,integer" doc:"code from the authenticator app"`
}

func (h *handlers) switchTwoFactor(ctx context.Context, c *operations.Call, in switchTwoFactorInput) (operations.Nothing, error) {
	if in.Enabled == nil {
		return operations.Nothing{}, errNoSwitch
	}
	return operations.Nothing{}, c.ProveSlowly(func() error {
		return h.Access.SwitchTwoFactor(ctx, c.Principal.ID, *in.Enabled, string(in.Code), c.Principal.Login())
	}, own(c))
}
