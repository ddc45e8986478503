package access

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"tradelog/commands"
	commandsaccess "tradelog/commands/access"
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/agent"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/passwords"
	readaccess "tradelog/readmodels/access"
)

// agentLifetime is the configuration path of the lifetime of an agent, in seconds.
const agentLifetime = "apiplatform/oauth2/agent_lifetime"

// The lifetimes of secrets.
const (
	loginLife = 10 * time.Minute
	codeLife  = time.Minute
)

// Authorization is the authorization server of the shop, by which accounts authorise programs to act for them (OAuth 2.1). Make it with
// NewAuthorization.
type Authorization struct {
	commands    *commandsaccess.Accounts
	accounts    *readaccess.Reader
	credentials *CredentialChecker
	signer      Issuing
	store       AgentStore
	document    Documents
	clock       func() time.Time
}

// Documents fetches the metadata of a client whose ID is a URL. Addresses of the machine itself are allowed only if loopback is set. The
// function count is called before a request to another server, and may refuse it.
type Documents = func(ctx context.Context, url string, loopback bool, count func() error) (agent.Client, error)

// NewAuthorization makes an authorization server.
func NewAuthorization(p *CredentialChecker, s Issuing, store AgentStore, document Documents, clock func() time.Time) *Authorization {
	return &Authorization{
		commands:    p.commands,
		accounts:    p.accounts,
		credentials: p,
		signer:      s,
		store:       store,
		document:    document,
		clock:       clock,
	}
}

// Resource returns the resource of agents' tokens: the MCP endpoint.
func Resource(c *operations.Call) string {
	return Issuer(c) + "/api/mcp"
}

// Issuer returns the identifier of the authorization server.
func Issuer(c *operations.Call) string { return c.Shop.Root(0) }

// limited counts a call of the authorization server in a bucket of its own.
func limited(c *operations.Call, bucket string) error {
	of := *c
	of.Operation = loginOperation
	return of.Limit(perIP(bucket), nil)
}

// Register registers a client with its metadata.
func (a *Authorization) Register(ctx context.Context, c *operations.Call, m agent.Metadata) (agent.Client, error) {
	if err := limited(c, "agent registration"); err != nil {
		return agent.Client{}, err
	}
	client, err := m.Client("agent_" + passwords.RandomHex(16))
	if err != nil {
		return client, err
	}
	return client, a.store.Register(ctx, client)
}

// client finds a client by its ID: a registration, or the metadata document whose URL is the ID.
func (a *Authorization) client(ctx context.Context, c *operations.Call, id string) (agent.Client, error) {
	if agent.IsDocument(id) {
		return a.document(ctx, id, agent.OnLoopback(c.Shop.BaseURL(0)), func() error { return limited(c, "agent documents") })
	}
	client, ok, err := a.store.Client(ctx, id)
	if err == nil && !ok {
		err = agent.ErrClient
	}
	return client, err
}

// Ask is an authorization request.
type Ask struct {
	ClientID, RedirectURI, ResponseType, State, Scope, Challenge, Method, Resource string

	Client agent.Client // set by Check
	// Sets are the tool sets in the scope, and the single tools behind them.
	Sets []string
}

// joined returns all that the scope names as one tool set, whose name is that of a scope. ok is false if the scope is a tool set, or empty.
func (q Ask) joined(c *operations.Call) (all operations.ToolSet, ok bool) {
	sets := c.ToolSets()
	for _, name := range q.Sets {
		set, is := domain.Find(sets, func(s operations.ToolSet) bool { return s.Name == name })
		if is && len(q.Sets) == 1 {
			return all, false
		}
		if is {
			all.Tools = append(all.Tools, set.Tools...)
		} else {
			all.Tools = append(all.Tools, name)
		}
	}
	all.Name = strings.Join(q.Sets, " ")
	return all, len(q.Sets) > 0
}

// digest binds a login to a request.
func (q Ask) digest() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", []string{q.ClientID, q.RedirectURI, q.State, q.Scope, q.Challenge, q.Resource}))
	return hex.EncodeToString(sum[:])
}

// Check checks an authorization request and finds its client. Unless safe is true, the answer must not go to the redirect URI, which may
// not be the client's.
func (a *Authorization) Check(ctx context.Context, c *operations.Call, q *Ask) (safe bool, err error) {
	if q.Client, err = a.client(ctx, c, q.ClientID); err != nil {
		return false, err
	}
	switch {
	case !q.Client.Permits(q.RedirectURI):
		return false, errForeignRedirect
	case q.ResponseType != "code":
		return true, agent.ErrResponse
	case !agent.SameResource(q.Resource, Resource(c)):
		return true, agent.ErrTarget
	}
	if err := agent.CheckChallenge(q.Challenge, q.Method); err != nil {
		return true, err
	}
	asked := slices.DeleteFunc(strings.Fields(q.Scope), func(scope string) bool { return scope == "offline_access" })
	for _, s := range c.ToolSets() {
		if slices.Contains(asked, s.Name) {
			q.Sets = append(q.Sets, s.Name)
		}
	}
	for _, name := range domain.Distinct(asked) {
		if _, err := c.Select([]string{name}); err == nil && !strings.ContainsAny(name, "*"+operations.SetPrefix) {
			q.Sets = append(q.Sets, name)
		}
	}
	if len(asked) > 0 && len(q.Sets) == 0 {
		return true, agent.ErrScope
	}
	return true, nil
}

