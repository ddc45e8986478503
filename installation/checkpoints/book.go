// Package checkpoints takes signed checkpoints of the log, publishes them, and makes receipts of the events that they cover. It also
// verifies new parts of the log in the background.
//
// The key is one of the installation's secrets, wrapped with the master key. So somebody who can write to the database and computes all
// seals anew can sign nothing. The next verification notices that a checkpoint has another seal. Published checkpoints show it also to
// those who do not trust the installation.
package checkpoints

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/audit/proof"
)

// Book has the checkpoints of a log.
type Book struct {
	Pool  *pgxpool.Pool
	Store eventstore.Store
	// Key returns the installation's key, see KeyOf.
	Key    func(ctx context.Context) (ed25519.PrivateKey, error)
	Clock  func() time.Time
	Logger *slog.Logger
}

// errUnsealed: the log is in an event store, which keeps no seal for each event.
var errUnsealed = fault.Preconditionf("The log of this installation is in an event store, which keeps no seal for each event, so there " +
	"are no checkpoints and no receipts.")

// KeyOf makes the key out of a secret of the installation.
func KeyOf(derive func(ctx context.Context, name, purpose string) (string, error)) func(ctx context.Context) (ed25519.PrivateKey, error) {
	return func(ctx context.Context) (ed25519.PrivateKey, error) {
		text, err := derive(ctx, "checkpoints", "signing key")
		if err != nil {
			return nil, err
		}
		seed, err := hex.DecodeString(text)
		if err != nil || len(seed) != ed25519.SeedSize {
			return nil, errors.New("the secret of checkpoints cannot be a key")
		}
		return ed25519.NewKeyFromSeed(seed), nil
	}
}

// Public returns the public key.
func (b *Book) Public(ctx context.Context) (ed25519.PublicKey, error) {
	key, err := b.Key(ctx)
	if err != nil {
		return nil, err
	}
	return key.Public().(ed25519.PublicKey), nil
}

// PublicPEM returns the public key as PEM.
func (b *Book) PublicPEM(ctx context.Context) ([]byte, error) {
	key, err := b.Public(ctx)
	if err != nil {
		return nil, err
	}
	return proof.PublicPEM(key)
}

// log returns the log if it can have checkpoints.
func (b *Book) log() (eventstore.SealedStore, error) {
	log, ok := eventstore.Sealed(b.Store)
	if !ok {
		return nil, errUnsealed
	}
	return log, nil
}

// Sealed tells whether the log can have checkpoints.
func (b *Book) Sealed() bool {
	_, err := b.log()
	return err == nil
}

// maxRange bounds the range of a checkpoint. Its roots of blocks take 8 KiB then.
const maxRange = 1 << 16

// Take covers the log up to a position with checkpoints, as many as are needed. It returns the newest checkpoint there is; nil if the log
// is empty. Several callers at once take each once.
func (b *Book) Take(ctx context.Context, upTo eventstore.Position) (*audit.Checkpoint, error) {
	log, err := b.log()
	if err != nil {
		return nil, err
	}
	key, err := b.Key(ctx)
	if err != nil {
		return nil, err
	}
	for {
		last, err := b.Newest(ctx)
		if err != nil {
			return nil, err
		}
		from := eventstore.Position(0)
		if last != nil {
			from = last.Position
		}
		if from >= upTo {
			return last, nil
		}
		if err := b.take(ctx, log, key, from, min(upTo, from+maxRange)); err != nil {
			return nil, err
		}
	}
}

