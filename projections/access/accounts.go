// Package access projects accounts, roles, revoked tokens and agents, with which callers are authenticated and authorized.
package access

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/eventstore"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// Access stores accounts with the names they have had, roles, revoked tokens, and the programs that act for accounts.
var Access = projections.Definition{
	Name: "access", Version: 6, Tables: []string{"accounts", "account_names", "roles", "revoked_tokens", "agents"},
	Events: projections.EventNames(access.EventSpecs()), Trails: []string{access.AccountCategory, access.RoleCategory},
	New: func() projections.Projector { return &accessProjector{} },
}

type accessProjector struct{}

var (
	accountsTable = projections.TableOf[tables.Account]("accounts", 1)
	namesTable    = projections.TableOf[tables.AccountName]("account_names", 2)
	rolesTable    = projections.TableOf[tables.Role]("roles", 1)
	tokens        = &projections.Table{Name: "revoked_tokens", Keys: 1, Columns: projections.Columns("jti text, expires_at timestamptz")}
)

// Apply folds accounts; they are few and change rarely, so their rows are read when needed.
func (p *accessProjector) Apply(ctx context.Context, w *projections.Writer, events []projections.Event) error {
	accounts := map[int64]access.Account{}
	var expired time.Time
	for _, e := range events {
		switch payload := e.Payload.(type) {
		case access.RoleSaved:
			if err := rolesTable.Put(w, tables.Role{
				ID: payload.RoleID, Name: payload.Name, Admin: payload.Admin, Grants: payload.Grants, Version: e.Position,
			}); err != nil {
				return projections.At(e, err)
			}
			// A role's grants hold for every account that has it.
			w.Touch(e.Position, scopes.Accounts, scopes.Stream("access", e.Stream))
		case access.TokenRevoked:
			w.Put(tokens, payload.JTI, payload.ExpiresAt)
			expired = e.RecordedAt.Truncate(time.Hour).Add(-expiredKept)
			w.Touch(e.Position, scopes.Revoked)
		case access.AgentAuthorized, access.AgentRevoked:
			if err := putAgent(w, e); err != nil {
				return projections.At(e, err)
			}
		case access.TwoFactorPrepared, access.TwoFactorUsed:
			// Logins read secrets from the stream, so no table has them.
		default:
			id := domain.StreamID(e.Stream)
			account, known := accounts[id]
			if !known && e.Revision > 0 {
				var err error
				if account, err = p.load(ctx, w, id); err != nil {
					return projections.At(e, err)
				}
			}
			endAgents(w, e)
			before := account.Username
			account = access.EvolveAccount(account, e.Payload)
			accounts[id] = account
			if err := p.name(w, e, before, account); err != nil {
				return projections.At(e, err)
			}
			if err := p.put(w, account, e.Position); err != nil {
				return projections.At(e, err)
			}
			w.Touch(e.Position, scopes.Accounts, scopes.Stream("access", e.Stream))
		}
	}
	if !expired.IsZero() {
		w.Exec(`DELETE FROM revoked_tokens WHERE expires_at < $1`, expired)
	}
	return nil
}

// expiredKept is the time for which a revoked token is kept after it has expired, by the time of the newest revocation. Clocks of instances
// differ.
const expiredKept = 24 * time.Hour

// name stores the name that an account has from an event on. A forgotten account has had none.
func (p *accessProjector) name(w *projections.Writer, e projections.Event, before string, a access.Account) error {
	switch _, forgotten := e.Payload.(access.ForgetStarted); {
	case forgotten:
		w.Exec(`DELETE FROM account_names WHERE account_id = $1`, domain.StreamID(e.Stream))
	case a.Username == before:
		return nil
	default:
		row := tables.AccountName{AccountID: a.ID, Since: e.Position, Kind: a.Kind, Name: a.Username}
		if err := namesTable.Put(w, row); err != nil {
			return err
		}
	}
	w.Touch(e.Position, scopes.AccountNames)
	return nil
}

func (p *accessProjector) put(w *projections.Writer, a access.Account, at eventstore.Position) error {
	if a.Deleted {
		w.Delete(accountsTable.Table, a.ID)
		return nil
	}
	return accountsTable.Put(w, tables.NewAccount(a, at))
}

var columns = tables.Of[tables.Account]()

func (p *accessProjector) load(ctx context.Context, w *projections.Writer, id int64) (access.Account, error) {
	rows, err := w.Query(ctx, "SELECT "+columns.SQL()+" FROM accounts WHERE id = $1", id)
	if err != nil {
		return access.Account{}, err
	}
	a, err := pgx.CollectExactlyOneRow(rows, columns.Collect)
	if errors.Is(err, pgx.ErrNoRows) { // deleted accounts have no row
		return access.Account{ID: id, Exists: true, Deleted: true}, nil
	}
	if err != nil {
		return access.Account{}, err
	}
	return a.State(), nil
}

// Marks finds the identifiers of accounts, roles and agents.
var Marks = projections.Marks{
	Events: []string{access.AccountCreated{}.EventName(), access.RoleSaved{}.EventName(), access.AgentAuthorized{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		switch p := e.Payload.(type) {
		case access.AccountCreated:
			mark("account", p.AccountID)
		case access.RoleSaved:
			mark("role", p.RoleID)
		case access.AgentAuthorized:
			mark("agent", p.AgentID)
		}
	},
}
