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

	"tradelog/domain/settings"
	"tradelog/internal/demo"
)

const endpoint = "/api/mcp"

// message is a JSON-RPC request.
func message(method string, params object) object {
	return object{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
}

var introduction = message("initialize", object{"protocolVersion": "2025-11-25", "capabilities": object{}, "clientInfo": object{"name": "bench", "version": "1"}})

// session opens a session and returns the header that names it, with that of a token if there is one.
func session(c *Client, authorization []string) ([]string, error) {
	r := Request{Method: "POST", Path: endpoint, Header: authorization, Body: introduction, Want: 200}
	_, id, err := c.Once(r, "Mcp-Session-Id")
	if err != nil {
		return nil, fmt.Errorf("%w (is apiplatform/protocols/mcp on?)", err)
	}
	return append([]string{"Mcp-Session-Id", id}, r.Header...), nil
}

// called is a scenario of one tool call.
func called(tool string, token bool, arguments object) func(context.Context, *Client, Target) (func(int) (Step, error), error) {
	return func(_ context.Context, c *Client, t Target) (func(int) (Step, error), error) {
		return func(int) (Step, error) {
			var authorization []string
			if token {
				authorization = t.authorization()
			}
			header, err := session(c, authorization)
			if err != nil {
				return nil, err
			}
			r := Request{Method: "POST", Path: endpoint, Header: header, Want: 200, Body: message("tools/call", object{"name": tool, "arguments": arguments})}
			if body, _, err := c.Once(r, ""); err != nil || !strings.Contains(string(body[:min(len(body), 100)]), `"result"`) {
				return nil, errors.Join(err, fmt.Errorf("%s: %.300s", tool, body))
			}
			return c.Step(r)
		}, nil
	}
}

// listed asks for all pages of the tools.
func listed(_ context.Context, c *Client, t Target) (func(int) (Step, error), error) {
	return func(int) (Step, error) {
		header, err := session(c, t.authorization())
		if err != nil {
			return nil, err
		}
		var pages []Step
		for cursor := ""; ; {
			params := object{}
			if cursor != "" {
				params["cursor"] = cursor
			}
			r := Request{Method: "POST", Path: endpoint, Header: header, Want: 200, Body: message("tools/list", params)}
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

// visitors opens sessions, each over a connection of its own that stays open until leave is called.
func visitors(t Target, count int) (leave func(), err error) {
	var connections []net.Conn
	leave = func() {
		for _, c := range connections {
			_ = c.Close() // nothing was left to say
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
func (s *Suite) agents(ctx context.Context) (err error) {
	s.say("agents")
	database, err := s.seeded(ctx, "agents", demo.Size{Products: 2000, Customers: 1000, Orders: 1000})
	if err != nil {
		return err
	}
	if err := s.switchOn(ctx, database); err != nil {
		return err
	}
	server, err := s.serve(ctx, database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	bearer, err := s.token(ctx, database)
	if err != nil {
		return err
	}
	target := Target{URL: server.url, Token: bearer, PID: server.pid}
	before, err := UsageOf(server.pid)
	if err != nil {
		return err
	}
	leave, err := visitors(target, 1000)
	defer leave()
	if err != nil {
		return err
	}
	after, err := UsageOf(server.pid)
	if err != nil {
		return err
	}
	s.add(Row{What: "memory of 1,000 MCP sessions with their connections", Figure: megabytes(after.Memory - before.Memory), Target: "50 MB", Met: after.Memory-before.Memory < 50e6})
	for _, c := range []int{1, 32} {
		found := map[string]Figures{}
		for _, name := range []string{"products", "mcp", "orders", "mcp-orders", "mcp-tools"} {
			scenario, _ := Find(name)
			if found[name], err = scenario.Run(ctx, target, s.load(c)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			s.detail(name, found[name])
		}
		for tool, rest := range map[string]string{"mcp": "products", "mcp-orders": "orders"} {
			ratio := found[tool].PerSecond() / found[rest].PerSecond()
			s.add(Row{What: fmt.Sprintf("tools/call listing 20 %s, concurrency %d", rest, c), Figure: rate(found[tool].PerSecond()),
				Baseline: "REST " + rate(found[rest].PerSecond()), Ratio: ratio, Target: "0.6", Met: ratio >= 0.6})
		}
		if f := found["mcp-tools"]; c == 1 {
			s.add(Row{What: "tools/list, all pages", Figure: "p50 " + short(f.P50), Target: "30 ms", Met: f.P50 < 30*time.Millisecond})
		}
	}
	return nil
}

// switchOn makes the endpoint answer.
func (s *Suite) switchOn(ctx context.Context, database string) error {
	app, err := s.open(ctx, database)
	if err != nil {
		return err
	}
	defer app.Close()
	if err := app.Join(ctx); err != nil {
		return err
	}
	if err := app.Commands.Directory.SetConfig(ctx, settings.Default, map[string]string{"apiplatform/protocols/mcp": "1"}); err != nil {
		return err
	}
	return app.CaughtUp(ctx)
}
