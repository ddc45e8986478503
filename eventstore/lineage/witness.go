package lineage

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// seenEnd is a position in a log.
type seenEnd struct {
	Epoch    int
	Position int64
	Seal     []byte
}

// witnessPath returns the path of the file for a log in a directory.
func witnessPath(dir, logID string) string {
	id := strings.ReplaceAll(logID, "-", "")
	return filepath.Join(dir, "log-"+id[:min(12, len(id))]+".seen")
}

// line formats a record. All records have the same length, so that one overwrites another.
func line(s seenEnd) []byte {
	text := fmt.Appendf(nil, "seen epoch %010d position %019d seal %s", s.Epoch, s.Position, hex.EncodeToString(s.Seal))
	return fmt.Appendf(text, " sum %08x\n", crc32.ChecksumIEEE(text))
}

// readWitness returns the last record of a log. ok is false if there is no readable one.
func readWitness(dir, logID string) (s seenEnd, ok bool, err error) {
	text, err := os.ReadFile(witnessPath(dir, logID))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return seenEnd{}, false, nil
	}
	if err != nil {
		return seenEnd{}, false, err
	}
	var seal string
	if _, err := fmt.Sscanf(string(text), "seen epoch %d position %d seal %s", &s.Epoch, &s.Position, &seal); err != nil {
		return seenEnd{}, false, nil // a power cut may leave anything
	}
	if s.Seal, err = hex.DecodeString(seal); err != nil || !bytes.Equal(line(s), text) {
		return seenEnd{}, false, nil
	}
	return s, true, nil
}

// Witness records the end of a log that was seen.
type Witness struct {
	epoch int

	mu   sync.Mutex
	file *os.File
	at   int64
}

// OpenWitness opens the file of a log. The first Note replaces its content.
func OpenWitness(dir, logID string, epoch int) (*Witness, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(witnessPath(dir, logID), os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	return &Witness{epoch: epoch, file: file, at: -1}, nil
}

// Note records a position, unless a later one is recorded.
func (w *Witness) Note(position int64, seal []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if position <= w.at || w.file == nil {
		return nil
	}
	record := line(seenEnd{Epoch: w.epoch, Position: position, Seal: seal})
	if w.at < 0 { // the old content may have another length
		if err := w.file.Truncate(int64(len(record))); err != nil {
			return err
		}
	}
	if _, err := w.file.WriteAt(record, 0); err != nil {
		return err
	}
	w.at = position
	return nil
}

// Close closes the file.
func (w *Witness) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil {
		return nil
	}
	err := w.file.Close()
	w.file = nil
	return err
}
