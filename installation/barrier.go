package installation

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
	callsChannel   = "tradelog_call"
	answersChannel = "tradelog_answer"
)

// AnswerCalls answers the calls of others for this instance until the context ends. reach returns when the instance has reached a position,
// with a word that InstanceStates tells the caller; it may be empty.
func AnswerCalls(
	ctx context.Context,
	pool *pgxpool.Pool,
	logger *slog.Logger,
	reach func(ctx context.Context, position int64) (string, error),
) {
	name := rand.Text()
	for ctx.Err() == nil {
		if err := answerCalls(ctx, pool, logger, name, reach); err != nil && ctx.Err() == nil {
			logger.Warn("answering calls was interrupted", "error", err)
			wait.For(ctx, time.Second)
		}
	}
}

func answerCalls(
	ctx context.Context, pool *pgxpool.Pool, logger *slog.Logger, name string, reach func(context.Context, int64) (string, error),
) error {
	conn, err := dedicated.Listen(ctx, pool, "tradelog calls", callsChannel)
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
		state, err := reach(reaching, position)
		cancel()
		if err != nil {
			logger.Warn("cannot confirm a position yet", "position", position, "error", err)
			continue
		}
		if _, err := conn.Exec(ctx, `SELECT pg_notify($1, $2)`, answersChannel, strings.TrimSpace(id+" "+name+" "+state)); err != nil {
			return err
		}
	}
}

// repeatAfter is the time that AskInstances waits for answers before it asks once more.
const repeatAfter = time.Second

// AskInstances waits until all running instances have confirmed that they reached a position. It counts them each time it asks, because
// some may end meanwhile. If the context ends first, it returns the number of instances that confirmed, and of how many.
func AskInstances(
	ctx context.Context, pool *pgxpool.Pool, instances func(context.Context) (int, error), position int64,
) (confirmed, of int, err error) {
	states, of, err := InstanceStates(ctx, pool, instances, position)
	return len(states), of, err
}

// InstanceStates asks as AskInstances does, and returns the states that the instances report, by their names. Instances of earlier versions
// report empty text.
func InstanceStates(
	ctx context.Context, pool *pgxpool.Pool, instances func(context.Context) (int, error), position int64,
) (answered map[string]string, of int, err error) {
	conn, err := dedicated.Listen(ctx, pool, "tradelog calls", answersChannel)
	if err != nil {
		return nil, 0, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	id := strings.ReplaceAll(uuid.NewString(), "-", "")
	answered = map[string]string{}
	for {
		running, err := instances(ctx)
		if err != nil {
			return answered, of, err
		}
		if running < of {
			clear(answered) // perhaps of one that has ended
		}
		if of = running; len(answered) >= of {
			return answered, of, nil
		}
		if _, err := conn.Exec(ctx, `SELECT pg_notify($1, $2)`, callsChannel, fmt.Sprintf("%s %d", id, position)); err != nil {
			return answered, of, err
		}
		err = dedicated.Receive(ctx, conn, repeatAfter, func(payload string) bool {
			if to, said, ok := strings.Cut(payload, " "); ok && to == id {
				name, state, _ := strings.Cut(said, " ")
				answered[name] = state
			}
			return len(answered) >= of
		})
		if err != nil {
			return answered, of, err
		}
	}
}
