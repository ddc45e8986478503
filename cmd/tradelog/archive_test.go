package main_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tradelog/app"
	"tradelog/eventstore"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// filledLog returns the URL of a database whose log has small events, one a minute.
func filledLog(t *testing.T, count int) string {
	t.Helper()
	url := pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up))
	log, err := app.OpenLog(t.Context(), app.Config{Database: app.Database{URL: url}})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if _, err := log.Pool.Exec(t.Context(), `UPDATE log_head SET log_id = gen_random_uuid()`); err != nil {
		t.Fatal(err)
	}
	events := make([]eventstore.Recorded, count)
	for i := range events {
		events[i] = eventstore.Recorded{Stream: fmt.Sprintf("order-%d", i%100), Revision: eventstore.Revision(i / 100),
			RecordedAt: time.Date(2026, 1, 1, 0, i, 0, 0, time.UTC),
			NewEvent: eventstore.NewEvent{ID: uuid.New(), Type: "Noted", SchemaVersion: 1, Data: fmt.Appendf(nil, `{"n":%d}`, i),
				Metadata: []byte(`{"occurredAt":"2026-01-01T00:00:00Z"}`)}}
	}
	if _, err := log.Store.(eventstore.SealedStore).AppendBulk(context.WithoutCancel(t.Context()), 0, events); err != nil {
		t.Fatal(err)
	}
	return url
}

// TestArchiveSurvivesAKill kills `events archive` in the middle and repeats it. The archive is verified without a database, compared with
// the log, and imported into another log.
func TestArchiveSurvivesAKill(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	const count = 4000
	url, data := filledLog(t, count), t.TempDir()
	key := filepath.Join(t.TempDir(), "key")
	dir := filepath.Join(t.TempDir(), "archive")
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command(servetest.Binary(t), append(args, "--data", data)...)
		cmd.Env = os.Environ()
		return cmd
	}
	run := func(args ...string) string {
		t.Helper()
		out, err := command(args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	// 3600 minutes after the first event; each segment has about five events
	archive := []string{"events", "archive", "--before", "2026-01-03T12:00:00Z", "--to", dir, "--key", key, "--segment-size", "2000",
		"--database", url}
	killed := command(archive...)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- killed.Wait() }()
	segments := func() []string {
		names, _ := filepath.Glob(filepath.Join(dir, "events-*.zst"))
		return names
	}
	for again := time.NewTicker(time.Millisecond); len(segments()) < 5; {
		select {
		case err := <-ended:
			t.Fatalf("it ended before it was killed: %v", err)
		case <-again.C:
		}
	}
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Fatal("it had ended before it was killed")
	}
	before := len(segments())
	if said := run("events", "verify", "--archive", dir, "--key", key+".pub"); !strings.Contains(said, "all seals hold") {
		t.Errorf("after the kill: %s", said)
	}
	archive[9] = "40000" // the size of segments
	if said := run(archive...); !strings.Contains(said, "ends at position 3600") {
		t.Errorf("the second run: %s", said)
	}
	if len(segments()) <= before {
		t.Errorf("%d segments, %d after the kill", len(segments()), before)
	}
	if said := run(archive...); !strings.Contains(said, "nothing to do") {
		t.Errorf("the third run: %s", said)
	}
	said := run("events", "verify", "--archive", "file://"+dir, "--key", key+".pub", "--against-log", "--database", url)
	if !strings.Contains(said, "3600 events, all seals hold") || !strings.Contains(said, "the log agrees") {
		t.Errorf("the whole archive: %s", said)
	}
	target := pgtest.URL(t)
	if said := run("events", "import", "--archive", dir, "--database", target); !strings.Contains(said, "3600 events, 0 of them") {
		t.Errorf("imported: %s", said)
	}
	run("events", "verify", "--database", target)
	last := segments()[len(segments())-1]
	content, err := os.ReadFile(last)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(last, bytes.ToUpper(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := command("events", "verify", "--archive", dir, "--key", key+".pub").CombinedOutput(); err == nil ||
		!strings.Contains(string(out), filepath.Base(last)) {
		t.Errorf("a changed segment: %v\n%s", err, out)
	}
}
