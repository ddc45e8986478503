package access

import (
	"context"
	"errors"

	"tradelog/domain/access"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// agentResource is the resource of programs that act for accounts.
var agentResource = &operations.Resource{
	Name: "Agent", Section: "api", Permission: "agents", ACL: "system/agents", Label: "agent",
	Doc: "A program that an account has allowed to act for it with some tools, such as a hosted assistant.",
}

// agents declares the operations on the programs that act for accounts.
func (h *handlers) agents() []*operations.Operation {
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: agentResource, Verb: operations.List, Method: "GET", Path: "/agents", Access: operations.Backend.Access("agents/read"),
			Paged: true, Extra: true, Summary: "List the agents of accounts",
			Doc: "Lists the programs that accounts have allowed to act for them, newest first: the name that the program gives itself, the " +
				"host its authorization was sent to, its tool sets, and until when.",
		}, h.listAgents),
		operations.Define(operations.Declaration{
			Resource: agentResource, Verb: operations.Delete, Method: "DELETE", Path: "/agents/{id}",
			Access: operations.Backend.Access("agents/delete"), Extra: true, Summary: "Revoke an agent",
			Doc: "Ends what a program may do for an account. Its tokens are refused from then on. The account may let it in again.",
		}, h.revokeAgent),
	}
}

type agentsInput struct {
	AccountID int64 `query:"accountId" doc:"ID of an account"`
}

func (h *handlers) listAgents(ctx context.Context, c *operations.Call, in agentsInput) (*documents.Page[documents.Agent], error) {
	return h.Accounts.Agents(ctx, in.AccountID, c.Page())
}

type agentInput struct {
	ID int64 `path:"id" doc:"ID of the agent"`
}

func (h *handlers) revokeAgent(ctx context.Context, c *operations.Call, in agentInput) (operations.Nothing, error) {
	known, err := h.Accounts.Agent(ctx, in.ID)
	if errors.Is(err, readmodels.ErrNotFound) {
		if c.Resumed() { // an earlier attempt has ended it
			return operations.Nothing{}, nil
		}
		return operations.Nothing{}, access.ErrNoAgent
	}
	if err != nil {
		return operations.Nothing{}, err
	}
	return operations.Nothing{}, h.Access.RevokeAgent(ctx, known.AccountID, access.AgentRevoked{
		AgentID: known.ID, Client: known.Client, Host: known.Host, Because: access.ByPeople,
	})
}
