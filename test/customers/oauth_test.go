package customers_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	domainaccess "tradelog/domain/access"
	"tradelog/domain/twofactor"
	"tradelog/operations"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/suite"
)

// oauthShop is a shop with the authorization server and an account with all permissions.
type oauthShop struct {
	*apptest.Shop
	t       *testing.T
	account int64
	key     string
}

func startOAuth(t *testing.T, options ...apptest.Option) *oauthShop {
	t.Helper()
	s := &oauthShop{Shop: apptest.Start(t, options...), t: t}
	s.Configure("apiplatform/protocols/mcp", "1", "apiplatform/protocols/oauth", "1", "web/secure/base_url", s.URL+"/",
		"web/unsecure/base_url", s.URL+"/")
	s.account, s.key = s.APIUser("greta", "all")
	s.Settle()
	return s
}

// answer is an answer to a program or a browser.
type answer struct {
	status int
	header http.Header
	body   string
}

func (a answer) json(t *testing.T) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), &out); err != nil {
		t.Fatalf("%d %s: %v", a.status, a.body, err)
	}
	return out
}

func readAnswer(t *testing.T, r *http.Response, err error) answer {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{r.StatusCode, r.Header, string(body)}
}

// post sends a form as a program does.
func (s *oauthShop) post(path string, form url.Values) answer {
	s.t.Helper()
	r, err := s.Client.PostForm(s.URL+path, form)
	return readAnswer(s.t, r, err)
}

// register registers a client, and returns its ID.
func (s *oauthShop) register(redirect string) string {
	s.t.Helper()
	a := s.Do("POST", "/oauth/register", map[string]any{"client_name": "An assistant", "redirect_uris": []string{redirect}})
	if a.Status != 201 {
		s.t.Fatalf("register: %d %s", a.Status, a.Body)
	}
	return a.Object(s.t)["client_id"].(string)
}

// hello is the message that opens a session.
const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
	`"clientInfo":{"name":"x","version":"1"}}}`

const (
	callback = "https://assistant.example/callback"
	verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
)

func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// ask returns the parameters of an authorization request, some of them changed.
func (s *oauthShop) ask(client string, changes ...string) url.Values {
	q := url.Values{
		"response_type": {"code"}, "client_id": {client}, "redirect_uri": {callback}, "state": {"a state"}, "scope": {"support"},
		"code_challenge": {challengeOf(verifier)}, "code_challenge_method": {"S256"}, "resource": {s.URL + "/api/mcp"},
	}
	for i := 0; i < len(changes); i += 2 {
		q[changes[i]] = []string{changes[i+1]}
	}
	return q
}

// browser is a person's browser. It does not follow redirects.
type browser struct {
	s      *oauthShop
	client http.Client
	page   answer
	at     string // the URL of the page
}

func (s *oauthShop) browser(q url.Values) *browser {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	b := &browser{s: s, at: s.URL + "/oauth/authorize?" + q.Encode()}
	b.client = http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: s.Client.Transport}
	r, err := b.client.Get(b.at)
	b.page = readAnswer(s.t, r, err)
	return b
}

var hidden = regexp.MustCompile(`type="hidden" name="(\w+)" value="([^"]*)"`)

// submit sends the form of the page with further fields.
func (b *browser) submit(fields ...string) answer {
	b.s.t.Helper()
	form := url.Values{}
	for _, m := range hidden.FindAllStringSubmatch(b.page.body, -1) {
		form.Set(m[1], m[2])
	}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	r, err := b.client.PostForm(b.at, form)
	b.page = readAnswer(b.s.t, r, err)
	return b.page
}

// allowed logs in and allows a set. It returns the parameters that the client receives.
func (s *oauthShop) allowed(q url.Values, set string) url.Values {
	s.t.Helper()
	b := s.browser(q)
	if page := b.submit("username", "greta", "password", s.key); page.status != 200 || !strings.Contains(page.body, `name="login"`) {
		s.t.Fatalf("login: %d %s", page.status, page.body)
	}
	return told(s.t, b.submit("decision", "allow", "set", set))
}

