package access

import (
	"context"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
)

// tokenInput has the members of all grants. Three members can name a guest's cart.
type tokenInput struct {
	GrantType    *string     `json:"grant_type" enum:"customer,client_credentials,api_user" default:"customer" doc:"grant type; decides which credentials are read"`
	Email        string      `json:"email" doc:"customer: e-mail address; username is accepted too"`
	Password     string      `json:"password" doc:"customer: password"`
	TwofaCode    inputs.Code `json:"twofa_code" longest:"255" type:"string,integer" doc:"customer: two-factor code, if two-factor login is on"`
	MaskedID     inputs.Text `json:"maskedId" longest:"255" type:"string" doc:"customer: masked ID of a guest cart to merge; cartId and guestCartId are accepted too" alias:"cartId,guestCartId"`
	ClientID     string      `json:"client_id" doc:"client_credentials: client ID of the service account"`
	ClientSecret string      `json:"client_secret" doc:"client_credentials: client secret"`
	Username     string      `json:"username" doc:"api_user: name of the account"`
	APIKey       string      `json:"api_key" doc:"api_user: API key"`
}

var errUnknownGrant = fault.Invalidf("Unsupported grant type. Use: customer, client_credentials, api_user").
	About(fault.Choice, "grant_type").
	WithCode("unsupported_grant_type")

func (h *handlers) token(ctx context.Context, c *operations.Call, in tokenInput) (documents.AuthToken, error) {
	grant := "customer"
	if in.GrantType != nil {
		grant = *in.GrantType
	}
	switch grant {
	case "customer":
		return h.customer(ctx, c, in)
	case "client_credentials":
		return h.client(ctx, c, in)
	case "api_user":
		return h.apiUser(ctx, c, in)
	}
	return documents.AuthToken{}, errUnknownGrant
}

// issue returns the answer with a new token.
func (h *handlers) issue(ctx context.Context, c *operations.Call, claims Claims) (documents.AuthToken, error) {
	lifetime := tokenLifetime(c)
	token, _, err := h.Signer.issue(ctx, access.ByLogin, claims, lifetime)
	return documents.AuthToken{Type: "AuthToken", ID: "auth", Token: token, TokenType: "Bearer", ExpiresIn: int(lifetime / time.Second)}, err
}

// tokenLifetime returns the lifetime of a token.
func tokenLifetime(c *operations.Call) time.Duration {
	return seconds(c, "apiplatform/oauth2/token_lifetime", time.Hour)
}

var errNoBearer = fault.Invalidf("Bearer token required")

var errOfAgent = fault.Invalidf("This token is an agent's. Agents renew their tokens with a refresh token at /oauth/token.")

// refresh exchanges a valid token for a new one of the same account and revokes the old one (conventions §1 row C8). The new token is
// issued first, so the caller always has one.
func (h *handlers) refresh(ctx context.Context, c *operations.Call, _ operations.None) (documents.AuthToken, error) {
	who := c.Principal
	if who.Agent != 0 {
		return documents.AuthToken{}, errOfAgent
	}
	if who.Session != "" {
		return documents.AuthToken{}, errOfSession
	}
	var claims Claims
	switch who.Kind {
	case operations.AsCustomer:
		claims = Claims{Type: TypeCustomer, CustomerID: who.ID, Email: who.Email, AllowedStores: who.StoreIDs,
			AuthTime: who.LoggedIn.Unix(), Credentials: who.Credentials}
	case operations.AsAPI:
		claims = Claims{
			Type: TypeAPI, APIUserID: who.ID, Username: who.Username, Permissions: who.Grants, AllowedStores: who.StoreIDs,
		}
	case operations.AsAdmin:
		accounts, err := h.Accounts.Accounts(ctx)
		if err != nil {
			return documents.AuthToken{}, err
		}
		claims = Claims{Type: TypeAdmin, AdminID: who.ID, AllowedStores: who.StoreIDs, Credentials: who.Credentials}
		if account := accounts.ByID(who.ID); account != nil {
			claims.Email = account.Email
		}
	default:
		return documents.AuthToken{}, errNoBearer
	}
	if err := c.Limit(perIP("refresh"), nil); err != nil {
		return documents.AuthToken{}, err
	}
	claims.Tools = who.Tools
	out, err := h.issue(ctx, c, claims)
	if err != nil {
		return out, err
	}
	return out, h.Access.RevokeToken(ctx, who.JTI, who.Expires)
}

// logout revokes the caller's token. The revocation is in the log, so it survives restarts.
func (h *handlers) logout(ctx context.Context, c *operations.Call, _ operations.None) (documents.AuthEnd, error) {
	out := documents.AuthEnd{Type: "AuthToken", ID: "auth", Success: true, Message: "Successfully logged out"}
	if c.Anonymous() {
		return out, nil
	}
	if who := c.Principal; who.Session != "" {
		return out, h.Access.RevokeToken(ctx, who.Session, sessionEnd(c, who.LoggedIn))
	}
	return out, h.Access.RevokeToken(ctx, c.Principal.JTI, c.Principal.Expires)
}
