package eventstore

import (
	"bytes"
	"context"
	"slices"
	"sync"
)

// keysInMemory is a keyring that counts its calls.
type keysInMemory struct {
	mu     sync.Mutex
	keys   map[string][]byte
	made   int
	asked  []string   // Key without create
	loaded [][]string // Load
	fails  error
}

func newKeys() *keysInMemory { return &keysInMemory{keys: map[string][]byte{}} }

func (k *keysInMemory) Key(_ context.Context, subject string, create bool) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fails != nil {
		return nil, k.fails
	}
	if !create {
		k.asked = append(k.asked, subject)
	}
	key, ok := k.keys[subject]
	if !ok && !create {
		return nil, ErrForgotten
	}
	if !ok {
		k.made++
		key = bytes.Repeat([]byte{byte(k.made)}, 32)
		k.keys[subject] = key
	}
	return key, nil
}

func (k *keysInMemory) Load(_ context.Context, subjects []string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.loaded = append(k.loaded, slices.Clone(subjects))
	return k.fails
}

func (k *keysInMemory) forget(subject string) { delete(k.keys, subject) }
