package serve

import (
	"fmt"
	"net"
	"regexp"
	"strings"
	"testing"
)

// TestListenSaysWhatToDo checks the advice for addresses that cannot be listened on.
func TestListenSaysWhatToDo(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, err = listen("--listen", taken.Addr().String())
	advised := regexp.MustCompile(`--listen (127\.0\.0\.1:\d+)$`).FindStringSubmatch(fmt.Sprint(err))
	if advised == nil || advised[1] == taken.Addr().String() {
		t.Errorf("a port in use: %v", err)
	}
	for address, want := range map[string]string{
		"18302":     "--listen takes HOST:PORT: 127.0.0.1:18302, or :18302 for all addresses",
		"localhost": "--listen takes HOST:PORT, such as 127.0.0.1:8080",
	} {
		if _, err := listen("--listen", address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}
