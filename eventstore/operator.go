package eventstore

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
)

const (
	operatorKind = "operator"
	// operatorsSubject is the subject whose key makes the names of the operators' subjects. No person has it.
	operatorsSubject = "operators"
	// sealedName separates the subject of an operator from the sealed name.
	sealedName = " " + sealedText
)

// OperatorSubject returns the data subject of an operator, a person with an account of the operating system. It is a keyed digest, because
// names of accounts are easily guessed.
func OperatorSubject(ctx context.Context, keys Keyring, name string) (string, error) {
	key, err := keys.Key(ctx, operatorsSubject, true)
	if err != nil {
		return "", err
	}
	return operatorKind + "-" + hex.EncodeToString(derived(key, name)[:8]), nil
}

// SealActor seals the name of an operator with the operator's own key, so that the log does not show the name and it can be forgotten.
// Other actors are returned unchanged.
func (c *Codec) SealActor(ctx context.Context, a Actor) (Actor, error) {
	if a.Kind != operatorKind || a.Name == "" || strings.Contains(a.Name, sealedName) {
		return a, nil
	}
	subject, err := OperatorSubject(ctx, c.keys, a.Name)
	if err != nil {
		return a, err
	}
	sealed, err := NewSealer(c.keys, subject).Seal(ctx, a.Name)
	a.Name = subject + " " + sealed
	return a, err
}

// OpenActor returns an operator with the name in plain, or without a name if the operator is forgotten. Other actors are returned
// unchanged.
func (c *Codec) OpenActor(ctx context.Context, a Actor) (Actor, error) {
	subject, sealed, ok := strings.Cut(a.Name, sealedName)
	if !ok || a.Kind != operatorKind {
		return a, nil
	}
	var err error
	a.Name, err = NewSealer(c.keys, subject).Open(ctx, sealedText+sealed)
	if errors.Is(err, errOtherKey) { // a forgotten operator who has come back has another key
		return a, nil
	}
	return a, err
}
