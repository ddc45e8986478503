package app_test

import (
	"context"
	"net/netip"
	"strings"
	"testing"
	"time"

	"tradelog/adapters/outside"
	"tradelog/app"
	"tradelog/operations"
	"tradelog/test/apptest"
)

// TestJoinWhileTheLastInstanceEnds: a command joins while the last server runs, and runs the projectors itself once that server has ended.
func TestJoinWhileTheLastInstanceEnds(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	url := s.App.Config.Database.URL
	s.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	open := func() *app.App {
		opened, err := app.Open(ctx, app.Config{Database: app.Database{URL: url}, Secrets: app.Secrets{MasterKeys: apptest.MasterKeys}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(opened.Close)
		return opened
	}
	server, command := open(), open()
	if err := server.Keys.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer server.Keys.Stop()
	// Checkpoints are stored a moment after the events, so a server that ends leaves some behind the log.
	if _, err := server.Pool.Exec(ctx, `UPDATE projection_checkpoints SET position = position - 1 WHERE projector = 'executed'`); err != nil {
		t.Fatal(err)
	}
	joined := make(chan error, 1)
	go func() { joined <- command.Join(ctx) }()
	for following := false; !following; { // by then it has counted the server
		if err := server.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
			AND application_name = 'tradelog follower')`).Scan(&following); err != nil {
			t.Fatal(err)
		}
	}
	server.Keys.Stop()
	if n, err := command.Keys.Instances(ctx); n != 0 || err != nil {
		t.Errorf("an instance that has ended is still counted: %d, error %v", n, err)
	}
	if err := <-joined; err != nil {
		t.Error(err)
	}
}

// TestCommandsKnowTheNetworksOfTheInstances: a command takes an address for webhooks in a network that a running instance may send to. An
// instance knows its own networks alone.
func TestCommandsKnowTheNetworksOfTheInstances(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.WithConfig(func(c *app.Config) {
		c.Outside.WebhookNetworks = outside.Networks{netip.MustParsePrefix("127.0.0.0/8")}
	}))
	for announced := false; !announced; {
		const told = `SELECT EXISTS (SELECT FROM instances WHERE webhook_networks <> '{}')`
		if err := s.Pool.QueryRow(t.Context(), told).Scan(&announced); err != nil {
			t.Fatal(err)
		}
	}
	for command, want := range map[bool]string{true: "", false: "--webhook-networks"} {
		opened, err := app.Open(t.Context(), app.Config{
			Database: app.Database{URL: s.App.Config.Database.URL}, Secrets: app.Secrets{MasterKeys: apptest.MasterKeys},
			Outside: app.Outside{OfInstances: command},
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(opened.Close)
		if err := opened.Join(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err = invoke(&apptest.Shop{App: opened}, operations.Operator("root", "test"), "POST /webhooks",
			map[string]any{"url": "http://127.0.0.1:9", "resources": []string{"orders"}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("of instances %t: %v", command, err)
		}
	}
}
