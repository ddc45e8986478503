package people

import (
	"context"
	"strings"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/readmodels/documents"
)

// AgentsCommand has the commands on the programs that act for accounts.
type AgentsCommand struct {
	List   agentsList   `cmd:"" help:"Show the programs that act for accounts."`
	Revoke agentsRevoke `cmd:"" help:"Revoke the access of a program to an account."`
}

type agentsList struct {
	Account int64 `help:"ID of an account: only its programs are shown." placeholder:"N"`
	JSON    bool  `help:"Print JSON."`
}

// Run lists agents.
func (c *agentsList) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		arguments := command.Args{}
		if c.Account != 0 {
			arguments["accountId"] = c.Account
		}
		list, err := command.All[documents.Agent](ctx, a, "GET /agents", arguments)
		if err != nil {
			return err
		}
		rows := command.Table{Columns: []string{"agent", "account", "program", "host", "tools", "since", "until"}}
		for _, e := range list {
			rows.Add(e.ID, e.AccountID, e.Client, e.Host, strings.Join(e.Tools, " "), e.CreatedAt, e.ExpiresAt)
		}
		return g.Out.Show(c.JSON, list, rows)
	})
}

type agentsRevoke struct {
	ID int64 `arg:"" help:"Number of the agent."`
}

// Run revokes an agent.
func (c *agentsRevoke) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		return command.Change(ctx, a, "DELETE /agents/{id}", command.Args{"id": c.ID})
	})
}
