package proof

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"tradelog/eventstore"
	"tradelog/eventstore/audit"
)

// format is the first member of every receipt.
const format = "tradelog receipt 1"

// Receipt is a receipt. Numbers in hexadecimal are in lower case.
type Receipt struct {
	Format string `json:"format" about:"\"tradelog receipt 1\""`
	LogID  string `json:"logId" about:"ID of the event log"`
	Stream string `json:"stream" about:"stream of the events, such as order-42"`
	Number string `json:"number,omitempty" about:"number of the order that people see"`
	Key    string `json:"key" about:"fingerprint of the installation's public key: SHA-256 of its 32 bytes, in hexadecimal"`
	// Events are all events of the stream, in order.
	Events      []Event      `json:"events" about:"events of the order, the oldest first"`
	Checkpoints []Checkpoint `json:"checkpoints" about:"signed checkpoints that cover the events"`
	Chain       *Chain       `json:"chain,omitempty" about:"seals after the newest checkpoint, for events that none covers yet"`
	Digest      string       `json:"digest" about:"SHA-256 of what is signed, in hexadecimal"`
	Signature   []byte       `json:"signature" about:"Ed25519 signature of the installation, in base64"`
}

// Event is an event of a receipt.
type Event struct {
	Position   int64  `json:"position" about:"position in the log"`
	Revision   int64  `json:"revision" about:"place in the stream, from 0"`
	Type       string `json:"type" about:"type of the event, such as OrderPlaced"`
	Version    int64  `json:"schemaVersion" about:"version of the stored form"`
	ID         string `json:"id" about:"ID of the event"`
	RecordedAt string `json:"recordedAt" about:"time when it was stored, in microseconds"`
	// Data is the event as its reader may see it: JSON text, because its exact bytes are signed. Empty: not shown.
	Data     string   `json:"data,omitempty" about:"event as the caller may see it: JSON as text, whose exact bytes are signed; missing if it is not shown" writer:"public"`
	Withheld []string `json:"withheld,omitempty" about:"names of fields that data lacks"`
	Stored   *Stored  `json:"stored,omitempty" about:"stored bytes, for callers who may have them"`
	Previous string   `json:"previous" about:"seal of the event before in the log, in hexadecimal"`
	Seal     string   `json:"seal" about:"seal, in hexadecimal"`
	// Checkpoint is the position of the checkpoint that covers the event; 0: none yet.
	Checkpoint int64    `json:"checkpoint,omitempty" about:"position of the checkpoint that covers the event; missing: none yet"`
	Path       []string `json:"path,omitempty" about:"hashes from the seal to the root of that checkpoint, in hexadecimal"`
}

// Stored holds the bytes of an event that its seal covers.
type Stored struct {
	Data     []byte `json:"data" about:"stored data in base64; personal fields are sealed"`
	Metadata []byte `json:"metadata" about:"stored metadata in base64"`
}

// Checkpoint is a signed checkpoint, as audit.Checkpoint is written. It has a type of its own so that schemas can describe it.
type Checkpoint struct {
	LogID     string `json:"logId" about:"ID of the event log"`
	Position  int64  `json:"position" about:"last position that it covers"`
	Seal      string `json:"seal" about:"seal of the event there, in hexadecimal"`
	From      int64  `json:"from,omitempty" about:"it covers the positions after this one"`
	Root      string `json:"root" about:"root of the Merkle tree over the seals of the range (RFC 6962), in hexadecimal"`
	Time      string `json:"time" about:"time of the signature"`
	Signature []byte `json:"signature" about:"Ed25519 signature of the installation, in base64"`
}

// CheckpointOf writes a checkpoint for a receipt.
func CheckpointOf(c audit.Checkpoint) Checkpoint {
	return Checkpoint{
		LogID: c.LogID, Position: int64(c.Position), Seal: hex.EncodeToString(c.Seal), From: int64(c.From), Root: hex.EncodeToString(c.Root),
		Time: c.Time.UTC().Format(time.RFC3339), Signature: c.Signature,
	}
}

// TreeHead is the data that two checkpoints of the same position of a log have in common.
type TreeHead struct {
	LogID      string
	Position   int64
	Seal, Root string
}

// TreeHead returns the head of a checkpoint.
func (c Checkpoint) TreeHead() TreeHead { return TreeHead{c.LogID, c.Position, c.Seal, c.Root} }

