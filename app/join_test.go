package app_test

import (
	"context"
	"testing"
	"time"

	"tradelog/app"
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
