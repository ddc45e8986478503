package access

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/domain"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/tables"
)

// names holds the user names that each account has had, by number, in the order of the log. Forgotten accounts have none. It never changes.
type names map[int64][]*tables.AccountName

// Names returns a function that finds the names of accounts, from memory while none has changed.
func (r *Reader) Names(ctx context.Context) (documents.Names, error) {
	names, err := r.names.Get(ctx)
	return names.of, err
}

// of returns the user name that an actor had at a position of the log. It returns nil for actors that are no accounts, such as customers,
// and for forgotten accounts.
func (n names) of(by domain.Actor, at int64) (name *string) {
	for _, row := range n[by.ID] {
		if int64(row.Since) <= at && row.Kind.Includes(by.Kind) {
			name = &row.Name
		}
	}
	return name
}

var nameColumns = tables.Of[tables.AccountName]()

func loadNames(ctx context.Context, from readmodels.Source) (names, error) {
	rows, err := from.Query(ctx, "SELECT "+nameColumns.SQL()+" FROM read.account_names ORDER BY account_id, since")
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, nameColumns.Collect)
	if err != nil {
		return nil, err
	}
	of := names{}
	for _, row := range all {
		of[row.AccountID] = append(of[row.AccountID], row)
	}
	return of, nil
}