// read returns the checkpoint of a receipt.
func (c Checkpoint) read() (out audit.Checkpoint, err error) {
	b, err := json.Marshal(c)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err == nil && (unhex(c.Root) == nil || unhex(c.Seal) == nil || out.Time.Format(time.RFC3339) != c.Time) {
		err = errors.New("root, seal and time are not as they are written")
	}
	return out, err
}

// Chain is the chain of seals from a checkpoint to the newest event that none covers.
type Chain struct {
	After int64    `json:"after" about:"position of the newest checkpoint, 0 before the first"`
	Seal  string   `json:"seal" about:"seal there, in hexadecimal"`
	Seals []string `json:"seals" about:"seals of the positions after it, in hexadecimal"`
}

// Shown is an event for a receipt, as its reader may see it.
type Shown struct {
	*eventstore.Recorded
	Data     string   // JSON; empty: not at all
	Withheld []string // names of fields that Data lacks
	Bare     bool     // its reader may have the stored bytes
}

// timeFormat is RFC 3339 in UTC with microseconds, the form that seals cover.
const timeFormat = "2006-01-02T15:04:05.000000Z"

// EventOf writes an event for a receipt. previous is the seal of the event before it in the log.
func EventOf(r Shown, previous []byte) Event {
	e := Event{
		Position: int64(r.Position), Revision: int64(r.Revision), Type: r.Type, Version: int64(r.SchemaVersion), ID: r.ID.String(),
		RecordedAt: r.RecordedAt.UTC().Format(timeFormat), Previous: hex.EncodeToString(previous), Seal: hex.EncodeToString(r.Seal),
		Data: r.Data, Withheld: r.Withheld,
	}
	if r.Bare {
		e.Stored = &Stored{Data: r.Recorded.Data, Metadata: r.Metadata}
	}
	return e
}

// recorded returns the event that the seal covers. The event has stored bytes.
func (e Event) recorded(stream string) (*eventstore.Recorded, error) {
	id, err := uuid.Parse(e.ID)
	if err != nil {
		return nil, err
	}
	at, err := time.Parse(timeFormat, e.RecordedAt)
	if err != nil {
		return nil, err
	}
	return &eventstore.Recorded{
		NewEvent: eventstore.NewEvent{
			ID: id, Type: e.Type, SchemaVersion: int(e.Version), Data: e.Stored.Data, Metadata: e.Stored.Metadata,
		},
		Stream: stream, Revision: eventstore.Revision(e.Revision), Position: eventstore.Position(e.Position), RecordedAt: at,
	}, nil
}

// statement returns the signed text. It has a line for each event, so that the JSON may be reformatted.
func (r *Receipt) statement() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\nlog %s\nstream %s\nnumber %s\nkey %s\n", format, r.LogID, r.Stream, r.Number, r.Key)
	for i := range r.Events {
		e := &r.Events[i]
		fmt.Fprintf(&b, "event %d %d %s %d %s %s %s %s %x", e.Position, e.Revision, e.Type, e.Version, e.ID, e.RecordedAt, e.Previous, e.Seal,
			sha256.Sum256([]byte(e.Data)))
		for _, name := range e.Withheld {
			fmt.Fprintf(&b, " %s", name)
		}
		b.WriteByte('\n')
	}
	if c := r.Chain; c != nil {
		h := sha256.New()
		for _, s := range c.Seals {
			_, _ = io.WriteString(h, s)
		}
		fmt.Fprintf(&b, "chain %d %s %d %x\n", c.After, c.Seal, len(c.Seals), h.Sum(nil))
	}
	return b.Bytes()
}

// Sign completes a receipt. The same receipt has the same signature.
func (r *Receipt) Sign(key ed25519.PrivateKey) {
	r.Format, r.Key = format, fingerprint(key.Public().(ed25519.PublicKey))
	text := r.statement()
	r.Digest, r.Signature = hex.EncodeToString(hashOf(text)), ed25519.Sign(key, text)
}

func hashOf(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:]
}

// fingerprint names a public key: 64 hexadecimal digits.
func fingerprint(key ed25519.PublicKey) string { return hex.EncodeToString(hashOf(key)) }

// PublicPEM writes a public key as PEM (PKIX), as audit.LoadPublicKey reads it.
func PublicPEM(key ed25519.PublicKey) ([]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), nil
}
