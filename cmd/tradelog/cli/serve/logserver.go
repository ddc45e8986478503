package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"tradelog/app"
	"tradelog/app/logserver"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
)

// EventsServe serves an event log without a shop.
type EventsServe struct {
	ESDB     esdbFlags `embed:"" prefix:"esdb-"`
	Accounts string    `name:"esdb-accounts" help:"File of the accounts of EventStoreDB clients; by default one is created in the data directory." env:"TRADELOG_ESDB_ACCOUNTS" placeholder:"FILE"`
}

// Help explains the purpose of the command.
func (EventsServe) Help() string {
	return `The command serves an event log without a shop by the protocol of EventStoreDB, for shops whose log is outside of their database:

    tradelog events serve --data /srv/log --esdb-listen 127.0.0.1:2113
    tradelog serve --data /srv/shop --event-store 'esdb://shop:KEY@127.0.0.1:2113?tls=true&tlsCAFile=/srv/log/esdb/server.crt'

An account is a line of a file: a name, a key and permissions, such as "reader KEY eventlog/read,eventlog/append:erp-".`
}

// Run serves the log until the context ends.
func (c *EventsServe) Run(ctx context.Context, g *command.Globals) (err error) {
	if g.EventStore != "" {
		return fault.Invalidf("--event-store names a log that is served already. Leave it out to serve one of your own.")
	}
	listener, err := c.ESDB.listen()
	if err != nil {
		return err
	}
	if listener == nil {
		return fault.Invalidf("--esdb-listen must say where to serve the log, such as --esdb-listen 127.0.0.1:2113")
	}
	defer listener.Close()
	if c.ESDB.Insecure && c.Accounts != "" {
		return fault.Invalidf("--esdb-accounts means nothing with --esdb-insecure: clients send no names without TLS")
	}
	var accounts logserver.Accounts
	if c.Accounts != "" {
		if accounts, err = readAccounts(c.Accounts); err != nil {
			return err
		}
	}
	opened, err := g.Open(ctx, command.Starting, func(step string) { _ = g.Out.Println(step) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(opened.Ended(err), opened.Close()) }()
	ctx, stop := opened.WhileUp(ctx)
	defer stop()
	config, err := g.Config(opened, command.Starting)
	if err != nil {
		return err
	}
	config.Logger = slog.New(slog.NewTextHandler(g.Err.Stream, &slog.HandlerOptions{Level: slog.LevelInfo}))
	config.Database.MaxConnections = 8
	if opened.Private != nil {
		config.Database.Gone = opened.Private.Done()
	}
	log, err := app.OpenLog(ctx, config)
	if err != nil {
		return err
	}
	defer log.Close()
	file := c.Accounts
	if file == "" && !c.ESDB.Insecure {
		if accounts, file, err = accountsIn(g.Data); err != nil {
			return err
		}
	}
	if err := c.ESDB.encrypt(listener, g.Data); err != nil {
		return err
	}
	if err := opened.Announce(""); err != nil {
		return err
	}
	_ = g.Out.Printf("tradelog serves an event log without a shop\n  log       %s\n", listener.connection())
	if file != "" {
		_ = g.Out.Printf("  accounts  %s\n", file)
	}
	_ = g.Out.Printf("Ctrl-C stops it; the data stays in %s.\n", dataLocation(g))
	return log.ServeEventStoreDB(ctx, listener.Listener, listener.options, accounts)
}

// accountsIn reads the file of accounts in a data directory. If there is none, it creates one with one account.
func accountsIn(data string) (accounts logserver.Accounts, file string, err error) {
	if file, err = filepath.Abs(filepath.Join(data, "esdb", "accounts")); err != nil {
		return nil, "", err
	}
	if err := makeAccounts(file); err != nil {
		return nil, "", err
	}
	accounts, err = readAccounts(file)
	return accounts, file, err
}

// readAccounts reads a file of accounts.
func readAccounts(file string) (logserver.Accounts, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("accounts of EventStoreDB clients: %w", err)
	}
	accounts, err := logserver.ReadAccounts(string(text))
	if err != nil {
		return nil, fault.Invalidf("The accounts in %s cannot be used: %v.", file, err)
	}
	return accounts, nil
}

// makeAccounts creates a file with one account that may do everything, unless there is a file.
func makeAccounts(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "# name, key, permissions\nshop %s all\n", rand.Text())
	return errors.Join(err, f.Close())
}
