package transports_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/test/apptest"
)

// TestALiveAnswerIsAlive checks that a live answer without news sends a sign of life with its present position. It ends when its caller's
// rights do.
func TestALiveAnswerIsAlive(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t, apptest.WithConfig(func(c *app.Config) { c.Requests.Heartbeat = 20 * time.Millisecond }))
	token := s.Service([]string{"changes/read", "orders/read"})
	s.Settle()
	request, err := http.NewRequest("GET", s.URL+"/api/rest/v2/changes?after=latest", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Accept", "text/html, text/event-stream;q=0.9")
	answer, err := s.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	beats := 0
	for beats < 3 && lines.Scan() {
		if lines.Text() == ": waiting" {
			if beats++; !lines.Scan() || !strings.HasPrefix(lines.Text(), "id: ") {
				t.Errorf("after the comment comes %q", lines.Text())
			}
		}
	}
	if beats < 3 {
		t.Fatalf("it ended after %d heartbeats: %v", beats, lines.Err())
	}
	var claims struct{ JTI string }
	payload, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if err != nil || json.Unmarshal(payload, &claims) != nil {
		t.Fatal(err)
	}
	if err := s.Commands.Access.RevokeToken(apptest.Operator(), claims.JTI, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() { // until it ends
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
	s.Must(401, "GET", "/changes", nil, apptest.Bearer(token)...)
}
