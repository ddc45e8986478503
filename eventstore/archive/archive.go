package archive

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"

	"tradelog/eventstore"
)

// Storage stores whole files, such as those of an archive.
type Storage interface {
	// Read returns a file. It fails with fs.ErrNotExist if there is none of that name.
	Read(ctx context.Context, name string) ([]byte, error)
	// ReadPart returns bytes of a file from an offset on. It fails with fs.ErrNotExist if there is no such file, and if the file ends
	// before.
	ReadPart(ctx context.Context, name string, offset, length int64) ([]byte, error)
	// Write stores a file durably, instead of one of that name. A file that is not whole never has the name.
	Write(ctx context.Context, name string, content []byte) error
}

// Archive is an archive that is read. It can be verified, and imported into another log.
type Archive struct {
	Manifest
	storage Storage
}

// Open reads the manifest of an archive and checks its signature, unless key is nil. It fails with fs.ErrNotExist if the storage
// has no archive, with ErrDamaged if the manifest cannot be read, and with ErrSignature.
func Open(ctx context.Context, storage Storage, key ed25519.PublicKey) (*Archive, error) {
	text, err := storage.Read(ctx, ManifestName)
	if err != nil {
		return nil, fmt.Errorf("the manifest of the archive: %w", err)
	}
	m, err := ReadManifest(text)
	if err != nil {
		return nil, err
	}
	if key != nil && !m.SignedBy(key) {
		return nil, fmt.Errorf("%w that was expected", ErrSignature)
	}
	return &Archive{m, storage}, nil
}

// LogID names the log that was archived.
func (a *Archive) LogID() string { return a.Manifest.LogID }

// Capabilities returns those of a log that can be archived.
func (a *Archive) Capabilities() eventstore.Capabilities {
	return eventstore.Capabilities{DensePositions: true, Sealed: true}
}

// Head returns the last position of the archive.
func (a *Archive) Head(context.Context) (eventstore.Position, error) {
	end, _ := a.End()
	return end, nil
}

// HeadSeal returns the last position and its seal; see eventstore.SealedStore.
func (a *Archive) HeadSeal(context.Context) (eventstore.Position, []byte, error) {
	end, seal := a.End()
	return end, seal, nil
}

// Scan calls each for the events after a position; see eventstore.SealedStore. each owns the event. Scan fails with ErrDamaged if a
// segment is not the one that the manifest lists.
func (a *Archive) Scan(ctx context.Context, from eventstore.Position, each func(*eventstore.Recorded) error) error {
	for _, s := range a.Segments {
		if s.Last <= from {
			continue
		}
		err := a.scan(ctx, s, func(r *eventstore.Recorded) error {
			if r.Position <= from {
				return nil
			}
			return each(r)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// WriteManifest stores a signed manifest.
func WriteManifest(ctx context.Context, storage Storage, m Manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return storage.Write(ctx, ManifestName, append(text, '\n'))
}
