package access

import (
	"context"
	"time"

	"tradelog/domain/agent"
)

// The kinds of secrets of the authorization server.
const (
	LoginSecret   = "login"   // of a browser whose account has logged in and not decided yet
	CodeSecret    = "code"    // that a client exchanges for tokens
	RefreshSecret = "refresh" // that a client renews its tokens with
)

// Secret is what the authorization server stores of a secret. Only its holder knows the secret itself.
type Secret struct {
	Kind           string
	Account, Agent int64
	Expires        time.Time
	Bound          Bound
}

// Bound is what a secret is bound to.
type Bound struct {
	Client      string   `json:"client"`
	RedirectURI string   `json:"redirectUri,omitempty"`
	Challenge   string   `json:"challenge,omitempty"`
	Tools       []string `json:"tools,omitempty"`
	Request     string   `json:"request,omitempty"` // of a login: the digest of the authorization request
}

// Use is what became of a secret that was shown.
type Use int

// The uses of a secret.
const (
	Unknown  Use = iota // there is none, or it has expired
	First               // it was used now
	Repeated            // it was used before
)

// AgentStore stores the clients and the secrets of the authorization server beside the log. What it has said to have stored survives a
// crash.
type AgentStore interface {
	// Register stores a client that has registered itself. fault.Unavailable: there are too many that nobody has let in.
	Register(ctx context.Context, c agent.Client) error
	// Client finds a registered client. ok is false if there is none.
	Client(ctx context.Context, id string) (c agent.Client, ok bool, err error)
	// LetIn notes that an account has let a client in, so that its registration does not expire.
	LetIn(ctx context.Context, id string) error
	// Save stores a secret.
	Save(ctx context.Context, text string, s Secret) error
	// Take uses a secret, once.
	Take(ctx context.Context, kind, text string) (Secret, Use, error)
	// Find finds a secret without using it.
	Find(ctx context.Context, kind, text string) (Secret, Use, error)
	// Renew replaces a refresh token by another one. One whose replacement was never sent is replaced again.
	Renew(ctx context.Context, text, fresh string) (Secret, Use, error)
	// Answered notes that the answer with a refresh token was sent.
	Answered(ctx context.Context, text string) error
	// End deletes the secrets of an agent.
	End(ctx context.Context, agent int64) error
}
