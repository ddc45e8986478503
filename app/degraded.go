package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"tradelog/eventstore"
	"tradelog/eventstore/lineage"
	"tradelog/internal/wait"
)

// trouble is a reason why an installation is degraded: requests are served, and something else needs an operator.
type trouble string

const (
	walArchive   trouble = "wal_archive"
	eventArchive trouble = "event_archive"
)

// troubles describes each trouble without names of files, because everybody may read /readyz. The program's log has the details.
var troubles = map[trouble]string{
	walArchive:   "the write-ahead log of the database is not archived",
	eventArchive: "the archive with the contents of old events is damaged",
}

// degraded remembers the troubles of an installation.
type degraded struct {
	mu  sync.Mutex
	now map[trouble]string // with the details
}

// Degraded returns the troubles of the installation while requests are served.
func (a *App) Degraded() (reasons []string) {
	a.degraded.mu.Lock()
	defer a.degraded.mu.Unlock()
	for _, t := range slices.Sorted(maps.Keys(a.degraded.now)) {
		reasons = append(reasons, troubles[t])
	}
	return reasons
}

// suffers tells whether a trouble is known.
func (a *App) suffers(t trouble) bool {
	a.degraded.mu.Lock()
	defer a.degraded.mu.Unlock()
	return a.degraded.now[t] != ""
}

// report sets or clears a trouble: details describe it, and are empty when all is well. Changes are logged.
func (a *App) report(t trouble, details string) {
	a.degraded.mu.Lock()
	was := a.degraded.now[t]
	if a.degraded.now == nil {
		a.degraded.now = map[trouble]string{}
	}
	if a.degraded.now[t] = details; details == "" {
		delete(a.degraded.now, t)
	}
	a.degraded.mu.Unlock()
	switch {
	case details == was:
	case details == "":
		a.Config.Logger.Info("no longer: "+troubles[t], "what", string(t))
	default:
		a.Config.Logger.Error(troubles[t], "what", string(t), "details", details)
	}
}

// archiverEvery is the interval at which the archiver of the database is checked. It is short, because the write-ahead log fills the disk
// while archiving fails.
const archiverEvery = 5 * time.Second

// watchWALArchive notices when PostgreSQL cannot archive its write-ahead log. PostgreSQL reports that only in its own log and in a view.
func (a *App) watchWALArchive(ctx context.Context) {
	for ; ctx.Err() == nil; wait.For(ctx, archiverEvery) {
		var fails bool
		var file string
		var since time.Time
		err := a.Pool.QueryRow(ctx, `SELECT current_setting('archive_mode') <> 'off' AND last_failed_time IS NOT NULL
				AND last_failed_time > coalesce(last_archived_time, '-infinity'), coalesce(last_failed_wal, ''),
			coalesce(last_archived_time, stats_reset, 'epoch') FROM pg_stat_archiver`).Scan(&fails, &file, &since)
		switch {
		case err != nil: // the database is away, which is told elsewhere
		case fails:
			a.report(walArchive, fmt.Sprintf("archiving %s fails, and nothing was archived since %s; the log of PostgreSQL tells why", file,
				since.UTC().Format(time.RFC3339)))
		default:
			a.report(walArchive, "")
		}
	}
}

// archiveEvery is the interval at which the archive of old events is read, besides once at the start. Reading a large archive takes long.
const archiveEvery = 24 * time.Hour

// watchArchive notices when a segment of the archive with the contents of old events is missing or damaged.
func (a *App) watchArchive(ctx context.Context) {
	log, ok := a.Store.(eventstore.DroppingLog)
	if !ok {
		return
	}
	for ; ctx.Err() == nil; wait.For(ctx, archiveEvery) {
		err := log.CheckArchive(ctx)
		switch {
		case ctx.Err() != nil:
		case err == nil:
			a.report(eventArchive, "")
		case errors.Is(err, eventstore.ErrArchiveAway): // an outage for requests, too
			a.report(eventArchive, err.Error())
		case lineage.Outage(err): // the database is away, which is told elsewhere
		default:
			a.Config.Logger.Warn("check the archive of old events", "error", err)
		}
	}
}
