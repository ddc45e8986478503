package passwords

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
)

// Credentials of a service account, as shown once. Only their hashes are stored.
type Credentials struct {
	ClientID     string
	ClientSecret string
	APIKey       string
}

// NewCredentials creates random credentials: client_id is tradelog_ and 32 hexadecimal characters, client_secret and API key have 64 each.
func NewCredentials() Credentials {
	return Credentials{ClientID: "tradelog_" + RandomHex(16), ClientSecret: RandomHex(32), APIKey: RandomHex(32)}
}

// RandomHex makes n random bytes and prints them as 2n hexadecimal characters.
func RandomHex(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails: the program ends if there is no randomness
	return hex.EncodeToString(b)
}

const keyPrefix = "sha256:"

// HashKey hashes a key that this program created. It is not for passwords.
func HashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return keyPrefix + hex.EncodeToString(sum[:])
}

// KeyMatches reports whether a key has a hash, in constant time. An empty hash matches no key.
func KeyMatches(key, hash string) bool {
	sum := sha256.Sum256([]byte(key))
	var stored [sha256.Size]byte
	text, known := strings.CutPrefix(hash, keyPrefix)
	n, err := hex.Decode(stored[:], []byte(text[:min(len(text), 2*sha256.Size)]))
	same := subtle.ConstantTimeCompare(sum[:], stored[:]) == 1
	return same && known && err == nil && n == sha256.Size && len(text) == 2*sha256.Size
}
