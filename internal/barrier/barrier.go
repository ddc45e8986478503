// Package barrier waits until all running instances have reached a position of the log. A command uses it before it reports
// that its change has taken effect everywhere.
//
//	command ── NOTIFY call "id position" ──▶ every instance: wait until it is there
//	command ◀── NOTIFY answer "id name" ──── each of them
//
// Notifications carry only the number of the call and the name of the instance that answers. The call is repeated until all
// instances have answered, because an instance may be starting or may have lost its connection.
package barrier

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/internal/dedicated"
	"tradelog/internal/wait"
)

const (
	calls   = "tradelog_call"
	answers = "tradelog_answer"
)

// Answer answers the calls of others for this instance until the context ends. reach returns when the instance has reached a
// position.
func Answer(ctx context.Context, pool *pgxpool.Pool, logger *slog.Logger, reach func(ctx context.Context, position int64) error) {
	name := rand.Text()
	for ctx.Err() == nil {
		if err := answer(ctx, pool, logger, name, reach); err != nil && ctx.Err() == nil {
			logger.Warn("answering calls was interrupted", "error", err)
			wait.For(ctx, time.Second)
		}
	}
}

func answer(ctx context.Context, pool *pgxpool.Pool, logger *slog.Logger, name string, reach func(context.Context, int64) error) error {
	conn, err := dedicated.Listen(ctx, pool, "tradelog calls", calls)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		var id string
		var position int64
		if _, err := fmt.Sscanf(n.Payload, "%s %d", &id, &position); err != nil {
			continue
		}
		reaching, cancel := context.WithTimeout(ctx, 5*time.Second)
		err = reach(reaching, position)
		cancel()
		if err != nil {
			logger.Warn("cannot confirm a position yet", "position", position, "error", err)
			continue
		}
		if _, err := conn.Exec(ctx, `SELECT pg_notify($1, $2)`, answers, id+" "+name); err != nil {
			return err
		}
	}
}

// again is how long Ask waits for an answer before it asks once more.
const again = time.Second

// Ask waits until all running instances have confirmed that they reached a position. It counts them each time it asks, because some may
// end meanwhile. If the context ends first, it returns how many of how many did.
func Ask(
	ctx context.Context, pool *pgxpool.Pool, instances func(context.Context) (int, error), position int64,
) (confirmed, of int, err error) {
	conn, err := dedicated.Listen(ctx, pool, "tradelog calls", answers)
	if err != nil {
		return 0, 0, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	id := strings.ReplaceAll(uuid.NewString(), "-", "")
	answered := map[string]bool{}
	for {
		running, err := instances(ctx)
		if err != nil {
			return len(answered), of, err
		}
		if running < of {
			clear(answered) // perhaps of one that has ended
		}
		if of = running; len(answered) >= of {
			return len(answered), of, nil
		}
		if _, err := conn.Exec(ctx, `SELECT pg_notify($1, $2)`, calls, fmt.Sprintf("%s %d", id, position)); err != nil {
			return len(answered), of, err
		}
		err = dedicated.Receive(ctx, conn, again, func(payload string) bool {
			if to, name, ok := strings.Cut(payload, " "); ok && to == id {
				answered[name] = true
			}
			return len(answered) >= of
		})
		if err != nil {
			return len(answered), of, err
		}
	}
}
