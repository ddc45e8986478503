package access

import (
	"context"
	"strings"

	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/passwords"
	readaccess "tradelog/readmodels/access"
	"tradelog/readmodels/documents"
)

// The refusals of API and service accounts.
var (
	errNoClient = fault.Invalidf("client_id and client_secret are required").
			About(fault.Required, "client_id", "client_secret").WithCode("invalid_request")
	errWrongClient = fault.New(fault.Unauthorized, "Invalid client credentials").WithCode("invalid_client")
	errNoAPIUser   = fault.Invalidf("username and api_key are required").
			About(fault.Required, "username", "api_key").WithCode("invalid_request")
	errWrongAPI = fault.New(fault.Unauthorized, "Invalid API credentials").WithCode("invalid_client")
	errInactive = fault.New(fault.Unauthorized, "Authentication required")
)

func (h *handlers) client(ctx context.Context, c *operations.Call, in tokenInput) (documents.AuthToken, error) {
	if in.ClientID == "" || in.ClientSecret == "" {
		return documents.AuthToken{}, errNoClient
	}
	if err := c.Limit(perAccount("client "+in.ClientID), nil); err != nil {
		return documents.AuthToken{}, err
	}
	accounts, err := h.Accounts.Accounts(ctx)
	if err != nil {
		return documents.AuthToken{}, err
	}
	account, hash := accounts.ByClientID(in.ClientID), ""
	if account != nil {
		hash = account.SecretHash
	}
	return h.service(ctx, c, account, admitted(account, passwords.KeyMatches(in.ClientSecret, hash), errWrongClient))
}

func (h *handlers) apiUser(ctx context.Context, c *operations.Call, in tokenInput) (documents.AuthToken, error) {
	if in.Username == "" || in.APIKey == "" {
		return documents.AuthToken{}, errNoAPIUser
	}
	if err := c.Limit(perAccount("user "+strings.ToLower(in.Username)), nil); err != nil {
		return documents.AuthToken{}, err
	}
	accounts, err := h.Accounts.Accounts(ctx)
	if err != nil {
		return documents.AuthToken{}, err
	}
	account, err := apiUser(accounts, in.Username, in.APIKey)
	return h.service(ctx, c, account, err)
}

// apiUser returns the account of an API user by its credentials. Its failures are faults of kind Unauthorized.
func apiUser(accounts *readaccess.Accounts, username, key string) (*readaccess.Account, error) {
	account, hash := accounts.ByUsername(access.API, username), ""
	if account != nil {
		hash = account.KeyHash
	}
	return account, admitted(account, passwords.KeyMatches(key, hash), errWrongAPI)
}

// maxCredential bounds the name and the key of an API user, in bytes. Longer ones are wrong and are not hashed.
const maxCredential = 1 << 10

// SignIn checks the credentials of an API user as APIUser does, for transports with logins of their own. Failed attempts count in the
// limits of POST /auth/token, so that other interfaces allow no further attempts. Successful ones do not count, because such transports log
// in for each request.
func SignIn(c *operations.Call, accounts *readaccess.Accounts, username, key string) (*readaccess.Account, error) {
	if len(username) > maxCredential || len(key) > maxCredential {
		username, key = "", ""
	}
	of := *c
	of.Operation = loginOperation
	var account *readaccess.Account
	err := of.Prove(func() (err error) {
		account, err = apiUser(accounts, username, key)
		return err
	}, perIP("token"), perAccount("user "+strings.ToLower(username)))
	return account, err
}

// admitted refuses an account whose secret was checked. The check takes the same time for unknown accounts. No grant exists for back-office
// accounts.
func admitted(account *readaccess.Account, proven bool, wrong error) error {
	switch {
	case account == nil || !proven || account.Kind == access.Admin:
		return wrong
	case !account.Active:
		return errInactive
	}
	return nil
}

// service issues the token of an account, unless it was refused.
func (h *handlers) service(ctx context.Context, c *operations.Call, account *readaccess.Account, refused error) (
	documents.AuthToken, error) {
	if refused != nil {
		return documents.AuthToken{}, refused
	}
	claims := claimsOf(account)
	out, err := h.issue(ctx, c, claims)
	out.APIUser, out.Permissions = &documents.TokenAPIUser{ID: account.ID, Username: account.Username}, claims.Permissions
	return out, err
}