// told returns the parameters of a redirect to the client.
func told(t *testing.T, a answer) url.Values {
	t.Helper()
	to, err := url.Parse(a.header.Get("Location"))
	if err != nil || a.status != http.StatusSeeOther || !strings.HasPrefix(to.String(), callback+"?") {
		t.Fatalf("%d to %s: %s", a.status, a.header.Get("Location"), a.body)
	}
	return to.Query()
}

// exchange sends a code for tokens, with some parameters changed.
func (s *oauthShop) exchange(client, code string, changes ...string) answer {
	s.t.Helper()
	form := url.Values{"grant_type": {"authorization_code"}, "client_id": {client}, "code": {code}, "redirect_uri": {callback},
		"code_verifier": {verifier}, "resource": {s.URL + "/api/mcp"}}
	for i := 0; i < len(changes); i += 2 {
		form[changes[i]] = []string{changes[i+1]}
	}
	return s.post("/oauth/token", form)
}

func (s *oauthShop) refresh(client, token string, more ...string) answer {
	s.t.Helper()
	form := url.Values{"grant_type": {"refresh_token"}, "client_id": {client}, "refresh_token": {token}}
	for i := 0; i < len(more); i += 2 {
		form[more[i]] = []string{more[i+1]}
	}
	return s.post("/oauth/token", form)
}

// connect registers a client and takes it through the whole flow.
func (s *oauthShop) connect(set string) (client, access, refresh string) {
	s.t.Helper()
	client = s.register(callback)
	a := s.exchange(client, s.allowed(s.ask(client), set).Get("code"))
	if a.status != 200 {
		s.t.Fatalf("tokens: %d %s", a.status, a.body)
	}
	got := a.json(s.t)
	return client, got["access_token"].(string), got["refresh_token"].(string)
}

// works reports the status of a request with an access token.
func (s *oauthShop) works(access string) int {
	s.t.Helper()
	return s.Do("GET", "/orders", nil, apptest.Bearer(access)...).Status
}

// refusedAs checks the code of a refusal.
func refusedAs(t *testing.T, what, code string, a answer) {
	t.Helper()
	if a.status < 400 || a.json(t)["error"] != code {
		t.Errorf("%s: %d %s, want %s", what, a.status, a.body, code)
	}
}

// TestWhileOAuthIsOff: OAuth has no paths, and MCP answers as before.
func TestWhileOAuthIsOff(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	s.Configure("apiplatform/protocols/oauth", "0")
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server", "/oauth/authorize",
		"/oauth/token", "/oauth/register", "/oauth/nothing"} {
		a := s.Do("GET", path, nil)
		if a.Status != 404 || !strings.Contains(string(a.Body), "No route found for") {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
	if a := s.Do("POST", "/api/mcp?tools=support", hello); a.Status != 200 {
		t.Errorf("a guest: %d %s", a.Status, a.Body)
	}
	if a := s.Do("POST", "/api/mcp", hello, "Authorization", "Bearer x.y.z"); a.Header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("the challenge is %v", a.Header)
	}
}

