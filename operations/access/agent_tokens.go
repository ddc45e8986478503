package access

import (
	"context"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/agent"
	"tradelog/operations"
	"tradelog/operations/passwords"
	readaccess "tradelog/readmodels/access"
)

// AgentTokens are the tokens of a client.
type AgentTokens struct {
	Access, Refresh string
	Lifetime        time.Duration // of Access
	Tools           []string
}

// Exchange returns the tokens for a code, once. A second use means that the code was stolen, so its agent is revoked. agent.ErrGrant,
// agent.ErrTarget.
func (a *Authorization) Exchange(ctx context.Context, c *operations.Call, client, code, redirectURI, verifier, resource string) (
	AgentTokens, error) {
	if err := limited(c, "agent tokens"); err != nil {
		return AgentTokens{}, err
	}
	s, use, err := a.store.Take(ctx, agent.CodeSecret, code)
	switch {
	case err != nil:
		return AgentTokens{}, err
	case use == agent.Repeated:
		return AgentTokens{}, a.stolen(ctx, s)
	case use == agent.Unknown || s.Bound.Client != client || s.Bound.RedirectURI != redirectURI || !agent.Proves(verifier, s.Bound.Challenge):
		return AgentTokens{}, agent.ErrGrant
	case !agent.SameResource(resource, Resource(c)):
		return AgentTokens{}, agent.ErrTarget
	}
	until, err := a.acting(ctx, s)
	if err != nil {
		return AgentTokens{}, err
	}
	refresh := passwords.RandomHex(32)
	if err := a.store.Save(ctx, refresh, agent.Secret{
		Kind: agent.RefreshSecret, Account: s.Account, Agent: s.Agent, Expires: until, Bound: agent.Bound{Client: client, Tools: s.Bound.Tools},
	}); err != nil {
		return AgentTokens{}, err
	}
	return a.tokens(ctx, c, s, refresh, until)
}

// Renew returns other tokens for a refresh token, once. A second use means that the token was stolen, so its agent is revoked. The token
// can be used again if the answer with its replacement was never sent, because the server was killed. agent.ErrGrant, agent.ErrTarget.
func (a *Authorization) Renew(ctx context.Context, c *operations.Call, client, refresh, resource string) (AgentTokens, error) {
	if err := limited(c, "agent tokens"); err != nil {
		return AgentTokens{}, err
	}
	known, use, err := a.store.Find(ctx, agent.RefreshSecret, refresh)
	switch {
	case err != nil:
		return AgentTokens{}, err
	case use == agent.Unknown || known.Bound.Client != client:
		return AgentTokens{}, agent.ErrGrant
	case !agent.SameResource(resource, Resource(c)):
		return AgentTokens{}, agent.ErrTarget
	}
	until, err := a.acting(ctx, known)
	if err != nil {
		return AgentTokens{}, err
	}
	fresh := passwords.RandomHex(32)
	s, use, err := a.store.Renew(ctx, refresh, fresh)
	switch {
	case err != nil:
		return AgentTokens{}, err
	case use == agent.Repeated:
		return AgentTokens{}, a.stolen(ctx, s)
	case use == agent.Unknown:
		return AgentTokens{}, agent.ErrGrant
	}
	return a.tokens(ctx, c, s, fresh, until)
}

// Answered notes that tokens were sent.
func (a *Authorization) Answered(ctx context.Context, t AgentTokens) error {
	return a.store.Answered(ctx, t.Refresh)
}

// Withdraw ends the agent of a refresh token or of an access token, if it is the client's (RFC 7009). Any other text is ignored.
func (a *Authorization) Withdraw(ctx context.Context, c *operations.Call, client, token string) error {
	if err := limited(c, "agent tokens"); err != nil {
		return err
	}
	s, use, err := a.store.Find(ctx, agent.RefreshSecret, token)
	if err != nil {
		return err
	}
	if use == agent.Unknown {
		claims, err := a.signer.Check(ctx, token)
		if err != nil || claims.Agent == 0 {
			return nil //nolint:nilerr // a token that is not valid needs no end
		}
		s = agent.Secret{Account: max(claims.APIUserID, claims.AdminID), Agent: claims.Agent, Bound: agent.Bound{Client: client}}
		account, err := a.commands.Account(ctx, s.Account)
		if err != nil || account.Agents[s.Agent].ClientID != client {
			return err
		}
	}
	if s.Bound.Client != client {
		return nil
	}
	return a.end(ctx, s, access.ByClient)
}

// acting returns the time until which the agent of a secret may act. agent.ErrGrant: it may not.
func (a *Authorization) acting(ctx context.Context, s agent.Secret) (time.Time, error) {
	account, err := a.commands.Account(ctx, s.Account)
	if err == nil && !account.Acts(s.Agent, a.clock()) {
		err = agent.ErrGrant
	}
	return account.Agents[s.Agent].Expires, err
}

// stolen revokes the agent of a secret that was used twice, and returns the refusal.
func (a *Authorization) stolen(ctx context.Context, s agent.Secret) error {
	if err := a.end(ctx, s, access.ByReuse); err != nil {
		return err
	}
	return agent.ErrGrant
}

// end revokes the agent of a secret. Its other secrets stay until they expire, but are no longer accepted.
func (a *Authorization) end(ctx context.Context, s agent.Secret, why access.Ending) error {
	return a.commands.EndAgent(ctx, s.Account, s.Agent, why)
}

// tokens issues an access token, which is a token of the account for the tools of the agent.
func (a *Authorization) tokens(
	ctx context.Context,
	c *operations.Call,
	s agent.Secret,
	refresh string,
	until time.Time,
) (AgentTokens, error) {
	accounts, err := a.accounts.Accounts(ctx)
	if err != nil {
		return AgentTokens{}, err
	}
	account := accounts.ByID(s.Account)
	if account == nil || !account.Active {
		return AgentTokens{}, agent.ErrGrant
	}
	claims := claimsOf(account)
	claims.Tools, claims.Agent = s.Bound.Tools, s.Agent
	lifetime := min(tokenLifetime(c), until.Sub(a.clock()))
	token, _, err := a.signer.issue(ctx, access.ByAgent, claims, lifetime)
	return AgentTokens{Access: token, Refresh: refresh, Lifetime: lifetime, Tools: s.Bound.Tools}, err
}

// claimsOf returns the claims of an account.
func claimsOf(account *readaccess.Account) Claims {
	if account.Kind == access.Admin {
		return Claims{
			Type: TypeAdmin, AdminID: account.ID, Email: account.Email, AllowedStores: account.StoreIDs, Credentials: account.Credentials.Version,
		}
	}
	return Claims{
		Type: TypeAPI, APIUserID: account.ID, Username: account.Username, Permissions: append([]string{}, account.Grants...),
		AllowedStores: account.StoreIDs,
	}
}
