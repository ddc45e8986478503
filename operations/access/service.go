package access

import (
	"context"
	"strings"

	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/internal/passwords"
	"tradelog/operations"
	"tradelog/operations/identity"
	readaccess "tradelog/readmodels/access"
	"tradelog/readmodels/documents"
)

// These are the refusals of API and service accounts.
var (
	errNoClient    = fault.Invalidf("client_id and client_secret are required").WithCode("invalid_request")
	errWrongClient = fault.New(fault.Unauthorized, "Invalid client credentials").WithCode("invalid_client")
	errNoAPIUser   = fault.Invalidf("username and api_key are required").WithCode("invalid_request")
	errWrongAPI    = fault.New(fault.Unauthorized, "Invalid API credentials").WithCode("invalid_client")
	errInactive    = fault.New(fault.Unauthorized, "Authentication required")
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
	return h.service(ctx, c, account, passwords.KeyMatches(in.ClientSecret, hash), errWrongClient)
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
	account, hash := accounts.ByUsername(access.API, in.Username), ""
	if account != nil {
		hash = account.KeyHash
	}
	return h.service(ctx, c, account, passwords.KeyMatches(in.APIKey, hash), errWrongAPI)
}

// service issues the token of an account whose secret was checked. The check takes the same time for unknown accounts. No grant
// exists for back-office accounts.
func (h *handlers) service(ctx context.Context, c *operations.Call, account *readaccess.Account, proven bool,
	wrong error) (documents.AuthToken, error) {
	switch {
	case account == nil || !proven || account.Kind == access.Admin:
		return documents.AuthToken{}, wrong
	case !account.Active:
		return documents.AuthToken{}, errInactive
	}
	grants := append([]string{}, account.Grants...)
	out, err := h.issue(ctx, c, identity.Claims{
		Type: identity.TypeAPI, APIUserID: account.ID, Username: account.Username, Permissions: grants, AllowedStores: account.StoreIDs,
	})
	out.APIUser, out.Permissions = &documents.TokenAPIUser{ID: account.ID, Username: account.Username}, grants
	return out, err
}
