package faults

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// receiver accepts webhooks, and refuses some of them the first time.
type receiver struct {
	mu      sync.Mutex
	asked   int
	refused int
	again   int            // repeated messages that had been accepted before
	seen    map[string]int // accepted messages by ID
	last    map[string]int // the position of the latest accepted message, by subject
	sent    map[string]int // accepted changes by position and subject
	wrong   []string
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	var m struct{ ID, Type, Subject, Position string }
	err := json.NewDecoder(request.Body).Decode(&m)
	position, invalid := strconv.Atoi(m.Position)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	switch {
	case err != nil || invalid != nil:
		r.wrong = append(r.wrong, fmt.Sprintf("a message that cannot be read: %v %v", err, invalid))
	case r.seen[m.ID] > 0:
		r.again++
	case r.asked%60 == 0 && r.refused < 6: // each is tried again after some seconds
		r.refused++
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	case position <= r.last[m.Subject]:
		r.wrong = append(r.wrong, fmt.Sprintf("%s: position %d after %d", m.Subject, position, r.last[m.Subject]))
	}
	r.seen[m.ID]++
	r.last[m.Subject] = max(r.last[m.Subject], position)
	r.sent[fmt.Sprint(position, " ", m.Subject)]++
	w.WriteHeader(http.StatusNoContent)
}

// TestWebhooksMissNothing kills the program under load while it sends webhooks, and compares the accepted messages with the feed of
// changes.
func TestWebhooksMissNothing(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	url, auth := database(t)
	begin := func() *servetest.Server { return serve(t, url, "--webhook-networks", "127.0.0.0/8") }
	r := &receiver{seen: map[string]int{}, last: map[string]int{}, sent: map[string]int{}}
	listening := httptest.NewServer(r)
	t.Cleanup(listening.Close)
	var server only
	server.Store(begin())
	server.Load().Must(201, "POST", "/webhooks", object{"name": "ERP", "url": listening.URL, "resources": []string{"orders", "inventory"}},
		auth...)
	db := connect(t, url)
	from := server.Load().Must(200, "GET", "/changes?after=latest&resources=orders,inventory", nil, auth...).Object()["next"]
	l := newLoad(t, auth, server.at)
	l.start()
	for range 3 {
		l.reach(100)
		server.Load().Kill()
		server.Store(begin())
	}
	l.reach(50)
	l.end()
	s := server.Load()
	wanted := map[string]bool{}
	read := func() { // continues where the last call ended
		for more := true; more; {
			page := s.Must(200, "GET", fmt.Sprintf("/changes?after=%.0f&resources=orders,inventory&limit=1000", from), nil, auth...).Object()
			changes, _ := page["changes"].([]any)
			for _, c := range changes {
				change := c.(object)
				wanted[fmt.Sprintf("%.0f %v/%v", change["position"], change["resource"], change["id"])] = true
			}
			more, from = from != page["next"], page["next"]
		}
	}
	missing := func() (list []string) {
		r.mu.Lock()
		defer r.mu.Unlock()
		for change := range wanted {
			if r.sent[change] == 0 {
				list = append(list, change)
			}
		}
		return list
	}
	await(t, "every change was sent", func() bool {
		read()
		return len(missing()) == 0
	})
	l.check(t, s, db)
	r.mu.Lock()
	defer r.mu.Unlock()
	read() // e-mails are still sent, and change orders
	for _, w := range r.wrong {
		t.Error(w)
	}
	for change := range r.sent {
		if !wanted[change] {
			t.Errorf("%s was sent and is not in the feed", change)
		}
	}
	t.Logf("%d changes, %d messages, %d of them again, %d refused", len(wanted), r.asked, r.again, r.refused)
}
