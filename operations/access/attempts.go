package access

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/agent"
	"tradelog/domain/fault"
	"tradelog/operations"
)

// Attempts are the dry runs and refused calls of agents.
type Attempts interface {
	// Recent lists attempts of an account, or of all for 0, the newest first: those before an attempt, or the newest for 0.
	Recent(ctx context.Context, account, before int64, limit int) ([]agent.Attempt, error)
}

// attempts declares the operation with which the console reads the attempts of agents. It has no route.
func (h *handlers) attempts() []*operations.Operation {
	declared := operations.Declaration{
		Resource: agentResource, Unrouted: operations.Unrouted{Console: true}, Verb: operations.List,
		Access: operations.Backend.Access("agents/read"), Response: operations.Response{NoStore: true},
	}
	accounts := declared
	accounts.Unrouted.Name, accounts.Summary = "agents.accounts", "List accounts that agents act for"
	accounts.Doc = "Lists the accounts by number: what each is called, and the tools that it is limited to."
	declared.Unrouted.Name, declared.Summary = "agents.attempts", "List what agents tried"
	declared.Doc = "Lists dry runs of agents and calls that they were refused, the newest first. At most the newest 10,000 of 30 days are " +
		"known."
	return []*operations.Operation{operations.Define(accounts, h.agentAccounts), operations.Define(declared, h.listAttempts)}
}

type agentAccount struct {
	ID       int64       `json:"id"`
	Kind     access.Kind `json:"kind"`
	Username string      `json:"username"`
	Active   bool        `json:"isActive"`
	Tools    []string    `json:"tools"`
}

func (h *handlers) agentAccounts(ctx context.Context, _ *operations.Call, _ operations.None) ([]agentAccount, error) {
	accounts, err := h.Accounts.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	list := []agentAccount{}
	for _, a := range accounts.All() {
		list = append(list, agentAccount{a.ID, a.Kind, a.Username, a.Active, append([]string{}, a.Tools...)})
	}
	slices.SortFunc(list, func(a, b agentAccount) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

type attemptsInput struct {
	AccountID int64 `query:"accountId" doc:"ID of an account"`
	Before    int64 `query:"before" doc:"number of the last one of the answer before"`
	Limit     int   `query:"limit" doc:"attempts of the answer, 1 to 100; by default 50"`
}

// attempt is a dry run or a refusal.
type attempt struct {
	ID        int64     `json:"id"`
	At        time.Time `json:"at"`
	Kind      string    `json:"accountKind"`
	AccountID int64     `json:"accountId"`
	AgentID   int64     `json:"agentId"`
	Operation string    `json:"operation"`
	Target    int64     `json:"target"`
	Client    string    `json:"client"`
	RequestID string    `json:"requestId"`
	DryRun    bool      `json:"isDryRun"`
	Code      string    `json:"code"`
	Message   string    `json:"message"`
}

func (h *handlers) listAttempts(ctx context.Context, _ *operations.Call, in attemptsInput) ([]attempt, error) {
	if in.Limit == 0 {
		in.Limit = 50
	}
	if in.Limit < 1 || in.Limit > 100 {
		return nil, fault.Invalidf("limit must be from 1 to 100.").About(fault.Range, "limit")
	}
	known, err := h.Attempts.Recent(ctx, in.AccountID, in.Before, in.Limit)
	if err != nil {
		return nil, err
	}
	list := []attempt{}
	for _, a := range known {
		list = append(list, attempt{a.ID, a.At, a.Kind, a.Account, a.Agent, a.Operation, a.Target, a.Client, a.RequestID, a.DryRun, a.Code,
			a.Message})
	}
	return list, nil
}
