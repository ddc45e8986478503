package access

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Agents lists the programs that accounts let act for them, the newest first: those of one account, or of all for 0.
func (r *Reader) Agents(ctx context.Context, account int64, page readmodels.Page) (*documents.Page[documents.Agent], error) {
	w := readmodels.Where{}
	w.Add("NOT revoked")
	if account != 0 {
		w.Add("account_id = $?", account)
	}
	return readmodels.List[documents.Agent](ctx, r.Reader, readmodels.Query{
		Table: "read.agents", Column: "doc", Where: w, Order: readmodels.ByID, Page: page, Scopes: []scopes.Scope{scopes.Agents},
	})
}

// Agent finds an agent that is not revoked. readmodels.ErrNotFound: there is none.
func (r *Reader) Agent(ctx context.Context, id int64) (documents.Agent, error) {
	var doc []byte
	row := r.From(ctx, scopes.Agents).QueryRow(ctx, `SELECT doc FROM read.agents WHERE id = $1 AND NOT revoked`, id)
	if err := row.Scan(&doc); err != nil {
		return documents.Agent{}, readmodels.OrNotFound(err)
	}
	return documents.Doc[documents.Agent](doc).Decode()
}

// AgentRevoked tells whether an agent was revoked. The set of revoked agents that have not expired is kept in memory.
func (r *Reader) AgentRevoked(ctx context.Context, id int64) (bool, error) {
	set, err := r.revokedAgents.Get(ctx)
	return set[id], err
}

func (r *Reader) loadRevokedAgents(ctx context.Context, from readmodels.Source) (map[int64]bool, error) {
	rows, err := from.Query(ctx, `SELECT id FROM read.agents WHERE revoked AND expires_at > $1`, r.clock())
	if err != nil {
		return nil, err
	}
	set := map[int64]bool{}
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		set[id] = true
		return nil
	})
	return set, err
}
