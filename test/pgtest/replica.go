package pgtest

import (
	"context"
	"path/filepath"
	"testing"

	"tradelog/internal/privatepg"
)

// volatileSettings holds the settings of servers whose data need not survive a crash of the machine.
var volatileSettings = map[string]string{"fsync": "off", "full_page_writes": "off", "max_wal_size": "256MB"}

// Replicated starts a server for one test and another one that follows it by streaming replication. StartReplica starts the second one
// again after Kill; its URL stays.
func Replicated(t testing.TB) (primary, replica *privatepg.Server) {
	t.Helper()
	d := testDir(t, memory())
	primary, err := d.start(t.Context(), volatileSettings)
	if err != nil {
		t.Fatalf("pgtest: %v\n%s", err, privatepg.Advice(err))
	}
	t.Cleanup(primary.Kill)
	copied, err := emptyDir(memory())
	removed(t, copied, err)
	// -R writes the file that makes it a standby, with the address of the primary.
	out, err := primary.Binaries().Command(t.Context(), "pg_basebackup", "-d", primary.AdminURL(), "-D", filepath.Join(copied.path, "data"),
		"-R", "-c", "fast", "--no-sync", "--no-manifest").CombinedOutput()
	if err != nil {
		t.Fatalf("pgtest: copy the primary: %v\n%s", err, out)
	}
	return primary, StartReplica(t, copied.path)
}

// StartReplica starts a replica again in its directory.
func StartReplica(t testing.TB, dir string) *privatepg.Server {
	t.Helper()
	srv, err := privatepg.Start(context.WithoutCancel(t.Context()), privatepg.Options{Dir: dir, Settings: volatileSettings, Standby: true})
	if err != nil {
		t.Fatalf("pgtest: start the replica: %v\n%s", err, privatepg.Advice(err))
	}
	t.Cleanup(srv.Kill)
	return srv
}
