package postgres

import (
	"context"

	"tradelog/eventstore/vault"
)

// Each calls f with the key of every data subject as it is stored, in order. Vault.Open opens it.
func (k *Keyring) Each(ctx context.Context, f func(vault.Stored) error) error {
	return k.vault.Each(ctx, vault.Subjects, f)
}

// Open returns the key of a subject that was stored here or elsewhere. *vault.UnknownKeyError: its master key is not known here.
func (k *Keyring) Open(ctx context.Context, stored vault.Stored) ([]byte, error) {
	return k.vault.Open(ctx, vault.Subjects, stored)
}

// Put imports keys of subjects, and wraps them with the active master key. Existing keys stay.
func (k *Keyring) Put(ctx context.Context, subjects []string, keys [][]byte) error {
	return k.vault.Put(ctx, vault.Subjects, subjects, keys)
}
