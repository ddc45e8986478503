package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"tradelog/app/monitoring"
	"tradelog/domain/settings"
	"tradelog/eventstore/audit/proof"
	tradehttp "tradelog/http"
	"tradelog/installation/checkpoints"
	"tradelog/operations"
	"tradelog/operations/sales"
	"tradelog/reactions"
)

// Checkpoints of the event log, and the receipts that they make possible.
var Checkpoints = Share(func(s Services) *checkpoints.Book {
	i := s.Infrastructure
	return &checkpoints.Book{Pool: s.Pool, Store: i.Store, Key: checkpoints.KeyOf(s.Derive), Clock: i.Clock, Logger: i.Logger}
})

// proofModule proves what the log has: receipts of orders, checkpoints, and the verification of the log in the background.
var proofModule = Module{
	Name:     "proof",
	Settings: settings.Proof,
	Operations: func(s Services) []*operations.Operation {
		i := s.Infrastructure
		return append(sales.Receipts(sales.ReceiptServices{
			Reader: SalesReader.Of(s), Store: i.Store, Codec: i.Codec, Prover: Checkpoints.Of(s), Print: s.Printing.Receipt,
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

// New events are verified at this interval, at most so many stretches of them: 25,000 events a second.
const (
	proofEvery     = 20 * time.Second
	proofStretches = 10
)

// prove verifies the next stretch of the log, takes a checkpoint of what was verified if one is due, and publishes what is not published.
func prove(ctx context.Context, s Services) error {
	book := Checkpoints.Of(s)
	if !book.Sealed() {
		return nil
	}
	if err := book.CatchUp(ctx, proofStretches); err != nil {
		return err
	}
	shop, err := DirectoryReader.Of(s).Shop(ctx)
	if err != nil {
		return err
	}
	if err := book.TakeDue(ctx, time.Duration(shop.Settings.In(0).Int("system/proof/checkpoint_minutes"))*time.Minute); err != nil {
		return err
	}
	if s.CheckpointsTo == "" {
		return nil
	}
	return book.Publish(ctx, s.CheckpointsTo)
}

// takeCheckpoint is the operation of the command line that takes a checkpoint at once.
func takeCheckpoint(s Services) *operations.Operation {
	return operations.Define(operations.ForOperator(sales.Order, "checkpoint.take", operations.Action, "Take a checkpoint",
		"Verifies the events that were not verified yet, and covers the log with a signed checkpoint."),
		func(ctx context.Context, _ *operations.Call, _ operations.None) (proof.Checkpoint, error) {
			c, err := Checkpoints.Of(s).Now(ctx)
			if err != nil {
				return proof.Checkpoint{}, err
			}
			return proof.CheckpointOf(*c), nil
		})
}

// proofFile serves what a verifier needs: the public key and the script.
func proofFile(ctx context.Context, s Services, path string) (*tradehttp.Asset, error) {
	asset := func(kind string, content []byte) *tradehttp.Asset {
		sum := sha256.Sum256(content)
		return &tradehttp.Asset{Type: kind, Version: hex.EncodeToString(sum[:8]), Content: tradehttp.InMemory(content)}
	}
	switch path {
	case "receipt.mjs":
		return asset("text/javascript; charset=utf-8", proof.Script), nil
	case "key.pub":
		key, err := Checkpoints.Of(s).PublicPEM(ctx)
		if err != nil {
			return nil, err
		}
		return asset("application/x-pem-file", key), nil
	}
	return nil, nil
}

// logProof tells how far the log was verified, for monitoring; nil if its events have no seals.
func (a *App) logProof(ctx context.Context) (*monitoring.LogProof, error) {
	book := Checkpoints.Of(a)
	if !book.Sealed() {
		return nil, nil
	}
	s, err := book.Standing(ctx)
	if err != nil {
		return nil, err
	}
	return &monitoring.LogProof{
		Position: s.Position, At: s.At, Broken: s.Broken, Damage: s.Damage, Checkpoint: s.Checkpoint, Unpublished: s.Unpublished,
	}, nil
}

// verified tells probes how far the log was verified; nil if that is not known.
func (a *App) verified(ctx context.Context) *tradehttp.Verified {
	asking, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	s, err := a.logProof(asking)
	if err != nil || s == nil || s.At.IsZero() {
		return nil
	}
	return &tradehttp.Verified{Position: int64(s.Position), At: s.At.UTC(), Broken: int64(s.Broken)}
}
