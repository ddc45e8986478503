package http

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"
)

// TestAWebsocketThatDoesNotReadIsClosed: a client that takes nothing loses the connection in the middle of a message. One that reads gets a
// message of any length.
func TestAWebsocketThatDoesNotReadIsClosed(t *testing.T) {
	t.Parallel()
	message := make([]byte, 3*bytesWithoutDeadline+1)
	ours, theirs := net.Pipe()
	read := make(chan int64, 1)
	go func() {
		n, _ := io.Copy(io.Discard, theirs)
		read <- n
	}()
	reading := &pacedConn{ours, time.Minute}
	if n, err := reading.Write(message); n != len(message) || err != nil {
		t.Errorf("a client that reads: %d bytes, %v", n, err)
	}
	ours.Close()
	if n := <-read; n != int64(len(message)) {
		t.Errorf("it got %d bytes", n)
	}

	ours, theirs = net.Pipe()
	defer theirs.Close()
	silent := &pacedConn{ours, time.Millisecond}
	if n, err := silent.Write(message); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a client that does not read: %d bytes, %v", n, err)
	}
	if _, err := ours.Read(make([]byte, 1)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("its connection: %v", err)
	}
}
