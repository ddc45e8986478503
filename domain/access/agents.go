package access

import (
	"maps"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// Agent is a program that an account has authorised to act for it.
type Agent struct {
	ClientID string
	Client   string
	Host     string
	Expires  time.Time
	Revoked  bool
}

type (
	// AgentAuthorized records the tools that an account has allowed to a program, and until when. Client is the name that the program gives
	// itself; Host is the host that its answers go to. It has no secret.
	AgentAuthorized struct {
		AgentID   int64     `json:"agentId"`
		ClientID  string    `json:"clientId"`
		Client    string    `json:"client"`
		Host      string    `json:"host"`
		Tools     []string  `json:"tools"`
		ExpiresAt time.Time `json:"expiresAt"`
	}
	// AgentRevoked ends what AgentAuthorized has allowed. Its tokens are refused from then on.
	AgentRevoked struct {
		AgentID int64  `json:"agentId"`
		Client  string `json:"client"`
		Host    string `json:"host"`
		Because Ending `json:"because"`
	}
)

// Ending says why an agent was revoked.
type Ending string

// The reasons for which agents are revoked.
const (
	ByPeople   Ending = "revoked"
	ByClient   Ending = "ended by the program itself"
	ByReuse    Ending = "a code or a refresh token was used twice"
	ByExpiry   Ending = "expired"
	ByAbsence  Ending = "its code was not exchanged"
	ByPassword Ending = "the password of its account was changed"
)

func (AgentAuthorized) EventName() string { return "AccountAgentAuthorized" }
func (AgentRevoked) EventName() string    { return "AccountAgentRevoked" }

var ErrNoAgent = fault.NotFoundf("Agent not found")

// withAgent returns agents with another state of one.
func withAgent(agents map[int64]Agent, id int64, agent Agent) map[int64]Agent {
	out := maps.Clone(agents)
	if out == nil {
		out = map[int64]Agent{}
	}
	out[id] = agent
	return out
}

// Acts reports whether an agent may act for the account at a moment.
func (a Account) Acts(agent int64, now time.Time) bool {
	g, known := a.Agents[agent]
	return known && !g.Revoked && now.Before(g.Expires) && a.Active && !a.Deleted
}

// Authorize lets an agent act for the account.
func (a Account) Authorize(e AgentAuthorized) ([]domain.Event, error) {
	switch _, known := a.Agents[e.AgentID]; {
	case !a.Exists || a.Deleted || !a.Active:
		return nil, ErrNotFound
	case known:
		return nil, nil
	case len(e.Tools) == 0:
		return nil, fault.Invalidf("An agent needs a tool set").About(fault.Required, "tools")
	}
	return []domain.Event{e}, nil
}

// Revoke ends what an agent may do for the account. A repeated call changes nothing.
func (a Account) Revoke(e AgentRevoked) ([]domain.Event, error) {
	switch g, known := a.Agents[e.AgentID]; {
	case !known:
		return nil, ErrNoAgent
	case g.Revoked:
		return nil, nil
	}
	return []domain.Event{e}, nil
}
