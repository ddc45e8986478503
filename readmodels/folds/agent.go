package folds

import (
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/readmodels/documents"
)

// Agent returns the document of a program that an account has authorised.
func Agent(account int64, e access.AgentAuthorized, at domain.Times) documents.Agent {
	return documents.Agent{
		Type: "Agent", ID: e.AgentID, AccountID: account, ClientID: e.ClientID, Client: e.Client, Host: e.Host, Tools: e.Tools,
		CreatedAt: documents.Time(at.Recorded), ExpiresAt: documents.Time(e.ExpiresAt),
	}
}
