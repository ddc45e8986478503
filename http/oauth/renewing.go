package oauth

import (
	"hash/maphash"
	"sync"
)

// renewing serialises renewals with the same refresh token until the answer is sent. Two concurrent uses of a token would otherwise look
// like the retry of a lost answer.
type renewing struct {
	seed  maphash.Seed
	locks [64]sync.Mutex
}

// lock waits for the other renewals with a token. release lets the next one proceed.
func (r *renewing) lock(token string) (release func()) {
	l := &r.locks[maphash.String(r.seed, token)%uint64(len(r.locks))]
	l.Lock()
	return l.Unlock
}
