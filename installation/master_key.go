package installation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"tradelog/domain/fault"
	"tradelog/eventstore/vault"
)

// The environment variables that replace the file. At most one of them may be set.
const (
	MasterKeyVariable        = "TRADELOG_MASTER_KEY"
	MasterKeyCommandVariable = "TRADELOG_MASTER_KEY_COMMAND"
)

// MasterKeys returns the source of the master keys of the installation in a data directory: the environment if it names one, else the
// file keys/master.
func MasterKeys(data string) (vault.Source, error) {
	value, command := os.Getenv(MasterKeyVariable), os.Getenv(MasterKeyCommandVariable)
	switch {
	case value != "" && command != "":
		return nil, fault.Invalidf("%s and %s are both set; only one of them may be", MasterKeyVariable, MasterKeyCommandVariable)
	case value != "":
		return environment(value), nil
	case command != "":
		return shell(command), nil
	}
	return file(filepath.Join(data, "keys", "master")), nil
}

// environment is the source that reads the keys from an environment variable.
type environment string

// Keys parses the variable. A text without a key is an error.
func (e environment) Keys(context.Context) ([]*vault.Key, error) { return parse(e, string(e)) }

// Create returns vault.ErrFixed.
func (e environment) Create(context.Context) error { return fixed(e) }

// String names the variable.
func (environment) String() string { return MasterKeyVariable }

// shell is the source that reads the keys from the standard output of a command.
type shell string

// commandTimeout bounds the command that prints the keys.
const commandTimeout = 30 * time.Second

// Keys runs the command. Its standard error is shown to the operator, its standard output never.
func (c shell) Keys(ctx context.Context) ([]*vault.Key, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", string(c))
	var printed, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &complaint
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", c, err, strings.TrimSpace(complaint.String()))
	}
	return parse(c, printed.String())
}

// Create returns vault.ErrFixed.
func (c shell) Create(context.Context) error { return fixed(c) }

// String names the variable.
func (shell) String() string { return MasterKeyCommandVariable }

// parse reads the keys of a source that has to have one.
func parse(source vault.Source, text string) ([]*vault.Key, error) {
	keys, err := vault.ParseKeys(text)
	if err == nil && len(keys) == 0 {
		err = errors.New("there is no key in it")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	return keys, nil
}

func fixed(source vault.Source) error {
	return fmt.Errorf("%w: put a new key (openssl rand -base64 32) before the present ones of %s, for all instances, and repeat",
		vault.ErrFixed, source)
}

// file is a file with one key a line, the newest first. Only its owner can read it.
type file string

// String names the file.
func (f file) String() string { return "the file " + string(f) }

// Keys reads the file. A missing file has no keys.
func (f file) Keys(context.Context) ([]*vault.Key, error) {
	text, err := os.ReadFile(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("master keys: %w", err)
	}
	return parse(f, string(text))
}

const head = `# Master keys of tradelog, the newest first. Without them nobody can read the personal data in the database:
# keep a copy, and keep it apart from backups of the database.
`

// Create puts a new key before the others. Processes that do that at the same moment wait for each other, so no key is lost.
func (f file) Create(ctx context.Context) error {
	if err := f.create(ctx); err != nil {
		return fmt.Errorf("master keys: %w", err)
	}
	return nil
}

func (f file) create(ctx context.Context) error {
	name := string(f)
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	opened, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer opened.Close() // ends the lock
	if err := syscall.Flock(int(opened.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	keys, err := f.Keys(ctx)
	if err != nil {
		return err
	}
	fresh, err := vault.NewKey()
	if err != nil {
		return err
	}
	text := head
	for _, k := range append([]*vault.Key{fresh}, keys...) {
		text += k.Text() + "\n"
	}
	// The file is complete and on the disk before anything is wrapped with the new key.
	next, err := os.OpenFile(name+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = next.WriteString(text)
	if err = errors.Join(err, next.Sync(), next.Close()); err != nil {
		return err
	}
	if err := os.Rename(name+".new", name); err != nil {
		return err
	}
	return opened.Sync()
}
