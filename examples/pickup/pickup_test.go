package pickup_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/domain/settings"
	"tradelog/examples/pickup"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
)

type object = map[string]any

// TestAModuleIsInEveryInterface finds the module in REST, OpenAPI, MCP, the read models, the configuration and the e-mails of a shop.
func TestAModuleIsInEveryInterface(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mail")
	s := apptest.Start(t, apptest.WithModules(pickup.Module()), apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = dir }))
	set := func(path, value string) error {
		return s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default, map[string]string{path: value})
	}
	if err := set(pickup.NotifySetting, "nobody"); err == nil {
		t.Error("the setting takes anything")
	}
	for path, value := range map[string]string{pickup.NotifySetting: "shop@example.com", "apiplatform/protocols/mcp": "1"} {
		if err := set(path, value); err != nil {
			t.Fatal(err)
		}
	}
	token := apptest.Bearer(s.Service([]string{"pickup-points/all"}))

	first := s.Must(201, "POST", "/pickup-points", object{"name": "Kiosk", "city": "Kyiv"}, token...).Object(t)
	s.Must(201, "POST", "/pickup-points", object{"name": "Harbour", "city": "Odesa"}, token...)
	if first["id"] != 1.0 || first["name"] != "Kiosk" {
		t.Errorf("opened %v", first)
	}
	s.Must(403, "POST", "/pickup-points", object{"name": "Kiosk", "city": "Kyiv"}, apptest.Bearer(s.Service([]string{"orders/read"}))...)
	s.Must(204, "DELETE", "/pickup-points/1", nil, token...)
	s.Must(404, "DELETE", "/pickup-points/1", nil, token...)
	list := s.Must(200, "GET", "/pickup-points", nil)
	if points := list.List(t); len(points) != 1 || points[0]["city"] != "Odesa" {
		t.Errorf("open are %v", points)
	}
	s.Must(304, "GET", "/pickup-points", nil, "If-None-Match", list.Header.Get("ETag"))

	// Followers of changes receive its events.
	follower := apptest.Bearer(s.Service([]string{"changes/read", "pickup-points/read"}))
	changes := s.Must(200, "GET", "/changes?resources=pickup-points", nil, follower...)
	told, _ := changes.Object(t)["changes"].([]any)
	if len(told) != 3 || told[2].(object)["what"] != "deleted" || told[2].(object)["id"] != 1.0 {
		t.Errorf("told %v", told)
	}

	// Other modules make its use cases and its reader from their own Services.
	if _, err := pickup.NewCommands(s.Deciders, s.IDs).Open(apptest.Operator(), "Pier", "Kherson"); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if *pickup.NewCommands(s.Deciders, s.IDs) != *pickup.NewCommands(s.Services.Deciders, s.IDs) {
		t.Error("their commands do not share the repository of points")
	}
	if page, err := pickup.NewReader(s.Reader).Points(t.Context(), 10, 0); err != nil || page.Total != 2 {
		t.Errorf("%+v, %v", page, err)
	}

	paths := s.Must(200, "GET", "/api/docs.json", nil).Object(t)["paths"].(object)
	if paths["/pickup-points"] == nil && paths["/api/rest/v2/pickup-points"] == nil {
		t.Error("OpenAPI does not know the module")
	}
	tell := func(method string, params object, headers ...string) apptest.Answer {
		return s.Must(200, "POST", "/api/mcp", object{"jsonrpc": "2.0", "id": 1, "method": method, "params": params},
			append(headers, token...)...)
	}
	session := tell("initialize", object{
		"protocolVersion": "2025-11-25", "capabilities": object{}, "clientInfo": object{"name": "test", "version": "1"},
	}).Header.Get("Mcp-Session-Id")
	if told := string(tell("tools/call", object{"name": "pickup_pickup_points_list", "arguments": object{}}, "Mcp-Session-Id", session,
		"Mcp-Protocol-Version", "2025-11-25").Body); !strings.Contains(told, "Harbour") {
		t.Errorf("the tool answers %s", told)
	}
	differences, err := s.Projections.Verify(t.Context(), "pickup", nil)
	if err != nil || len(differences) > 0 {
		t.Errorf("projections verify: %v, %v", differences, err)
	}
	m := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Text, "Kiosk") })
	if m.To() != " <shop@example.com>" || !strings.Contains(m.Subject(), "New pickup point") {
		t.Errorf("%q to %q", m.Subject(), m.To())
	}
}

// TestAModuleNeedsNothingInternal checks that the module imports no internal package.
func TestAModuleNeedsNothingInternal(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "pickup.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range file.Imports {
		if strings.Contains(i.Path.Value, "/internal/") {
			t.Errorf("it imports %s", i.Path.Value)
		}
	}
}
