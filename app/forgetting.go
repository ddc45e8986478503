package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"tradelog/commands/forgetting"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/record"
	"tradelog/eventstore/postgres"
	"tradelog/internal/ledger"
	"tradelog/internal/mail"
	"tradelog/reactions/mails"
)

// surround gives the command that forgets people what it needs of the program.
func (a *App) surround() {
	a.Commands.Forgetting.Surroundings = forgetting.Surroundings{Keys: a.Keyring, Everywhere: a.dropEverywhere, Beside: a.removeBeside}
	if a.Config.LedgerDir != "" {
		a.Commands.Forgetting.Ledger = &ledger.File{Path: filepath.Join(a.Config.LedgerDir, "forgotten")}
	}
}

// drop empties the caches of secrets, keys of people, states of streams, and answers.
func (a *App) drop() {
	a.Secrets.Forget()
	a.Keyring.Drop()
	a.Commands.Engine.ForgetStates()
	a.HTTP.DropAnswers()
	a.agents.DropAnswers()
	a.legacy.DropAnswers()
}

// dropEverywhere empties the caches of this process and of every running instance, once all of them have seen the whole log.
func (a *App) dropEverywhere(ctx context.Context) error {
	a.drop()
	err := a.TakeEffect(ctx)
	a.drop()
	return err
}

// removeBeside removes the data of streams outside of the log: files, stored answers, snapshots and e-mails, and the tables that rebuilds
// have kept.
func (a *App) removeBeside(ctx context.Context, streams []string) error {
	if err := a.removeFiles(ctx, streams); err != nil {
		return err
	}
	if err := a.Keys.Forget(ctx, streams); err != nil {
		return err
	}
	if err := (postgres.Snapshots{Pool: a.Pool}).Forget(ctx, streams); err != nil {
		return err
	}
	if err := mails.Forget(ctx, a.Pool, a.Store, mail.Directory(a.Config.MailDir), streams); err != nil {
		return err
	}
	return a.Engine.DropKept(ctx)
}

// removeFiles deletes the files that were sent with lines of carts. The bytes are removed even if the record is deleted already: they
// may be those of a backup.
func (a *App) removeFiles(ctx context.Context, streams []string) error {
	for _, stream := range streams {
		if domain.Category(stream) != cart.Category {
			continue
		}
		files, err := a.Commands.Checkout.Files(ctx, domain.StreamID(stream))
		if err != nil {
			return err
		}
		for _, id := range files {
			err := a.removeFile(ctx, id)
			if err != nil {
				return fmt.Errorf("file %d of %s: %w", id, stream, err)
			}
		}
	}
	return nil
}

func (a *App) removeFile(ctx context.Context, id int64) error {
	if err := a.Commands.Content.DeleteFile(ctx, id); err != nil && !errors.Is(err, record.ErrNotFound) {
		return err
	}
	keys, err := a.Commands.Content.FormerKeys(ctx, id)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := a.services.Media.Remove(ctx, key); err != nil {
			return err
		}
	}
	return nil
}
