package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/internal/privatepg"
)

// reading reads the event log in a database, if there is one.
func reading(ctx context.Context, databaseURL string, do func(*pgx.Conn) error) error {
	return withConnection(ctx, databaseURL, func(conn *pgx.Conn) error {
		var there bool
		if err := conn.QueryRow(ctx, `SELECT to_regclass('public.log_head') IS NOT NULL`).Scan(&there); err != nil {
			return err
		}
		if !there {
			return errors.New("the database had no event log then; take a later target")
		}
		return do(conn)
	})
}

// readEnd returns the end of the log. The head of the log must be its newest event.
func readEnd(ctx context.Context, conn *pgx.Conn) (end End, recorded time.Time, err error) {
	var newest int64
	err = conn.QueryRow(ctx, `SELECT log_id::text, position, encode(seal, 'hex'), recorded_at,
		coalesce((SELECT max(position) FROM public.events), 0) FROM public.log_head ORDER BY position DESC LIMIT 1`).
		Scan(&end.LogID, &end.Position, &end.Seal, &recorded, &newest)
	if err == nil && newest != end.Position {
		err = fmt.Errorf("the recovered log says that it ends at position %d, and its newest event is at %d", end.Position, newest)
	}
	return end, recorded, err
}

// checkEnd checks that the replay has paused at the target, and notes the end of the log there.
func (r *Recovery) checkEnd(ctx context.Context, databaseURL string) error {
	return reading(ctx, databaseURL, func(conn *pgx.Conn) error {
		end, recorded, err := readEnd(ctx, conn)
		switch {
		case err != nil:
			return err
		case r.Target.Position > 0 && end.Position != r.Target.Position:
			return fmt.Errorf("the log would end at position %d instead of %s; nothing was changed", end.Position, r.Target)
		case !r.Target.Time.IsZero() && recorded.After(r.Target.Time):
			return fmt.Errorf("the log would end at position %d, whose event was recorded at %s, after %s; nothing was changed. "+
				"Perhaps the base was made after that moment; otherwise --to %d recovers to the event before",
				end.Position, recorded.UTC().Format(time.RFC3339Nano), r.Target, end.Position-1)
		}
		r.state.End = end
		return nil
	})
}

// examineEnd examines a copy that has replayed the whole archive. For a position it finds the transaction of the event there. If the event
// is the newest one, no second pass is needed.
func (r *Recovery) examineEnd(ctx context.Context, server *privatepg.Server, survey bool) (next string, err error) {
	next = stepVerify
	err = reading(ctx, server.URL(), func(conn *pgx.Conn) error {
		if err := r.checkWhole(ctx, conn, server.DataDir()); err != nil {
			return err
		}
		end, _, err := readEnd(ctx, conn)
		if err != nil {
			return err
		}
		r.state.End, r.state.Seen = end, end.Position
		if !survey || end.Position == r.Target.Position {
			return nil
		}
		if end.Position < r.Target.Position {
			return fmt.Errorf("the log ends at position %d in the archived write-ahead log, before %s", end.Position, r.Target)
		}
		next = stepCopy
		r.state.XID, err = transactionOf(ctx, conn, r.Target.Position)
		return err
	})
	return next, err
}

// transactionsReach is the number of positions before and after an event that are searched for events of its transaction. No transaction
// has more events.
const transactionsReach = 100_000

// transactionOf returns the transaction that stored an event. It fails unless the event is the last one of its transaction.
func transactionOf(ctx context.Context, conn *pgx.Conn, position int64) (xid string, err error) {
	var first, last int64
	var whole bool
	err = conn.QueryRow(ctx, `SELECT e.xmin::text, e.data IS NOT NULL,
		(SELECT min(o.position) FROM public.events o
			WHERE o.position BETWEEN $1::bigint - $2::bigint AND $1::bigint AND o.xmin::text = e.xmin::text),
		(SELECT max(o.position) FROM public.events o
			WHERE o.position BETWEEN $1::bigint AND $1::bigint + $2::bigint AND o.xmin::text = e.xmin::text)
		FROM public.events e WHERE e.position = $1`, position, int64(transactionsReach)).Scan(&xid, &whole, &first, &last)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return "", fmt.Errorf("there is no event at position %d", position)
	case err != nil:
		return "", err
	case !whole:
		return "", fmt.Errorf("the contents of position %d were dropped since, so its transaction cannot be told; recover to a time",
			position)
	case last > position:
		return "", fmt.Errorf("position %d was stored in one transaction with those from %d to %d; "+
			"recover to position %d or %d", position, first, last, first-1, last)
	}
	return xid, nil
}

// checkWhole checks that a replay to the end has used the whole archive. PostgreSQL takes a missing or damaged file for the end.
func (r *Recovery) checkWhole(ctx context.Context, conn *pgx.Conn, dataDir string) error {
	var timeline int
	var size uint64
	if err := conn.QueryRow(ctx, `SELECT (SELECT timeline_id FROM pg_control_checkpoint()),
		(SELECT setting::bigint FROM pg_settings WHERE name = 'wal_segment_size')`).Scan(&timeline, &size); err != nil {
		return err
	}
	end, of, err := privatepg.SwitchPoint(dataDir, timeline)
	if err != nil {
		return err
	}
	files, err := os.ReadDir(r.Archive)
	if err != nil {
		return err
	}
	for _, f := range files {
		number, ok := segment(f.Name(), of, size)
		if !ok || number <= end/size {
			continue
		}
		return fmt.Errorf("the archived write-ahead log can be replayed up to %X/%X only, and %s has more: a file before it in %s is missing "+
			"or damaged. To go on with what can be replayed, recover to a time or position before that", end>>32, uint32(end), f.Name(), r.Archive)
	}
	return nil
}

// segment returns the number of a file with write-ahead log of a timeline.
func segment(name string, timeline int, size uint64) (number uint64, ok bool) {
	if len(name) != 24 {
		return 0, false
	}
	var parts [3]uint64
	for i := range parts {
		n, err := strconv.ParseUint(name[8*i:8*i+8], 16, 32)
		if err != nil {
			return 0, false
		}
		parts[i] = n
	}
	return parts[1]*(1<<32/size) + parts[2], parts[0] == uint64(timeline)
}

// archiveFile copies a file into an archive. The copy appears complete or not at all, and never replaces another file.
func archiveFile(from, to string) error {
	there, err := os.ReadFile(to)
	if err == nil {
		content, err := os.ReadFile(from)
		// The rest of a file that a timeline was left in is never replayed. An earlier recovery may have left the same one.
		if err == nil && !bytes.Equal(there, content) && !strings.HasSuffix(from, ".partial") {
			err = fmt.Errorf("%s is another file than the recovery has made: %w", to, fs.ErrExist)
		}
		return err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	part := filepath.Join(filepath.Dir(to), "."+filepath.Base(to)+".recovery")
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := copyFile(from, part, io.Discard); err != nil {
		return err
	}
	if info, err := os.Stat(filepath.Dir(to)); err == nil {
		if err := likeOwner(part, info); err != nil {
			return err
		}
	}
	return os.Rename(part, to)
}

// likeOwner gives a file to the owner of its directory, if root works for another account.
func likeOwner(name string, as fs.FileInfo) error {
	stat, ok := as.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 {
		return nil
	}
	return os.Lchown(name, int(stat.Uid), int(stat.Gid))
}
