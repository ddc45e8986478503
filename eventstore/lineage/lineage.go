package lineage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
	"tradelog/eventstore/esdb"
	"tradelog/eventstore/postgres"
	"tradelog/internal/wait"
)

// LossError refuses to work on a log that lost its newest events: some record knows of more events than there are.
type LossError struct {
	End   eventstore.Position `json:"end"`   // the end of the log
	Ahead []eventstore.Ahead  `json:"ahead"` // the records that know of more
	// Rows tells that the database itself has rows of events that are gone, so that its read models must be made anew.
	Rows bool `json:"rows"`
	// Diverged tells that the log has another event at a position than was seen there.
	Diverged bool `json:"diverged"`
}

// maxNamed bounds the number of such records that an error names.
const maxNamed = 3

// Error names these records and the remedy.
func (e *LossError) Error() string {
	var named []string
	for _, a := range e.Ahead[:min(maxNamed, len(e.Ahead))] {
		named = append(named, a.String())
	}
	if more := len(e.Ahead) - maxNamed; more > 0 {
		named = append(named, fmt.Sprintf("%d more", more))
	}
	what := "lost events"
	if e.Diverged {
		what = "diverged: its events are not those that were seen here, so some were lost and others stored in their places"
	}
	return fmt.Sprintf("the event log %s: it ends at position %d, but %s. Nothing was changed. "+
		"If there is a database with these events, use that one. To go on without them, stop all instances, and run "+
		"tradelog projections rebuild --all with the same --data and --database; docs/operating.md tells what becomes of what", what, e.End,
		strings.Join(named, ", "))
}

// Unwrap makes errors.Is(err, eventstore.ErrLogLost) true.
func (e *LossError) Unwrap() error { return eventstore.ErrLogLost }

// Seen returns the greatest position that is known to have been there.
func (e *LossError) Seen() (at eventstore.Position) {
	for _, a := range e.Ahead {
		at = max(at, a.Position)
	}
	return at
}

// Trace finds rows of events after the end of the log in tables that are made of the log. A thorough search looks at all of them,
// also where that takes long in a large shop.
type Trace func(ctx context.Context, tx pgx.Tx, end eventstore.Position, thorough bool) ([]eventstore.Ahead, error)

// Checker compares a log with everything that was made of it.
type Checker struct {
	Pool  *pgxpool.Pool
	Ends  Ends
	LogID string
	// WitnessDir has the witnesses of logs, see Noting. Empty: there are none.
	WitnessDir string
	// Patience is how long an event store is looked at again before it has lost events; esdb.DefaultPatience if it is 0.
	Patience time.Duration
	Traces   []Trace
}

// Check fails with a *LossError when a record knows of more events than the log has. It looks again while an event store may only be
// behind. A node that has just started, or follows, lacks the newest events for some seconds.
func (c Checker) Check(ctx context.Context, thorough bool) error {
	patience := cmp.Or(c.Patience, esdb.DefaultPatience)
	began := time.Now()
	for {
		err := c.findLoss(ctx, thorough)
		var loss *LossError
		if !errors.As(err, &loss) || !c.Ends.Outside() || time.Since(began) >= patience || ctx.Err() != nil {
			return err
		}
		wait.For(ctx, min(patience, time.Second/2))
	}
}

// findLoss returns a *LossError when a record knows of more events than the log has. It looks at one moment of the database. thorough: it
// also looks at tables that take long in a large shop.
func (c Checker) findLoss(ctx context.Context, thorough bool) error {
	return pgx.BeginTxFunc(ctx, c.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return c.findLossIn(ctx, tx, thorough)
	})
}

func (c Checker) findLossIn(ctx context.Context, tx pgx.Tx, thorough bool) error {
	// Before the database is looked at: events that are seen while this goes on are no loss.
	noted, ok, err := c.witnessed()
	if err != nil {
		return err
	}
	head, last, err := c.Ends.Ends(ctx, tx)
	if err != nil {
		return err
	}
	if last > head {
		return fmt.Errorf("the event log is damaged: it says that it ends at position %d, and there is an event at %d; "+
			"tradelog events verify tells more", head, last)
	}
	loss := &LossError{End: last}
	if head > last {
		loss.Ahead = append(loss.Ahead, eventstore.Ahead{What: "its own head", Position: head})
	}
	if ok { // first, because it is the surest sign, and not everything is named
		if err := c.compareWitness(ctx, tx, noted, loss); err != nil {
			return err
		}
	}
	rows, err := c.rows(ctx, tx, loss.End, thorough)
	if err != nil {
		return err
	}
	loss.Rows = head > last || len(rows) > 0
	loss.Ahead = append(loss.Ahead, rows...)
	if len(loss.Ahead) > 0 {
		return loss
	}
	return nil
}

