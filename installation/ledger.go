package installation

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"tradelog/commands/forgetting"
)

// Ledger records in a file the data subjects whose keys were deleted. The file is kept apart from the database. So a person who was
// forgotten after a backup was made is forgotten again when the backup is restored. Each line has a data subject and the fingerprint of the
// deleted key, such as "customer-7 5f2c9d0a11e3b847". Neither identifies the person.
//
// Path is that of the file. Its directory is made on first use. Only the owner may read either.
type Ledger struct {
	Path string

	mu sync.Mutex
}

var _ forgetting.Ledger = (*Ledger)(nil)

// Entries returns the entries of the ledger; none if there is no ledger yet.
func (f *Ledger) Entries() ([]forgetting.Entry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.read()
}

func (f *Ledger) read() (entries []forgetting.Entry, err error) {
	text, err := os.ReadFile(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the ledger of forgotten people: %w", err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		subject, print, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || !strings.Contains(subject, "-") || len(print) != 16 {
			return nil, fmt.Errorf("%s, line %d is no entry of the ledger of forgotten people", f.Path, i+1)
		}
		entries = append(entries, forgetting.Entry{Subject: subject, Fingerprint: print})
	}
	return entries, nil
}

// Add adds entries that the ledger does not have, and writes them through to the disk.
func (f *Ledger) Add(entries ...forgetting.Entry) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	has, err := f.read()
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, e := range entries {
		if !slices.Contains(has, e) {
			fmt.Fprintf(&b, "%s %s\n", e.Subject, e.Fingerprint)
		}
	}
	if b.Len() == 0 {
		return nil
	}
	if err := f.write(b.String()); err != nil {
		return fmt.Errorf("write the ledger of forgotten people: %w", err)
	}
	return nil
}

// write appends in one write, and makes the entry of the directory durable as well.
func (f *Ledger) write(lines string) (err error) {
	directory := filepath.Dir(f.Path)
	if err := os.MkdirAll(directory, 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(f.Path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if _, err := file.WriteString(lines); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	d, err := os.Open(directory)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
