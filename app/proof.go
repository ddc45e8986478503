package app

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"time"

	"tradelog/domain/settings"
	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/audit/proof"
	"tradelog/eventstore/tally"
	tradehttp "tradelog/http"
	"tradelog/installation/checkpoints"
	"tradelog/operations"
	"tradelog/operations/eventlog"
	"tradelog/operations/sales"
	"tradelog/reactions"
)

// Proofs show that the event log is complete and unchanged.
type Proofs struct {
	// Checkpoints of the log, to which receipts refer.
	Checkpoints *checkpoints.Book

	publishTo     string               // target of published checkpoints; empty: none
	tally         *tally.Tally         // nil if the log is in an event store
	verifications *audit.Verifications // of the whole log, on request
	ending        *eventlog.Ending     // ends live answers of the log with the program
}

func newProofs(storage Storage, publishTo string, clock func() time.Time, logger *slog.Logger) Proofs {
	book := &checkpoints.Book{
		Pool: storage.Pool, Store: storage.Store, Key: checkpoints.KeyOf(storage.Secrets.Derive), Clock: clock, Logger: logger,
	}
	p := Proofs{Checkpoints: book, publishTo: publishTo, ending: eventlog.NewEnding()}
	if log, ok := eventstore.Sealed(storage.Store); ok {
		p.tally = &tally.Tally{Pool: storage.Pool, Log: log}
	}
	p.verifications = audit.NewVerifications(audit.VerificationOptions{
		Pool: storage.Pool, Store: storage.Store, Logger: logger,
		Checkpoint: func(ctx context.Context) (*audit.Checkpoint, ed25519.PublicKey, error) {
			if !book.Sealed() {
				return nil, nil, nil
			}
			newest, err := book.Newest(ctx)
			if newest == nil || err != nil {
				return nil, nil, err
			}
			key, err := book.Public(ctx)
			return newest, key, err
		},
	})
	return p
}

// proofModule has receipts of orders, checkpoints, and the verification of the log in the background.
var proofModule = Module{
	Name:     "proof",
	Settings: settings.Proof,
	Operations: func(s Services) []*operations.Operation {
		return append(sales.Receipts(sales.ReceiptServices{
			Reader: s.Readers.Sales, Store: s.Store, Codec: s.Codec, Signer: s.Proofs.Checkpoints, Print: s.Printing.Receipt,
		}), takeCheckpoint(s))
	},
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{{Name: "proof", Every: proofEvery, Run: func(ctx context.Context) error { return prove(ctx, s) }}}
	},
	Pages: func(s Services) []tradehttp.Page {
		return []tradehttp.Page{{Path: "/.well-known/tradelog/*path", Serve: func(ctx context.Context, path string) (*tradehttp.Asset, error) {
			return proofFile(ctx, s, path)
		}}}
	},
}

// New events are verified at this interval, at most proofBatches batches at a time: 25,000 events a second.
const (
	proofEvery   = 20 * time.Second
	proofBatches = 10
)

// prove verifies the next batches of the log, takes a checkpoint of the verified part if one is due, and publishes unpublished
// checkpoints.
func prove(ctx context.Context, s Services) error {
	book := s.Proofs.Checkpoints
	if !book.Sealed() {
		return nil
	}
	if err := book.CatchUp(ctx, proofBatches); err != nil {
		return err
	}
	shop, err := s.Readers.Directory.Shop(ctx)
	if err != nil {
		return err
	}
	if err := book.TakeDue(ctx, time.Duration(shop.Settings.In(0).Int("system/proof/checkpoint_minutes"))*time.Minute); err != nil {
		return err
	}
	if s.Proofs.publishTo == "" {
		return nil
	}
	return book.Publish(ctx, s.Proofs.publishTo)
}

// takeCheckpoint is the operation of the command line that takes a checkpoint at once.
func takeCheckpoint(s Services) *operations.Operation {
	return operations.Define(operations.ForOperator(sales.Order, "checkpoint.take", operations.Action, "Take a checkpoint",
		"Verifies the events that were not verified yet, and covers the log with a signed checkpoint."),
		func(ctx context.Context, _ *operations.Call, _ operations.None) (proof.Checkpoint, error) {
			c, err := s.Proofs.Checkpoints.Now(ctx)
			if err != nil {
				return proof.Checkpoint{}, err
			}
			return proof.CheckpointOf(*c), nil
		})
}

// proofFile serves the files that a verifier needs: the public key and the script.
func proofFile(ctx context.Context, s Services, path string) (*tradehttp.Asset, error) {
	asset := func(kind string, content []byte) *tradehttp.Asset {
		sum := sha256.Sum256(content)
		return &tradehttp.Asset{Type: kind, Version: hex.EncodeToString(sum[:8]), Content: tradehttp.InMemory(content)}
	}
	switch path {
	case "receipt.mjs":
		return asset("text/javascript; charset=utf-8", proof.Script), nil
	case "key.pub":
		key, err := s.Proofs.Checkpoints.PublicPEM(ctx)
		if err != nil {
			return nil, err
		}
		return asset("application/x-pem-file", key), nil
	}
	return nil, nil
}

// progress returns how far the log was verified and signed; nil if its events have no seals.
func (p Proofs) progress(ctx context.Context) (*checkpoints.Progress, error) {
	if !p.Checkpoints.Sealed() {
		return nil, nil
	}
	s, err := p.Checkpoints.Progress(ctx)
	return &s, err
}

// verified returns for probes how far the log was verified; nil if that is unknown.
func (p Proofs) verified(ctx context.Context) *tradehttp.Verified {
	asking, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	s, err := p.progress(asking)
	if err != nil || s == nil || s.At.IsZero() {
		return nil
	}
	return &tradehttp.Verified{Position: int64(s.Position), At: s.At.UTC(), Broken: int64(s.Broken)}
}
