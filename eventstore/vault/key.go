package vault

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// keySize is the length of a master key in bytes.
const keySize = 32

// Key is a master key. Printing it shows its fingerprint.
type Key struct {
	secret [keySize]byte
	aead   cipher.AEAD
	print  string
}

// NewKey draws a master key.
func NewKey() (*Key, error) {
	var secret [keySize]byte
	if _, err := rand.Read(secret[:]); err != nil {
		return nil, err
	}
	return keyOf(secret[:])
}

func keyOf(secret []byte) (*Key, error) {
	if len(secret) != keySize {
		return nil, fmt.Errorf("a master key has %d bytes; this one has %d (openssl rand -base64 32 makes one)", keySize, len(secret))
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append([]byte("tradelog master key\x00"), secret...))
	return &Key{secret: [keySize]byte(secret), aead: aead, print: hex.EncodeToString(sum[:8])}, nil
}

// ParseKeys reads master keys: 32 bytes in base64 each, separated by spaces, commas or line ends, the newest first. Lines that begin
// with # are comments. Errors tell nothing of the text.
func ParseKeys(text string) ([]*Key, error) {
	var keys []*Key
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r <= ' ' }) {
			secret, err := base64.StdEncoding.DecodeString(word)
			if err != nil {
				return nil, errors.New("a master key is not base64 (openssl rand -base64 32 makes one)")
			}
			key, err := keyOf(secret)
			if err != nil {
				return nil, err
			}
			if !slices.ContainsFunc(keys, func(k *Key) bool { return k.print == key.print }) {
				keys = append(keys, key)
			}
		}
	}
	return keys, nil
}

// Fingerprint returns 16 hexadecimal digits that name the key and reveal nothing about it.
func (k *Key) Fingerprint() string { return k.print }

// equals reports whether two keys are the same; nil equals none.
func (k *Key) equals(other *Key) bool { return k != nil && other != nil && k.print == other.print }

// String returns the fingerprint.
func (k *Key) String() string { return k.print }

// Text returns the key itself in base64, for its file.
func (k *Key) Text() string { return base64.StdEncoding.EncodeToString(k.secret[:]) }

// wrap encrypts a secret. associated binds the result to the row where it is stored, so that it cannot be moved.
func (k *Key) wrap(associated string, secret []byte) ([]byte, error) {
	nonce := make([]byte, k.aead.NonceSize(), k.aead.NonceSize()+len(secret)+k.aead.Overhead())
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	return k.aead.Seal(nonce, nonce, secret, []byte(associated)), nil
}

func (k *Key) unwrap(associated string, wrapped []byte) ([]byte, error) {
	n := k.aead.NonceSize()
	if len(wrapped) >= n {
		if secret, err := k.aead.Open(nil, wrapped[:n], wrapped[n:], []byte(associated)); err == nil {
			return secret, nil
		}
	}
	return nil, fmt.Errorf("a stored secret does not open with master key %s: it was changed or belongs elsewhere", k.print)
}

// Source has master keys.
type Source interface {
	// Keys returns the master keys, the newest first; none if there are none yet.
	Keys(ctx context.Context) ([]*Key, error)
	// Create adds a new key before the others. ErrFixed: only an operator can.
	Create(ctx context.Context) error
	// String names the source for people.
	String() string
}

// ErrFixed: the program cannot add a master key to its source.
var ErrFixed = errors.New("the program cannot add a master key there")

// fixed is a source of keys that never change. Without a key nothing is wrapped.
type fixed []*Key

// Keys returns the keys.
func (f fixed) Keys(context.Context) ([]*Key, error) { return f, nil }

// Create returns ErrFixed.
func (fixed) Create(context.Context) error { return ErrFixed }

// String says that the keys come from the program.
func (f fixed) String() string { return "the program's configuration" }

// UnknownKeyError: secrets in the database are wrapped with master keys that the source does not have.
type UnknownKeyError struct {
	Missing []string // fingerprints
	Source  string
	Has     []*Key
}

// Error tells the operator what to do.
func (e *UnknownKeyError) Error() string {
	var has bytes.Buffer
	for _, k := range e.Has {
		fmt.Fprintf(&has, " %s", k)
	}
	there := "there is none there"
	if has.Len() > 0 {
		there = "there is only" + has.String()
	}
	return fmt.Sprintf("The keys of personal data in this database are wrapped with master key %s. It is not in %s: %s.\n"+
		"Nothing can be read or written without it. Copy keys/master of the data directory that the installation has, or of its backup,\n"+
		"into this data directory, or set TRADELOG_MASTER_KEY or TRADELOG_MASTER_KEY_COMMAND.",
		strings.Join(e.Missing, " and "), e.Source, there)
}

// lostKeysError: secrets are wrapped, but the table master_keys is empty.
type lostKeysError struct {
	Wrapping []string // fingerprints of the master keys that wrap something
}

// Error tells the operator what to do.
func (e *lostKeysError) Error() string {
	rows := make([]string, len(e.Wrapping))
	for i, print := range e.Wrapping {
		rows[i] = fmt.Sprintf("('%s', %t)", print, i == 0)
	}
	return fmt.Sprintf("The table master_keys is empty, but keys of personal data in this database are wrapped with master key %s.\n"+
		"The table was emptied, or was not restored. Restore it from the same backup as the tables subject_keys and\n"+
		"installation_secrets, or register the master keys again and start anew:\n"+
		"INSERT INTO public.master_keys (fingerprint, active) VALUES %s;",
		strings.Join(e.Wrapping, " and "), strings.Join(rows, ", "))
}
