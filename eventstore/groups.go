package eventstore

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
)

// Group is a group of consumers that share the events of a source: of a stream, or of the log.
type Group struct {
	Source, Name string
	Settings     json.RawMessage // in the form of the server of the groups
	Version      int64           // grows with each change of the settings
	// Checkpoint is the revision, or the position, up to which every event is finished.
	Checkpoint int64
	Parked     int64 // events that were put aside, without those that are being replayed
}

// Parked is an event that was put aside.
type Parked struct {
	Number   int64
	Stream   string
	Revision Revision
}

// Ownership identifies an instance that serves a group: its name for itself, and the version of the settings that it uses.
type Ownership struct {
	Source, Name string
	Owner        uuid.UUID
	Version      int64
}

// Groups keeps groups of consumers beside a log. One instance serves a group at a time: the one that has claimed it, until it releases it
// or does not renew the claim in time. Methods without an Ownership need no claim. Errors beside those below leave the outcome unknown;
// repeating does no harm.
type Groups interface {
	// Create fails with ErrGroupExists.
	Create(ctx context.Context, g Group) error
	// Get fails with ErrNoGroup.
	Get(ctx context.Context, source, name string) (Group, error)
	// List returns the groups of a source, or all if it is empty, ordered by source and name.
	List(ctx context.Context, source string) ([]Group, error)
	// Update changes the settings of a group that Get has returned, and moves it to a checkpoint unless that is its own. It changes nothing
	// and fails with ErrNoGroup, or with ErrGroupChanged if the settings, or the checkpoint of a group that moves, have changed since Get.
	Update(ctx context.Context, g Group, settings json.RawMessage, checkpoint int64) error
	// Delete removes a group and its parked events. It fails with ErrNoGroup.
	Delete(ctx context.Context, source, name string) error
	// Replay marks some parked events, the oldest first, to be given to consumers again.
	Replay(ctx context.Context, source, name string, most int64) error

	// Claim makes an instance the owner for a time. It fails with ErrNoGroup, and with ErrGroupOwned if another instance is.
	Claim(ctx context.Context, source, name string, owner uuid.UUID, lease time.Duration) (Group, error)
	// Keep renews a claim, stores the checkpoint and forgets parked events that are finished. It fails with ErrNoGroup, with ErrGroupOwned if
	// the claim is lost, and with ErrGroupChanged if the settings have changed; the checkpoint then stays as it is.
	Keep(ctx context.Context, o Ownership, checkpoint int64, finished []int64, lease time.Duration) error
	// Release ends a claim.
	Release(ctx context.Context, o Ownership) error
	// Park puts an event aside. It fails with ErrGroupOwned if the claim is lost.
	Park(ctx context.Context, o Ownership, stream string, revision Revision) error
	// Repark cancels the replay of a parked event.
	Repark(ctx context.Context, o Ownership, number int64) error
	// Replayed lists parked events that are to be replayed, except for some numbers.
	Replayed(ctx context.Context, source, name string, without []int64) ([]Parked, error)
}

// The errors of groups.
var (
	ErrNoGroup      = errors.New("eventstore: there is no such group of consumers")
	ErrGroupExists  = errors.New("eventstore: there is such a group of consumers already")
	ErrGroupOwned   = errors.New("eventstore: another instance serves the group of consumers")
	ErrGroupChanged = errors.New("eventstore: the settings of the group of consumers were changed")
)
