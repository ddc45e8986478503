package idempotency

import (
	"context"
	"fmt"
	"sync"
	"time"

	"tradelog/internal/wait"
)

// pending has the keys that this instance uses: those of running requests, and settlements that could not be written while the database was
// unavailable. Without such a settlement, a key would stay in use until this instance ends.
type pending struct {
	mu        sync.Mutex
	running   map[string]time.Time // start by scope
	unwritten []settlement
}

// settlement is a statement that ends a request's use of a key.
type settlement struct {
	scope, sql string
	args       []any
}

// maxUnwritten bounds the number of unwritten settlements. Further keys are taken over later, see abandoned.
const maxUnwritten = 10_000

// begin records that a request with a key runs. It returns false if one runs already. The database record is not enough: the instance's
// lock is lost with its connection, and the record then looks abandoned.
func (p *pending) begin(scope string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if since, runs := p.running[scope]; runs && now.Sub(since) < abandoned {
		return false
	}
	if p.running == nil {
		p.running = map[string]time.Time{}
	}
	p.running[scope] = now
	return true
}

func (p *pending) end(scope string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.running, scope)
}

// add stores a settlement for a retry. It returns false if there are too many.
func (p *pending) add(s settlement) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.unwritten) == maxUnwritten {
		return false
	}
	p.unwritten = append(p.unwritten, s)
	return true
}

func (p *pending) next() (s settlement, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.unwritten) == 0 {
		return s, false
	}
	return p.unwritten[0], true
}

func (p *pending) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unwritten = p.unwritten[1:]
}

// settle writes the outcome of a request. If the database is unavailable, it is written later; until then the key counts as in use.
func (k *Keys) settle(ctx context.Context, scope, sql string, args ...any) error {
	_, err := k.Pool.Exec(ctx, sql, append([]any{scope, int64(k.holder)}, args...)...)
	switch {
	case err == nil:
		k.pending.end(scope)
		return nil
	case !k.pending.add(settlement{scope, sql, args}):
		k.pending.end(scope)
		return err
	}
	return fmt.Errorf("it is tried again: %w", err)
}

// settleLater retries the settlements that could not be written.
func (k *Keys) settleLater(ctx context.Context) {
	for ctx.Err() == nil {
		wait.For(ctx, 250*time.Millisecond)
		for s, ok := k.pending.next(); ok && ctx.Err() == nil; s, ok = k.pending.next() {
			writing, cancel := context.WithTimeout(ctx, 5*time.Second)
			_, err := k.Pool.Exec(writing, s.sql, append([]any{s.scope, int64(k.holder)}, s.args...)...)
			cancel()
			if err != nil {
				break
			}
			k.pending.drop()
			k.pending.end(s.scope)
		}
	}
}
