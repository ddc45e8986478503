package access

import (
	"context"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/operations"
)

// IssuedTokens stores the issued tokens.
type IssuedTokens interface {
	// Add stores a token, or another end of a known one.
	Add(ctx context.Context, t access.IssuedToken) error
	// List lists the tokens that have not expired, the newest first: those before a number, or the newest for 0. Empty members of
	// access.IssuedTo match all.
	List(ctx context.Context, to access.IssuedTo, before int64, limit int) ([]access.IssuedToken, error)
	// Find finds a token that has not expired. ok is false if there is none.
	Find(ctx context.Context, id string) (t access.IssuedToken, ok bool, err error)
}

// Issuing signs tokens and stores them, so that they can be listed and revoked. Tokens of customers' logins are not stored: there are many,
// and they have only the customer's own rights.
type Issuing struct {
	*Signer
	Issued IssuedTokens
}

// issue signs a token with a lifetime and stores it.
func (i Issuing) issue(ctx context.Context, way access.Way, c Claims, lifetime time.Duration) (string, Claims, error) {
	token, signed, err := i.Signer.Issue(ctx, c, lifetime)
	if err != nil || signed.Type == TypeCustomer && way != access.ByCommandLine {
		return token, signed, err
	}
	t := access.IssuedToken{
		ID: signed.ID, Way: way, Agent: signed.Agent, IssuedAt: signed.IssuedAt.Time, ExpiresAt: signed.ExpiresAt.Time,
		Limits: access.Limits{Permissions: signed.Permissions, Tools: signed.Tools, StoreIDs: signed.AllowedStores},
	}
	switch signed.Type {
	case TypeCustomer:
		t.Kind, t.AccountID = string(operations.AsCustomer), signed.CustomerID
	case TypeAdmin:
		t.Kind, t.AccountID = string(operations.AsAdmin), signed.AdminID
	default:
		t.Kind, t.AccountID = string(operations.AsAPI), signed.APIUserID
	}
	if signed.Session != "" {
		t.ID = signed.Session
		if signed.AuthTime != 0 {
			t.IssuedAt = time.Unix(signed.AuthTime, 0)
		}
	}
	return token, signed, i.Issued.Add(ctx, t)
}

// tokens declares the operations on issued tokens. They have no route: agents use the tokens that they are given.
func (h *handlers) tokens() []*operations.Operation {
	list := operations.Declaration{
		Resource: agentResource, Unrouted: operations.Unrouted{Name: "tokens.list", Console: true}, Verb: operations.List,
		Access: operations.Backend.Access("agents/read"), Response: operations.Response{NoStore: true}, Summary: "List issued tokens",
		Doc: "Lists the tokens that have not expired, the newest first: whose each is, how it was issued, what it is limited to, and whether " +
			"it still works. A login in a browser is one of them. Tokens of customers who log in are not known.",
	}
	revoke := operations.Declaration{
		Resource: agentResource, Unrouted: operations.Unrouted{Name: "tokens.revoke", Console: true}, Verb: operations.Action,
		Access: operations.Backend.Access("agents/delete"), Summary: "Revoke a token",
		Doc: "Ends a single token, or a login in a browser with all of its tokens. It is refused from then on by every instance. The account " +
			"can get another one.",
	}
	return []*operations.Operation{operations.Define(list, h.listTokens), operations.Define(revoke, h.revokeToken)}
}

type tokensInput struct {
	AccountID int64  `query:"accountId" doc:"ID of an account"`
	Kind      string `query:"accountKind" enum:"api,admin,customer" doc:"kind of the account"`
	Before    int64  `query:"before" doc:"number of the last one of the answer before"`
	Limit     int    `query:"limit" doc:"tokens of the answer, 1 to 100; by default 50"`
}

// issuedToken is a token in lists.
type issuedToken struct {
	Number      int64      `json:"number"`
	ID          string     `json:"id"`
	Way         access.Way `json:"way"`
	Kind        string     `json:"accountKind"`
	AccountID   int64      `json:"accountId"`
	Account     string     `json:"account"`
	AgentID     int64      `json:"agentId"`
	Permissions []string   `json:"permissions"`
	Tools       []string   `json:"tools"`
	StoreIDs    []int64    `json:"storeIds"`
	IssuedAt    time.Time  `json:"issuedAt"`
	ExpiresAt   time.Time  `json:"expiresAt"`
	State       tokenState `json:"state"`
}

// tokenState tells whether a token is valid.
type tokenState string

// The states of tokens that have not expired.
const (
	tokenValid    tokenState = "valid"
	tokenRevoked  tokenState = "revoked"  // the token or its agent is revoked
	tokenDisabled tokenState = "disabled" // its account is disabled
)

func (h *handlers) listTokens(ctx context.Context, _ *operations.Call, in tokensInput) ([]issuedToken, error) {
	if in.Limit == 0 {
		in.Limit = 50
	}
	if in.Limit < 1 || in.Limit > 100 {
		return nil, fault.Invalidf("limit must be from 1 to 100.").About(fault.Range, "limit")
	}
	known, err := h.Signer.Issued.List(ctx, access.IssuedTo{Kind: in.Kind, AccountID: in.AccountID}, in.Before, in.Limit)
	if err != nil {
		return nil, err
	}
	list := []issuedToken{}
	for _, t := range known {
		row := issuedToken{
			Number: t.Number, ID: t.ID, Way: t.Way, Kind: t.Kind, AccountID: t.AccountID, AgentID: t.Agent,
			Permissions: append([]string{}, t.Permissions...), Tools: append([]string{}, t.Tools...), StoreIDs: append([]int64{}, t.StoreIDs...),
			IssuedAt: t.IssuedAt, ExpiresAt: t.ExpiresAt,
		}
		if row.State, row.Account, err = h.stateOf(ctx, t); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}

// stateOf returns the state of a token, and the user name of its account. Customers have none.
func (h *handlers) stateOf(ctx context.Context, t access.IssuedToken) (state tokenState, username string, err error) {
	active := true
	if t.Kind == string(operations.AsCustomer) {
		customer, err := h.People.KnownCustomer(ctx, t.AccountID)
		if err != nil {
			return "", "", err
		}
		active = customer != nil && customer.Active
	} else {
		accounts, err := h.Accounts.Accounts(ctx)
		if err != nil {
			return "", "", err
		}
		account := accounts.ByID(t.AccountID)
		if active = account != nil && account.Active; account != nil {
			username = account.Username
		}
	}
	revoked, err := h.Accounts.Revoked(ctx, t.ID)
	if err == nil && t.Agent != 0 && !revoked {
		revoked, err = h.Accounts.AgentRevoked(ctx, t.Agent)
	}
	switch {
	case revoked:
		state = tokenRevoked
	case !active:
		state = tokenDisabled
	default:
		state = tokenValid
	}
	return state, username, err
}

type revokeTokenInput struct {
	ID string `json:"id" lines:"own" doc:"ID of the token: its claim jti, or sid of a login in a browser"`
}

func (h *handlers) revokeToken(ctx context.Context, c *operations.Call, in revokeTokenInput) (operations.Nothing, error) {
	t, known, err := h.Signer.Issued.Find(ctx, in.ID)
	if err == nil && !known {
		err = access.ErrNoToken
	}
	if err != nil {
		return operations.Nothing{}, err
	}
	end := t.ExpiresAt
	if t.Way == access.BySession { // another token of the session may still be issued
		end = sessionEnd(c, t.IssuedAt)
	}
	return operations.Nothing{}, h.Access.RevokeToken(ctx, t.ID, end)
}
