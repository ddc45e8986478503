package operations

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"tradelog/internal/lru"
)

// Limiter limits calls in sliding windows: each key has at most limit calls in any window. A refused call is not counted. Each process
// counts for itself.
type Limiter struct {
	mu       sync.Mutex
	windows  lru.Cache[string, []time.Time]
	clock    func() time.Time
	disabled bool

	underway inFlight
	proving  sync.Mutex // see Prove
}

// limitedKeys is the greatest number of keys in memory. The least recently used key is removed first.
const limitedKeys = 100_000

// NewLimiter makes a limiter. off disables all limits, for load tests.
func NewLimiter(clock func() time.Time, off bool) *Limiter {
	return &Limiter{windows: lru.New[string, []time.Time](limitedKeys), clock: clock, disabled: off}
}

// Allow counts a call. If it is refused, Allow returns the wait for the next one.
func (l *Limiter) Allow(key string, limit int, window time.Duration) (bool, time.Duration) {
	counted := l.count(key, limit, window, true)
	return counted.allowed, counted.wait
}

// Left reports whether Allow would allow a call, without counting one. It serves limits that count failed calls only.
func (l *Limiter) Left(key string, limit int, window time.Duration) bool {
	return l.count(key, limit, window, false).allowed
}

// Prove runs a check under limits that count only its failures. Checks run one after another, so that simultaneous ones cannot exceed the
// limit. A check must be quick and do no I/O.
func (c *Call) Prove(check func() error, rules ...Limit) error {
	l := c.pipeline.Limiter
	l.proving.Lock()
	defer l.proving.Unlock()
	for _, rule := range rules {
		if err := c.limited(rule, nil, false); err != nil {
			return err
		}
	}
	failed := check()
	if failed != nil {
		for _, rule := range rules {
			if err := c.limited(rule, nil, true); err != nil {
				return err
			}
		}
	}
	return failed
}

// ProveSlowly is Prove for checks that take long or do I/O. A check counts when it begins, so that simultaneous ones cannot exceed the
// limit. A successful check no longer counts.
func (c *Call) ProveSlowly(check func() error, rules ...Limit) error {
	for _, rule := range rules {
		if err := c.limited(rule, nil, true); err != nil {
			return err
		}
	}
	if err := check(); err != nil {
		return err
	}
	for _, rule := range rules {
		for _, key := range c.limitKeys(rule, nil) {
			c.pipeline.Limiter.forgive(c.bucket(rule) + " " + key)
		}
	}
	return nil
}

