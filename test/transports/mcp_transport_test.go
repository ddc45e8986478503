package transports_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"tradelog/operations/bodies"
	"tradelog/test/apptest"
)

func TestTheEndpointIsOffUntilItIsSwitchedOn(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	const off = `{"error":"protocol_disabled","message":"This API protocol is not enabled on this instance."}`
	for _, method := range []string{"GET", "POST", "DELETE", "OPTIONS", "PUT"} {
		if a := s.Do(method, "/api/mcp", nil); a.Status != 404 || string(a.Body) != off {
			t.Errorf("%s: %d %s", method, a.Status, a.Body)
		}
	}
	s.Configure("apiplatform/protocols/mcp", "1")
	introduce(t, s)
	s.Configure("apiplatform/protocols/mcp", "0", "apiplatform/protocols/rest_v2", "1")
	if a := post(s, request("ping", nil)); a.Status != 404 {
		t.Errorf("switched off again: %d", a.Status)
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	get := s.Do("GET", "/api/mcp", nil, "Accept", "text/event-stream")
	if get.Status != 405 || get.Header.Get("Allow") != "POST, DELETE, OPTIONS" ||
		string(get.Body) != `{"jsonrpc":"2.0","id":"","error":{"code":-32600,"message":"Method Not Allowed"}}` {
		t.Errorf("GET: %d %v %s", get.Status, get.Header, get.Body)
	}
	for _, method := range []string{"PUT", "PATCH"} {
		if a := s.Do(method, "/api/mcp", "{}"); a.Status != 405 || a.Object(t)["error"] != "method_not_allowed" {
			t.Errorf("%s: %d %s", method, a.Status, a.Body)
		}
	}
	plain := s.Do("OPTIONS", "/api/mcp", nil)
	if plain.Status != 204 || len(plain.Body) != 0 || plain.Header.Get("Access-Control-Allow-Methods") != "" {
		t.Errorf("OPTIONS: %d %v", plain.Status, plain.Header)
	}
	asked := s.Do("OPTIONS", "/api/mcp", nil, "Origin", s.URL, "Access-Control-Request-Method", "POST", "Authorization", "Bearer nonsense")
	if asked.Status != 204 || asked.Header.Get("Access-Control-Allow-Methods") != "GET, POST, DELETE" ||
		asked.Header.Get("Access-Control-Allow-Headers") !=
			"Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id" {
		t.Errorf("OPTIONS of the same origin: %d %v", asked.Status, asked.Header)
	}
	foreign := s.Do("OPTIONS", "/api/mcp", nil, "Origin", "https://evil.example", "Access-Control-Request-Method", "POST",
		"Access-Control-Request-Headers", "mcp-session-id")
	if foreign.Status != 200 || foreign.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("OPTIONS of another origin: %d %v", foreign.Status, foreign.Header)
	}
}

func TestSessions(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startMCP(t, apptest.WithClock(clock))
	const unknown = "00000000-0000-4000-8000-000000000000"
	opened := post(s, request("initialize", introduction))
	id := opened.Header.Get("Mcp-Session-Id")
	if opened.Header.Get("Content-Type") != "application/json" || opened.Header.Get("Cache-Control") != "no-cache, private" ||
		opened.Header.Get("Etag") != "" ||
		opened.Header.Get("Access-Control-Expose-Headers") != "Mcp-Session-Id" {
		t.Errorf("headers: %v", opened.Header)
	}
	ping, live := request("ping", nil), []string{"Mcp-Session-Id", id}
	for _, c := range []struct {
		name    string
		payload any
		headers []string
		status  int
		want    string
	}{
		{"alive", ping, live, 200, `{"jsonrpc":"2.0","id":7,"result":{}}`},
		{"upper case", ping, []string{"Mcp-Session-Id", strings.ToUpper(id)}, 200, `{"jsonrpc":"2.0","id":7,"result":{}}`},
		{"text as id", object{"jsonrpc": "2.0", "id": "a\"b", "method": "ping"}, live, 200, `{"jsonrpc":"2.0","id":"a\"b","result":{}}`},
		{"none", ping, nil, 400, failure(-32600, "A valid session id is REQUIRED for non-initialize requests.")},
		{"unknown method, none", request("nothing", nil), nil, 400,
			failure(-32600, "A valid session id is REQUIRED for non-initialize requests.")},
		{"half an introduction", request("initialize", object{"protocolVersion": "x", "capabilities": object{}}), nil, 400,
			failure(-32600, "A valid session id is REQUIRED for non-initialize requests.")},
		{"no UUID", ping, []string{"Mcp-Session-Id", "abc"}, 400, failure(-32600, "Mcp-Session-Id header must be a valid UUID.")},
		{"unknown", ping, []string{"Mcp-Session-Id", unknown}, 404, failure(-32600, "Session not found or has expired.")},
		{"introduced twice", request("initialize", introduction), live, 200,
			failure(-32600, `A session ID MUST NOT be sent with an "initialize" request.`)},
		{"introduced in a batch", []any{request("initialize", introduction), ping}, nil, 200,
			failure(-32600, `The "initialize" request MUST NOT be part of a batch.`)},
		{"version", ping, append([]string{"MCP-Protocol-Version", "2024-11-05"}, live...), 200, `{"jsonrpc":"2.0","id":7,"result":{}}`},
		{"unknown version", ping, append([]string{"MCP-Protocol-Version", "2026-07-28"}, live...), 400,
			failure(-32602,
				"Unsupported Mcp-Protocol-Version header value: 2026-07-28. Supported versions: 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25.")},
		{"unknown version of an introduction", request("initialize", introduction), []string{"MCP-Protocol-Version", "x"}, 400,
			failure(-32602,
				"Unsupported Mcp-Protocol-Version header value: x. Supported versions: 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25.")},
	} {
		a := post(s, c.payload, c.headers...)
		if a.Status != c.status || string(a.Body) != c.want {
			t.Errorf("%s: %d %s, want %d %s", c.name, a.Status, a.Body, c.status, c.want)
		}
	}

	// Every message extends the session by an hour. Then it expires.
	clock.Advance(59 * time.Minute)
	s.Must(200, "POST", "/api/mcp", ping, live...)
	clock.Advance(59 * time.Minute)
	s.Must(200, "POST", "/api/mcp", ping, live...)
	clock.Advance(time.Hour)
	s.Must(404, "POST", "/api/mcp", ping, live...)

	// A session can be ended.
	next := introduce(t, s)
	s.Must(400, "DELETE", "/api/mcp", nil)
	for range 2 {
		if a := s.Must(200, "DELETE", "/api/mcp", nil, next.headers...); len(a.Body) != 0 {
			t.Errorf("DELETE: %s", a.Body)
		}
	}
	s.Must(200, "DELETE", "/api/mcp", nil, "Mcp-Session-Id", unknown)
	s.Must(400, "DELETE", "/api/mcp", nil, "Mcp-Session-Id", "x")
	s.Must(404, "POST", "/api/mcp", ping, next.headers...)
}

