package operations

import (
	"net/netip"
	"sync"
)

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
