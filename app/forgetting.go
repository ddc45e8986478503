package app

import (
	"context"
	"path/filepath"

	"tradelog/adapters/mail"
	"tradelog/commands/forgetting"
	"tradelog/eventstore/postgres"
	"tradelog/installation"
	"tradelog/reactions/mails"
)

// surround gives the command that forgets people the functions of the program that it needs.
func (a *App) surround() {
	a.Commands.Forgetting.Surroundings = forgetting.Surroundings{
		Keys: a.Keyring, Everywhere: a.dropEverywhere, Beside: a.removeBeside,
		Files: func(ctx context.Context, streams []string) (int, error) { return countFiles(ctx, a.Services, streams) },
	}
	if a.Config.Secrets.LedgerDir != "" {
		a.Commands.Forgetting.Ledger = &installation.Ledger{Path: filepath.Join(a.Config.Secrets.LedgerDir, "forgotten")}
	}
}

// drop empties the caches of secrets, keys of people, states of streams, and answers.
func (a *App) drop() {
	a.Secrets.Forget()
	a.Keyring.Drop()
	a.Deciders.ForgetStates()
	a.Pipeline.DropAnswers()
}

// dropEverywhere empties the caches of this process and of every running instance, once all of them have read the whole log.
func (a *App) dropEverywhere(ctx context.Context) error {
	a.drop()
	err := a.TakeEffect(ctx)
	a.drop()
	return err
}

// removeBeside removes the data of streams that are outside of the log: files, stored answers, snapshots, e-mails, and the former tables
// that rebuilds left.
func (a *App) removeBeside(ctx context.Context, streams []string) error {
	for _, m := range a.modules {
		if m.Forget == nil {
			continue
		}
		if err := m.Forget(ctx, a.Services, streams); err != nil {
			return err
		}
	}
	if err := a.Keys.Forget(ctx, streams); err != nil {
		return err
	}
	if err := (postgres.Snapshots{Pool: a.Pool}).Forget(ctx, streams); err != nil {
		return err
	}
	if err := mails.Forget(ctx, a.Pool, a.Store, mail.Directory(a.Config.Files.MailDir), streams); err != nil {
		return err
	}
	return a.Projections.DropKept(ctx)
}
