package app

import (
	"context"
	"crypto/tls"
	"net"
	"regexp"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/esdb/server"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/postgres"
	"tradelog/operations"
	operationsaccess "tradelog/operations/access"
)

// EventStoreDB holds the options for serving the log to EventStoreDB clients.
type EventStoreDB struct {
	// TLS encrypts connections. Without it there are no accounts either: everybody who reaches the listener may do everything.
	TLS *tls.Config
	// ReadOnly refuses appends.
	ReadOnly bool
	// MaxAppendSize bounds the bytes of one append; 0: 1 MiB.
	MaxAppendSize int
}

// ServeEventStoreDB serves the log to EventStoreDB clients on a listener until the context ends. It is called once.
func (a *App) ServeEventStoreDB(ctx context.Context, l net.Listener, o EventStoreDB) error {
	options := server.Options{
		Store: a.Store, Check: a.newBorder().check, TLS: o.TLS, ReadOnly: o.ReadOnly, MaxAppendSize: o.MaxAppendSize, Outage: lineage.Outage,
		Groups: postgres.Groups{Pool: a.Pool}, Observe: a.metrics.called, Logger: a.Config.Logger,
	}
	if o.TLS != nil {
		options.Authenticate = a.mayUseLog
	}
	s := server.New(options)
	a.metrics.following(s.Subscriptions)
	return serveLog(ctx, s, l, a.Store, a.Config)
}

// serveLog serves a log until the context ends, or the log is gone or has lost events.
func serveLog(ctx context.Context, s *server.Server, l net.Listener, log eventstore.WatchedLog, config Config) error {
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-log.Lost():
	case <-config.Gone:
	case <-ctx.Done():
	}
	finishing, cancel := config.whileThere(ctx, config.Drain)
	defer cancel()
	s.Stop(finishing)
	return <-ended
}

// mayUseLog returns the rights of an API user. A user who is limited to some stores has none, because the log has the events of all stores.
// Failed logins count in the limits of POST /auth/token, by address and by account.
func (a *App) mayUseLog(ctx context.Context, c server.Credentials) (server.Rights, error) {
	shop, err := DirectoryReader.Of(a).Shop(ctx)
	if err != nil {
		return server.Rights{}, err
	}
	host := ""
	if c.Address != nil {
		if host, _, err = net.SplitHostPort(c.Address.String()); err != nil {
			host = c.Address.String()
		}
	}
	accounts, err := AccessReader.Of(a).Accounts(ctx)
	if err != nil {
		return server.Rights{}, err
	}
	login := &operations.Operation{Resource: operationsaccess.Token}
	call := a.Pipeline.NewCall(operations.Caller{RemoteIP: host}, login, operations.NoInput{})
	call.Shop = shop
	call.Store, _ = shop.Default()
	account, err := operationsaccess.SignIn(call, accounts, c.Username, c.Password)
	switch {
	case err != nil && fault.KindOf(err) == fault.RateLimited:
		return server.Rights{}, status.Error(codes.ResourceExhausted, "too many failed logins; try again in a minute")
	case err != nil && fault.KindOf(err) == fault.Unauthorized:
		return server.Rights{}, status.Error(codes.Unauthenticated, err.Error())
	case err != nil || len(account.StoreIDs) > 0:
		return server.Rights{}, err
	}
	return server.Rights{Read: logScope(account.Grants, logRead), Append: logScope(account.Grants, logAppend)}, nil
}

// The permissions for the event log. With a colon and the beginning of a name behind it, each is for some streams only:
// eventlog/read:order- is for the category order, eventlog/append:erp for all categories that begin with erp.
const (
	logRead   = "eventlog/read"
	logAppend = "eventlog/append"
)

var narrowLogGrant = regexp.MustCompile(`^eventlog/(?:read|append):[A-Za-z0-9_.]{1,100}-?$`)

// logScope returns the streams for which grants have a permission.
func logScope(grants []string, permission string) (s server.Scope) {
	s.All = access.Allows(grants, permission)
	for _, g := range grants {
		if prefix, is := strings.CutPrefix(g, permission+":"); is && !s.All {
			s.Prefixes = append(s.Prefixes, prefix)
		}
	}
	return s
}
