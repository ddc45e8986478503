package http

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
)

// framedListener accepts connections that notice a request with both Content-Length and Transfer-Encoding. A proxy may go by the one and
// the server by the other, so that a stranger begins the next request of the connection (RFC 9112, 6.1). net/http drops Content-Length
// before a handler can see it.
type framedListener struct{ net.Listener }

// Accept implements net.Listener.
func (l framedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok && err == nil {
		return &framedConn{TCPConn: tcp}, nil
	}
	return c, err
}

// framedConn is a connection that reads the headers of its requests along.
type framedConn struct {
	*net.TCPConn
	framing framing
}

// Read implements net.Conn.
func (c *framedConn) Read(b []byte) (int, error) {
	n, err := c.TCPConn.Read(b)
	c.framing.see(b[:n])
	return n, err
}

// longestLine bounds the part of a line of a header that framing keeps. It has room for the name and the value of a length.
const longestLine = 64

// framing finds the headers in the bytes of a connection. It stops at the first request with Transfer-Encoding, after which the connection
// ends, and at the first request that upgrades the connection or that it does not understand.
type framing struct {
	line   []byte // the beginning of the line so far
	length string // Content-Length of the header so far
	has    struct{ length, coding, upgrade bool }
	body   int64 // bytes of a body that are still to come
	ended  bool
	// ambiguous tells that a header had both. Handlers read it while the connection is read.
	ambiguous atomic.Bool
}

// see reads the next bytes of the connection.
func (f *framing) see(b []byte) {
	for len(b) > 0 && !f.ended {
		if n := min(f.body, int64(len(b))); n > 0 {
			f.body, b = f.body-n, b[n:]
			continue
		}
		line, rest, whole := bytes.Cut(b, []byte{'\n'})
		f.line = append(f.line, line[:min(len(line), longestLine-len(f.line))]...)
		if b = rest; whole {
			f.take(bytes.TrimSuffix(f.line, []byte{'\r'}))
			f.line = f.line[:0]
		}
	}
}

// take reads a line of a header, or its end.
func (f *framing) take(line []byte) {
	if len(line) == 0 {
		f.end()
		return
	}
	name, value, _ := bytes.Cut(line, []byte{':'})
	switch {
	case bytes.EqualFold(name, []byte("Content-Length")):
		f.length, f.has.length = string(bytes.TrimSpace(value)), true
	case bytes.EqualFold(name, []byte("Transfer-Encoding")):
		f.has.coding = true
	case bytes.EqualFold(name, []byte("Upgrade")):
		f.has.upgrade = true
	}
}

// end is the end of a header.
func (f *framing) end() {
	if f.has.length && f.has.coding {
		f.ambiguous.Store(true)
	}
	if f.has.length {
		var err error
		f.body, err = strconv.ParseInt(f.length, 10, 64)
		f.ended = err != nil || f.body < 0
	}
	f.ended = f.ended || f.has.coding || f.has.upgrade
	f.length, f.has.length = "", false
}

// framingKey is the key of the *framing in the context of a connection.
type framingKey struct{}

func withFraming(ctx context.Context, c net.Conn) context.Context {
	if framed, ok := c.(*framedConn); ok {
		return context.WithValue(ctx, framingKey{}, &framed.framing)
	}
	return ctx
}

// unambiguous refuses a request with both Content-Length and Transfer-Encoding, and closes its connection. It also closes the connection
// after any other request with Transfer-Encoding.
func unambiguous(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, _ := r.Context().Value(framingKey{}).(*framing)
		ambiguous := f != nil && f.ambiguous.Load()
		if ambiguous || len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		if ambiguous {
			http.Error(w, "A request has Content-Length or Transfer-Encoding, not both.", http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}