// forgive stops counting the newest call of a key.
func (l *Limiter) forgive(key string) {
	key = shortened(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	if had, _ := l.windows.Get(key); len(had) > 0 {
		l.windows.Add(key, had[:len(had)-1:len(had)-1])
	}
}

// shortened returns a key that takes little memory. A long key would let callers fill it.
func shortened(key string) string {
	if len(key) > 100 {
		sum := sha256.Sum256([]byte(key))
		return string(sum[:])
	}
	return key
}

// count is the state of a key after a call.
type count struct {
	allowed bool
	wait    time.Duration // of a refused call
	limited bool          // there is a limit
	left    int           // calls
	reset   time.Duration // until the oldest counted call leaves the window
}

func (l *Limiter) count(key string, limit int, window time.Duration, counted bool) count {
	if l.disabled || limit <= 0 {
		return count{allowed: true}
	}
	key = shortened(key)
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock()
	had, _ := l.windows.Get(key)
	recent := had[:0:0]
	for _, at := range had {
		if now.Sub(at) < window {
			recent = append(recent, at)
		}
	}
	if len(recent) >= limit {
		return count{limited: true, wait: window - now.Sub(recent[len(recent)-limit]), reset: window - now.Sub(recent[0])}
	}
	if counted {
		recent = append(recent, now)
		l.windows.Add(key, recent)
	}
	out := count{allowed: true, limited: true, left: limit - len(recent)}
	if len(recent) > 0 {
		out.reset = window - now.Sub(recent[0])
	}
	return out
}

// Quota is the caller's rest of a rate limit.
type Quota struct {
	Name   string // of the limit
	Calls  int    // allowed in Window
	Window time.Duration
	Left   int
	Reset  time.Duration // until Left grows
}

// Quota returns the limit with the smallest rest of those that count the caller, by address or account. counted is false if no limit does.
// Limits by named things, such as an e-mail address, are left out, because they count the calls of others too.
func (c *Call) Quota() (q Quota, counted bool) {
	if c.quota == nil {
		return Quota{}, false
	}
	return *c.quota, true
}

// note stores the state of a limit for Quota.
func (c *Call) note(rule Limit, key string, calls int, n count) {
	own := strings.HasPrefix(key, "ip ") || strings.HasPrefix(key, "customer ")
	if !own || rule.Silent || !n.limited || c.quota != nil && c.quota.Left <= n.left {
		return
	}
	_, name, _ := strings.Cut(rule.Setting(), "system/rate_limit/")
	c.quota = &Quota{Name: cmp.Or(name, rule.Setting()), Calls: calls, Window: rule.Window, Left: n.left, Reset: n.reset}
}

// PerCaller counts by IP address and, after login, by customer.
func PerCaller(c *Call, _ any) []string {
	keys := []string{"ip " + c.Caller.RemoteIP}
	if id := c.CustomerID(); id != 0 {
		keys = append(keys, "customer "+strconv.FormatInt(id, 10))
	}
	return keys
}

// PerParty counts by account for callers with a token, and by address for others. So nobody without a token uses up the calls of an
// account.
func PerParty(c *Call, _ any) []string { return []string{c.Party()} }

// Party names whom the call is counted for: the account of its token, with the agent that acts for it, or the host without a token.
func (c *Call) Party() string {
	if c.Anonymous() {
		return "ip " + Host(c.Caller.RemoteIP)
	}
	return fmt.Sprint(c.Principal.Kind, " ", c.Principal.ID, " ", c.Principal.Agent)
}

// agentWrites limits the changes that an agent makes: a program that uses tools, or one that acts for an account.
var agentWrites = Limit{Config: "agent_writes", Window: time.Minute, Keys: PerParty}

// byAgent reports whether an agent of the back office calls.
func (c *Call) byAgent() bool {
	return !c.inner && c.Backend() && !c.Caller.operator() && (c.Caller.Via == "mcp" || c.Principal.Agent != 0)
}

// limitAgent applies the limit of the changes that an agent makes, in all operations together. Trials change nothing.
func (c *Call) limitAgent() error {
	if c.Operation.Reads() || c.Caller.DryRun || !c.byAgent() {
		return nil
	}
	of := *c
	of.Operation = noOperation
	return of.Limit(agentWrites, nil)
}

// limit applies the operation's limits: the early ones, or those that need the input.
func (c *Call) limit(early bool, input any) error {
	if early {
		if err := c.limitAgent(); err != nil {
			return err
		}
	}
	for _, rule := range c.Operation.Limits {
		if rule.ByHand || rule.Early != early {
			continue
		}
		if err := c.Limit(rule, input); err != nil {
			return err
		}
	}
	return nil
}

// Limit applies one limit, for a handler in which its order among the checks matters.
func (c *Call) Limit(rule Limit, input any) error { return c.limited(rule, input, true) }

// limited refuses a call beyond a limit. If counted is false, the call is only checked and does not count.
func (c *Call) limited(rule Limit, input any, counted bool) error {
	keys := c.limitKeys(rule, input)
	if len(keys) == 0 {
		return nil
	}
	allowed := c.Config().Int(rule.Setting())
	for _, key := range keys {
		n := c.pipeline.Limiter.count(c.bucket(rule)+" "+key, allowed, rule.Window, counted)
		c.note(rule, key, allowed, n)
		if !n.allowed {
			f := *errRateLimited
			if !rule.Silent {
				f.RetryAfter = n.wait
			}
			return &f
		}
	}
	return nil
}

// limitKeys returns the keys under which a limit counts the call; none for calls that it does not count.
func (c *Call) limitKeys(rule Limit, input any) []string {
	if c.inner || c.Caller.operator() || len(rule.Exempt) > 0 && c.Has(rule.Exempt...) {
		return nil
	}
	if rule.Keys != nil {
		return rule.Keys(c, input)
	}
	return []string{"ip " + c.Caller.RemoteIP}
}

// bucket returns the bucket of a limit: the calls of one resource under one setting. HEAD requests have a bucket of their own, so they do
// not use up the calls of others.
func (c *Call) bucket(rule Limit) string {
	parts := []string{rule.Setting(), c.Operation.Resource.Name, rule.Bucket}
	if c.Operation.Reads() && c.Caller.DryRun {
		parts = append(parts, "tried")
	}
	return strings.Join(parts, " ")
}

// inFlight counts running calls by key.
type inFlight struct {
	mu    sync.Mutex
	calls map[string]int
}

// Enter counts a running call. It fails if the limit is reached. Call leave once when the call has ended. A limit of 0 or less means no
// limit.
func (l *Limiter) Enter(key string, limit int) (leave func(), ok bool) {
	if l.disabled || limit <= 0 {
		return func() {}, true
	}
	f := &l.underway
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.calls[key] >= limit {
		return nil, false
	}
	if f.calls == nil {
		f.calls = map[string]int{}
	}
	f.calls[key]++
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.calls[key]--; f.calls[key] == 0 {
			delete(f.calls, key)
		}
	}, true
}

// Host returns the network address that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address. The latter are the
// network of one customer. Other text is returned unchanged.
func Host(remoteIP string) string {
	ip, err := netip.ParseAddr(remoteIP)
	if err != nil {
		return remoteIP
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}
