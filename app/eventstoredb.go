package app

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/esdb/server"
	"tradelog/eventstore/postgres"
	"tradelog/operations"
	operationsaccess "tradelog/operations/access"
)

// EventStoreDB says how the log is served to EventStoreDB clients.
type EventStoreDB struct {
	// TLS is how connections are encrypted. Without it there are no accounts either: everybody who reaches the listener may do everything.
	TLS *tls.Config
	// ReadOnly refuses appends.
	ReadOnly bool
}

// ServeEventStoreDB serves the log to EventStoreDB clients on a listener until the context ends. It is called once.
func (a *App) ServeEventStoreDB(ctx context.Context, l net.Listener, o EventStoreDB) error {
	options := server.Options{
		Store: a.Store, Check: a.checkForeign, TLS: o.TLS, ReadOnly: o.ReadOnly, Outage: postgres.Outage, Observe: a.metrics.called,
		Logger: a.Config.Logger,
	}
	if o.TLS != nil {
		options.Authenticate = a.mayUseLog
	}
	s := server.New(options)
	a.metrics.following(s.Subscriptions)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-a.Store.Lost():
	case <-a.Config.Gone:
	case <-ctx.Done():
	}
	finishing, cancel := a.whileThere(ctx, a.Config.Drain)
	defer cancel()
	s.Stop(finishing)
	return <-ended
}

// loginWindow is how long failed logins of an address count.
const loginWindow = time.Minute

// mayUseLog admits API users who may do everything in all stores. The log has everything of the shop, and no narrower permission exists
// for it. Failed logins of an address are limited like its requests for tokens.
func (a *App) mayUseLog(ctx context.Context, c server.Credentials) error {
	shop, err := a.Readers.Directory.Shop(ctx)
	if err != nil {
		return err
	}
	host := ""
	if c.Address != nil {
		if host, _, err = net.SplitHostPort(c.Address.String()); err != nil {
			host = c.Address.String()
		}
	}
	failures, allowed := "esdb login ip "+operations.Host(host), shop.Settings.In(0).Int("system/rate_limit/auth_token_ip")
	if !a.Pipeline.Limiter.Left(failures, allowed, loginWindow) {
		return status.Error(codes.ResourceExhausted, "too many failed logins from this address; try again in a minute")
	}
	accounts, err := a.Readers.Access.Accounts(ctx)
	if err != nil {
		return err
	}
	account, err := operationsaccess.APIUser(accounts, c.Username, c.Password)
	switch {
	case fault.KindOf(err) == fault.Unauthorized && err != nil:
		a.Pipeline.Limiter.Allow(failures, allowed, loginWindow)
		return status.Error(codes.Unauthenticated, err.Error())
	case err != nil:
		return err
	case !access.Allows(account.Grants) || len(account.StoreIDs) > 0:
		return status.Error(codes.PermissionDenied, "the event log needs a role with all permissions, and no restriction to stores")
	}
	return nil
}

// checkForeign refuses an event of a client of the log that would stop the shop: one of the shop's own types that cannot be read, and one
// of a foreign type in a stream that the shop decides on.
func (a *App) checkForeign(ctx context.Context, e eventstore.Recorded) error {
	if _, err := e.Meta(); err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	_, known := a.Codec.Spec(e.Type)
	switch decided := a.deciders.Decides(e.Category()); {
	case known && !decided:
		return status.Errorf(codes.InvalidArgument, "%s is an event type of the shop, and %s is not one of its streams", e.Type, e.Stream)
	case decided && !known:
		return status.Errorf(codes.InvalidArgument, "%s is a stream of the shop, and %s is not one of its event types", e.Stream, e.Type)
	case !known:
		return nil
	}
	_, err := a.Codec.Decode(ctx, e)
	if err == nil || postgres.Outage(err) || errors.Is(err, ctx.Err()) {
		return err
	}
	return status.Errorf(codes.InvalidArgument, "the shop cannot read this %s: %s", e.Type, err)
}
