package access

import (
	"context"
	"time"

	"tradelog/commands"
	commandsaccess "tradelog/commands/access"
	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/passwords"
	readaccess "tradelog/readmodels/access"
)

// The settings of logins in a browser.
const (
	sessionLifetime      = "admin/security/session_lifetime"
	sessionTokenLifetime = "admin/security/session_token_lifetime"
)

// Session is a login of an account in a browser.
type Session struct {
	// Token is a bearer token of the account. It lives for minutes; Renew gives the next one.
	Token   string
	Expires time.Time // of Token
	Account *readaccess.Account
}

// Sessions logs accounts in at pages. All tokens of a login name it, so that End invalidates every one of them. No token lives longer than
// the login. Make it with NewSessions.
type Sessions struct {
	commands    *commandsaccess.Accounts
	accounts    *readaccess.Reader
	credentials *CredentialChecker
	signer      Issuing
	tokens      operations.Authenticator
	clock       func() time.Time
}

// NewSessions makes sessions. tokens checks the tokens that signer has signed.
func NewSessions(p *CredentialChecker, signer Issuing, tokens operations.Authenticator, clock func() time.Time) *Sessions {
	return &Sessions{commands: p.commands, accounts: p.accounts, credentials: p, signer: signer, tokens: tokens, clock: clock}
}

// The refusals of sessions.
var (
	// ErrSession: a session has ended, so the account must log in again.
	ErrSession = fault.New(fault.Unauthorized, "Your session has ended. Please log in again.").WithCode("session_ended")

	errOfSession = fault.Invalidf("This token is of a session in a browser. Only the page that opened the session renews it.")
)

// Login opens a session. The refusals are faults of kind Unauthorized, among them ErrSecondFactor, and of kind RateLimited. Attempts count
// in the limits of POST /auth/token.
func (s *Sessions) Login(ctx context.Context, c *operations.Call, name, secret, code string) (Session, error) {
	account, version, err := s.credentials.check(ctx, c, name, secret, code)
	if err != nil {
		return Session{}, err
	}
	return s.open(ctx, c, account, Claims{Session: passwords.RandomHex(16), Credentials: version}, s.clock())
}

// Renew returns another token for a valid one of a session. The old one stays valid until it expires, because requests with it may still
// run. ErrSession: the session has ended, is too old or older than the present password, or the token has no session.
func (s *Sessions) Renew(ctx context.Context, c *operations.Call, token string) (Session, error) {
	who, err := s.session(ctx, token)
	if err != nil {
		return Session{}, err
	}
	accounts, err := s.accounts.Accounts(ctx)
	if err != nil {
		return Session{}, err
	}
	account := accounts.ByID(who.ID)
	state, err := s.commands.Account(ctx, who.ID)
	if err != nil {
		return Session{}, err
	}
	// The read model with which the token was checked may be behind.
	if account == nil || !state.Credentials.Admit(who.Credentials, who.Session) {
		return Session{}, ErrSession
	}
	of := Claims{Session: who.Session, AuthTime: who.LoggedIn.Unix(), Credentials: max(who.Credentials, state.Credentials.Version)}
	return s.open(ctx, c, account, of, who.LoggedIn)
}

// End ends the session of a token. All its tokens are refused afterwards. An invalid token is ignored.
func (s *Sessions) End(ctx context.Context, c *operations.Call, token string) error {
	who, err := s.session(ctx, token)
	if fault.KindOf(err) == fault.Unauthorized {
		return nil
	}
	if err != nil {
		return err
	}
	by := eventstore.Actor{Kind: string(who.Kind), ID: who.ID}
	ctx = commands.As(ctx, by, commands.RequestFrom(ctx).CausationID)
	return s.commands.RevokeToken(ctx, who.Session, sessionEnd(c, who.LoggedIn))
}

// session returns the principal of a session's token.
func (s *Sessions) session(ctx context.Context, token string) (*operations.Principal, error) {
	who, err := s.tokens.Authenticate(ctx, token)
	if err == nil && who.Session == "" {
		err = ErrSession
	}
	if fault.KindOf(err) == fault.Unauthorized {
		err = ErrSession.WithCause(err)
	}
	return who, err
}

// open issues a token of a session with its claims.
func (s *Sessions) open(ctx context.Context, c *operations.Call, account *readaccess.Account, of Claims, loggedIn time.Time) (
	Session, error) {
	lifetime := min(seconds(c, sessionTokenLifetime, 15*time.Minute), sessionEnd(c, loggedIn).Sub(s.clock()))
	if lifetime < time.Second {
		return Session{}, ErrSession
	}
	claims := claimsOf(account)
	claims.Session, claims.AuthTime, claims.Credentials = of.Session, of.AuthTime, of.Credentials
	token, signed, err := s.signer.issue(ctx, access.BySession, claims, lifetime)
	if err != nil {
		return Session{}, err
	}
	return Session{Token: token, Expires: signed.ExpiresAt.Time, Account: account}, nil
}

// sessionEnd returns the latest end of a session.
func sessionEnd(c *operations.Call, loggedIn time.Time) time.Time {
	return loggedIn.Add(seconds(c, sessionLifetime, 12*time.Hour))
}

// seconds reads a duration from the configuration. Blank and non-positive values give otherwise.
func seconds(c *operations.Call, path string, otherwise time.Duration) time.Duration {
	if n := c.Shop.Settings.In(0).Int(path); n > 0 {
		return time.Duration(n) * time.Second
	}
	return otherwise
}
