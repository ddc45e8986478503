package identity

import (
	"bytes"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// verified caches tokens whose form and signature were checked. Expiry and revocation are checked every time. Another key or
// issuer invalidates the cache.
type verified struct {
	once   sync.Once
	tokens *lru.Cache[string, verification]
}

type verification struct {
	secret []byte
	issuer string
	claims Claims
}

// longest is the longest token that is cached, which bounds the memory of the cache.
const longest = 2048

func (v *verified) cache() *lru.Cache[string, verification] {
	v.once.Do(func() {
		tokens, err := lru.New[string, verification](2000)
		if err != nil {
			panic(err)
		}
		v.tokens = tokens
	})
	return v.tokens
}

func (v *verified) get(token string, secret []byte, issuer string, now time.Time) (Claims, bool) {
	known, ok := v.cache().Get(token)
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
		v.cache().Add(token, verification{append([]byte(nil), secret...), issuer, c})
	}
}