// rows looks for rows of events after the end.
func (c Checker) rows(ctx context.Context, tx pgx.Tx, end eventstore.Position, thorough bool) (ahead []eventstore.Ahead, err error) {
	for _, trace := range c.Traces {
		found, err := trace(ctx, tx, end, thorough)
		if err != nil {
			return nil, fmt.Errorf("compare the read models with the log: %w", err)
		}
		ahead = append(ahead, found...)
	}
	return ahead, nil
}

func (c Checker) witnessed() (seenEnd, bool, error) {
	if c.WitnessDir == "" {
		return seenEnd{}, false, nil
	}
	noted, ok, err := readWitness(c.WitnessDir, c.LogID)
	if err != nil {
		return noted, false, fmt.Errorf("read how far this installation has seen the log: %w", err)
	}
	return noted, ok, nil
}

// compareWitness looks for the event that this installation has seen last. In an earlier epoch it may be gone, which an
// operator has accepted.
func (c Checker) compareWitness(ctx context.Context, tx pgx.Tx, noted seenEnd, loss *LossError) error {
	cuts, err := postgres.Cuts(ctx, tx)
	if err != nil || noted.Epoch < len(cuts) || noted.Position == 0 {
		return err
	}
	at := eventstore.Position(noted.Position)
	there, err := c.Ends.Has(ctx, tx, eventstore.Mark{Position: at, Seal: noted.Seal})
	switch {
	case err != nil || there:
		return err
	case at > loss.End:
		loss.Ahead = append(loss.Ahead, eventstore.Ahead{
			What: "what this installation has seen (" + witnessPath(c.WitnessDir, c.LogID) + ")", Position: at,
		})
	default:
		loss.Diverged = true
		loss.Ahead = append(loss.Ahead, eventstore.Ahead{
			What: "another event than this installation has seen (" + witnessPath(c.WitnessDir, c.LogID) + ")", Position: at,
		})
	}
	return nil
}

// errInstances refuses to accept a loss while instances run.
var errInstances = errors.New("instances are running on this database; stop them all first")

// Step makes a thing that is made of the log forget the events after its end.
type Step func(ctx context.Context, tx pgx.Tx, end eventstore.Position) error

// Accept goes on without the events that the log lost. The log then has a new epoch, so that positions of lost events are refused. The
// steps put back everything that is made of the log. All of it is one transaction, which holds the head of the log. It fails with
// errInstances while instances run.
func (c Checker) Accept(ctx context.Context, loss *LossError, instances func(context.Context) (int, error), steps ...Step) error {
	switch running, err := instances(ctx); {
	case err != nil:
		return err
	case running > 0:
		return fmt.Errorf("%w (%d)", errInstances, running)
	}
	err := pgx.BeginFunc(ctx, c.Pool, func(tx pgx.Tx) error {
		end, err := c.acceptEnd(ctx, tx, loss.Seen())
		for _, step := range steps {
			if err != nil {
				return err
			}
			err = step(ctx, tx, end)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("go on without the lost events: %w", err)
	}
	return nil
}

// acceptEnd begins a new epoch at the end of the log. The epoch is later than any that this installation has seen. A database that was put
// back to before a cut knows nothing of that epoch, whose positions are not those of the new one.
func (c Checker) acceptEnd(ctx context.Context, tx pgx.Tx, seen eventstore.Position) (end eventstore.Position, err error) {
	noted, ok, err := c.witnessed()
	if err != nil {
		return 0, err
	}
	for {
		if end, err = c.Ends.Accept(ctx, tx, seen); err != nil {
			return 0, err
		}
		cuts, err := postgres.Cuts(ctx, tx)
		if err != nil || !ok || len(cuts) > noted.Epoch {
			return end, err
		}
	}
}

// Loss returns the loss, found or known; nil when there is none.
//
// known lists records of the caller that know of more events, besides the found ones. An example is the end of a log before its database
// was recovered to a moment. A loss that was accepted for the present end before, by a cut, is not accepted again.
func (c Checker) Loss(
	ctx context.Context, log eventstore.Log, cuts []postgres.Cut, known []eventstore.Ahead,
) (loss *LossError, err error) {
	err = c.Check(ctx, true)
	if errors.As(err, &loss) {
		err = nil
	}
	if err != nil || len(known) == 0 {
		return loss, err
	}
	newest, err := log.Newest(ctx)
	if err != nil {
		return nil, err
	}
	if loss == nil {
		loss = &LossError{End: newest.Position}
		for _, cut := range cuts {
			known = slices.DeleteFunc(known, func(k eventstore.Ahead) bool { return cut.Position == loss.End && cut.Seen >= k.Position })
		}
	}
	for _, k := range known {
		if k.Position > loss.End {
			loss.Ahead = append(loss.Ahead, k)
		}
	}
	if len(loss.Ahead) == 0 {
		return nil, nil
	}
	return loss, nil
}

// Find returns the loss that a thorough check finds at one moment of the database, or nil.
func (c Checker) Find(ctx context.Context, tx pgx.Tx) (loss *LossError, err error) {
	if err = c.findLossIn(ctx, tx, true); errors.As(err, &loss) {
		err = nil
	}
	return loss, err
}
