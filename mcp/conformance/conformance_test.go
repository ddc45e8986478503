// Package conformance_test tests the MCP interface with foreign programs: the official TypeScript clients and the official
// conformance suite. They run on Node, which scripts/node.sh finds or downloads. Without it these tests fail.
package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/domain/settings"
	"tradelog/internal/testing/apptest"
	"tradelog/internal/testing/programtest"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// run runs a program of the project on Node.
func run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	node, project := programtest.Node(t, "../../scripts", ".")
	var said bytes.Buffer
	cmd := exec.CommandContext(t.Context(), node, args...)
	cmd.Dir, cmd.Stderr = project, &said
	out, err := cmd.Output()
	return string(out) + said.String(), err
}

func start(t *testing.T, options ...apptest.Option) *apptest.Shop {
	t.Helper()
	s := apptest.Start(t, options...)
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default,
		map[string]string{"apiplatform/protocols/mcp": "1"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	return s
}

// TestTheOfficialClients checks both generations of clients: they open a session, agree on the newest common version, list all
// tools, call one, are refused as the contract says, and end the session.
func TestTheOfficialClients(t *testing.T) {
	t.Parallel()
	s := start(t)
	out, err := run(t, "clients.mjs", s.URL+"/api/mcp", s.Service([]string{"all"}))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	type visit struct {
		Session, Instructions, Same  bool
		Protocol, Server             string
		Tools                        []string
		Products, Prompts, Resources int
		Missing, Unknown             string
	}
	var seen map[string]struct{ Guest, Service visit }
	if err := json.Unmarshal([]byte(out), &seen); err != nil || len(seen) != 2 {
		t.Fatalf("%v\n%s", err, out)
	}
	tools := 0
	for _, o := range s.Pipeline.Registry.All() {
		if s.Pipeline.Registry.ByTool(o.ToolName()) == o {
			tools++
		}
	}
	for generation, v := range seen {
		for who, got := range map[string]visit{"a guest": v.Guest, "the shop": v.Service} {
			if !got.Session || !got.Instructions || !got.Same || got.Protocol != "2025-11-25" || got.Server != "tradelog" ||
				got.Prompts+got.Resources != 0 {
				t.Errorf("%s as %s saw %+v", generation, who, got)
			}
			if !strings.HasPrefix(got.Unknown, "-32601 ") || !strings.HasSuffix(got.Unknown, `Tool not found: "nothing".`) {
				t.Errorf("%s as %s: an unknown tool: %s", generation, who, got.Unknown)
			}
		}
		if len(v.Service.Tools) != tools || !strings.HasSuffix(v.Service.Missing, "Not Found") ||
			!strings.HasPrefix(v.Service.Missing, "-32603 ") {
			t.Errorf("%s: %d tools of %d; %s", generation, len(v.Service.Tools), tools, v.Service.Missing)
		}
		if slices.Contains(v.Guest.Tools, "sales_orders_get") || !strings.Contains(v.Guest.Missing, "Authentication required") {
			t.Errorf("%s as a guest: %v %s", generation, v.Guest.Tools, v.Guest.Missing)
		}
	}
}

// TestTheConformanceSuite runs every scenario for servers. expected-failures.yml names those that do not apply, with reasons. A
// module provides the tool that one of the others needs.
func TestTheConformanceSuite(t *testing.T) {
	t.Parallel()
	s := start(t, apptest.WithModules(app.Module{Name: "conformance", Operations: func(app.Services) []*operations.Operation {
		return []*operations.Operation{operations.Define(operations.Operation{
			Resource: &operations.Resource{Name: "Text", Section: "test"}, Verb: operations.Get, Method: "GET", Path: "/simple-text",
			Tool: "test_simple_text", Auth: operations.Public, Extra: true, Summary: "Get a text", Doc: "Returns a text.",
		}, func(context.Context, *operations.Call, operations.None) (documents.Bare[string], error) {
			return documents.Plainly("This is a simple text response for testing.")
		})}
	}}))
	out, err := run(t, filepath.Join("node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js"),
		"server", "--url", s.URL+"/api/mcp", "--expected-failures", "expected-failures.yml")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, scenario := range []string{
		"server-initialize", "ping", "tools-list", "tools-call-simple-text", "logging-set-level", "resources-list", "prompts-list",
		"server-sse-multiple-streams", "dns-rebinding-protection",
	} {
		if !strings.Contains(out, "✓ "+scenario+":") {
			t.Errorf("%s did not pass\n%s", scenario, out)
		}
	}
}
