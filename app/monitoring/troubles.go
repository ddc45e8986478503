package monitoring

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/lineage"
	"tradelog/installation/checkpoints"
	"tradelog/internal/wait"
)

// trouble is a reason why an installation is degraded: requests are served, and an operator must correct something else.
type trouble string

const (
	walArchive   trouble = "wal_archive"
	eventArchive trouble = "event_archive"
	logSeal      trouble = "log_seal"
	noSeller     trouble = "seller"
)

// troubles describes each trouble without names of files, because everybody may read /readyz. The program's log has the details.
var troubles = map[trouble]string{
	walArchive:   "the write-ahead log of the database is not archived",
	eventArchive: "the archive with the contents of old events is damaged",
	logSeal:      "a seal of the event log is broken",
	noSeller:     "invoices lack the name, the address, the tax number or the logo of the seller (general/store_information)",
}

// Troubles are the troubles of an installation. They are watched while it runs.
type Troubles struct {
	Logger *slog.Logger

	mu  sync.Mutex
	now map[trouble]string // with the details
}

// Reasons returns why the installation is degraded while requests are served.
func (t *Troubles) Reasons() (reasons []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, what := range slices.Sorted(maps.Keys(t.now)) {
		reasons = append(reasons, troubles[what])
	}
	return reasons
}

// has tells whether a trouble is known.
func (t *Troubles) has(what trouble) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now[what] != ""
}

// report sets a trouble to its details, or clears it if they are empty. Changes are logged.
func (t *Troubles) report(what trouble, details string) {
	t.mu.Lock()
	was := t.now[what]
	if t.now == nil {
		t.now = map[trouble]string{}
	}
	if t.now[what] = details; details == "" {
		delete(t.now, what)
	}
	t.mu.Unlock()
	switch {
	case details == was:
	case details == "":
		t.Logger.Info("no longer: "+troubles[what], "what", string(what))
	case what == noSeller: // the installation works
		t.Logger.Warn(troubles[what], "what", string(what), "details", details)
	default:
		t.Logger.Error(troubles[what], "what", string(what), "details", details)
	}
}

// archiverEvery is the interval at which the archiver of the database is checked. It is short, because the write-ahead log fills the disk
// while archiving fails.
const archiverEvery = 5 * time.Second

// WatchWALArchive notices when PostgreSQL cannot archive its write-ahead log. PostgreSQL reports that only in its own log and in a view.
func (t *Troubles) WatchWALArchive(ctx context.Context, pool *pgxpool.Pool) {
	for ; ctx.Err() == nil; wait.For(ctx, archiverEvery) {
		var fails bool
		var file string
		var since time.Time
		err := pool.QueryRow(ctx, `SELECT current_setting('archive_mode') <> 'off' AND last_failed_time IS NOT NULL
				AND last_failed_time > coalesce(last_archived_time, '-infinity'), coalesce(last_failed_wal, ''),
			coalesce(last_archived_time, stats_reset, 'epoch') FROM pg_stat_archiver`).Scan(&fails, &file, &since)
		switch {
		case err != nil: // the database is away; the log has that from elsewhere
		case fails:
			t.report(walArchive, fmt.Sprintf("archiving %s fails, and nothing was archived since %s; the log of PostgreSQL tells why", file,
				since.UTC().Format(time.RFC3339)))
		default:
			t.report(walArchive, "")
		}
	}
}

// archiveEvery is the interval at which the archive of old events is read, besides once at the start. Reading a large archive takes long.
const archiveEvery = 24 * time.Hour

// WatchArchive notices when a segment of the archive with the contents of old events is missing or damaged.
func (t *Troubles) WatchArchive(ctx context.Context, store eventstore.Store) {
	log, ok := eventstore.Sealed(store)
	if !ok {
		return
	}
	for ; ctx.Err() == nil; wait.For(ctx, archiveEvery) {
		err := log.CheckArchive(ctx)
		switch {
		case ctx.Err() != nil:
		case err == nil:
			t.report(eventArchive, "")
		case errors.Is(err, eventstore.ErrArchiveAway): // an outage for requests, too
			t.report(eventArchive, err.Error())
		case lineage.Outage(err): // the database is away; the log has that from elsewhere
		default:
			t.Logger.Warn("check the archive of old events", "error", err)
		}
	}
}

// sealsEvery is the interval at which an instance looks for broken seals that the verification has found.
const sealsEvery = 15 * time.Second

// WatchSeals notices that the verification in the background, which runs on one instance, has found a broken seal.
func (t *Troubles) WatchSeals(ctx context.Context, proof func(context.Context) (*checkpoints.Progress, error)) {
	for ; ctx.Err() == nil; wait.For(ctx, sealsEvery) {
		s, err := proof(ctx)
		switch {
		case err != nil: // the database is away; the log has that from elsewhere
		case s == nil:
			return
		case s.Broken > 0:
			t.report(logSeal, fmt.Sprintf("position %d: %s; run tradelog events verify", s.Broken, s.Damage))
		default:
			t.report(logSeal, "")
		}
	}
}

// sellerEvery is the interval at which an instance looks for the particulars of the seller.
const sellerEvery = 15 * time.Second

// WatchSeller notices that the configuration lacks particulars of the seller that the law wants on invoices. lacks returns them, or an
// empty text.
func (t *Troubles) WatchSeller(ctx context.Context, lacks func(context.Context) (string, error)) {
	for ; ctx.Err() == nil; wait.For(ctx, sellerEvery) {
		if details, err := lacks(ctx); err == nil { // otherwise the database is away; the log has that from elsewhere
			t.report(noSeller, details)
		}
	}
}
