package faults

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// pageVerifier proves that the test requested a code.
const pageVerifier = "a-verifier-of-forty-three-characters-or-more"

var pageFields = regexp.MustCompile(`type="hidden" name="(\w+)" value="([^"]*)"`)

// letIn takes a client through the pages, and returns its ID and its refresh token.
func letIn(t testing.TB, s *servetest.Server, user, key string) (client, refresh string) {
	t.Helper()
	const callback = "https://assistant.example/callback"
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	read := func(r *http.Response, err error) (page string, header http.Header) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode >= 400 {
			t.Fatalf("%d %s, %v", r.StatusCode, body, err)
		}
		return string(body), r.Header
	}
	registered, _ := read(http.Post(s.URL+"/oauth/register", "application/json", strings.NewReader(`{"redirect_uris":["`+callback+`"]}`)))
	var c struct {
		ID string `json:"client_id"`
	}
	if err := json.Unmarshal([]byte(registered), &c); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(pageVerifier))
	at := s.URL + "/oauth/authorize?" + url.Values{
		"response_type": {"code"}, "client_id": {c.ID}, "redirect_uri": {callback}, "code_challenge_method": {"S256"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])},
	}.Encode()
	page, _ := read(browser.Get(at))
	submit := func(form url.Values) http.Header {
		t.Helper()
		for _, m := range pageFields.FindAllStringSubmatch(page, -1) {
			form.Set(m[1], m[2])
		}
		var header http.Header
		page, header = read(browser.PostForm(at, form))
		return header
	}
	submit(url.Values{"username": {user}, "password": {key}})
	to, err := url.Parse(submit(url.Values{"decision": {"allow"}, "set": {"support"}}).Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	tokens, _ := read(http.PostForm(s.URL+"/oauth/token", url.Values{"grant_type": {"authorization_code"}, "client_id": {c.ID},
		"code": {to.Query().Get("code")}, "redirect_uri": {callback}, "code_verifier": {pageVerifier}}))
	var got struct {
		Refresh string `json:"refresh_token"`
	}
	if err := json.Unmarshal([]byte(tokens), &got); err != nil || got.Refresh == "" {
		t.Fatalf("%v: %s", err, tokens)
	}
	return c.ID, got.Refresh
}

// renew exchanges a refresh token. known is false if there was no complete answer, so that the client does not know the outcome.
func renew(s *servetest.Server, client, refresh string) (access, next string, known bool, refusal string) {
	r, err := http.PostForm(s.URL+"/oauth/token",
		url.Values{"grant_type": {"refresh_token"}, "client_id": {client}, "refresh_token": {refresh}})
	if err != nil {
		return "", "", false, ""
	}
	defer r.Body.Close()
	var got struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	body, err := io.ReadAll(r.Body)
	switch {
	case err != nil || r.StatusCode >= 500:
		return "", "", false, ""
	case json.Unmarshal(body, &got) != nil || got.Refresh == "":
		return "", "", true, fmt.Sprintf("%d %s", r.StatusCode, body)
	}
	return got.Access, got.Refresh, true, ""
}

// TestAgentsSurviveKills kills the program while agents renew their tokens. A client without an answer sends its token again. Every agent
// survives and can continue.
func TestAgentsSurviveKills(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	location, auth := database(t)
	begin := func() *servetest.Server { return serve(t, location) }
	var server only
	server.Store(begin())
	s := server.Load()
	for path, value := range map[string]string{
		"apiplatform/protocols/mcp": "1", "apiplatform/protocols/oauth": "1", "system/rate_limit/auth_token_ip": "0",
	} {
		s.Run("config", "set", path, value)
	}
	var account struct {
		Key string `json:"api_key"`
	}
	made := s.Run("user", "create", "--kind", "api", "--username", "greta", "--permissions", "all", "--json")
	if err := json.Unmarshal([]byte(made), &account); err != nil || account.Key == "" {
		t.Fatalf("%v: %s", err, made)
	}
	const agents = 4
	var (
		work    sync.WaitGroup
		renewed atomic.Int64
		unknown atomic.Int64
		over    atomic.Bool
		down    sync.RWMutex // held while there is no server
	)
	last := make([]string, agents) // access tokens
	for i := range agents {
		client, refresh := letIn(t, s, "greta", account.Key)
		work.Go(func() {
			for !over.Load() {
				access, next, known, refusal := renew(server.Load(), client, refresh)
				switch {
				case !known:
					unknown.Add(1)
					down.RLock() // until there is a server again
					down.RUnlock()
				case refusal != "":
					t.Errorf("agent %d after %d renewals: %s", i, renewed.Load(), refusal)
					return
				default:
					last[i], refresh = access, next
					renewed.Add(1)
				}
			}
		})
	}
	for range 5 {
		from := renewed.Load()
		await(t, "tokens are renewed", func() bool { return renewed.Load() >= from+40 || t.Failed() })
		down.Lock()
		server.Load().Kill()
		server.Store(begin())
		down.Unlock()
	}
	from := renewed.Load()
	await(t, "tokens are renewed after the last kill", func() bool { return renewed.Load() >= from+2*agents || t.Failed() })
	over.Store(true)
	work.Wait()
	if list := server.Load().Must(200, "GET", "/agents", nil, auth...).List(); len(list) != agents {
		t.Errorf("%d agents are left", len(list))
	}
	for _, access := range last {
		server.Load().Must(200, "GET", "/orders", nil, "Authorization", "Bearer "+access)
	}
	// The command line shows them, each with its name and its host, and ends one.
	if shown := server.Load().Run("agents", "list"); strings.Count(shown, "assistant.example") != 2*agents {
		t.Errorf("tradelog agents list shows %s", shown)
	}
	server.Load().Run("agents", "revoke", "1")
	ended := 0
	for _, access := range last {
		if a, err := server.Load().Do("GET", "/orders", nil, "Authorization", "Bearer "+access); err == nil && a.Status == 401 {
			ended++
		}
	}
	if ended != 1 {
		t.Errorf("%d agents have ended", ended)
	}
	t.Logf("%d renewals, %d without an answer", renewed.Load(), unknown.Load())
}
