package graphql

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/coder/websocket"

	"tradelog/domain/fault"
	"tradelog/operations"
)

// The bounds of a websocket, so that a client that does not read, or leaves operations open, fills no memory. While one answer is being
// sent, one more is made or waits. The connection ends a client that takes nothing (http.Endpoint.Live).
const (
	mostOnWay       = 2
	maxSocketAnswer = 1 << 20 // bytes
	maxSocketGiven  = maxBody // bytes of the documents and variables of all open operations
)

var errSocketGiven = fault.New(
	fault.TooLarge,
	"The open operations of a websocket have at most %d bytes together. Complete some of them, or "+
		"open another websocket.",
	maxSocketGiven,
)

// socket is what the operations of a websocket share.
type socket struct {
	onWay chan struct{} // has a place for each answer that is being made or sent
	given atomic.Int64  // bytes of the open operations
}

// socketKey is the key of the *socket in the context of a websocket.
type socketKey struct{}

// open counts an operation and its bytes. Call leave once when it has ended.
func (s *socket) open(request *operations.Call, bytes int) (leave func(), err error) {
	if s.given.Add(int64(bytes)) > maxSocketGiven {
		s.given.Add(-int64(bytes))
		return nil, errSocketGiven
	}
	ended, err := request.Open()
	if err != nil {
		s.given.Add(-int64(bytes))
		return nil, err
	}
	return func() {
		ended()
		s.given.Add(-int64(bytes))
	}, nil
}

// take waits for a place for the next answer. It returns false if the connection or the operation has ended.
func (f *followed) take(ctx context.Context) bool {
	if f.socket == nil {
		return true
	}
	select {
	case f.socket.onWay <- struct{}{}:
		f.holds = true
		return true
	case <-ctx.Done():
		f.ended = true
		return false
	}
}

// release frees the place of an answer that was sent.
func (f *followed) release() {
	if f.holds {
		f.holds = false
		<-f.socket.onWay
	}
}

// acceptor accepts websockets whose messages are bounded before they are decoded.
type acceptor struct {
	transport.CoderWebsocketImplementation
}

// Accept implements transport.WebsocketImplementation.
func (s acceptor) Accept(w http.ResponseWriter, r *http.Request, o transport.WebsocketAcceptOptions) (transport.WebsocketConn, error) {
	c, err := s.CoderWebsocketImplementation.Accept(w, r, o)
	if err != nil {
		return nil, err
	}
	return boundedSocket{c}, nil
}

// boundedSocket is a websocket that ends at a message with too many values.
type boundedSocket struct{ transport.WebsocketConn }

// NextReader implements transport.WebsocketConn.
func (s boundedSocket) NextReader() (kind int, message io.Reader, err error) {
	kind, message, err = s.WebsocketConn.NextReader()
	if err != nil {
		return kind, nil, err
	}
	text, err := io.ReadAll(message)
	if err == nil {
		err = boundedJSON(text)
	}
	if err != nil {
		_ = s.WriteClose(int(websocket.StatusMessageTooBig), err.Error()) // the connection ends in any case
		return kind, nil, transport.ErrWebsocketClosed
	}
	return kind, bytes.NewReader(text), nil
}

// SetReadLimit implements transport.WebsocketReadLimiter.
func (s boundedSocket) SetReadLimit(limit int64) {
	if limiter, ok := s.WebsocketConn.(transport.WebsocketReadLimiter); ok {
		limiter.SetReadLimit(limit)
	}
}
