package passwords

import (
	"context"
	"encoding/base64"
	"fmt"
	"runtime"
	"time"

	"github.com/alexedwards/argon2id"

	"tradelog/domain/fault"
)

// params cost about 30 ms and 19 MiB for each hash (OWASP's second choice for argon2id).
var params = argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// decoyOf returns a hash of no password. Comparing with it takes as long as with a real hash.
func decoyOf(p argon2id.Params) string {
	zeros := func(n uint32) string { return base64.RawStdEncoding.EncodeToString(make([]byte, n)) }
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", p.Memory, p.Iterations, p.Parallelism, zeros(p.SaltLength), zeros(p.KeyLength))
}

// errBusy means that too many passwords are being checked.
var errBusy = &fault.Error{Kind: fault.Unavailable, Message: "Too many logins at once. Please try again in a moment.",
	RetryAfter: 2 * time.Second}

// Hasher hashes and checks passwords, a few at once. Make it with New.
type Hasher struct {
	params   argon2id.Params
	decoy    string
	slots    chan struct{}
	patience time.Duration
}

// New makes a hasher that works on at most atOnce passwords at once; 0 means the number of processors.
func New(atOnce int) *Hasher { return newHasher(atOnce, params) }

// NewWeak makes a hasher for tests: guessing a password from its hash takes no time. With the race detector, real hashes are ten times as
// slow.
func NewWeak(atOnce int) *Hasher {
	weak := params
	weak.Memory, weak.Iterations = 64, 1
	return newHasher(atOnce, weak)
}

func newHasher(atOnce int, p argon2id.Params) *Hasher {
	if atOnce <= 0 {
		atOnce = runtime.GOMAXPROCS(0)
	}
	return &Hasher{params: p, decoy: decoyOf(p), slots: make(chan struct{}, atOnce), patience: 5 * time.Second}
}

// Hash returns the hash of a password. It fails with errBusy if no slot was free in time.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.release()
	return argon2id.CreateHash(password, &h.params)
}

// Matches reports whether a password has a hash. An unreadable or missing hash matches no password. It takes as long as any other, so that
// the time does not reveal whether an account exists. It fails with errBusy if no slot was free in time.
func (h *Hasher) Matches(ctx context.Context, password, hash string) (bool, error) {
	if err := h.enter(ctx); err != nil {
		return false, err
	}
	defer h.release()
	matches, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		_, err = argon2id.ComparePasswordAndHash(password, h.decoy)
		return false, err
	}
	return matches, nil
}

func (h *Hasher) enter(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, h.patience)
	defer cancel()
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-waiting.Done():
		return errBusy.WithCause(waiting.Err())
	}
}

func (h *Hasher) release() { <-h.slots }
