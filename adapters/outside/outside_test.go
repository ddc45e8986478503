package outside

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

// TestNetworks: addresses of the public internet can be reached, and those of networks that the operator allows.
func TestNetworks(t *testing.T) {
	t.Parallel()
	none := Networks(nil)
	for address, want := range map[string]bool{
		"8.8.8.8": true, "2a00:1450::1": true, "127.0.0.1": false, "10.1.2.3": false, "192.168.0.1": false, "169.254.169.254": false,
		"100.64.0.1": false, "::1": false, "fd00::1": false, "fe80::1": false, "224.0.0.1": false, "0.0.0.0": false, "64:ff9b::a00:1": false,
		"::ffff:127.0.0.1": false, "::ffff:8.8.8.8": true, "::127.0.0.1": false, "::10.0.0.1": false, "::8.8.8.8": false,
		"::ffff:0:127.0.0.1": false, "::ffff:0:8.8.8.8": false,
	} {
		if got := none.Reaches(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s can be reached: %t", address, got)
		}
	}
	some, err := ParseNetworks([]string{"10.1.0.0/16", " ::1 "})
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{"10.1.2.3": true, "::ffff:10.1.2.3": true, "10.2.0.1": false, "::1": true, "::2": false} {
		if got := some.Allows(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s is allowed: %t", address, got)
		}
	}
	if _, err := ParseNetworks([]string{"intern"}); err == nil {
		t.Error("a word is a network")
	}
}

// TestNamesAreCheckedWhenTheyAreConnectedTo: a name of this machine is refused although it is no address.
func TestNamesAreCheckedWhenTheyAreConnectedTo(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	client := &http.Client{Transport: Transport(Public)}
	if _, err := client.Get("http://localhost:" + server.URL[len("http://127.0.0.1:"):]); !errors.Is(err, ErrRefused) {
		t.Errorf("localhost: %v", err)
	}
}