// take signs and stores the checkpoint of a range.
func (b *Book) take(ctx context.Context, log eventstore.SealedStore, key ed25519.PrivateKey, from, upTo eventstore.Position) error {
	marks, err := log.Seals(ctx, []eventstore.Range{{From: from, To: upTo}})
	if err != nil {
		return err
	}
	if len(marks) != int(upTo-from) {
		return fmt.Errorf("take a checkpoint: %w between positions %d and %d", eventstore.ErrGap, from, upTo)
	}
	seals := make([][]byte, len(marks))
	for i, m := range marks {
		seals[i] = m.Seal
	}
	blocks := audit.Blocks(seals)
	c := audit.Checkpoint{LogID: b.Store.LogID(), Position: upTo, Seal: seals[len(seals)-1], From: from, Root: audit.Root(blocks)}
	c.Sign(key, b.Clock())
	_, err = b.Pool.Exec(ctx, `INSERT INTO log_checkpoints (position, from_position, seal, root, blocks, signed_at, signature)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
		int64(c.Position), int64(c.From), c.Seal, c.Root, bytes.Join(blocks, nil), c.Time, c.Signature)
	return err
}

// stored is a checkpoint with the roots of its blocks.
type stored struct {
	audit.Checkpoint
	blocks []byte
}

// roots returns the roots of the blocks.
func (s *stored) roots() (all [][]byte) {
	for rest := s.blocks; len(rest) >= eventstore.SealSize; rest = rest[eventstore.SealSize:] {
		all = append(all, rest[:eventstore.SealSize])
	}
	return all
}

const columns = `c.position, c.from_position, c.seal, c.root, c.blocks, c.signed_at, c.signature`

func (b *Book) scan(row pgx.CollectableRow) (*stored, error) {
	s := &stored{Checkpoint: audit.Checkpoint{LogID: b.Store.LogID()}}
	err := row.Scan(&s.Position, &s.From, &s.Seal, &s.Root, &s.blocks, &s.Time, &s.Signature)
	s.Time = s.Time.UTC()
	return s, err
}

// Newest returns the newest checkpoint; nil if there is none.
func (b *Book) Newest(ctx context.Context) (*audit.Checkpoint, error) {
	found, err := b.query(ctx, `SELECT `+columns+` FROM log_checkpoints c ORDER BY position DESC LIMIT 1`)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0].Checkpoint, nil
}

// covering returns the checkpoints that cover some positions, in order.
func (b *Book) covering(ctx context.Context, positions []int64) ([]*stored, error) {
	return b.query(ctx, `SELECT DISTINCT ON (c.position) `+columns+` FROM unnest($1::bigint[]) AS wanted(at)
		CROSS JOIN LATERAL (SELECT * FROM log_checkpoints WHERE position >= wanted.at ORDER BY position LIMIT 1) AS c
		WHERE c.from_position < wanted.at ORDER BY c.position`, positions)
}

func (b *Book) query(ctx context.Context, sql string, args ...any) ([]*stored, error) {
	rows, err := b.Pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, b.scan)
}

// PutBack removes checkpoints and progress after the end of the log, because an operator went on without those events. The log is verified
// from its beginning then. Checkpoints that were published stay where they are, and show the loss.
func PutBack(ctx context.Context, tx pgx.Tx, end eventstore.Position) error {
	if _, err := tx.Exec(ctx, `DELETE FROM log_checkpoints WHERE position > $1`, int64(end)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM log_verification`)
	return err
}

// TakeDue covers the verified part with a checkpoint, if the newest is as old as every, or if more events wait than one covers. 0: never.
func (b *Book) TakeDue(ctx context.Context, every time.Duration) error {
	if every <= 0 {
		return nil
	}
	s, err := b.Progress(ctx)
	if err != nil || s.Broken > 0 || s.Position <= s.Checkpoint {
		return err
	}
	newest, err := b.Newest(ctx)
	if err != nil {
		return err
	}
	if newest != nil && b.Clock().Sub(newest.Time) < every && s.Position-newest.Position < maxRange {
		return nil
	}
	_, err = b.Take(ctx, s.Position)
	return err
}

// Now verifies the log to its present end and covers it with a checkpoint, which it returns. It fails if a seal is broken.
func (b *Book) Now(ctx context.Context) (*audit.Checkpoint, error) {
	for {
		more, err := b.Advance(ctx)
		if err != nil {
			return nil, err
		}
		s, err := b.Progress(ctx)
		if err != nil {
			return nil, err
		}
		if s.Broken > 0 {
			return nil, fault.Preconditionf(
				"No checkpoint was taken: the log is damaged at position %d. tradelog events verify tells more.", s.Broken)
		}
		if more {
			continue
		}
		c, err := b.Take(ctx, s.Position)
		if err == nil && c == nil {
			err = fault.Preconditionf("No checkpoint was taken: the log is empty.")
		}
		return c, err
	}
}
