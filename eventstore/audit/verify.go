package audit

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"math"

	"tradelog/eventstore"
)

// Options of Verify.
type Options struct {
	// Checkpoint is compared with the log. Key checks its signature.
	Checkpoint *Checkpoint
	Key        ed25519.PublicKey
	Progress   Progress
}

// The errors of Verify about its arguments. Damage is not an error.
var (
	errSignature = errors.New("audit: the checkpoint's signature is not by this key")
	errOtherLog  = errors.New("audit: the checkpoint is of another log")
	errNotSealed = errors.New("audit: the store does not seal its events")
)

// progressEvery is the number of events read between two calls of Progress.
const progressEvery = 10_000

// Verify reads the whole log and reports its damages. Others may append meanwhile. It fails with errSignature, errOtherLog or
// errNotSealed if the checkpoint cannot be used, and with other errors if the log cannot be read.
func Verify(ctx context.Context, store eventstore.Store, o Options) (Report, error) {
	v := &verifier{log: store, store: store, options: o}
	if sealed, ok := eventstore.Sealed(store); ok {
		v.sealed = sealed
	} else {
		v.streams = newStreams()
	}
	return v.verify(ctx)
}

// source is a log that Verify can read: a store or an archive.
type source interface {
	LogID() string
	Capabilities() eventstore.Capabilities
	Head(ctx context.Context) (eventstore.Position, error)
}

// sealedSource is a log whose stored events can be read without checks: an eventstore.SealedStore or an archive.
type sealedSource interface {
	HeadSeal(ctx context.Context) (eventstore.Position, []byte, error)
	Scan(ctx context.Context, from eventstore.Position, each func(*eventstore.Recorded) error) error
}

// verify carries out Verify.
func (v *verifier) verify(ctx context.Context) (Report, error) {
	v.found = newFindings()
	v.report = Report{LogID: v.log.LogID(), Sealed: v.log.Capabilities().Sealed, Seal: eventstore.GenesisSeal}
	if err := v.checkpoint(); err != nil {
		return v.report, err
	}
	v.chain = newChain(v.log.Capabilities(), v.found)
	if linked, ok := v.store.(eventstore.LinkedStore); ok {
		links, err := newLinks(ctx, linked, v.found)
		if err != nil {
			return v.report, err
		}
		v.links = links
	}
	if err := v.refreshHead(ctx); err != nil {
		return v.report, err
	}
	if err := v.readOn(ctx); err != nil {
		return v.report, err
	}
	v.chain.end()
	if v.links != nil {
		v.links.end()
		v.report.SealedUpTo = v.links.from
	}
	if v.moved && !v.compared {
		return v.report, v.otherLog()
	}
	v.end()
	if err := v.checkStreams(ctx); err != nil {
		return v.report, err
	}
	v.report.Damages = v.found.damages()
	return v.report, nil
}

type verifier struct {
	log     source
	store   eventstore.Store // nil if the log is an archive
	sealed  sealedSource     // nil if the log is read by its port alone
	options Options
	found   *findings
	chain   *chain
	links   *links   // nil if the store has none
	streams *streams // nil if the store checks them
	report  Report

	head     eventstore.Position // end of the log according to its head
	headSeal []byte
	last     eventstore.Position // of the last event that belongs to the log
	compared bool                // with the checkpoint
	moved    bool                // the checkpoint names another log, which this one must have been moved from: then it has the same seal
	stuck    bool                // the store does not read past a gap
}

// checkpoint refuses a checkpoint that cannot be compared with this log.
func (v *verifier) checkpoint() error {
	c := v.options.Checkpoint
	if c == nil {
		return nil
	}
	if !v.report.Sealed {
		return errNotSealed
	}
	if !c.SignedBy(v.options.Key) {
		return errSignature
	}
	if c.LogID != v.report.LogID {
		v.moved = c.Position > 0
		if !v.moved {
			return v.otherLog()
		}
	}
	v.report.CheckedAgainst = c.Position
	return nil
}

