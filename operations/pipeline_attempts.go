package operations

import (
	"context"
	"time"

	"tradelog/domain/agent"
	"tradelog/domain/fault"
)

// attempted records in Attempts an agent's call that did nothing. Agents are programs that use tools, or tokens that an account has
// authorised.
func (p *Pipeline) attempted(ctx context.Context, c *Call, failure error) {
	if p.Attempts == nil || c == nil || !c.byAgent() {
		return
	}
	a := agent.Attempt{
		At: c.Now().UTC(), Kind: string(c.Principal.Kind), Account: c.Principal.ID, Agent: c.Principal.Agent, Operation: c.Operation.Name(),
		Client: c.Caller.Client, RequestID: c.Caller.RequestID, DryRun: c.Caller.DryRun && !c.Operation.Reads(),
	}
	if names := Placeholders(c.Operation.Path); len(names) > 0 {
		a.Target = Identifier(c.input.Variable(names[0]))
	}
	if failure == nil && !a.DryRun {
		return
	}
	if failure != nil {
		f, told := fault.As(failure)
		if !told || f.Kind == fault.Internal || f.Kind == fault.Unavailable {
			return // the call failed and was not refused
		}
		a.Code, a.Message = f.Code, f.Message
		if a.Code == "" {
			a.Code = f.Kind.String()
		}
	}
	// The attempt is stored also if the client has disconnected.
	storing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := p.Attempts(storing, a); err != nil {
		p.Logger.Warn("an attempt of an agent was not stored", "operation", a.Operation, "request", a.RequestID, "error", err)
	}
}
