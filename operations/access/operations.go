// Package access declares the operations that issue, renew and revoke tokens (conventions §3). It checks JSON Web Tokens, and turns them
// into principals. It asks sign-in providers who a caller is (shapes-customer §15), and CAPTCHA providers whether a person calls
// (shapes-customer §7).
package access

import (
	"context"
	"slices"
	"time"

	"tradelog/commands/access"
	"tradelog/commands/checkout"
	"tradelog/commands/customers"
	"tradelog/commands/forgetting"
	"tradelog/domain/cart"
	"tradelog/operations"
	"tradelog/operations/passwords"
	readaccess "tradelog/readmodels/access"
	readcustomers "tradelog/readmodels/customers"
	"tradelog/readmodels/sales"
)

// Token is the resource of tokens. It has no tools, because an agent uses the token it was given (rest-v2 §4.12 rule 17).
var Token = &operations.Resource{
	Name: "AuthToken", Section: "api", NoTools: true, Doc: "An access token, sent as Authorization: Bearer.",
}

// loginOperation is the operation of calls that check credentials for a transport with logins of its own.
var loginOperation = &operations.Operation{Declaration: operations.Declaration{Resource: Token, Method: "POST"}}

// Dependencies are the commands, readers and services that the operations use.
type Dependencies struct {
	Access    *access.Accounts
	Customers *customers.Customers
	Checkout  *checkout.Checkout
	Accounts  *readaccess.Reader
	People    *readcustomers.Reader
	Carts     *sales.Carts
	Signer    Issuing
	Passwords *passwords.Hasher
	Attempts  Attempts
	Social    SocialGate
	// GuestCart finds the active cart of a masked ID, also a cart without events.
	GuestCart func(ctx context.Context, c *operations.Call, mask string) (cart.State, error)
	// Forgetting forgets accounts and operators.
	Forgetting *forgetting.Forgetting
	// Grants lists the permissions that API roles or roles of the back office can have. KnownGrant tells whether one exists.
	Grants     func(admin bool) []string
	KnownGrant func(admin bool) func(grant string) bool
}

type handlers struct{ Dependencies }

// New makes the operations.
func New(d Dependencies) []*operations.Operation {
	h := &handlers{d}
	post := operations.Declaration{Resource: Token, Verb: operations.Action, Method: "POST", Access: operations.Public.Access()}
	token, refresh, logout := post, post, post
	token.Path, token.Response.Status, token.Summary = "/auth/token", 200, "Get a token"
	token.Doc = "Exchanges credentials for a token. grant_type customer takes email and password, client_credentials a service account's " +
		"client_id and client_secret, api_user a username and api_key. The token is valid for expires_in seconds; renew it with POST " +
		"/auth/refresh."
	token.Effect.Untried, refresh.Effect.Untried = handsOut, handsOut
	token.Limits = []operations.Limit{perIP("token")}
	refresh.Path, refresh.Response.Status, refresh.Summary = "/auth/refresh", 200, "Renew a token"
	refresh.Doc = "Exchanges the request's bearer token, which must still be valid, for a new one and revokes the old one."
	logout.Path, logout.Response.Status, logout.Summary = "/auth/logout", 201, "End a token"
	logout.Doc = "Revokes the bearer token of the request at once. Succeeds without a token, too."
	return append(slices.Concat(h.accounts(), h.passwords(), h.agents(), h.tokens(), h.attempts()),
		operations.Define(token, h.token), operations.Define(refresh, h.refresh), operations.Define(logout, h.logout), socialOperation(h))
}

// handsOut is the reason why tokens have no dry run.
const handsOut = "the answer would be a token that is valid"

// perIP limits the calls of an IP address. Each operation has its own bucket.
func perIP(bucket string) operations.Limit {
	return operations.Limit{Config: "auth_token_ip", Bucket: "auth_token_ip " + bucket, Window: time.Minute}
}

// perAccount limits the login attempts for an account.
func perAccount(key string) operations.Limit {
	return operations.Limit{Config: "customer_login", Window: time.Minute, Keys: func(*operations.Call, any) []string { return []string{key} }}
}