// TestARepeatedSessionHeader sets the header twice, which the other tests' helper cannot do.
func TestARepeatedSessionHeader(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	r, err := http.NewRequest("POST", s.URL+"/api/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header["Mcp-Session-Id"] = []string{"a", "b"}
	a, err := s.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	var body toolReply
	if err := json.NewDecoder(a.Body).Decode(&body); err != nil || a.StatusCode != 400 ||
		body.failed() != "-32600 Mcp-Session-Id header must not be repeated." {
		t.Errorf("%d %s %v", a.StatusCode, body.failed(), err)
	}
}

func failure(code int, message string) string {
	b, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	return `{"jsonrpc":"2.0","id":"","error":{"code":` + jsonOf(code) + `,"message":` + string(b) + `}}`
}

func jsonOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestMessages(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	a := introduce(t, s)
	pong := `{"jsonrpc":"2.0","id":7,"result":{}}`
	empty := failure(-32600, "A JSON-RPC message must not be empty.")
	batch := func(n int) []any {
		out := make([]any, n)
		for i := range out {
			out[i] = request("ping", nil)
		}
		return out
	}
	for _, c := range []struct {
		name    string
		payload any
		status  int
		want    string
	}{
		{"no JSON", "{", 200, failure(-32700, "Syntax error")},
		{"nothing", "", 200, failure(-32700, "Syntax error")},
		{"no UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"x\":\"\xff\"}", 400, failure(-32700, bodies.ErrEncoding.Message)},
		{"a lone surrogate", `{"jsonrpc":"2.0","id":7,"method":"ping","x":"\ud800"}`, 400, failure(-32700, bodies.ErrSurrogate.Message)},
		{"too many values", "[" + strings.Repeat("1,", bodies.MaxValues) + "1]", 400, failure(-32600, bodies.ErrTooMany.Message)},
		{"too deep", strings.Repeat("[", bodies.MaxLevels+1) + strings.Repeat("]", bodies.MaxLevels+1), 400,
			failure(-32600, bodies.ErrTooDeep.Message)},
		{"too deep, and no JSON", strings.Repeat("[", bodies.MaxLevels+1), 200, failure(-32700, "Syntax error")},
		{"an empty object", "{ }", 200, empty},
		{"an empty list", "[]", 200, empty},
		{"a list with an empty object", "[{}]", 200, empty},
		{"no object", "5", 200, failure(-32600, "A JSON-RPC message must be an object.")},
		{"too many", batch(101), 200, failure(-32600, "JSON-RPC batch size 101 exceeds the maximum allowed batch size of 100.")},
		{"unknown method", request("tools/nothing", nil), 200, failure(-32600, `Unknown method "tools/nothing".`)},
		{"no method", object{"jsonrpc": "2.0", "id": 1}, 200, failure(-32600, `Invalid or missing "method" for Request.`)},
		{"no id", object{"jsonrpc": "2.0", "method": "ping"}, 200, failure(-32600, `Invalid or missing "id" for Request.`)},
		{"null id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, 200, failure(-32600, `Invalid or missing "id" for Request.`)},
		{"version", object{"jsonrpc": "1.0", "id": 1, "method": "ping"}, 200,
			failure(-32600, `Invalid or missing "jsonrpc" version for Request.`)},
		{"a notification", object{"jsonrpc": "2.0", "method": "notifications/initialized"}, 202, ""},
		{"another notification", object{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": object{"requestId": 1}}, 202, ""},
		{"an answer", object{"jsonrpc": "2.0", "id": 1, "result": object{}}, 202, ""},
		{"a batch of notifications", []any{object{"jsonrpc": "2.0", "method": "notifications/initialized"}}, 202, ""},
		{"a batch of one", batch(1), 200, pong},
		{"a batch with one answer", []any{object{"jsonrpc": "2.0", "method": "notifications/initialized"}, request("ping", nil)}, 200, pong},
		{"a batch of two", batch(2), 200, "[" + pong + "," + pong + "]"},
		{"good and bad", []any{request("ping", nil), request("x", nil)}, 200, "[" + pong + "," + failure(-32600, `Unknown method "x".`) + "]"},
		{"prompts", request("prompts/list", nil), 200, `{"jsonrpc":"2.0","id":7,"result":{"prompts":[]}}`},
		{"resources", request("resources/list", object{}), 200, `{"jsonrpc":"2.0","id":7,"result":{"resources":[]}}`},
		{"templates", request("resources/templates/list", []any{}), 200, `{"jsonrpc":"2.0","id":7,"result":{"resourceTemplates":[]}}`},
		{"log level", request("logging/setLevel", object{"level": "info"}), 200, pong},
		{"a prompt", request("prompts/get", object{"name": "x"}), 200,
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32002,"message":"Prompt not found: \"x\"."}}`},
		{"a resource", request("resources/read", object{"uri": "x:y"}), 200,
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32002,"message":"Resource not found for uri: \"x:y\"."}}`},
		{"a completion", request("completion/complete", object{"ref": object{"type": "ref/prompt", "name": "p"}}), 200,
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32002,"message":"Prompt not found: \"p\"."}}`},
		{"a call of nothing", request("tools/call", object{}), 200, failure(-32600, `Missing or invalid "name" parameter for tools/call.`)},
		{"a call with a list", request("tools/call", object{"name": "x", "arguments": []any{1}}), 200,
			failure(-32600, `Parameter "arguments" must be an array.`)},
		{"an unknown tool", request("tools/call", object{"name": "x", "arguments": []any{}}), 200,
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Tool not found: \"x\"."}}`},
		{"a bad cursor", request("tools/list", object{"cursor": "x"}), 200,
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid value for pagination parameter \"cursor\": \"x\""}}`},
		{"a cursor beyond the end", request("tools/list", object{"cursor": "OTk5OTk="}), 200,
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid value for pagination parameter \"cursor\": \"OTk5OTk=\""}}`},
	} {
		// Accept and Content-Type are ignored.
		got := post(s, c.payload, append([]string{"Content-Type", "text/plain", "Accept", "*/*"}, a.headers...)...)
		if got.Status != c.status || string(got.Body) != c.want {
			t.Errorf("%s: %d %s, want %d %s", c.name, got.Status, got.Body, c.status, c.want)
		}
	}
	for _, payload := range []string{
		`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[ ]}`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"customers_guest_carts_create","arguments":[ ]}}`,
	} {
		if r := replyOf(t, post(s, payload, a.headers...)); r.Error != nil || strings.Contains(string(r.Result), `"isError":true`) {
			t.Errorf("%s: %s %s", payload, r.failed(), r.Result)
		}
	}
	large := post(s, strings.Repeat(" ", 4<<20)+"{}", a.headers...)
	if large.Status != 413 || string(large.Body) != failure(-32600, "Request body exceeds the maximum allowed size of 4194304 bytes.") {
		t.Errorf("a large body: %d %s", large.Status, large.Body)
	}
	fits := post(s, jsonOf(request("ping", nil))+strings.Repeat(" ", 3<<20), a.headers...)
	if fits.Status != 200 {
		t.Errorf("a body that fits: %d %s", fits.Status, fits.Body)
	}
}

func TestIntroduction(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	s.Configure("general/store_information/name", "Mugs & <More>")
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "junk"} {
		r := replyOf(t, post(s,
			request("initialize", object{"protocolVersion": version, "capabilities": []any{}, "clientInfo": object{"name": "n", "version": ""}})))
		var got struct {
			ProtocolVersion string
			Capabilities    object
			ServerInfo      object
			Instructions    string
		}
		if err := json.Unmarshal(r.Result, &got); err != nil || got.ProtocolVersion != "2025-11-25" || got.ServerInfo["name"] != "tradelog" ||
			got.ServerInfo["version"] != "test" || len(got.Capabilities) != 5 {
			t.Fatalf("%s: %v %s", version, err, r.Result)
		}
		for _, part := range []string{"called Mugs & <More>.", "in USD", "entity IDs", "store code", "paginated", "mirror REST", "dryRun"} {
			if !strings.Contains(got.Instructions, part) {
				t.Errorf("the instructions do not say %q:\n%s", part, got.Instructions)
			}
		}
	}
}