// TestDiscoveryOfOAuth: the refusal of the MCP endpoint leads a client to the authorization server.
func TestDiscoveryOfOAuth(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	s.Configure("apiplatform/mcp/tool_sets", "night=sales_orders_*")
	a := s.Do("POST", "/api/mcp?tools=support", hello)
	want := `Bearer resource_metadata="` + s.URL + `/.well-known/oauth-protected-resource/api/mcp", scope="support"`
	if a.Status != 401 || a.Header.Get("WWW-Authenticate") != want {
		t.Errorf("%d, %s, want %s", a.Status, a.Header.Get("WWW-Authenticate"), want)
	}
	if a := s.Do("POST", "/api/mcp", hello); a.Status != 200 {
		t.Errorf("a guest without tools: %d", a.Status)
	}
	if a := s.Do("POST", "/api/mcp", hello, "Authorization", "Bearer x.y.z"); a.Status != 401 ||
		!strings.Contains(a.Header.Get("WWW-Authenticate"), "resource_metadata=") {
		t.Errorf("a wrong token: %d %v", a.Status, a.Header)
	}
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/api/mcp"} {
		d := s.Must(200, "GET", path, nil).Object(t)
		scopes, _ := json.Marshal(d["scopes_supported"])
		if d["resource"] != s.URL+"/api/mcp" || d["authorization_servers"].([]any)[0] != s.URL ||
			string(scopes) != `["support","fulfilment","catalog","marketing","audit","read-only","night"]` {
			t.Errorf("%s: %v", path, d)
		}
	}
	d := s.Must(200, "GET", "/.well-known/oauth-authorization-server", nil).Object(t)
	for name, want := range map[string]any{
		"issuer": s.URL, "authorization_endpoint": s.URL + "/oauth/authorize", "token_endpoint": s.URL + "/oauth/token",
		"registration_endpoint": s.URL + "/oauth/register", "revocation_endpoint": s.URL + "/oauth/revoke",
		"client_id_metadata_document_supported": true, "authorization_response_iss_parameter_supported": true,
	} {
		if d[name] != want {
			t.Errorf("%s is %v, want %v", name, d[name], want)
		}
	}
	for name, want := range map[string]string{
		"code_challenge_methods_supported": "S256", "token_endpoint_auth_methods_supported": "none", "response_types_supported": "code",
	} {
		if got := d[name].([]any); len(got) != 1 || got[0] != want {
			t.Errorf("%s is %v", name, got)
		}
	}
}

// TestBrowsersOfOtherOrigins: a client that is a web page may use the interface from the origins that the shop allows.
func TestBrowsersOfOtherOrigins(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	s.Configure("apiplatform/general/cors_origins", "https://client.example")
	for origin, want := range map[string]string{"https://client.example": "https://client.example", "https://evil.example": ""} {
		for _, path := range []string{"/oauth/register", "/oauth/token", "/.well-known/oauth-authorization-server"} {
			a := s.Do("OPTIONS", path, nil, "Origin", origin, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers",
				"content-type, mcp-protocol-version")
			if got := a.Header.Get("Access-Control-Allow-Origin"); a.Status != 200 || got != want {
				t.Errorf("%s from %s: %d %q", path, origin, a.Status, got)
			}
		}
		a := s.Do("GET", "/.well-known/oauth-protected-resource", nil, "Origin", origin)
		if got := a.Header.Get("Access-Control-Allow-Origin"); got != want {
			t.Errorf("the description from %s: %q", origin, got)
		}
	}
	s.Configure("apiplatform/protocols/oauth", "0")
	a := s.Do("OPTIONS", "/oauth/token", nil, "Origin", "https://client.example", "Access-Control-Request-Method", "POST")
	if a.Status != 404 {
		t.Errorf("while it is off: %d", a.Status)
	}
}

// TestJoinedScopesOfOAuth: an account may allow the sets and single tools that a program asks for together.
func TestJoinedScopesOfOAuth(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	client := s.register(callback)
	a := s.Do("POST", "/api/mcp?tools=fulfilment,customers_customers_list", hello)
	if !strings.HasSuffix(a.Header.Get("WWW-Authenticate"), `scope="fulfilment customers_customers_list"`) {
		t.Errorf("the challenge is %s", a.Header.Get("WWW-Authenticate"))
	}
	for scope, may := range map[string][2]int{ // answers to lists of customers and of coupons
		"fulfilment customers_customers_list":         {200, 403},
		"fulfilment marketing":                        {200, 200},
		"customers_customers_list sales_coupons_list": {200, 200},
	} {
		answer := s.allowed(s.ask(client, "scope", scope), scope)
		got := s.exchange(client, answer.Get("code")).json(t)
		if got["scope"] != scope {
			t.Errorf("%s: the tokens are %v", scope, got)
			continue
		}
		token := apptest.Bearer(got["access_token"].(string))
		for i, path := range []string{"/customers", "/coupons"} {
			if a := s.Do("GET", path, nil, token...); a.Status != may[i] {
				t.Errorf("%s: GET %s is %d, want %d", scope, path, a.Status, may[i])
			}
		}
	}
}

