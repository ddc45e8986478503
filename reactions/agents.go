package reactions

import (
	"context"
	"time"

	commandsaccess "tradelog/commands/access"
	"tradelog/domain/access"
	"tradelog/domain/agent"
)

// AgentSecrets are the secrets of the authorization server.
type AgentSecrets interface {
	// Expired lists at most max agents whose secrets have all expired.
	Expired(ctx context.Context, max int) ([]agent.Ended, error)
	// Clear deletes the secrets of an agent and those of logins that have expired. Agent 0 stands for none.
	Clear(ctx context.Context, agent int64) error
}

// AgentSweep revokes agents whose time is over, and those that did not exchange their code, and deletes their secrets.
func AgentSweep(c *commandsaccess.Accounts, secrets AgentSecrets) Sweep {
	return Sweep{Name: "agents", Every: time.Minute, Run: func(ctx context.Context) error {
		ctx = BySystem(ctx, "agent expiry")
		ended, err := secrets.Expired(ctx, 1000)
		if err != nil {
			return err
		}
		if err := secrets.Clear(ctx, 0); err != nil {
			return err
		}
		return each(ended, "end agent", func(e agent.Ended) error {
			why := access.ByExpiry
			if !e.Exchanged {
				why = access.ByAbsence
			}
			if err := c.EndAgent(ctx, e.Account, e.Agent, why); err != nil {
				return err
			}
			return secrets.Clear(ctx, e.Agent)
		})
	}}
}
