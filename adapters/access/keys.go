package access

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"time"

	"tradelog/operations/access"
)

// These bound how often a provider is asked for its keys.
const (
	keysLifetime = time.Hour        // keys are read anew after that
	keysUsable   = 24 * time.Hour   // known keys are used for as long while the provider does not answer
	askAgain     = time.Minute      // pause between two questions, so that tokens with invented keys ask nothing
	askAfterErr  = 5 * time.Second  // pause after a failure
	leastRSA     = 2048             // bits
	mostKeys     = 100              // of one provider
	maxExponent  = int64(1)<<31 - 1 // of RSA keys
)

// keys are the published keys of a provider (RFC 7517), by identifier.
type keys struct {
	locate func(ctx context.Context) (url string, err error)
	web    *web
	clock  func() time.Time

	mu      sync.Mutex
	known   map[string]crypto.PublicKey
	fetched time.Time // when known was read
	asked   time.Time // when the provider was asked last
	err     error     // of that question
}

// errSilent means that the keys of the provider could not be read.
var errSilent = errors.New("the keys of the provider cannot be read")

// find returns a key. It fails with social.ErrRejected if the provider has no such key, and with errSilent if the provider does not answer.
// One request at a time is sent, and all waiting callers get its answer.
func (k *keys) find(ctx context.Context, id string) (crypto.PublicKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.clock()
	key, found := k.get(id)
	if found && now.Sub(k.fetched) < keysLifetime {
		return key, nil
	}
	pause := askAgain
	if k.err != nil {
		pause = askAfterErr
	}
	if k.asked.IsZero() || now.Sub(k.asked) >= pause {
		k.asked = now
		var read map[string]crypto.PublicKey
		// A caller who leaves must not spoil the answer for the others; the client has a timeout.
		if read, k.err = k.read(context.WithoutCancel(ctx)); k.err == nil {
			k.known, k.fetched = read, now
			key, found = k.get(id)
		}
	}
	switch {
	case found && now.Sub(k.fetched) < keysUsable:
		return key, nil
	case k.err != nil:
		return nil, fmt.Errorf("%w: %w", errSilent, k.err)
	}
	return nil, fmt.Errorf("%w: no published key has its key ID", access.ErrSocialTokenRejected)
}

// get returns a known key. A token need not name the key if the provider has only one.
func (k *keys) get(id string) (crypto.PublicKey, bool) {
	if id == "" && len(k.known) == 1 {
		for _, key := range k.known {
			return key, true
		}
	}
	key, ok := k.known[id]
	return key, ok
}

func (k *keys) read(ctx context.Context) (map[string]crypto.PublicKey, error) {
	url, err := k.locate(ctx)
	if err != nil {
		return nil, err
	}
	var set struct {
		Keys []jwk `json:"keys"`
	}
	if err := k.web.get(ctx, request{url: url}, &set); err != nil {
		return nil, err
	}
	read := map[string]crypto.PublicKey{}
	for _, published := range set.Keys[:min(len(set.Keys), mostKeys)] {
		if key := published.key(); key != nil {
			read[published.ID] = key
		}
	}
	return read, nil
}

// jwk is a JSON Web Key (RFC 7517, RFC 7518 §6).
type jwk struct {
	ID    string `json:"kid"`
	Type  string `json:"kty"`
	Use   string `json:"use"`
	Curve string `json:"crv"`
	N     string `json:"n"`
	E     string `json:"e"`
	X     string `json:"x"`
	Y     string `json:"y"`
}

// key returns the public key, or nil if it is of another kind, for another use, or too short.
func (j jwk) key() crypto.PublicKey {
	if j.Use != "" && j.Use != "sig" {
		return nil
	}
	switch {
	case j.Type == "RSA":
		n, e := number(j.N), number(j.E)
		if n.BitLen() < leastRSA || !e.IsInt64() || e.Int64() < 3 || e.Int64() > maxExponent {
			return nil
		}
		return &rsa.PublicKey{N: n, E: int(e.Int64())}
	case j.Type == "EC" && j.Curve == "P-256":
		x, errX := base64.RawURLEncoding.DecodeString(j.X)
		y, errY := base64.RawURLEncoding.DecodeString(j.Y)
		if errX != nil || errY != nil || len(x) != 32 || len(y) != 32 {
			return nil
		}
		key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), append(append([]byte{4}, x...), y...))
		if err != nil {
			return nil
		}
		return key
	}
	return nil
}

// number reads a big number; 0 for one that cannot be read.
func number(text string) *big.Int {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return new(big.Int)
	}
	return new(big.Int).SetBytes(b)
}