// TestTheWholeFlowOfOAuth: an account allows a set. The agent may do that and no more, is in the log and in the list, and is revoked.
func TestTheWholeFlowOfOAuth(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	client := s.register(callback)
	answer := s.allowed(s.ask(client), "fulfilment")
	if answer.Get("state") != "a state" || answer.Get("iss") != s.URL || answer.Get("error") != "" {
		t.Errorf("the client is told %v", answer)
	}
	got := s.exchange(client, answer.Get("code")).json(t)
	if got["token_type"] != "Bearer" || got["scope"] != "fulfilment" || got["expires_in"] != 3600.0 {
		t.Errorf("the tokens are %v", got)
	}
	access, refresh := got["access_token"].(string), got["refresh_token"].(string)
	if s.works(access) != 200 || s.Do("GET", "/customers", nil, apptest.Bearer(access)...).Status != 403 {
		t.Error("the tools of the set, and no others")
	}
	if a := s.Do("POST", "/auth/refresh", nil, apptest.Bearer(access)...); a.Status != 400 {
		t.Errorf("renewed beside the authorization server: %d", a.Status)
	}
	service := apptest.Bearer(s.Service([]string{"all"}))
	s.Settle()
	agents := s.Must(200, "GET", "/agents", nil, service...).List(t)
	if len(agents) != 1 || agents[0]["client"] != "An assistant" || agents[0]["host"] != "assistant.example" ||
		fmt.Sprint(agents[0]["accountId"]) != fmt.Sprint(s.account) {
		t.Fatalf("the agents are %v", agents)
	}
	renewed := s.refresh(client, refresh, "resource", s.URL+"/api/mcp").json(t)
	again := renewed["access_token"].(string)
	if s.works(again) != 200 || renewed["refresh_token"] == refresh {
		t.Errorf("renewed: %v", renewed)
	}
	s.Must(204, "DELETE", "/agents/1", nil, service...)
	if s.works(access) != 401 || s.works(again) != 401 {
		t.Error("a revoked agent is let in")
	}
	refusedAs(t, "a revoked agent renews", "invalid_grant", s.refresh(client, renewed["refresh_token"].(string)))
	if left := s.Must(200, "GET", "/agents", nil, service...).List(t); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	trail := string(s.Must(200, "GET", "/accounts/"+fmt.Sprint(agents[0]["accountId"])+"/timeline", nil, service...).Body)
	for _, sentence := range []string{"An assistant (assistant.example) may act for this account with \\\"@fulfilment\\\" until",
		"An assistant (assistant.example) may no longer act for this account: revoked"} {
		if !strings.Contains(trail, sentence) {
			t.Errorf("the trail lacks %q: %.1500s", sentence, trail)
		}
	}
	if strings.Contains(trail, answer.Get("code")) || strings.Contains(trail, refresh) {
		t.Error("the trail has a secret")
	}
}

