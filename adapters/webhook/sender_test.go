package webhook

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"tradelog/adapters/outside"
)

// TestFailures: the words of a failure contain neither the address nor the answer.
func TestFailures(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/busy", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "90")
		http.Error(w, "anna@example.com", http.StatusServiceUnavailable)
	})
	mux.HandleFunc("/gone", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) })
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/fine", http.StatusFound) })
	mux.HandleFunc("/fine", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) })
	release := make(chan struct{})
	mux.HandleFunc("/silent", func(http.ResponseWriter, *http.Request) { <-release })
	plain, secure := httptest.NewServer(mux), httptest.NewTLSServer(mux)
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	t.Cleanup(func() { close(release) }) // before the servers close
	closed := httptest.NewServer(mux)
	closed.Close()
	here := outside.Networks{netip.MustParsePrefix("127.0.0.0/8")}
	allowed := New(Options{Networks: here, Clock: time.Now, Program: "test"})
	impatient := New(Options{Networks: here, Clock: time.Now, Timeout: 200 * time.Millisecond})
	t.Cleanup(allowed.Close)
	none := New(Options{Clock: time.Now})
	for _, c := range []struct {
		sender  *Sender
		address string
		status  int
		gone    bool
		after   time.Duration
		reason  string
	}{
		{allowed, plain.URL + "/fine?token=1", 202, false, 0, ""},
		{allowed, plain.URL + "/busy?token=1", 503, false, 90 * time.Second, "answered 503"},
		{allowed, plain.URL + "/gone?token=1", 410, true, 0, "answered 410"},
		{allowed, plain.URL + "/moved?token=1", 302, false, 0, "answered 302"},
		{impatient, plain.URL + "/silent?token=1", 0, false, 0, "did not answer within"},
		{allowed, closed.URL + "/?token=1", 0, false, 0, "no connection to the receiver"},
		{allowed, secure.URL + "/fine?token=1", 0, false, 0, "certificate of the receiver is not valid"},
		{none, plain.URL + "/fine?token=1", 0, false, 0, "http is only used"},
		{none, secure.URL + "/fine?token=1", 0, false, 0, "private, reserved"},
	} {
		status, err := c.sender.Send(context.Background(), c.address, []Secret{make(Secret, 32)}, Message{ID: "1", Body: []byte("{}")})
		var failure *Failure
		if status != c.status || errors.As(err, &failure) != (c.reason != "") {
			t.Errorf("%s: status %d, error %v", c.address, status, err)
			continue
		}
		if failure == nil {
			continue
		}
		if failure.Status != c.status || failure.Gone != c.gone || failure.RetryAfter != c.after || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %+v, want %q", c.address, failure, c.reason)
		}
		if strings.Contains(err.Error(), "token") || strings.Contains(err.Error(), "anna") {
			t.Errorf("%s: the error tells too much: %v", c.address, err)
		}
	}
	trusted := New(Options{Networks: here, Clock: time.Now, Roots: secure.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs})
	t.Cleanup(trusted.Close)
	if status, err := trusted.Send(context.Background(), secure.URL+"/fine", nil, Message{ID: "1"}); status != 202 || err != nil {
		t.Errorf("with a certificate that is valid: %d, %v", status, err)
	}
}

// TestSecrets: the text of a secret is read as it is written.
func TestSecrets(t *testing.T) {
	t.Parallel()
	s := Secret(strings.Repeat("k", 32))
	if again, err := ParseSecret(s.String()); err != nil || string(again) != string(s) {
		t.Errorf("%q, %v", again, err)
	}
	for _, text := range []string{"", "whsec_", "whsec_c2hvcnQ=", "no base64!"} {
		if _, err := ParseSecret(text); err == nil || len(text) > len(prefix) && strings.Contains(err.Error(), text) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
