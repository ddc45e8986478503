package access

import (
	"context"

	"tradelog/domain/agent"
)

// AgentStore stores the clients and the secrets of the authorization server beside the log. Data is durable when a method returns.
type AgentStore interface {
	// Register stores a client that has registered itself. fault.Unavailable: too many registered clients have no authorisation yet.
	Register(ctx context.Context, c agent.Client) error
	// Client finds a registered client. ok is false if there is none.
	Client(ctx context.Context, id string) (c agent.Client, ok bool, err error)
	// LetIn notes that an account has authorised a client, so that its registration does not expire.
	LetIn(ctx context.Context, id string) error
	// Save stores a secret.
	Save(ctx context.Context, text string, s agent.Secret) error
	// Take uses a secret, once.
	Take(ctx context.Context, kind, text string) (agent.Secret, agent.Use, error)
	// Find finds a secret without using it.
	Find(ctx context.Context, kind, text string) (agent.Secret, agent.Use, error)
	// Renew replaces a refresh token by another one. If the answer with its replacement was never sent, it can be replaced again.
	Renew(ctx context.Context, text, fresh string) (agent.Secret, agent.Use, error)
	// Answered notes that the answer with a refresh token was sent.
	Answered(ctx context.Context, text string) error
}