// TestPeopleDecide: the page names the client and the requested rights. A denial, a wrong password and a form of another page give no
// access.
func TestPeopleDecide(t *testing.T) {
	t.Parallel()
	s := startOAuth(t, apptest.WithRateLimits())
	client := s.register(callback)
	b := s.browser(s.ask(client))
	policy := b.page.header.Get("Content-Security-Policy")
	for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "form-action 'self' https://assistant.example;",
		"base-uri 'none'"} {
		if !strings.Contains(policy, part) {
			t.Errorf("the policy lacks %s: %s", part, policy)
		}
	}
	if strings.Contains(b.page.body, "<script") || strings.Contains(policy, "unsafe") {
		t.Error("the page has scripts")
	}
	for _, text := range []string{"An assistant", "assistant.example", "says of itself"} {
		if !strings.Contains(b.page.body, text) {
			t.Errorf("the page lacks %q", text)
		}
	}
	if page := b.submit("username", "greta", "password", "wrong"); !strings.Contains(page.body, "The user name or the password is wrong.") {
		t.Errorf("a wrong password: %d %s", page.status, page.body)
	}
	page := b.submit("username", "GRETA", "password", s.key)
	for _, text := range []string{"Logged in as greta", `value="support" checked`, "A refund cannot be taken back.", "Refund an order",
		"until"} {
		if !strings.Contains(page.body, text) {
			t.Errorf("the decision lacks %q: %s", text, page.body)
		}
	}
	denied := told(t, b.submit("decision", "deny"))
	if denied.Get("error") != "access_denied" || denied.Get("state") != "a state" || denied.Get("iss") != s.URL || denied.Get("code") != "" {
		t.Errorf("denied: %v", denied)
	}
	if again := b.submit("decision", "allow", "set", "support"); again.status == http.StatusSeeOther {
		t.Errorf("allowed after a denial: %v", again.header)
	}
	// A form without the cookie, of another site, and for another request.
	for what, change := range map[string]func(*http.Request){
		"without the cookie": func(r *http.Request) { r.Header.Del("Cookie") },
		"from another site":  func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"with another state": func(r *http.Request) { r.URL.RawQuery = s.ask(client, "state", "another").Encode() },
	} {
		b := s.browser(s.ask(client))
		b.submit("username", "greta", "password", s.key)
		form := url.Values{"decision": {"allow"}, "set": {"support"}}
		for _, m := range hidden.FindAllStringSubmatch(b.page.body, -1) {
			form.Set(m[1], m[2])
		}
		r, _ := http.NewRequest("POST", b.at, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for _, c := range b.client.Jar.Cookies(r.URL) {
			r.AddCookie(c)
		}
		change(r)
		got, err := (&http.Client{CheckRedirect: b.client.CheckRedirect, Transport: s.Client.Transport}).Do(r)
		if a := readAnswer(t, got, err); a.status == http.StatusSeeOther || a.status == 200 {
			t.Errorf("a form %s: %d %v", what, a.status, a.header)
		}
	}
	for range 6 {
		s.browser(s.ask(client)).submit("username", "greta", "password", "wrong")
	}
	b = s.browser(s.ask(client))
	if page := b.submit("username", "greta", "password", s.key); page.status != 429 || strings.Contains(page.body, `name="login"`) {
		t.Errorf("after too many attempts: %d", page.status)
	}
}

