package app

import (
	"context"
	"net"

	"tradelog/app/logserver"
	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/esdb/server"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/postgres"
	"tradelog/projections"
)

// ServeEventStoreDB serves the log to EventStoreDB clients on a listener until the context ends. It is called once.
func (a *App) ServeEventStoreDB(ctx context.Context, l net.Listener, o logserver.Options) error {
	options := server.Options{
		Store: a.Store, Check: a.validator().Check, TLS: o.TLS, ReadOnly: o.ReadOnly, MaxAppendSize: o.MaxAppendSize, Outage: lineage.Outage,
		Groups: postgres.Groups{Pool: a.Pool}, Observe: a.metrics.Called, Logger: a.Config.Logger,
	}
	if o.TLS != nil {
		options.Authenticate = a.logins().Rights
	}
	s := server.New(options)
	a.metrics.Following(s.Subscriptions)
	return logserver.Serve(ctx, s, l, a.Store, a.Config.Database.Gone, a.Config.drain)
}

// logins checks the logins of API users to the log.
func (a *App) logins() logserver.Logins {
	return logserver.Logins{Pipeline: a.Pipeline, Shops: a.Readers.Directory, Accounts: a.Readers.Access}
}

// validator makes the validator that checks events of clients.
func (a *App) validator() *logserver.Validator {
	return logserver.NewValidator(logserver.Shop{
		Streams: decidedOn(a.modules), Events: eventSpecs(a.modules), Marks: marks(a.modules), Codec: a.Codec,
		Infrastructure: a.infrastructure(), IDs: a.IDs, Projections: a.Projections, CaughtUp: a.caughtUp,
	})
}

// ServeEventStoreDB serves the log without a shop to EventStoreDB clients until the context ends. With TLS they need accounts. The content
// of events is not checked, so that other shops and programs can have their log here.
func (l *Log) ServeEventStoreDB(ctx context.Context, listener net.Listener, o logserver.Options, accounts logserver.Accounts) error {
	if err := l.withoutShop(ctx); err != nil {
		return err
	}
	options := server.Options{
		Store: l.Store, Groups: postgres.Groups{Pool: l.Pool}, TLS: o.TLS, ReadOnly: o.ReadOnly, MaxAppendSize: o.MaxAppendSize,
		Outage: lineage.Outage, Logger: l.config.Logger,
	}
	if o.TLS != nil {
		options.Authenticate = accounts.Admit
	}
	return logserver.Serve(ctx, server.New(options), listener, l.Store, l.config.Database.Gone, l.config.drain)
}

// withoutShop refuses the log of a shop, because only the running shop can check appended events.
func (l *Log) withoutShop(ctx context.Context) error {
	if l.ends.Outside() {
		return fault.Invalidf("The log of this database is in an event store outside of it. Clients connect to that.")
	}
	shop, err := projections.Any(ctx, l.Pool)
	if err == nil && shop {
		err = fault.Invalidf("The database has a shop. tradelog serve --esdb-listen serves its log, and keeps clients from harming the shop. " +
			"A log without a shop needs a database or data directory of its own.")
	}
	return err
}

// ownLog refuses a database that has the logs of shops elsewhere.
func (a *App) ownLog(ctx context.Context) error {
	if a.ends.Outside() {
		return nil
	}
	named, err := a.Store.ReadStream(ctx, logserver.StoreCategory+"-identity", 0, eventstore.Forwards, 1)
	if err == nil && len(named) > 0 {
		err = fault.Invalidf("The log of this database is the event store of a shop elsewhere, which tradelog events serve serves. " +
			"A shop needs a database of its own; with --event-store it follows that log.")
	}
	return err
}
