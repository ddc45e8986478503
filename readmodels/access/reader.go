// Package access reads accounts, roles, revoked tokens, and the agents of accounts.
package access

import (
	"time"

	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// Reader reads accounts, revoked tokens and agents. Make it with New.
type Reader struct {
	*readmodels.Reader
	clock         func() time.Time
	accounts      *readmodels.Snapshot[*Accounts]
	names         *readmodels.Snapshot[names]
	revoked       *readmodels.Snapshot[map[string]bool]
	revokedAgents *readmodels.Snapshot[map[int64]bool]
}

// New makes a reader.
func New(engine *readmodels.Reader, clock func() time.Time) *Reader {
	r := &Reader{Reader: engine}
	r.clock = clock
	r.accounts = readmodels.NewSnapshot(engine, loadAccounts, scopes.Accounts)
	r.names = readmodels.NewSnapshot(engine, loadNames, scopes.AccountNames)
	r.revoked = readmodels.NewSnapshot(engine, r.loadRevoked, scopes.Revoked)
	r.revokedAgents = readmodels.NewSnapshot(engine, r.loadRevokedAgents, scopes.Agents)
	return r
}
