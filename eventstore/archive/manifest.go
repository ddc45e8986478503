package archive

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"tradelog/eventstore"
)

// Manifest lists the segments of an archive in order. The manifest is signed as a whole, like a checkpoint.
type Manifest struct {
	Format    string    `json:"format"`
	Version   int       `json:"version"`
	LogID     string    `json:"logId"`
	Segments  []Segment `json:"segments"`
	Time      time.Time `json:"time"`      // of the signature, UTC, seconds
	Signature []byte    `json:"signature"` // base64
}

// Segment is a range of the log in one file.
type Segment struct {
	Name   string              `json:"name"` // of the file
	First  eventstore.Position `json:"first"`
	Last   eventstore.Position `json:"last"`
	Before Hex                 `json:"before"` // seal of the event before First, eventstore.GenesisSeal if there is none
	Seal   Hex                 `json:"seal"`   // of the event at Last
	Until  time.Time           `json:"until"`  // recorded time of the event at Last
	Bytes  int64               `json:"bytes"`  // of the file
	SHA256 Hex                 `json:"sha256"` // of the file
	// Index is the offset of the index in the file, 0 if the file has no index.
	Index int64 `json:"index,omitempty"`
}

// Hex is written as hexadecimal digits.
type Hex []byte

// MarshalText writes the digits.
func (h Hex) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// UnmarshalText reads digits.
func (h *Hex) UnmarshalText(text []byte) (err error) {
	*h, err = hex.AppendDecode(nil, text)
	return err
}

// ManifestName is the file with the manifest.
const ManifestName = "manifest.json"

// Versions of the manifest: in the second one segments may have an index.
const (
	manifestFormat = "tradelog archive"
	withoutIndexes = 1
	withIndexes    = 2
)

// NewManifest returns the manifest of an archive without segments.
func NewManifest(logID string) Manifest {
	return Manifest{Format: manifestFormat, Version: withIndexes, LogID: logID}
}

// End returns the last position and its seal: 0 and GenesisSeal if the archive has no segment.
func (m *Manifest) End() (eventstore.Position, []byte) {
	if len(m.Segments) == 0 {
		return 0, eventstore.GenesisSeal
	}
	last := m.Segments[len(m.Segments)-1]
	return last.Last, last.Seal
}

// statement returns the signed text, with one line for each segment.
func (m *Manifest) statement() []byte {
	b := fmt.Appendf(nil, "%s %d\nlog %q\n", m.Format, m.Version, m.LogID)
	for _, s := range m.Segments {
		b = fmt.Appendf(b, "segment %q %d %d %x %x %s %d %x", s.Name, s.First, s.Last, s.Before, s.Seal,
			s.Until.UTC().Format(time.RFC3339Nano), s.Bytes, s.SHA256)
		if s.Index > 0 {
			b = fmt.Appendf(b, " index %d", s.Index)
		}
		b = append(b, '\n')
	}
	return fmt.Appendf(b, "time %s\n", m.Time.UTC().Format(time.RFC3339))
}

// Sign signs the manifest in the newest version.
func (m *Manifest) Sign(key ed25519.PrivateKey, now time.Time) {
	m.Version = withIndexes
	m.Time = now.UTC().Truncate(time.Second)
	m.Signature = ed25519.Sign(key, m.statement())
}

// SignedBy reports whether the manifest was signed with the private key of this public key and not changed since.
func (m *Manifest) SignedBy(key ed25519.PublicKey) bool {
	return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, m.statement(), m.Signature)
}

// ReadManifest parses a manifest. It checks that the segments follow one another, but not the signature. It fails with ErrDamaged.
func ReadManifest(text []byte) (m Manifest, err error) {
	if json.Unmarshal(text, &m) != nil || m.Format != manifestFormat || m.LogID == "" {
		return m, fmt.Errorf("%w: %s is no manifest of an archive", ErrDamaged, ManifestName)
	}
	if m.Version != withIndexes && m.Version != withoutIndexes {
		return m, fmt.Errorf("%w: version %d, this program knows versions up to %d", ErrDamaged, m.Version, withIndexes)
	}
	before := Manifest{}
	for _, s := range m.Segments {
		end, seal := before.End()
		if s.First != end+1 || s.Last < s.First || !bytes.Equal(s.Before, seal) || len(s.Seal) != eventstore.SealSize {
			return m, fmt.Errorf("%w: segment %q does not follow position %d", ErrDamaged, s.Name, end)
		}
		if s.Name != filepath.Base(s.Name) || s.Index < 0 || s.Index >= max(1, s.Bytes) {
			return m, fmt.Errorf("%w: segment %q is not in the archive's place, or has an index outside of it", ErrDamaged, s.Name)
		}
		before.Segments = append(before.Segments[:0], s)
	}
	return m, nil
}

// The errors about archives.
var (
	// ErrDamaged: the manifest or a segment is missing, incomplete or was changed.
	ErrDamaged = errors.New("the archive is damaged")
	// ErrSignature: the archive was signed with another key, or was changed since.
	ErrSignature = errors.New("the archive's signature is not by the key")
)
