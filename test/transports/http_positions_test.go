package transports_test

import (
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestPositions checks that a read with the position of a write sees the write on any instance. A position of another log is refused
// (docs/architecture.md).
func TestPositions(t *testing.T) {
	t.Parallel()
	errors := make(logged, 100)
	s := newProbe().start(t, apptest.WithConfig(func(c *app.Config) {
		c.Logger = slog.New(slog.NewTextHandler(errors, &slog.HandlerOptions{Level: slog.LevelError}))
	}))
	second := apptest.Start(t, apptest.OnDatabase(s))
	writer := apptest.Bearer(s.Service([]string{"customers/all"}))
	at := s.Must(201, "POST", "/customers", body{"email": "anna@example.com", "password": "secret phrase"}, writer...).
		Header.Get("X-Event-Position")
	if !regexp.MustCompile(`^[0-9a-f]{12}\.\d+$`).MatchString(at) {
		t.Fatalf("X-Event-Position %q", at)
	}
	foreign := "0123456789ab.3"
	for _, shop := range []*apptest.Shop{s, second} {
		if list := shop.Must(200, "GET", "/customers", nil, salestest.With(writer, "X-Min-Position", at)...).List(t); len(list) != 1 {
			t.Errorf("the customer is not listed: %v", list)
		}
		shop.Must(200, "GET", "/customers/1", nil, salestest.With(writer, "X-Min-Position", at)...)
		shop.Must(200, "GET", "/stores", nil, "X-Min-Position", at)
	}
	refused(t, s, refusal{409, "conflict", "X-Min-Position belongs to another event log.", false}, "GET", "/customers", nil,
		salestest.With(writer, "X-Min-Position", foreign)...)
	log, _, _ := strings.Cut(at, ".")
	refused(t, s, refusal{409, "conflict", "X-Min-Position belongs to another event log.", false}, "GET", "/customers", nil,
		salestest.With(writer, "X-Min-Position", ".5")...)
	for _, token := range []string{"5", log, log + ".", log + ".x", log + ".-1", log + ".99999999999999999999"} {
		refused(t, s, refusal{400, "bad_request", "X-Min-Position must be a value of X-Event-Position.", false}, "GET", "/customers", nil,
			salestest.With(writer, "X-Min-Position", token)...)
	}
	// A position in the future is answered late, with Retry-After.
	a := refused(t, s, refusal{
		503, "service_unavailable", "The read models have not reached X-Min-Position yet. Please try again in a moment.", false,
	},
		"GET", "/customers", nil, salestest.With(writer, "X-Min-Position", log+".999999")...)
	if a.Header.Get("Retry-After") != "1" {
		t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
	}
	select {
	case line := <-errors:
		t.Errorf("what a client asks for is logged as an error: %s", line)
	default:
	}
	refused(t, s, unauthorized, "GET", "/customers", nil, "X-Min-Position", foreign) // the refusal discloses nothing to an unauthorized caller
	// A write without a change answers with the position of the existing state.
	changed := s.Must(200, "PUT", "/customers/1", body{"firstName": "Other"}, writer...).Header.Get("X-Event-Position")
	if at := s.Must(200, "PUT", "/customers/1", body{"firstName": "Other"}, writer...).Header.Get("X-Event-Position"); at != changed ||
		at == "" {
		t.Errorf("a write that changed nothing is at %s, want that of the change, %s", at, changed)
	}
}

// logged receives the lines of a log, as far as it has room.
type logged chan string

func (l logged) Write(p []byte) (int, error) {
	select {
	case l <- string(p):
	default:
	}
	return len(p), nil
}
