package apptest

import (
	"net"
	"testing"

	tradehttp "tradelog/http"
)

// Listen serves on a free port until the test ends, and returns its address.
func Listen(t testing.TB, server *tradehttp.Server) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}
