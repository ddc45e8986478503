package faults

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tradelog/internal/privatepg"
)

// wire is a proxy between a program and PostgreSQL. It can cut a connection so that only the server notices, as a network can.
type wire struct {
	mu    sync.Mutex
	lines []*line
}

// line is a connection: the name that its client gave, and its two ends.
type line struct {
	name           string
	client, server net.Conn
	cut            bool
}

// newWire returns a proxy to a database and the URL of its near end.
func newWire(t testing.TB, to string) (*wire, string) {
	t.Helper()
	far, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	query := far.Query()
	target := filepath.Join(query.Get("host"), ".s.PGSQL.5432")
	dir, err := privatepg.TempDir("", "tradelog-wire-") // a short path, because it must fit into a socket's address
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{}
	t.Cleanup(func() {
		_ = listener.Close()
		w.close()
		_ = os.RemoveAll(dir)
	})
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go w.carry(client, target)
		}
	}()
	query.Set("host", dir)
	far.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	return w, far.String()
}

// carry copies bytes both ways until either end closes.
func (w *wire) carry(client net.Conn, target string) {
	defer client.Close()
	server, err := net.Dial("unix", target)
	if err != nil {
		return
	}
	defer server.Close()
	hello := make([]byte, 4096)
	n, err := client.Read(hello)
	if err != nil {
		return
	}
	l := &line{name: application(hello[:n]), client: client, server: server}
	w.mu.Lock()
	w.lines = append(w.lines, l)
	w.mu.Unlock()
	if _, err := server.Write(hello[:n]); err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(client, server)
		if !w.isCut(l) {
			_ = client.Close()
		}
	}()
	_, _ = io.Copy(server, client)
	if w.isCut(l) {
		_, _ = io.Copy(io.Discard, client) // the client continues to write and gets no answer
	}
}

// application returns the name that a client gives in its first message: zero-terminated words.
func application(hello []byte) string {
	words := bytes.Split(hello, []byte{0})
	for i, word := range words[:max(0, len(words)-1)] {
		if string(word) == "application_name" {
			return string(words[i+1])
		}
	}
	return ""
}

// cut ends the server's side of the connections of a name. Their clients notice nothing.
func (w *wire) cut(name string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, l := range w.lines {
		if l.name == name && !l.cut {
			l.cut = true
			_ = l.server.Close()
			n++
		}
	}
	return n
}

func (w *wire) isCut(l *line) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return l.cut
}

func (w *wire) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, l := range w.lines {
		_, _ = l.client.Close(), l.server.Close()
	}
}
