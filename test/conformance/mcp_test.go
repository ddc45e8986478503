package conformance_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/readmodels/documents"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

func mcpShop(t *testing.T, options ...apptest.Option) *apptest.Shop {
	t.Helper()
	s := apptest.Start(t, options...)
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default,
		map[string]string{"apiplatform/protocols/mcp": "1"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	return s
}

// TestMCPClients checks both generations of clients. They open a session, agree on the newest common version, list all tools, call one, get
// the contract's refusals, and end the session.
func TestMCPClients(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	s := mcpShop(t)
	type visit struct {
		Session, Instructions, Same  bool
		Protocol, Server             string
		Tools                        []string
		Products, Prompts, Resources int
		Missing, Unknown             string
	}
	seen := answer[map[string]struct{ Guest, Service visit }](t, "mcp", "clients.mjs", s.URL+"/api/mcp", s.Service([]string{"all"}))
	if len(seen) != 2 {
		t.Fatal(seen)
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

// textTools is a module with the tools that scenarios of the conformance suite need. One returns a text. The other asks a person first, as
// all tools do whose effect cannot be undone.
func textTools() apptest.Option {
	resource := &operations.Resource{Name: "Text", Section: "test"}
	type sent struct {
		Message string `json:"message" doc:"text to send"`
	}
	return apptest.WithModules(app.Module{Name: "conformance", Operations: func(app.Services) []*operations.Operation {
		return []*operations.Operation{operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.Get, Method: "GET", Path: "/simple-text", Tool: operations.Tool{Name: "test_simple_text"},
			Access: operations.Public.Access(), Extra: true, Summary: "Get a text", Doc: "Returns a text.",
		}, func(context.Context, *operations.Call, operations.None) (documents.Bare[string], error) {
			return documents.Plainly("This is a simple text response for testing.")
		}), operations.Define(operations.Declaration{
			Resource: resource, Verb: operations.Create, Method: "POST", Path: "/elicitation", Response: operations.Response{Status: 200},
			Idempotency: operations.Idempotency{Unkeyed: "it stores nothing"}, Tool: operations.Tool{Name: "test_elicitation"},
			Access: operations.Public.Access(), Extra: true, Summary: "Send a text", Doc: "Returns a text.",
			Effect: operations.Effect{Irreversible: "A text that was sent cannot be taken back."},
		}, func(context.Context, *operations.Call, sent) (documents.Bare[string], error) {
			return documents.Plainly("User response: accept")
		})}
	}})
}

// TestMCPSuite runs every scenario for servers, on the contract's tools and on chosen tools, which support more of the protocol. The files
// expected-failures name the scenarios that do not apply, with reasons.
func TestMCPSuite(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	for query, c := range map[string]struct {
		expected string
		more     []string
	}{
		"": {"expected-failures.yml", nil},
		"?tools=read-only,test_simple_text,test_elicitation": {"expected-failures-chosen.yml", []string{"tools-call-elicitation"}},
	} {
		t.Run(c.expected, func(t *testing.T) {
			t.Parallel()
			s := mcpShop(t, textTools())
			out, _ := run(t, node(t, "mcp", filepath.Join("node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js"),
				"server", "--url", s.URL+"/api/mcp"+query, "--expected-failures", c.expected))
			for _, scenario := range append([]string{
				"server-initialize", "ping", "tools-list", "tools-call-simple-text", "logging-set-level", "resources-list", "prompts-list",
				"server-sse-multiple-streams", "dns-rebinding-protection",
			}, c.more...) {
				if !strings.Contains(out, "✓ "+scenario+":") {
					t.Errorf("%s did not pass\n%s", scenario, out)
				}
			}
		})
	}
}

// TestMCPInspector reads a shop with the official inspector: tools, prompts, resources, templates, a call.
func TestMCPInspector(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	s := mcpShop(t)
	token := s.Service([]string{"all"})
	type page struct {
		Tools, Prompts    []struct{ Name string }
		Resources         []struct{ URI string }
		ResourceTemplates []struct{ URITemplate string }
		Messages          []struct{ Content struct{ Text string } }
		StructuredContent struct{ Note string }
	}
	inspect := func(args ...string) page {
		t.Helper()
		return answer[page](t, "mcp", append([]string{
			filepath.Join("node_modules", "@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js"), "--cli",
			s.URL + "/api/mcp?tools=fulfilment", "--transport", "http", "--header", "Authorization: Bearer " + token, "--method",
		}, args...)...)
	}
	if got := inspect("tools/list").Tools; len(got) < 10 || got[0].Name == "" {
		t.Errorf("tools %v", got)
	}
	if got := inspect("prompts/list").Prompts; len(got) != 2 {
		t.Errorf("prompts %v", got)
	}
	if got := inspect("prompts/get", "--prompt-name", "restock", "--prompt-args", "below=3").Messages; len(got) != 1 ||
		!strings.Contains(got[0].Content.Text, "below=3") {
		t.Errorf("the prompt is %v", got)
	}
	if got := inspect("resources/list").Resources; len(got) == 0 || !strings.HasPrefix(got[0].URI, "tradelog://shop/") {
		t.Errorf("resources %v", got)
	}
	if got := inspect("resources/templates/list").ResourceTemplates; len(got) == 0 || !strings.Contains(got[0].URITemplate, "{") {
		t.Errorf("templates %v", got)
	}
	if got := inspect("tools/call", "--tool-name", "sales_orders_list").StructuredContent.Note; got != "0 of 0 rows." {
		t.Errorf("orders: %s", got)
	}
}
