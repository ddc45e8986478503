package audit

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tradelog/eventstore"
)

// Checkpoint is the signed seal of a log at a position. Store it out of reach of those who can write to the database: it then
// shows whether the log was rewritten.
type Checkpoint struct {
	LogID    string
	Position eventstore.Position
	Seal     []byte
	// Root is that of the Merkle tree over the seals of the positions after From, up to Position. Nil: the checkpoint covers no range.
	From      eventstore.Position
	Root      []byte
	Time      time.Time // of the signature, UTC, seconds
	Signature []byte
}

// TakeCheckpoint signs the present end of the log. It fails with errNotSealed if the store does not seal.
func TakeCheckpoint(ctx context.Context, store eventstore.Store, key ed25519.PrivateKey, now time.Time) (Checkpoint, error) {
	sealed, ok := eventstore.Sealed(store)
	if !ok {
		return Checkpoint{}, errNotSealed
	}
	if len(key) != ed25519.PrivateKeySize {
		return Checkpoint{}, errors.New("audit: not an Ed25519 private key")
	}
	position, seal, err := sealed.HeadSeal(ctx)
	if err != nil {
		return Checkpoint{}, err
	}
	c := Checkpoint{LogID: store.LogID(), Position: position, Seal: seal}
	c.Sign(key, now)
	return c, nil
}

// Sign sets the time and the signature.
func (c *Checkpoint) Sign(key ed25519.PrivateKey, now time.Time) {
	c.Time = now.UTC().Truncate(time.Second)
	c.Signature = ed25519.Sign(key, c.statement())
}

// Covers reports whether a position is in the range of the checkpoint.
func (c Checkpoint) Covers(p eventstore.Position) bool {
	return c.Root != nil && p > c.From && p <= c.Position
}

// statement returns the signed text, with one line for each field. The text is not the JSON, so that a checkpoint may be reformatted.
func (c Checkpoint) statement() []byte {
	if c.Root != nil {
		return fmt.Appendf(nil, "tradelog checkpoint 2\nlog %q\nposition %d\nseal %x\nfrom %d\nroot %x\ntime %s\n", c.LogID, c.Position, c.Seal,
			c.From, c.Root, c.Time.UTC().Format(time.RFC3339))
	}
	return fmt.Appendf(nil, "tradelog checkpoint 1\nlog %q\nposition %d\nseal %x\ntime %s\n", c.LogID, c.Position, c.Seal,
		c.Time.UTC().Format(time.RFC3339))
}

// SignedBy reports whether the checkpoint was signed with the private key of this public key and not changed since.
func (c Checkpoint) SignedBy(key ed25519.PublicKey) bool {
	return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, c.statement(), c.Signature)
}

type checkpointJSON struct {
	LogID     string              `json:"logId"`
	Position  eventstore.Position `json:"position"`
	Seal      string              `json:"seal"` // hexadecimal
	From      eventstore.Position `json:"from,omitempty"`
	Root      string              `json:"root,omitempty"` // hexadecimal
	Time      time.Time           `json:"time"`
	Signature []byte              `json:"signature"` // base64
}

// MarshalJSON writes a checkpoint as one line.
func (c Checkpoint) MarshalJSON() ([]byte, error) {
	return json.Marshal(checkpointJSON{c.LogID, c.Position, hex.EncodeToString(c.Seal), c.From, hex.EncodeToString(c.Root), c.Time.UTC(),
		c.Signature})
}

// UnmarshalJSON reads a checkpoint. It does not check the signature.
func (c *Checkpoint) UnmarshalJSON(data []byte) error {
	var j checkpointJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return fmt.Errorf("audit: not a checkpoint: %w", err)
	}
	seal, err := hex.DecodeString(j.Seal)
	if err != nil || len(seal) != eventstore.SealSize || j.LogID == "" || j.Position < 0 {
		return errors.New("audit: not a checkpoint: it needs logId, position and a seal of 64 hexadecimal digits")
	}
	*c = Checkpoint{LogID: j.LogID, Position: j.Position, Seal: seal, Time: j.Time.UTC(), Signature: j.Signature}
	if j.Root == "" {
		return nil
	}
	c.From = j.From
	if c.Root, err = hex.DecodeString(j.Root); err != nil || len(c.Root) != eventstore.SealSize || j.From < 0 || j.From >= j.Position {
		return errors.New("audit: not a checkpoint: a root has 64 hexadecimal digits and stands for the positions after from")
	}
	return nil
}
