package app

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/vault"
	"tradelog/installation"
	"tradelog/installation/checkpoints"
	"tradelog/installation/migrations"
)

// Storage is the database of an installation with its event log, and the keys of both.
type Storage struct {
	Pool  *pgxpool.Pool
	Store eventstore.Log
	Codec *eventstore.Codec
	// Keyring has the keys of personal data. Vault stores them, and the Secrets of the installation.
	Keyring *postgres.Keyring
	Vault   *vault.Vault
	Secrets *installation.Secrets

	ends lineage.Ends
	cuts []postgres.Cut // the places where the log lost events, as known when it was opened
}

// openStorage opens the log of a database; closing the store releases it. The master keys are read only when something is opened or stored,
// so the log can be verified without them.
func openStorage(
	ctx context.Context, pool *pgxpool.Pool, config Config, options lineage.Options, events []domain.EventSpec,
) (Storage, error) {
	store, ends, err := lineage.Open(ctx, pool, options)
	if err != nil {
		return Storage{}, err
	}
	cuts, err := postgres.Cuts(ctx, pool)
	if err != nil {
		store.Close()
		return Storage{}, err
	}
	keep := vault.New(pool, config.Secrets.MasterKeys, config.Secrets.MakesMasterKey)
	keys := postgres.NewKeyring(keep)
	return Storage{
		Pool: pool, Store: store, Codec: eventstore.NewCodec(keys, events...), Keyring: keys, Vault: keep, Secrets: installation.NewSecrets(keep),
		ends: ends, cuts: cuts,
	}, nil
}

// cutAt returns the positions where the log was cut.
func (s Storage) cutAt() (at []eventstore.Position) {
	for _, c := range s.cuts {
		at = append(at, c.Position)
	}
	return at
}

// Log is the event log alone, for commands that inspect or move it. Nothing else of the shop is opened.
type Log struct {
	Storage
	config Config
}

// OpenLog connects to the log of a database.
func OpenLog(ctx context.Context, config Config, further ...Module) (*Log, error) {
	config, err := config.complete(4)
	if err != nil {
		return nil, err
	}
	if err := migrations.Up(ctx, config.Database.URL); err != nil {
		return nil, err
	}
	pool, err := openPool(ctx, config)
	if err != nil {
		return nil, err
	}
	if _, err := migrations.Use(ctx, pool, config.Version); err != nil {
		pool.Close()
		return nil, err
	}
	storage, err := openStorage(ctx, pool, config, config.logOptions(nil), EventSpecs(further...))
	if err != nil {
		pool.Close()
		return nil, err
	}
	return &Log{storage, config}, nil
}

// CheckpointKey returns the public key of the installation's checkpoints as PEM. The key is made if there is none.
func (l *Log) CheckpointKey(ctx context.Context) ([]byte, error) {
	book := checkpoints.Book{Key: checkpoints.KeyOf(l.Secrets.Derive)}
	return book.PublicPEM(ctx)
}

// Close releases the log.
func (l *Log) Close() {
	l.Store.Close()
	l.Pool.Close()
}
