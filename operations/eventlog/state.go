package eventlog

import (
	"context"
	"encoding/hex"
	"time"

	"tradelog/eventstore"
	"tradelog/operations"
)

// State describes the log.
type State struct {
	LogID    string              `json:"logId"`
	Head     eventstore.Position `json:"head"`
	Recorded *time.Time          `json:"recorded"` // of the newest event; nil: the log is empty
	Seal     string              `json:"seal"`     // hexadecimal, of the newest event; empty if events have none
	Size     int64               `json:"size"`     // bytes; 0: unknown
	// Outside tells that the log is in an event store.
	Outside bool   `json:"outside"`
	Proof   *Proof `json:"proof"` // nil if events have no seals
}

// Proof tells how far the log was verified in the background and signed.
type Proof struct {
	Position    eventstore.Position `json:"position"`    // verified up to here
	At          *time.Time          `json:"at"`          // of the last verification; nil: none yet
	Broken      eventstore.Position `json:"broken"`      // the first position whose seal is broken; 0: none
	Damage      string              `json:"damage"`      // description of the damage there
	Checkpoint  eventstore.Position `json:"checkpoint"`  // position of the newest checkpoint; 0: none
	Unpublished int64               `json:"unpublished"` // checkpoints that are not published, up to a thousand
	// PublishedTo is the target of published checkpoints, without secrets; empty: none.
	PublishedTo string `json:"publishedTo"`
}

// Archive is the log's information about the archive with its oldest events.
type Archive struct {
	Location string              `json:"place"`    // directory, or URL of a bucket
	Position eventstore.Position `json:"position"` // its end when the log was attached to it
	Dropped  eventstore.Position `json:"dropped"`  // contents up to here are in the archive alone
	Readable bool                `json:"readable"` // whether dropped contents can be read; true if none were dropped
}

func (h *handlers) state(ctx context.Context, _ *operations.Call, _ operations.None) (out State, err error) {
	out.LogID = h.Store.LogID()
	newest, err := h.Store.ReadAll(ctx, eventstore.End, eventstore.Backwards, 1, eventstore.Filter{})
	if err != nil {
		return out, err
	}
	if len(newest.Events) > 0 {
		e := newest.Events[0]
		out.Head, out.Recorded, out.Seal = e.Position, &e.RecordedAt, hex.EncodeToString(e.Seal)
	}
	if h.sealed == nil {
		out.Outside = true
	} else if out.Size, err = h.sealed.Size(ctx); err != nil {
		return out, err
	}
	out.Proof, err = h.Proof(ctx)
	return out, err
}

// archive returns the log's information about its archive.
func (h *handlers) archive(ctx context.Context) (*Archive, error) {
	if h.sealed == nil {
		return nil, nil
	}
	part, err := h.sealed.Archived(ctx)
	if err != nil || part.Location == "" {
		return nil, err
	}
	readable := part.Dropped == 0 || h.sealed.Readable(ctx) == nil
	return &Archive{Location: part.Location, Position: part.End.Position, Dropped: part.Dropped, Readable: readable}, nil
}

// KnownArchive is an archive that this installation has written or verified, in its state then. Its files may have changed since.
type KnownArchive struct {
	Location   string              `json:"place"`    // absolute directory, or URL of a bucket
	Position   eventstore.Position `json:"position"` // its end; it begins with the first event of the log
	Until      time.Time           `json:"until"`    // recorded time of the event there
	Segments   int                 `json:"segments"`
	Bytes      int64               `json:"bytes"`      // of all segments
	Noted      time.Time           `json:"noted"`      // time of the last write or verification
	VerifiedAt *time.Time          `json:"verifiedAt"` // time of the last whole verification and comparison with the log; nil: never
	Verified   eventstore.Position `json:"verified"`   // up to here
	Damage     string              `json:"damage"`     // result of that verification
	Checkpoint eventstore.Position `json:"checkpoint"` // the oldest published checkpoint that covers the whole archive; 0: none does
}

type checkpointsInput struct {
	Before int64 `query:"before" doc:"position before which checkpoints are wanted; 0: the newest ones"`
	Limit  int   `query:"limit" doc:"checkpoints of the answer, 1 to 200; by default 20"`
}

// Checkpoints is a part of the list of checkpoints, the newest first, and the archives of the log.
type Checkpoints struct {
	Archive     *Archive            `json:"archive"`  // read by the log; nil: the log is whole
	Archives    []KnownArchive      `json:"archives"` // those that go farthest first
	Checkpoints []Checkpoint        `json:"checkpoints"`
	Next        eventstore.Position `json:"next"` // to send as before for older ones; 0: there are none
}

// Checkpoint is a signed checkpoint.
type Checkpoint struct {
	Position  eventstore.Position `json:"position"` // last position that it covers
	From      eventstore.Position `json:"from"`     // it covers the positions after this one
	Seal      string              `json:"seal"`     // hexadecimal
	Root      string              `json:"root"`     // hexadecimal
	Signed    time.Time           `json:"signed"`
	Published *time.Time          `json:"published"` // nil: not yet
}

func (h *handlers) checkpoints(ctx context.Context, _ *operations.Call, in checkpointsInput) (out Checkpoints, err error) {
	out.Checkpoints = []Checkpoint{}
	limit, err := bounded(in.Limit, 20, 200)
	if err != nil {
		return out, err
	}
	if out.Archive, err = h.archive(ctx); err != nil {
		return out, err
	}
	if out.Archives, err = h.Archives(ctx); err != nil {
		return out, err
	}
	found, err := h.Services.Checkpoints(ctx, eventstore.Position(in.Before), limit+1)
	if err != nil {
		return out, err
	}
	if len(found) > limit {
		found = found[:limit]
		out.Next = found[limit-1].Position
	}
	out.Checkpoints = append(out.Checkpoints, found...)
	return out, nil
}
