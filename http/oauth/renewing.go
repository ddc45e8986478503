package oauth

import (
	"hash/maphash"
	"sync"
)

// renewing makes renewals with one refresh token wait for each other until the answer is sent. A token that is shown twice at once would
// otherwise look like one whose answer was lost.
type renewing struct {
	seed  maphash.Seed
	locks [64]sync.Mutex
}

// lock waits for a token's turn. The function that it returns ends the turn.
func (r *renewing) lock(token string) (release func()) {
	l := &r.locks[maphash.String(r.seed, token)%uint64(len(r.locks))]
	l.Lock()
	return l.Unlock
}
