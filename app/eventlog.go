package app

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"net/url"
	"time"

	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/tally"
	"tradelog/eventstore/trail"
	"tradelog/eventstore/verification"
	"tradelog/installation"
	"tradelog/operations"
	"tradelog/operations/eventlog"
	"tradelog/reactions"
)

// logTally counts the event log; nil where it is in an event store.
var logTally = Share(func(s Services) *tally.Tally {
	if log, ok := s.Infrastructure.Store.(eventstore.SurveyedLog); ok {
		return &tally.Tally{Pool: s.Pool, Log: log}
	}
	return nil
})

// logVerifications verify the whole log when somebody asks for it.
var logVerifications = Share(func(s Services) *verification.Runs {
	return verification.New(verification.Options{
		Pool: s.Pool, Store: s.Infrastructure.Store, Logger: s.Infrastructure.Logger,
		Checkpoint: func(ctx context.Context) (*audit.Checkpoint, ed25519.PublicKey, error) {
			book := Checkpoints.Of(s)
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
})

// logEnding ends live answers of the event log with the program.
var logEnding = Share(func(Services) *eventlog.Ending { return eventlog.NewEnding() })

// eventLogModule counts the log in the background. Its operations are made of all modules, see declaredOperations.
var eventLogModule = Module{
	Name: "event log",
	Sweeps: func(s Services) []reactions.Sweep {
		return []reactions.Sweep{{Name: "log tally", Every: tallyEvery, Run: func(ctx context.Context) error {
			if counts := logTally.Of(s); counts != nil {
				return counts.CatchUp(ctx, tallyParts)
			}
			return nil
		}}}
	},
}

// New events are counted at this interval, at most so many parts of them: 25,000 events a second.
const (
	tallyEvery = 20 * time.Second
	tallyParts = 10
)

// eventLog returns the operations that show the log.
func eventLog(s Services, reader *trail.Reader, kinds []trail.Kind) []*operations.Operation {
	return eventlog.New(eventlog.Services{
		Store: s.Infrastructure.Store, Reader: reader, Kinds: kinds, Tally: logTally.Of(s), Runs: logVerifications.Of(s),
		Ending: logEnding.Of(s),
		Proof:  func(ctx context.Context) (*eventlog.Proof, error) { return shownProof(ctx, s) },
		Checkpoints: func(ctx context.Context, before eventstore.Position, most int) ([]eventlog.Checkpoint, error) {
			return shownCheckpoints(ctx, s, before, most)
		},
		Archives: func(ctx context.Context) ([]eventlog.KnownArchive, error) {
			known, err := installation.Archives(ctx, s.Pool)
			out := make([]eventlog.KnownArchive, len(known))
			for i, k := range known {
				out[i] = eventlog.KnownArchive{
					Place: k.Place, Position: k.Position, Until: k.Until, Segments: k.Segments, Bytes: k.Bytes, Noted: k.NotedAt,
					VerifiedAt: k.VerifiedAt, Verified: k.Verified, Damage: k.Damage, Checkpoint: k.Checkpoint,
				}
			}
			return out, err
		},
	})
}

// shownProof tells how far the log was verified and signed; nil where events have no seals.
func shownProof(ctx context.Context, s Services) (*eventlog.Proof, error) {
	book := Checkpoints.Of(s)
	if !book.Sealed() {
		return nil, nil
	}
	is, err := book.Standing(ctx)
	if err != nil {
		return nil, err
	}
	p := &eventlog.Proof{
		Position: is.Position, Broken: is.Broken, Damage: is.Damage, Checkpoint: is.Checkpoint, Unpublished: is.Unpublished,
		PublishedTo: withoutSecrets(s.CheckpointsTo),
	}
	if !is.At.IsZero() {
		at := is.At.UTC()
		p.At = &at
	}
	return p, nil
}

// withoutSecrets returns an address without what may let somebody in: the name, the password and the query.
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
	book := Checkpoints.Of(s)
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
