package mcp

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"tradelog/operations/representation"
)

// sending is the time within which a client must take a part of a live answer.
const sending = 30 * time.Second

// live is an answer as server-sent events. Each event is a message of the protocol. Several goroutines may send.
type live struct {
	connection *http.ResponseController

	mu   sync.Mutex
	w    http.ResponseWriter
	gone bool // the client cannot be reached
}

// goLive begins a live answer. It has no time limit, but each part has one.
func (x *exchange) goLive() *live {
	if x.live != nil {
		return x.live
	}
	x.live = &live{connection: http.NewResponseController(x.w), w: x.w}
	_ = x.live.connection.SetReadDeadline(time.Time{}) // the read deadline of the request would end the connection
	header := x.w.Header()
	header.Set("Content-Type", representation.EventStream)
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no") // proxies must not hold events back
	x.w.WriteHeader(http.StatusOK)
	return x.live
}

// message sends a message, given in parts. It returns false if the client cannot be reached.
func (l *live) message(parts ...[]byte) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write(append(append([][]byte{[]byte("event: message\ndata: ")}, parts...), []byte("\n\n")))
}

// comment sends a comment, which keeps the connection alive.
func (l *live) comment(text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write([][]byte{[]byte(": " + text + "\n\n")})
}

func (l *live) write(parts [][]byte) bool {
	if l.gone {
		return false
	}
	_ = l.connection.SetWriteDeadline(time.Now().Add(sending))
	for _, p := range parts {
		if len(p) == 0 {
			continue
		}
		if _, err := l.w.Write(p); err != nil {
			l.gone = true
			return false
		}
	}
	l.gone = l.connection.Flush() != nil
	return !l.gone
}

// notify sends a notification.
func (l *live) notify(method, params string) bool {
	return l.message(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/%s","params":%s}`, method, params))
}