// TestUsersOfTheBackOfficeConsent: a user of the back office logs in with the password and a code, and the agent acts with the rights of
// the role.
func TestUsersOfTheBackOfficeConsent(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startOAuth(t, apptest.WithClock(clock))
	ctx, all := apptest.Operator(), s.Commands.Access
	role, err := all.SaveRole(ctx, 0, "orders", true, []string{"sales/order"}, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	id, err := all.CreateAccount(ctx, domainaccess.AccountCreated{Kind: domainaccess.Admin, Username: "anna", RoleID: role})
	if err != nil {
		t.Fatal(err)
	}
	hash, err := s.Logins.Passwords.Hash(t.Context(), "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	secret := twofactor.NewSecret([20]byte{1})
	now := clock.Now()
	if err := errors.Join(all.SetPassword(ctx, id, hash, func(string) bool { return true }), all.PrepareTwoFactor(ctx, id, secret),
		all.SwitchTwoFactor(ctx, id, true, doubles.LoginCode(secret, now.Add(-30*time.Second)), "")); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	client := s.register(callback)
	b := s.browser(s.ask(client))
	if page := b.submit("username", "anna", "password", "wrong horse").body; strings.Contains(page, `name="code"`) {
		t.Errorf("a wrong password is asked for a code: %s", page)
	}
	page := b.submit("username", "anna", "password", "correct horse").body
	if !strings.Contains(page, `name="code"`) || !strings.Contains(page, `value="anna"`) || strings.Contains(page, "correct horse") {
		t.Fatalf("no code is asked for: %s", page)
	}
	page = b.submit("username", "anna", "password", "correct horse", "code", "000000").body
	if !strings.Contains(page, "The code is wrong") || strings.Contains(page, `name="login"`) {
		t.Fatalf("a wrong code: %s", page)
	}
	page = b.submit("username", "anna", "password", "correct horse", "code", doubles.LoginCode(secret, now)).body
	if !strings.Contains(page, `name="login"`) {
		t.Fatalf("a right code: %s", page)
	}
	got := s.exchange(client, told(t, b.submit("decision", "allow", "set", "support")).Get("code")).json(t)
	token, _ := got["access_token"].(string)
	if status := s.works(token); status != 200 {
		t.Errorf("the agent reads orders: %d", status)
	}
	s.Must(403, "GET", "/customers", nil, apptest.Bearer(token)...)
	if again := s.refresh(client, got["refresh_token"].(string)); again.status != 200 {
		t.Errorf("renewed: %d %s", again.status, again.body)
	}
	if a := s.post("/oauth/revoke", url.Values{"client_id": {client}, "token": {token}}); a.status != 200 || s.works(token) != 401 {
		t.Errorf("revoked: %d %s", a.status, a.body)
	}
}

// TestSetsAreNeverMoreThanTheAccount: the page offers only sets within the account's rights, and other choices are refused.
func TestSetsAreNeverMoreThanTheAccount(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	_, key := s.APIUser("clerk", "shipments/all", "inventory/read")
	s.Settle()
	client := s.register(callback)
	b := s.browser(s.ask(client, "scope", "marketing audit offline_access"))
	page := b.submit("username", "clerk", "password", key).body
	if !strings.Contains(page, `value="fulfilment"`) || strings.Contains(page, `value="marketing"`) ||
		!strings.Contains(page, `value="audit" checked`) || strings.Contains(page, "Refund an order") {
		t.Errorf("a clerk is offered %s", page)
	}
	if a := b.submit("decision", "allow", "set", "marketing"); a.status != 400 {
		t.Errorf("marketing is allowed: %d %v", a.status, a.header)
	}
}

// TestLanguagesOfTheOAuthPages: the pages are in the language of the browser.
func TestLanguagesOfTheOAuthPages(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	q := s.ask(s.register(callback))
	for accept, want := range map[string]string{
		"de-DE,de;q=0.9,en;q=0.8": `lang="de"`, "en-GB": `lang="en"`, "ja": `lang="en"`, "": `lang="en"`, "pl": `lang="pl"`,
	} {
		r, _ := http.NewRequest("GET", s.URL+"/oauth/authorize?"+q.Encode(), nil)
		r.Header.Set("Accept-Language", accept)
		got, err := s.Client.Do(r)
		if a := readAnswer(t, got, err); !strings.Contains(a.body, want) || want == `lang="de"` && !strings.Contains(a.body, "Anmelden") {
			t.Errorf("%s: %s", accept, a.body)
		}
	}
}

// TestTheDecisionIsTranslated: the descriptions of every shop's tool sets have translations.
func TestTheDecisionIsTranslated(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	b := s.browser(s.ask(s.register(callback)))
	form := url.Values{"username": {"greta"}, "password": {s.key}, "proof": {hidden.FindStringSubmatch(b.page.body)[2]}}
	r, _ := http.NewRequest("POST", b.at, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept-Language", "de")
	got, err := b.client.Do(r)
	page := html.UnescapeString(readAnswer(t, got, err).body)
	if !strings.Contains(page, "Was darf es tun?") || !strings.Contains(page, "Eine Erstattung lässt sich nicht zurücknehmen.") {
		t.Fatalf("no German: %s", page)
	}
	for _, set := range operations.ToolSets() {
		for _, o := range s.Pipeline.Registry.All() {
			in := slices.ContainsFunc(set.Tools, func(pattern string) bool { return operations.ToolMatches(pattern, o.ToolName()) })
			if in && o.Effect.Irreversible != "" && strings.Contains(page, o.Effect.Irreversible) {
				t.Errorf("%s: %q is not translated", o.Name(), o.Effect.Irreversible)
			}
		}
		if strings.Contains(page, set.Doc) {
			t.Errorf("%s is not translated", set.Name)
		}
	}
}

// TestRefusedAuthorizationRequests: a refusal goes to the client only if its redirect URI is known to be its own.
func TestRefusedAuthorizationRequests(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	client := s.register(callback)
	for what, q := range map[string]url.Values{
		"an unknown client":      s.ask("agent_0"),
		"no client":              s.ask(""),
		"another redirect URI":   s.ask(client, "redirect_uri", "https://evil.example/callback"),
		"a longer redirect URI":  s.ask(client, "redirect_uri", callback+"/../x"),
		"a redirect to a script": s.ask(client, "redirect_uri", "javascript:alert(1)"),
		"no redirect URI":        s.ask(client, "redirect_uri", ""),
		"two redirect URIs":      merged(s.ask(client), url.Values{"redirect_uri": {callback, "https://evil.example/"}}),
	} {
		if page := s.browser(q).page; page.header.Get("Location") != "" || page.status != 400 || strings.Contains(page.body, "<form") {
			t.Errorf("%s: %d %v", what, page.status, page.header)
		}
	}
	for code, changes := range map[string][]string{
		"unsupported_response_type": {"response_type", "token"}, "invalid_request": {"code_challenge_method", "plain"},
		"invalid_scope": {"scope", "everything"}, "invalid_target": {"resource", "https://other.example/api/mcp"},
	} {
		if got := told(t, s.browser(s.ask(client, changes...)).page); got.Get("error") != code || got.Get("state") != "a state" ||
			got.Get("iss") != s.URL {
			t.Errorf("%v: %v", changes, got)
		}
	}
}

func merged(a, b url.Values) url.Values {
	maps.Copy(a, b)
	return a
}

// TestAttacksOnCodes: a code works once, for its client, its redirect URI, its verifier and its resource.
func TestAttacksOnCodes(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := startOAuth(t)
	client, other := s.register(callback), s.register(callback)
	code := func() string { return s.allowed(s.ask(client), "support").Get("code") }
	for what, changes := range map[string][]string{
		"a wrong verifier": {"code_verifier", strings.Repeat("x", 43)}, "no verifier": {"code_verifier", ""},
		"another redirect URI": {"redirect_uri", callback + "?x=1"}, "the code of another client": {"client_id", other},
	} {
		stolen := code()
		refusedAs(t, what, "invalid_grant", s.exchange(client, stolen, changes...))
		refusedAs(t, what+", then all right", "invalid_grant", s.exchange(client, stolen))
	}
	refusedAs(t, "another resource", "invalid_target", s.exchange(client, code(), "resource", "https://other.example/api/mcp"))
	refusedAs(t, "no code", "invalid_grant", s.exchange(client, ""))
	refusedAs(t, "another grant", "unsupported_grant_type", s.exchange(client, code(), "grant_type", "password"))
	replayed := code()
	got := s.exchange(client, replayed).json(t)
	access, refresh := got["access_token"].(string), got["refresh_token"].(string)
	refusedAs(t, "a code again", "invalid_grant", s.exchange(client, replayed))
	if s.works(access) != 401 {
		t.Error("the tokens of a code that was used twice are good")
	}
	refusedAs(t, "the refresh token of a code that was used twice", "invalid_grant", s.refresh(client, refresh))
}

// TestAttacksOnRefreshTokens: a second use of a token ends the agent. A token works for its client alone.
func TestAttacksOnRefreshTokens(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	client, access, first := s.connect("support")
	refusedAs(t, "another client", "invalid_grant", s.refresh(s.register(callback), first))
	refusedAs(t, "another resource", "invalid_target", s.refresh(client, first, "resource", "https://other.example/"))
	second := s.refresh(client, first).json(t)
	third := s.refresh(client, second["refresh_token"].(string)).json(t)
	if s.works(third["access_token"].(string)) != 200 {
		t.Fatal("renewed twice")
	}
	refusedAs(t, "a refresh token again", "invalid_grant", s.refresh(client, first))
	refusedAs(t, "the newest after that", "invalid_grant", s.refresh(client, third["refresh_token"].(string)))
	for _, token := range []string{access, third["access_token"].(string)} {
		if s.works(token) != 401 {
			t.Error("an access token outlives the theft")
		}
	}
}

// TestEndingsOfAgents: the account, the client and the shop can each end an agent.
func TestEndingsOfAgents(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	t.Run("the account is disabled", func(t *testing.T) {
		s.t = t
		client, access, refresh := s.connect("support")
		if err := s.Commands.Access.SetAccountActive(apptest.Operator(), s.account, false); err != nil {
			t.Fatal(err)
		}
		s.Settle()
		if s.works(access) != 401 {
			t.Error("a disabled account is let in")
		}
		refusedAs(t, "a disabled account renews", "invalid_grant", s.refresh(client, refresh))
		b := s.browser(s.ask(client))
		if page := b.submit("username", "greta", "password", s.key); strings.Contains(page.body, `name="login"`) {
			t.Error("a disabled account logs in")
		}
		if err := s.Commands.Access.SetAccountActive(apptest.Operator(), s.account, true); err != nil {
			t.Fatal(err)
		}
		s.Settle()
	})
	t.Run("the client ends it", func(t *testing.T) {
		s.t = t
		for _, with := range []string{"refresh", "access"} {
			client, access, refresh := s.connect("support")
			token := map[string]string{"refresh": refresh, "access": access}[with]
			for _, form := range []url.Values{{"token": {token}, "client_id": {s.register(callback)}}, {"token": {"x"}, "client_id": {client}}} {
				if a := s.post("/oauth/revoke", form); a.status != 200 || s.works(access) != 200 {
					t.Errorf("%v: %d", form, a.status)
				}
			}
			if a := s.post("/oauth/revoke", url.Values{"token": {token}, "client_id": {client}}); a.status != 200 || s.works(access) != 401 {
				t.Errorf("by the %s token: %d", with, a.status)
			}
		}
	})
	t.Run("a logout", func(t *testing.T) {
		s.t = t
		_, access, _ := s.connect("support")
		s.Must(201, "POST", "/auth/logout", nil, apptest.Bearer(access)...)
		if s.works(access) != 401 {
			t.Error("a token that was logged out is let in")
		}
	})
}

// TestRegistrationsOfClients are limited in number.
func TestRegistrationsOfClients(t *testing.T) {
	t.Parallel()
	s := startOAuth(t, apptest.WithRateLimits())
	for code, body := range map[string]any{
		"invalid_redirect_uri":    map[string]any{"client_name": "x", "redirect_uris": []string{"http://assistant.example/"}},
		"invalid_client_metadata": map[string]any{"client_name": strings.Repeat("x", 101), "redirect_uris": []string{callback}},
	} {
		a := s.Do("POST", "/oauth/register", body)
		refusedAs(t, code, code, answer{a.Status, a.Header, string(a.Body)})
	}
	if a := s.Do("POST", "/oauth/register", map[string]any{"client_name": strings.Repeat("x", 9000)}); a.Status != 413 {
		t.Errorf("a large registration: %d %s", a.Status, a.Body)
	}
	status := 0
	for range 10 {
		status = s.Do("POST", "/oauth/register", map[string]any{"redirect_uris": []string{callback}}).Status
	}
	if status != 429 {
		t.Errorf("the last of many registrations: %d", status)
	}
}
