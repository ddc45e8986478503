package access

import (
	"bytes"
	"crypto/sha256"
	"sync"
	"time"

	"tradelog/internal/lru"
)

// verified caches tokens whose form and signature were checked. Expiry and revocation are checked every time. Another key or issuer
// invalidates the cache. It has nothing personal that could remain of a forgotten person. Tokens, which contain e-mail addresses, are known
// by their digest, and claims have no e-mail address.
type verified struct {
	once   sync.Once
	tokens lru.Cache[[sha256.Size]byte, verification]
}

type verification struct {
	secret []byte
	issuer string
	claims Claims
}

// longest bounds the length of cached tokens, and so the work of a digest.
const longest = 2048

func (v *verified) cache() lru.Cache[[sha256.Size]byte, verification] {
	v.once.Do(func() { v.tokens = lru.New[[sha256.Size]byte, verification](2000) })
	return v.tokens
}

func (v *verified) get(token string, secret []byte, issuer string, now time.Time) (Claims, bool) {
	if len(token) > longest {
		return Claims{}, false
	}
	known, ok := v.cache().Get(sha256.Sum256([]byte(token)))
	if !ok || known.issuer != issuer || !bytes.Equal(known.secret, secret) {
		return Claims{}, false
	}
	// Times are whole seconds. A token that is expired or not yet valid is checked again, which gives the right refusal.
	c := known.claims
	if !now.Before(c.ExpiresAt.Time) || now.Before(c.NotBefore.Time) || now.Before(c.IssuedAt.Time) {
		return Claims{}, false
	}
	return c, true
}

func (v *verified) add(token string, secret []byte, issuer string, c Claims) {
	if len(token) <= longest {
		v.cache().Add(sha256.Sum256([]byte(token)), verification{append([]byte(nil), secret...), issuer, c})
	}
}
