package app

import (
	"context"
	"encoding/hex"
	"net/url"
	"time"

	"tradelog/eventstore"
	"tradelog/eventstore/trail"
	"tradelog/installation"
	"tradelog/operations"
	"tradelog/operations/eventlog"
	"tradelog/reactions"
)

// eventLogModule counts the log in the background. Its operations need all modules, see declaredOperations.
var eventLogModule = Module{
	Name: "event log",
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{{Name: "log tally", Every: tallyEvery, Run: func(ctx context.Context) error {
			if counts := s.Proofs.tally; counts != nil {
				return counts.CatchUp(ctx, tallyParts)
			}
			return nil
		}}}
	},
}

// New events are counted at this interval, at most tallyParts parts at a time: 25,000 events a second.
const (
	tallyEvery = 20 * time.Second
	tallyParts = 10
)

// eventLog returns the operations that show the log.
func eventLog(s Services, reader *trail.Reader, kinds []trail.Kind) []*operations.Operation {
	return eventlog.New(eventlog.Services{
		Store: s.Store, Reader: reader, Kinds: kinds, Tally: s.Proofs.tally, Runs: s.Proofs.verifications,
		Ending: s.Proofs.ending,
		Proof:  func(ctx context.Context) (*eventlog.Proof, error) { return shownProof(ctx, s) },
		Checkpoints: func(ctx context.Context, before eventstore.Position, most int) ([]eventlog.Checkpoint, error) {
			return shownCheckpoints(ctx, s, before, most)
		},
		Archives: func(ctx context.Context) ([]eventlog.KnownArchive, error) {
			known, err := installation.Archives(ctx, s.Pool)
			out := make([]eventlog.KnownArchive, len(known))
			for i, k := range known {
				out[i] = eventlog.KnownArchive{
					Location: k.Location, Position: k.Position, Until: k.Until, Segments: k.Segments, Bytes: k.Bytes, Noted: k.NotedAt,
					VerifiedAt: k.VerifiedAt, Verified: k.Verified, Damage: k.Damage, Checkpoint: k.Checkpoint,
				}
			}
			return out, err
		},
	})
}

// shownProof returns how far the log was verified and signed; nil if its events have no seals.
func shownProof(ctx context.Context, s Services) (*eventlog.Proof, error) {
	is, err := s.Proofs.progress(ctx)
	if is == nil || err != nil {
		return nil, err
	}
	p := &eventlog.Proof{
		Position: is.Position, Broken: is.Broken, Damage: is.Damage, Checkpoint: is.Checkpoint, Unpublished: is.Unpublished,
		PublishedTo: withoutSecrets(s.Proofs.publishTo),
	}
	if !is.At.IsZero() {
		at := is.At.UTC()
		p.At = &at
	}
	return p, nil
}

// withoutSecrets returns a URL without its user name, password and query.
func withoutSecrets(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// shownCheckpoints lists checkpoints.
func shownCheckpoints(ctx context.Context, s Services, before eventstore.Position, most int) ([]eventlog.Checkpoint, error) {
	book := s.Proofs.Checkpoints
	if !book.Sealed() {
		return nil, nil
	}
	found, err := book.List(ctx, before, most)
	out := make([]eventlog.Checkpoint, len(found))
	for i, c := range found {
		out[i] = eventlog.Checkpoint{
			Position: c.Position, From: c.From, Seal: hex.EncodeToString(c.Seal), Root: hex.EncodeToString(c.Root), Signed: c.Time,
		}
		if !c.Published.IsZero() {
			out[i].Published = &c.Published
		}
	}
	return out, err
}
