package access

import (
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/scopes"
)

var agents = &projections.Table{Name: "agents", Keys: 1,
	Columns: projections.Columns("id bigint, account_id bigint, expires_at timestamptz, revoked boolean, doc text, version bigint")}

// putAgent stores a program that an account has authorised, and marks one that was revoked. Revoked agents that would have expired long ago
// are removed.
func putAgent(w *projections.Writer, e projections.Event) error {
	w.Touch(e.Position, scopes.Agents)
	switch payload := e.Payload.(type) {
	case access.AgentAuthorized:
		account := domain.StreamID(e.Stream)
		doc, err := documents.Encode(folds.Agent(account, payload, e.Times()))
		if err != nil {
			return err
		}
		w.Put(agents, payload.AgentID, account, payload.ExpiresAt, false, doc, e.Position)
	case access.AgentRevoked:
		w.Exec(`UPDATE agents SET revoked = true, version = $2 WHERE id = $1`, payload.AgentID, e.Position)
		w.Exec(`DELETE FROM agents WHERE revoked AND expires_at < $1`, e.RecordedAt.Add(-expiredKept))
	}
	return nil
}

// endAgents removes the agents of an account that is closed. Its tokens are refused because of the account.
func endAgents(w *projections.Writer, e projections.Event) {
	switch e.Payload.(type) {
	case access.AccountDeleted, access.ForgetStarted:
		w.Exec(`DELETE FROM agents WHERE account_id = $1`, domain.StreamID(e.Stream))
		w.Touch(e.Position, scopes.Agents)
	}
}
