package installation

import (
	"bytes"
	"testing"
	"time"

	"tradelog/eventstore/archive"
	"tradelog/installation/migrations"
	"tradelog/test/pgtest"
)

// TestKnownArchives: an archive is known once it has something, grows, is verified, and is covered by a checkpoint that was published.
func TestKnownArchives(t *testing.T) {
	t.Parallel()
	pool := pgtest.Pool(t, pgtest.WithTemplate("migrated", migrations.Up))
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	seal := bytes.Repeat([]byte{7}, 32)
	m := archive.NewManifest("log")
	known := func(want int) Archive {
		t.Helper()
		all, err := Archives(t.Context(), pool)
		if err != nil || len(all) != want {
			t.Fatalf("%+v, %v", all, err)
		}
		if want == 0 {
			return Archive{}
		}
		return all[0]
	}
	note := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	note(NoteArchive(t.Context(), pool, "/srv/archive", m, now))
	known(0)
	m.Segments = append(m.Segments, archive.Segment{Name: "a", First: 1, Last: 10, Seal: seal, Until: now.Add(-time.Hour), Bytes: 300})
	note(NoteArchive(t.Context(), pool, "/srv/archive", m, now))
	if k := known(1); k.Position != 10 || k.Bytes != 300 || k.Segments != 1 || k.VerifiedAt != nil || k.Checkpoint != 0 ||
		!k.Until.Equal(now.Add(-time.Hour)) {
		t.Errorf("%+v", k)
	}
	note(NoteVerifiedArchive(t.Context(), pool, "/srv/archive", m, "", now))
	m.Segments = append(m.Segments, archive.Segment{Name: "b", First: 11, Last: 25, Before: seal, Seal: seal, Until: now, Bytes: 200})
	note(NoteArchive(t.Context(), pool, "/srv/archive", m, now.Add(time.Minute)))
	for _, c := range []struct{ position, published any }{{20, now}, {30, nil}, {40, now}} {
		if _, err := pool.Exec(t.Context(), `INSERT INTO log_checkpoints (position, from_position, seal, root, blocks, signed_at, signature,
			published_at) VALUES ($1::bigint, $1::bigint - 10, '', '', '', now(), '', $2)`, c.position, c.published); err != nil {
			t.Fatal(err)
		}
	}
	if k := known(1); k.Position != 25 || k.Bytes != 500 || k.Segments != 2 || k.VerifiedAt == nil || k.Verified != 10 || k.Checkpoint != 40 {
		t.Errorf("%+v", k)
	}
	note(NoteVerifiedArchive(t.Context(), pool, "/srv/archive", m, "a segment is missing", now))
	if k := known(1); k.Verified != 25 || k.Damage != "a segment is missing" {
		t.Errorf("%+v", k)
	}
	note(NoteArchive(t.Context(), pool, "s3://bucket/log", archive.Manifest{Segments: m.Segments[:1]}, now))
	if k := known(2); k.Location != "/srv/archive" {
		t.Errorf("%+v", k)
	}
}