var errForeignRedirect = fault.Invalidf("The redirect URI is not one that the client has registered").WithCode("invalid_request")

// Login checks the credentials of an account, and returns the secret of its login, which allows one decision on the request.
// ErrSecondFactor: the code is needed, too.
func (a *Authorization) Login(ctx context.Context, c *operations.Call, q Ask, name, secret, code string) (
	string, *readaccess.Account, error) {
	account, _, err := a.credentials.check(ctx, c, name, secret, code)
	if err != nil {
		return "", nil, err
	}
	login := passwords.RandomHex(32)
	return login, account, a.store.Save(ctx, login, agent.Secret{
		Kind: agent.LoginSecret, Account: account.ID, Expires: a.clock().Add(loginLife),
		Bound: agent.Bound{Client: q.ClientID, Request: q.digest()},
	})
}

// Offer is a tool set that an account may give to an agent, with the permitted tools in it.
type Offer struct {
	operations.ToolSet
	Operations []*operations.Operation
}

// Offers returns the tool sets of which an account may use some tools, with these tools. If a request asks for several sets, or for single
// tools, the last offer has all of them.
func Offers(c *operations.Call, account *readaccess.Account, q Ask) (all []Offer) {
	who, sets := PrincipalOf(account), c.ToolSets()
	if joined, ok := q.joined(c); ok {
		sets = append(sets, joined)
	}
	for _, s := range sets {
		if may := c.Offered(*who, s); len(may) > 0 {
			all = append(all, Offer{s, may})
		}
	}
	return all
}

// Until returns the end of an authorisation that begins now.
func (a *Authorization) Until(c *operations.Call) time.Time {
	return a.clock().Add(seconds(c, agentLifetime, 30*24*time.Hour)).UTC().Truncate(time.Second)
}

// ErrLogin: a login has ended, so the account must log in again.
var ErrLogin = fault.New(fault.Unauthorized, "The login has expired. Please log in again.")

// Deny ends a login without an authorisation of the client.
func (a *Authorization) Deny(ctx context.Context, login string) error {
	_, _, err := a.store.Take(ctx, agent.LoginSecret, login)
	return err
}

// Allow authorises the client to act for the account of a login with an offered tool set, and returns the code. ErrLogin: the login has
// ended, or is for another request.
func (a *Authorization) Allow(ctx context.Context, c *operations.Call, q Ask, login, set string) (string, error) {
	s, use, err := a.store.Take(ctx, agent.LoginSecret, login)
	if err != nil {
		return "", err
	}
	if use != agent.First || s.Bound.Request != q.digest() {
		return "", ErrLogin
	}
	accounts, err := a.accounts.Accounts(ctx)
	if err != nil {
		return "", err
	}
	account := accounts.ByID(s.Account)
	if account == nil || !account.Active {
		return "", ErrLogin
	}
	switch state, err := a.commands.Account(ctx, account.ID); {
	case err != nil:
		return "", err
	case state.PasswordAt.After(s.Expires.Add(-loginLife)): // the login was with a former password
		return "", ErrLogin
	}
	if !slices.ContainsFunc(Offers(c, account, q), func(o Offer) bool { return o.Name == set }) {
		return "", agent.ErrScope
	}
	tools := strings.Fields(set)
	for i, name := range tools {
		if slices.ContainsFunc(c.ToolSets(), func(s operations.ToolSet) bool { return s.Name == name }) {
			tools[i] = operations.SetPrefix + name
		}
	}
	// The code is stored first. If the process ends before the event, the code has no agent and is refused.
	id, err := a.commands.NextAgent(ctx)
	if err != nil {
		return "", err
	}
	code, until := passwords.RandomHex(32), a.Until(c)
	if err := a.store.Save(ctx, code, agent.Secret{
		Kind: agent.CodeSecret, Account: account.ID, Agent: id, Expires: a.clock().Add(codeLife),
		Bound: agent.Bound{Client: q.ClientID, RedirectURI: q.RedirectURI, Challenge: q.Challenge, Tools: tools},
	}); err != nil {
		return "", err
	}
	by := actorOf(account)
	err = a.commands.AuthorizeAgent(commands.As(ctx, by, commands.RequestFrom(ctx).CausationID), account.ID, access.AgentAuthorized{
		AgentID: id, ClientID: q.ClientID, Client: q.Client.Name, Host: agent.Host(q.RedirectURI), Tools: tools, ExpiresAt: until,
	})
	if err != nil {
		return "", err
	}
	return code, a.store.LetIn(ctx, q.ClientID)
}
