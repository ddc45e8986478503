package eventstore

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

// Sealer seals short texts with the key of a subject, for rows with values that are secret in events. Equal texts become equal sealed
// texts, so rebuilt rows equal live ones. A sealed text reveals the length of the text, and which rows have the same one.
type Sealer struct {
	keys    Keyring
	subject string
}

// NewSealer makes a sealer. The key is created when something is sealed for the first time.
func NewSealer(keys Keyring, subject string) Sealer { return Sealer{keys, subject} }

// sealedText is the prefix of sealed texts.
const sealedText = "sealed:"

// Seal seals a text. An empty one stays empty.
func (s Sealer) Seal(ctx context.Context, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	key, err := s.keys.Key(ctx, s.subject, true)
	if err != nil {
		return "", err
	}
	aead, err := newAEAD(derived(key, "texts"))
	if err != nil {
		return "", err
	}
	nonce := derived(key, "nonces of texts\x00"+text)[:aead.NonceSize()] // only equal texts share one
	return sealedText + base64.RawURLEncoding.EncodeToString(aead.Seal(nonce, nonce, []byte(text), []byte(s.subject))), nil
}

// Open returns a text that was sealed; empty if the key was deleted. A text that is not sealed is returned as it is: earlier versions
// stored it in plain.
func (s Sealer) Open(ctx context.Context, sealed string) (string, error) {
	coded, ok := strings.CutPrefix(sealed, sealedText)
	if !ok {
		return sealed, nil
	}
	key, err := s.keys.Key(ctx, s.subject, false)
	if errors.Is(err, ErrForgotten) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	data, err := base64.RawURLEncoding.DecodeString(coded)
	if err != nil {
		return "", fmt.Errorf("sealed text: %w", err)
	}
	aead, err := newAEAD(derived(key, "texts"))
	if err != nil {
		return "", err
	}
	text, err := openWith(aead, data, []byte(s.subject))
	return string(text), err
}

// derived returns a key for one purpose.
func derived(key []byte, purpose string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}
