package access

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/access"
	"tradelog/eventstore"
	"tradelog/readmodels"
	"tradelog/readmodels/tables"
)

// Account is an account with the grants of its role.
type Account struct {
	access.Account
	Grants  []string
	Version eventstore.Position // of the account or its role, whichever changed last
}

// Accounts holds every account and role. It never changes.
type Accounts struct {
	byID   map[int64]*Account
	client map[string]*Account
	name   map[string]*Account
	Roles  []access.Role
}

// Accounts returns all accounts, from memory while nothing changed.
func (r *Reader) Accounts(ctx context.Context) (*Accounts, error) { return r.accounts.Get(ctx) }

// ByID finds an account by number.
func (a *Accounts) ByID(id int64) *Account { return a.byID[id] }

// ByClientID finds the account of a client_id.
func (a *Accounts) ByClientID(id string) *Account { return a.client[id] }

// ByUsername finds an account of a kind by its name, in any case.
func (a *Accounts) ByUsername(kind access.Kind, name string) *Account {
	return a.name[string(kind)+" "+strings.ToLower(name)]
}

// All returns every account, in no order.
func (a *Accounts) All() []*Account {
	out := make([]*Account, 0, len(a.byID))
	for _, account := range a.byID {
		out = append(out, account)
	}
	return out
}

var (
	accountColumns = tables.Of[tables.Account]()
	roleColumns    = tables.Of[tables.Role]()
)

func loadAccounts(ctx context.Context, from readmodels.Source) (*Accounts, error) {
	out := &Accounts{byID: map[int64]*Account{}, client: map[string]*Account{}, name: map[string]*Account{}}
	rows, err := from.Query(ctx, "SELECT "+roleColumns.SQL()+" FROM read.roles ORDER BY id")
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, roleColumns.Collect)
	if err != nil {
		return nil, err
	}
	roles := make(map[int64]*tables.Role, len(found))
	for _, role := range found {
		roles[role.ID] = role
		out.Roles = append(out.Roles, access.Role{Exists: true, ID: role.ID, Name: role.Name, Admin: role.Admin, Grants: role.Grants})
	}
	if rows, err = from.Query(ctx, "SELECT "+accountColumns.SQL()+" FROM read.accounts"); err != nil {
		return nil, err
	}
	accounts, err := pgx.CollectRows(rows, accountColumns.Collect)
	if err != nil {
		return nil, err
	}
	for _, row := range accounts {
		a := &Account{Account: row.State(), Version: row.Version}
		if role := roles[a.RoleID]; role != nil {
			a.Grants, a.Version = role.Grants, max(a.Version, role.Version)
		}
		out.byID[a.ID] = a
		out.name[string(a.Kind)+" "+strings.ToLower(a.Username)] = a
		if a.ClientID != "" {
			out.client[a.ClientID] = a
		}
	}
	return out, nil
}

// Revoked tells whether a token was revoked. The set of revoked tokens that have not expired is kept in memory.
func (r *Reader) Revoked(ctx context.Context, jti string) (bool, error) {
	set, err := r.revoked.Get(ctx)
	return set[jti], err
}

func (r *Reader) loadRevoked(ctx context.Context, from readmodels.Source) (map[string]bool, error) {
	rows, err := from.Query(ctx, `SELECT jti FROM read.revoked_tokens WHERE expires_at > $1`, r.clock())
	if err != nil {
		return nil, err
	}
	set := map[string]bool{}
	var jti string
	_, err = pgx.ForEachRow(rows, []any{&jti}, func() error {
		set[jti] = true
		return nil
	})
	return set, err
}
