package conformance_test

import (
	"encoding/json"
	"os"
	"testing"

	"tradelog/installation/backup"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// TestConsole runs the scenarios of all pages. TRADELOG_TEST_PICTURES is a directory for pictures of the pages, TRADELOG_TEST_SCENARIO the
// only scenario to run.
func TestConsole(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	s := salestest.Start(t)
	s.Configure("apiplatform/protocols/console", "1", "apiplatform/protocols/mcp", "1")
	s.Product("MUG", "10", 50, nil)
	s.Product("HAT", "25", 3, nil)
	place := func(lines ...string) int64 { return salestest.ID(s.Order(lines...)) }
	paid := place("MUG 3", "HAT")
	path := "/orders/" + jsonNumber(paid)
	s.Must(201, "POST", path+"/invoices", fields{}, s.Service...)
	greta, key := s.Shop.APIUser("greta", "all")
	agent := s.Shop.Agent(greta)
	_, auditor := s.Shop.APIUser("audrey", "audit/read")
	_, reader := s.Shop.APIUser("rita", "engine/read")
	s.Shop.User("anna", "correct horse", "all")
	fillEngine(t, s)
	s.Settle()
	driveConsole(t, s.Shop, map[string]any{
		"username": "greta", "password": key, "order": place("MUG 2"), "other": place("HAT"), "paid": paid,
		"agent": agent, "user": "anna", "userPassword": "correct horse", "auditor": auditor, "reader": reader,
		"token": s.Shop.Service([]string{"all"}),
		"flood": flood(t, s),
	})
}

// fillEngine creates data for the pages of the engine: a webhook, a relay, backups, and parked events, whose streams cannot be read again.
func fillEngine(t *testing.T, s *salestest.Shop) {
	t.Helper()
	s.Must(201, "POST", "/webhooks", fields{"name": "ERP", "url": "https://erp.example/hooks", "resources": []string{"reviews"}}, s.Service...)
	for _, m := range []backup.Manifest{
		{Position: 12, Bytes: 88064, SHA256: "ab", Program: "test"}, {Position: 14, Bytes: 90112, SHA256: "cd", Program: "test"},
	} {
		if err := backup.Note(t.Context(), s.Config.Database.URL, backup.Dump, "/var/backups/tradelog/monday", m); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := backup.NoteChecked(t.Context(), s.Config.Database.URL, "ab", ""); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`INSERT INTO log_archives (place, position, seal, until, segments, bytes, noted_at, verified_at, verified)
			VALUES ('/srv/archive', 1200, '', now(), 3, 88064, now(), now(), 1200), ('s3://bucket/log', 900, '', now(), 1, 44032, now(), NULL, 0)`,
		`INSERT INTO relays (name, target, position, log_id) VALUES ('warehouse', 'nats://broker:4222 tradelog.>', 20, 'log')`,
		`INSERT INTO reaction_parked (reaction, position, stream, event, error) VALUES
			('attach-orders', 9000001, 'order-9001', 'OrderPlaced', 'the mail server said 550: no such mailbox'),
			('attach-orders', 9000002, 'order-9001', 'OrderShipped', 'an earlier event of the stream is parked'),
			('webhooks', 9000003, 'webhook-9001', 'WebhookChanged', 'panic: runtime error: index out of range')`,
	} {
		if _, err := s.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

func jsonNumber(n int64) string {
	b, _ := json.Marshal(n) // marshalling a number cannot fail
	return string(b)
}

// driveConsole runs the scenarios in a shop.
func driveConsole(t *testing.T, s *apptest.Shop, facts map[string]any) {
	t.Helper()
	known, err := json.Marshal(facts)
	if err != nil {
		t.Fatal(err)
	}
	pictures, only := os.Getenv("TRADELOG_TEST_PICTURES"), os.Getenv("TRADELOG_TEST_SCENARIO")
	found := answer[struct{ Failures, Seen []string }](t, "console", "drive.mjs", chromium(t), s.URL, pictures, string(known), only)
	for _, f := range found.Failures {
		t.Error(f)
	}
	if len(found.Seen) == 0 {
		t.Error("no page was looked at")
	}
}