func (v *verifier) otherLog() error {
	return fmt.Errorf("%w: %s, and this is %s", errOtherLog, v.options.Checkpoint.LogID, v.report.LogID)
}

func (v *verifier) refreshHead(ctx context.Context) (err error) {
	if v.sealed != nil {
		v.head, v.headSeal, err = v.sealed.HeadSeal(ctx)
	} else {
		v.head, err = v.log.Head(ctx)
	}
	return err
}

// readOn reads the log to its end. If others append meanwhile, the head may name events that were not read yet. So events count
// as missing only if a second look does not find them.
func (v *verifier) readOn(ctx context.Context) error {
	for from := eventstore.Position(math.MinInt64); ; from = v.last {
		before := v.last
		if err := v.read(ctx, from); err != nil {
			return err
		}
		if v.stuck || v.last >= v.head || from != math.MinInt64 && v.last == before {
			return nil
		}
	}
}

// read passes the log after a position to the chain.
func (v *verifier) read(ctx context.Context, from eventstore.Position) error {
	if v.sealed != nil {
		return v.sealed.Scan(ctx, from, func(r *eventstore.Recorded) error { return v.next(ctx, r) })
	}
	at := max(from, 0)
	next := func(r *eventstore.Recorded) error {
		at = r.Position
		return v.next(ctx, r)
	}
	err := readPages(ctx, v.store, at, 1000, eventstore.Filter{}, next)
	if errors.Is(err, eventstore.ErrGap) { // somewhere in the page: read up to it
		err = readPages(ctx, v.store, at, 1, eventstore.Filter{}, next)
	}
	if errors.Is(err, eventstore.ErrGap) { // the store reads nothing behind the gap
		v.found.add(Removed, v.last+1, "", "the store stops reading here: %v", err)
		v.stuck = true
		return nil
	}
	return err
}

func (v *verifier) next(ctx context.Context, r *eventstore.Recorded) error {
	if v.report.Events++; v.report.Events%progressEvery == 0 {
		v.options.Progress.report(r.Position, v.head)
	}
	if r.Position < 1 {
		v.found.add(Inserted, r.Position, r.Stream, "no append gives a position below 1")
		return nil
	}
	if r.Position > v.head { // appended since the head was read, or inserted
		if err := v.refreshHead(ctx); err != nil {
			return err
		}
		if r.Position > v.head {
			v.found.add(Inserted, r.Position, r.Stream, "the log says that it ends at position %d", v.head)
			return nil
		}
	}
	v.chain.next(r)
	if v.links != nil {
		v.links.next(r)
	}
	if v.streams != nil {
		v.streams.next(r)
	}
	v.last = r.Position
	v.report.Seal = bytes.Clone(r.Seal)
	if c := v.options.Checkpoint; c != nil && c.Position == r.Position {
		same := bytes.Equal(c.Seal, r.Seal)
		v.compared = same || !v.moved
		if !same && !v.moved {
			v.found.add(Forged, r.Position, r.Stream, "the checkpoint has another seal for it: the log was written anew, here or before")
		}
	}
	return nil
}

// end compares the end of the log with its head and the checkpoint.
func (v *verifier) end() {
	v.options.Progress.report(v.last, v.head)
	v.report.Head = v.head
	if v.stuck {
		return
	}
	switch {
	case v.last < v.head && v.log.Capabilities().DensePositions:
		v.found.add(TailCut, v.last+1, "", "the log says that it ends at position %d", v.head)
	case v.last == v.head && v.headSeal != nil && !bytes.Equal(v.headSeal, v.report.Seal):
		v.found.add(Forged, v.head, "", "the head of the log has another seal than the last event")
	}
	switch c := v.options.Checkpoint; {
	case c == nil || c.Position == 0 || v.compared:
	case c.Position > v.last:
		v.found.add(TailCut, v.last+1, "", "the checkpoint was made at position %d", c.Position)
	default:
		v.found.add(Forged, c.Position, "", "the checkpoint was made of an event here, and there is none")
	}
}
