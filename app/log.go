package app

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/vault"
	"tradelog/installation"
	"tradelog/installation/checkpoints"
	"tradelog/installation/migrations"
)

// Log is the event log alone, for commands that inspect or move it. Nothing else of the shop is opened.
type Log struct {
	Pool  *pgxpool.Pool
	Store eventstore.WatchedLog
	Codec *eventstore.Codec
	Keys  *postgres.Keyring
	Vault *vault.Vault

	config     Config
	ends       lineage.Ends
	cuts       []postgres.Cut
	witnessDir string
}

// OpenLog connects to the log of a database.
func OpenLog(ctx context.Context, config Config, further ...Module) (*Log, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	if config.Logger == nil {
		config.Logger = slog.New(slog.DiscardHandler)
	}
	if config.MaxConnections == 0 {
		config.MaxConnections = 4
	}
	if config.Drain == 0 {
		config.Drain = 10 * time.Second
	}
	if err := migrations.Up(ctx, config.DatabaseURL); err != nil {
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
	store, ends, err := lineage.Open(ctx, pool, config.logOptions(nil))
	if err != nil {
		pool.Close()
		return nil, err
	}
	cuts, err := postgres.Cuts(ctx, pool)
	if err != nil {
		store.Close()
		pool.Close()
		return nil, err
	}
	// The master keys are read when something is opened or stored: without them the log can still be verified.
	keep := vault.New(pool, config.MasterKeys, config.MakesMasterKey)
	keys := postgres.NewKeyring(keep)
	codec := eventstore.NewCodec(keys, EventSpecs(further...)...)
	return &Log{Pool: pool, Store: store, Codec: codec, Keys: keys, Vault: keep, config: config, ends: ends, cuts: cuts,
		witnessDir: config.WitnessDir}, nil
}

// CheckpointKey returns the public key of the installation's checkpoints as PEM. The key is made if there is none.
func (l *Log) CheckpointKey(ctx context.Context) ([]byte, error) {
	book := checkpoints.Book{Key: checkpoints.KeyOf(installation.NewSecrets(l.Vault).Derive)}
	return book.PublicPEM(ctx)
}

// Close lets go of the log.
func (l *Log) Close() {
	l.Store.Close()
	l.Pool.Close()
}
