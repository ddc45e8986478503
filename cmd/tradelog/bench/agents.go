package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"tradelog/cmd/tradelog/demo"
)

const endpoint = "/api/mcp"

// message returns a JSON-RPC request.
func message(method string, params object) object {
	return object{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
}

var introduction = message("initialize", object{
	"protocolVersion": "2025-11-25", "capabilities": object{}, "clientInfo": object{"name": "bench", "version": "1"},
})

// session opens a session and returns its header, with the Authorization header if there is one.
func session(c *client, authorization []string) ([]string, error) {
	r := request{Method: "POST", Path: endpoint, Header: authorization, Body: introduction, Want: 200}
	_, id, err := c.Once(r, "Mcp-Session-Id")
	if err != nil {
		return nil, fmt.Errorf("%w (is apiplatform/protocols/mcp on?)", err)
	}
	return append([]string{"Mcp-Session-Id", id}, r.Header...), nil
}

// called returns a scenario of one tool call.
func called(tool string, token bool, arguments object) starter {
	return func(c *client, t Target) (func(int) (loadStep, error), error) {
		return func(int) (loadStep, error) {
			var authorization []string
			if token {
				authorization = t.authorization()
			}
			header, err := session(c, authorization)
			if err != nil {
				return nil, err
			}
			call := message("tools/call", object{"name": tool, "arguments": arguments})
			r := request{Method: "POST", Path: endpoint, Header: header, Want: 200, Body: call}
			if body, _, err := c.Once(r, ""); err != nil || !strings.Contains(string(body[:min(len(body), 100)]), `"result"`) {
				return nil, errors.Join(err, fmt.Errorf("%s: %.300s", tool, body))
			}
			return c.Step(r)
		}, nil
	}
}

// listed returns a scenario that requests all pages of the tools.
func listed(c *client, t Target) (func(int) (loadStep, error), error) {
	return func(int) (loadStep, error) {
		header, err := session(c, t.authorization())
		if err != nil {
			return nil, err
		}
		var pages []loadStep
		for cursor := ""; ; {
			params := object{}
			if cursor != "" {
				params["cursor"] = cursor
			}
			r := request{Method: "POST", Path: endpoint, Header: header, Want: 200, Body: message("tools/list", params)}
			body, _, err := c.Once(r, "")
			if err != nil {
				return nil, err
			}
			var page struct {
				Result struct {
					NextCursor string `json:"nextCursor"`
				} `json:"result"`
			}
			if err := json.Unmarshal(body, &page); err != nil {
				return nil, err
			}
			step, err := c.Step(r)
			if err != nil {
				return nil, err
			}
			pages = append(pages, step)
			if cursor = page.Result.NextCursor; cursor == "" {
				break
			}
		}
		return func(ctx context.Context) error {
			for _, step := range pages {
				if err := step(ctx); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}, nil
}

// openSessions opens MCP sessions. Each has a connection of its own that stays open until leave is called.
func openSessions(t Target, count int) (leave func(), err error) {
	var connections []net.Conn
	leave = func() {
		for _, c := range connections {
			_ = c.Close() // all answers were read
		}
	}
	u, err := url.Parse(t.URL)
	if err != nil {
		return leave, err
	}
	body, err := json.Marshal(introduction)
	if err != nil {
		return leave, err
	}
	for range count {
		c, err := net.DialTimeout("tcp", u.Host, 10*time.Second)
		if err != nil {
			return leave, err
		}
		connections = append(connections, c)
		r, err := http.NewRequest("POST", t.URL+endpoint, strings.NewReader(string(body)))
		if err != nil {
			return leave, err
		}
		if err := errors.Join(c.SetDeadline(time.Now().Add(30*time.Second)), r.Write(c)); err != nil {
			return leave, err
		}
		answer, err := http.ReadResponse(bufio.NewReader(c), r)
		if err != nil {
			return leave, err
		}
		if id := answer.Header.Get("Mcp-Session-Id"); answer.StatusCode != 200 || id == "" {
			return leave, fmt.Errorf("initialize was answered %s", answer.Status)
		}
	}
	return leave, nil
}

// agents measures the MCP endpoint beside REST.
func (s *Suite) agents(ctx context.Context) {
	s.say("agents")
	database := s.seeded(ctx, "agents", demo.Size{Products: 2000, Customers: 1000, Orders: 1000})
	s.change(ctx, database, func(a *Shop) { switchOn(ctx, a, "mcp") })
	target := s.target(ctx, database)
	before := must(usageOf(target.PID)).Memory
	leave, err := openSessions(target, 1000)
	defer leave()
	check(err)
	grown := must(usageOf(target.PID)).Memory - before
	s.add(Row{
		Name: "memory of 1,000 MCP sessions with their connections", Figure: megabytes(grown), Target: "50 MB", Met: grown < 50e6,
	})
	for _, c := range []int{1, 32} {
		found := map[string]Figures{}
		for _, name := range []string{"products", "mcp", "orders", "mcp-orders", "mcp-tools"} {
			scenario, _ := Find(name)
			found[name] = s.measure(ctx, scenario, target, c)
		}
		for tool, rest := range map[string]string{"mcp": "products", "mcp-orders": "orders"} {
			f, b := found[tool].PerSecond(), found[rest].PerSecond()
			s.add(Row{
				Name: fmt.Sprintf("tools/call listing 20 %s, concurrency %d", rest, c), Figure: rate(f),
				Baseline: "REST " + rate(b), Ratio: f / b, Target: "0.6", Met: f/b >= 0.6,
			})
		}
		if f := found["mcp-tools"]; c == 1 {
			s.add(Row{Name: "tools/list, all pages", Figure: "p50 " + short(f.P50), Target: "30 ms", Met: f.P50 < 30*time.Millisecond})
		}
	}
}
