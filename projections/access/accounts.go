// Package access projects accounts, roles and revoked tokens, with which callers are authenticated and authorized.
package access

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
)

// Access stores accounts, roles and revoked tokens.
var Access = projections.Definition{
	Name: "access", Version: 1, Tables: []string{"accounts", "roles", "revoked_tokens"},
	Events: projections.EventNames(access.EventSpecs()),
	New:    func() projections.Projector { return &accessProjector{} },
}

type accessProjector struct{}

var (
	accountsTable = &projections.Table{Name: "accounts", Keys: 1, Columns: projections.Columns(`id bigint, kind text, username text,
		client_id text, key_hash text, secret_hash text, active boolean, store_ids bigint[], role_id bigint, name text, email text,
		version bigint`)}
	rolesTable = &projections.Table{Name: "roles", Keys: 1, Columns: projections.Columns(`id bigint, name text, admin boolean,
		grants text[], version bigint`)}
	tokens = &projections.Table{Name: "revoked_tokens", Keys: 1, Columns: projections.Columns("jti text, expires_at timestamptz")}
)

// Apply folds accounts; they are few and change rarely, so their rows are read when needed.
func (p *accessProjector) Apply(ctx context.Context, w *projections.Writer, events []projections.Event) error {
	accounts := map[int64]access.Account{}
	for _, e := range events {
		switch payload := e.Payload.(type) {
		case access.RoleSaved:
			w.Put(rolesTable, payload.RoleID, payload.Name, payload.Admin, payload.Grants, e.Position)
			// A role's grants hold for every account that has it.
			w.Touch(e.Position, scopes.Accounts, scopes.Stream("access", e.Stream))
		case access.TokenRevoked:
			w.Put(tokens, payload.JTI, payload.ExpiresAt)
			w.Touch(e.Position, scopes.Revoked)
		default:
			id := domain.StreamID(e.Stream)
			account, known := accounts[id]
			if !known && e.Revision > 0 {
				var err error
				if account, err = p.load(ctx, w, id); err != nil {
					return projections.At(e, err)
				}
			}
			account = access.EvolveAccount(account, e.Payload)
			accounts[id] = account
			p.put(w, account, e.Position)
			w.Touch(e.Position, scopes.Accounts, scopes.Stream("access", e.Stream))
		}
	}
	return nil
}

func (p *accessProjector) put(w *projections.Writer, a access.Account, at eventstore.Position) {
	if a.Deleted {
		w.Delete(accountsTable, a.ID)
		return
	}
	var client any
	if a.ClientID != "" {
		client = a.ClientID
	}
	w.Put(accountsTable, a.ID, string(a.Kind), a.Username, client, a.KeyHash, a.SecretHash, a.Active, a.StoreIDs, a.RoleID, a.Name,
		a.Email, at)
}

func (p *accessProjector) load(ctx context.Context, w *projections.Writer, id int64) (access.Account, error) {
	rows, err := w.Query(ctx, `SELECT id, kind, username, coalesce(client_id, ''), key_hash, secret_hash, active, store_ids, role_id, name,
		email FROM accounts WHERE id = $1`, id)
	if err != nil {
		return access.Account{}, err
	}
	a, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (access.Account, error) {
		a := access.Account{Exists: true}
		err := row.Scan(&a.ID, &a.Kind, &a.Username, &a.ClientID, &a.KeyHash, &a.SecretHash, &a.Active, &a.StoreIDs, &a.RoleID, &a.Name,
			&a.Email)
		return a, err
	})
	if errors.Is(err, pgx.ErrNoRows) { // deleted accounts have no row
		return access.Account{ID: id, Exists: true, Deleted: true}, nil
	}
	return a, err
}

// Marks finds the identifiers of accounts and roles.
var Marks = projections.Marks{
	Events: []string{access.AccountCreated{}.EventName(), access.RoleSaved{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		switch p := e.Payload.(type) {
		case access.AccountCreated:
			mark("account", p.AccountID)
		case access.RoleSaved:
			mark("role", p.RoleID)
		}
	},
}
