package installation

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/archive"
)

// Archive is an archive of the log as it was when this installation last wrote or verified it. Archives are anywhere, and whether their
// files are still there is not known.
type Archive struct {
	Location   string              // absolute directory, or URL of a bucket without secrets
	Position   eventstore.Position // its end; it begins with the first event of the log
	Until      time.Time           // recorded time of the event there
	Segments   int
	Bytes      int64 // of all segments
	NotedAt    time.Time
	VerifiedAt *time.Time          // when all of it was last verified and compared with the log; nil: never
	Verified   eventstore.Position // up to here
	Damage     string              // the damage that was found
	// Checkpoint is the oldest published checkpoint that covers the whole archive; 0: none does.
	Checkpoint eventstore.Position
}

// NoteArchive notes an archive after it was written. An archive without segments is not noted.
func NoteArchive(ctx context.Context, pool *pgxpool.Pool, location string, m archive.Manifest, now time.Time) error {
	if len(m.Segments) == 0 {
		return nil
	}
	end, seal := m.End()
	var bytes int64
	for _, s := range m.Segments {
		bytes += s.Bytes
	}
	_, err := pool.Exec(ctx, `INSERT INTO public.log_archives (place, position, seal, until, segments, bytes, noted_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (place) DO UPDATE SET position = excluded.position, seal = excluded.seal,
		until = excluded.until, segments = excluded.segments, bytes = excluded.bytes, noted_at = excluded.noted_at`,
		location, int64(end), seal, m.Segments[len(m.Segments)-1].Until, len(m.Segments), bytes, now)
	return err
}

// NoteVerifiedArchive notes that a whole archive was verified and compared with the log, and the damage found; empty for none.
func NoteVerifiedArchive(ctx context.Context, pool *pgxpool.Pool, location string, m archive.Manifest, damage string, now time.Time) error {
	if err := NoteArchive(ctx, pool, location, m, now); err != nil {
		return err
	}
	_, err := pool.Exec(
		ctx,
		`UPDATE public.log_archives SET verified_at = $2, verified = position, damage = $3 WHERE place = $1`,
		location,
		now,
		damage,
	)
	return err
}

// Archives lists the archives, those that go farthest first.
func Archives(ctx context.Context, pool *pgxpool.Pool) ([]Archive, error) {
	rows, err := pool.Query(ctx, `SELECT a.place, a.position, a.until, a.segments, a.bytes, a.noted_at, a.verified_at, a.verified, a.damage,
		coalesce((SELECT min(c.position) FROM public.log_checkpoints c WHERE c.position >= a.position AND c.published_at IS NOT NULL), 0)
		FROM public.log_archives a ORDER BY a.position DESC, a.place`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Archive])
}
