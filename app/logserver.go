package app

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/esdb/server"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/postgres"
)

// LogAccounts are the accounts of a log without a shop, by name.
type LogAccounts map[string]logAccount

type logAccount struct {
	key    [sha256.Size]byte
	rights server.Rights
}

// ReadLogAccounts reads accounts: one in a line with its name, its key, and its permissions with commas between them, or all. Empty lines
// and those that begin with # are left out.
func ReadLogAccounts(text string) (LogAccounts, error) {
	accounts := LogAccounts{}
	for n, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 3 || strings.Contains(fields[0], ":") {
			return nil, fmt.Errorf("line %d must be a name, a key and permissions, such as: shop KEY all", n+1)
		}
		grants := strings.Split(fields[2], ",")
		for _, g := range grants {
			if g != "all" && g != logRead && g != logAppend && !narrowLogGrant.MatchString(g) {
				return nil, fmt.Errorf("line %d has the unknown permission %q; there are all, %s, %s, and both with a prefix, such as %s:order-",
					n+1, g, logRead, logAppend, logRead)
			}
		}
		if _, twice := accounts[fields[0]]; twice {
			return nil, fmt.Errorf("line %d has the name %s again", n+1, fields[0])
		}
		accounts[fields[0]] = logAccount{key: sha256.Sum256([]byte(fields[1])), rights: server.Rights{
			Read: logScope(grants, logRead), Append: logScope(grants, logAppend),
		}}
	}
	if len(accounts) == 0 {
		return nil, errors.New("it has no accounts")
	}
	return accounts, nil
}

// admit checks credentials.
func (l LogAccounts) admit(_ context.Context, c server.Credentials) (server.Rights, error) {
	account, key := l[c.Username], sha256.Sum256([]byte(c.Password))
	if subtle.ConstantTimeCompare(account.key[:], key[:]) == 0 {
		return server.Rights{}, status.Error(codes.Unauthenticated, "wrong name or key")
	}
	return account.rights, nil
}

// ServeEventStoreDB serves the log without a shop to EventStoreDB clients until the context ends. With TLS they need accounts. Events are
// stored without checks of their meaning, so that other shops and programs can have their log here.
func (l *Log) ServeEventStoreDB(ctx context.Context, listener net.Listener, o EventStoreDB, accounts LogAccounts) error {
	if err := l.withoutShop(ctx); err != nil {
		return err
	}
	options := server.Options{
		Store: l.Store, Groups: postgres.Groups{Pool: l.Pool}, TLS: o.TLS, ReadOnly: o.ReadOnly, MaxAppendSize: o.MaxAppendSize,
		Outage: lineage.Outage, Logger: l.config.Logger,
	}
	if o.TLS != nil {
		options.Authenticate = accounts.admit
	}
	return serveLog(ctx, server.New(options), listener, l.Store, l.config)
}

// withoutShop refuses the log of a shop, which must be asked what clients may append.
func (l *Log) withoutShop(ctx context.Context) error {
	if l.ends.Outside() {
		return fault.Invalidf("The log of this database is in an event store outside of it. Clients connect to that.")
	}
	var shop bool
	err := l.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM projection_checkpoints)`).Scan(&shop)
	if err == nil && shop {
		err = fault.Invalidf("The database has a shop. tradelog serve --esdb-listen serves its log, and keeps clients from harming the shop. " +
			"A log without a shop needs a database or data directory of its own.")
	}
	return err
}

// ownLog refuses a database whose log is the one of shops elsewhere.
func (a *App) ownLog(ctx context.Context) error {
	if a.ends.Outside() {
		return nil
	}
	named, err := a.Store.ReadStream(ctx, storeCategory+"-identity", 0, eventstore.Forwards, 1)
	if err == nil && len(named) > 0 {
		err = fault.Invalidf("The log of this database is the event store of a shop elsewhere, which tradelog events serve serves. " +
			"A shop needs a database of its own; with --event-store it follows that log.")
	}
	return err
}
