package app

import (
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
	"tradelog/internal/idempotency"
	"tradelog/internal/sequence"
	"tradelog/internal/wait"
	"tradelog/internal/witness"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/reactions/mails"
	"tradelog/reactions/relay"
)

// LossError refuses to work on a log that lost its newest events: something outside of the log knows of more events than it has.
type LossError struct {
	End   eventstore.Position `json:"end"`   // where the log ends
	Ahead []eventstore.Ahead  `json:"ahead"` // the ends that are known elsewhere
	// Rows tells that read models have rows of events that are gone, so that they must be rebuilt.
	Rows bool `json:"rows"`
	// Diverged tells that the log has another event at a position than the one that was seen there.
	Diverged bool `json:"diverged"`
}

// maxNamed is the number of things ahead of the log that the error names.
const maxNamed = 3

// Error names the things that are ahead of the log, and the remedy.
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

// seen returns the greatest position that is known to have been there.
func (e *LossError) seen() (at eventstore.Position) {
	for _, a := range e.Ahead {
		at = max(at, a.Position)
	}
	return at
}

// consistency compares a log with everything that is derived from it.
type consistency struct {
	pool  *pgxpool.Pool
	log   ends
	logID string
	dir   string // where witnesses are; empty for none

	patience time.Duration // with which an event store is looked at again; see settled
}

// settled compares as lost does, and repeats that for up to the patience while an event store may only be behind: a node that has just
// started, or follows another one, lacks the newest events for some seconds.
func (c consistency) settled(ctx context.Context, thorough bool) error {
	began := time.Now()
	for {
		err := c.lost(ctx, thorough)
		var loss *LossError
		if !errors.As(err, &loss) || !c.log.outside() || time.Since(began) >= c.patience || ctx.Err() != nil {
			return err
		}
		wait.For(ctx, min(c.patience, time.Second/2))
	}
}

// lost returns a *LossError when something knows of more events than the log has. It looks at one moment of the database. With thorough it
// also makes the comparisons that take long in a large shop.
func (c consistency) lost(ctx context.Context, thorough bool) error {
	return pgx.BeginTxFunc(ctx, c.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return c.lostIn(ctx, tx, thorough)
	})
}

func (c consistency) lostIn(ctx context.Context, tx pgx.Tx, thorough bool) error {
	// The witness is read before the database: events that are stored in between are no loss.
	noted, ok, err := c.witnessed()
	if err != nil {
		return err
	}
	head, last, err := c.log.ends(ctx, tx)
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
func (c consistency) rows(ctx context.Context, tx pgx.Tx, end eventstore.Position, thorough bool) (ahead []eventstore.Ahead, err error) {
	looks := []func() ([]eventstore.Ahead, error){
		func() ([]eventstore.Ahead, error) { return projections.Ahead(ctx, tx, end, thorough) },
		func() ([]eventstore.Ahead, error) { return reactions.Ahead(ctx, tx, end) },
		func() ([]eventstore.Ahead, error) { return relay.Ahead(ctx, tx, end) },
	}
	if thorough {
		looks = append(looks, func() ([]eventstore.Ahead, error) { return mails.Ahead(ctx, tx, end) })
	}
	for _, look := range looks {
		found, err := look()
		if err != nil {
			return nil, fmt.Errorf("compare the read models with the log: %w", err)
		}
		ahead = append(ahead, found...)
	}
	return ahead, nil
}

func (c consistency) witnessed() (witness.Seen, bool, error) {
	if c.dir == "" {
		return witness.Seen{}, false, nil
	}
	noted, ok, err := witness.Read(c.dir, c.logID)
	if err != nil {
		return noted, false, fmt.Errorf("read how far this installation has seen the log: %w", err)
	}
	return noted, ok, nil
}

// compareWitness looks for the event that this installation has seen last. In an earlier epoch it may be gone, which an
// operator has accepted.
func (c consistency) compareWitness(ctx context.Context, tx pgx.Tx, noted witness.Seen, loss *LossError) error {
	cuts, err := postgres.Cuts(ctx, tx)
	if err != nil || noted.Epoch < len(cuts) || noted.Position == 0 {
		return err
	}
	at := eventstore.Position(noted.Position)
	there, err := c.log.has(ctx, tx, eventstore.Mark{Position: at, Seal: noted.Seal})
	switch {
	case err != nil || there:
		return err
	case at > loss.End:
		loss.Ahead = append(loss.Ahead, eventstore.Ahead{
			What: "what this installation has seen (" + witness.Path(c.dir, c.logID) + ")", Position: at,
		})
	default:
		loss.Diverged = true
		loss.Ahead = append(loss.Ahead, eventstore.Ahead{
			What: "another event than this installation has seen (" + witness.Path(c.dir, c.logID) + ")", Position: at,
		})
	}
	return nil
}

func (a *App) consistency() consistency {
	c := consistency{pool: a.Pool, log: a.ends, logID: a.Store.LogID(), dir: a.Config.WitnessDir, patience: a.Config.EventStorePatience}
	if c.patience == 0 {
		c.patience = esdb.DefaultPatience
	}
	return c
}

// watch begins to note the end of the log that this program has seen, outside of the database.
func (a *App) watch(ctx context.Context) error {
	if a.Config.WitnessDir == "" {
		return nil
	}
	w, err := witness.Open(a.Config.WitnessDir, a.Store.LogID(), len(a.logCuts))
	if err != nil {
		return fmt.Errorf("note how far the log was seen: %w", err)
	}
	a.witness = w
	note := func(m eventstore.Mark) {
		if err := w.Note(int64(m.Position), m.Seal); err != nil {
			a.Config.Logger.Warn("note how far the log was seen", "error", err)
		}
	}
	newest, err := a.Store.Newest(ctx)
	if err != nil {
		return err
	}
	note(newest)
	a.Store.Note(note)
	return nil
}

// endWatch ends what watch has begun. The log is closed before, so that its last event is noted.
func (a *App) endWatch() {
	if a.witness == nil {
		return
	}
	if err := a.witness.Close(); err != nil {
		a.Config.Logger.Warn("note how far the log was seen", "error", err)
	}
}

// Effects decides whether e-mails are sent again after events were lost, since the record of sent e-mails may be lost too.
type Effects string

// RepeatEffects may send an e-mail twice. SkipEffects may leave e-mails out.
const (
	RepeatEffects Effects = "repeat"
	SkipEffects   Effects = "skip"
)

// ErrInstances refuses to accept a loss while instances run.
var ErrInstances = errors.New("instances are running on this database; stop them all first")

// AcceptLoss continues without the events that the log lost. It returns the loss, or nil when nothing was lost. Read models are made anew
// when the app is joined next; the log has a new epoch, so that positions of lost events are refused.
//
// known lists ends of the log that the caller knows of, besides those that are found: the end before the database was recovered to a
// moment, for example. A loss that was accepted for the present end of the log is not accepted again.
//
// All of it is one transaction, which holds the head of the log.
func (a *App) AcceptLoss(ctx context.Context, effects Effects, known ...eventstore.Ahead) (*LossError, error) {
	loss, err := a.loss(ctx, known)
	if loss == nil || err != nil {
		return nil, err
	}
	instances, err := a.Keys.Instances(ctx)
	if err != nil {
		return nil, err
	}
	if instances > 0 {
		return nil, fmt.Errorf("%w (%d)", ErrInstances, instances)
	}
	err = pgx.BeginFunc(ctx, a.Pool, func(tx pgx.Tx) error {
		end, err := a.acceptEnd(ctx, tx, loss.seen())
		if err != nil {
			return err
		}
		steps := []func() error{
			func() error { return reactions.PutBack(ctx, tx, end) },
			func() error { return relay.PutBack(ctx, tx, end) },
			func() error {
				return mails.PutBack(ctx, tx, end, a.Config.Clock(), effects == SkipEffects, a.ends.outside())
			},
			func() error { return idempotency.PutBack(ctx, tx, end) },
			func() error { return postgres.Snapshots{}.Discard(ctx, tx) },
			func() error { return sequence.Skip(ctx, tx, int64(max(1, loss.seen()-end))) },
		}
		if loss.Rows {
			steps = append(steps, func() error { return projections.Discard(ctx, tx) })
		}
		for _, step := range steps {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("go on without the lost events: %w", err)
	}
	return loss, nil
}

// acceptEnd begins a new epoch at the end of the log. It is a later one than this installation has seen: a database that was put back
// to before a cut knows nothing of that epoch, whose positions are not those of the new one.
func (a *App) acceptEnd(ctx context.Context, tx pgx.Tx, seen eventstore.Position) (end eventstore.Position, err error) {
	noted, ok, err := a.consistency().witnessed()
	if err != nil {
		return 0, err
	}
	for {
		if end, err = a.ends.accept(ctx, tx, seen); err != nil {
			return 0, err
		}
		cuts, err := postgres.Cuts(ctx, tx)
		if err != nil || !ok || len(cuts) > noted.Epoch {
			return end, err
		}
	}
}

// loss returns the loss of events that was found or follows from known ends of the log; nil if nothing is lost.
func (a *App) loss(ctx context.Context, known []eventstore.Ahead) (loss *LossError, err error) {
	err = a.consistency().settled(ctx, true)
	if errors.As(err, &loss) {
		err = nil
	}
	if err != nil || len(known) == 0 {
		return loss, err
	}
	newest, err := a.Store.Newest(ctx)
	if err != nil {
		return nil, err
	}
	if loss == nil {
		loss = &LossError{End: newest.Position}
		for _, c := range a.logCuts {
			known = slices.DeleteFunc(known, func(k eventstore.Ahead) bool { return c.Position == loss.End && c.Seen >= k.Position })
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

// State holds what Verify found to disagree with the log.
type State struct {
	Loss   *LossError        `json:"lost"`   // nil: nothing knows of more events than there are
	Behind []sequence.Behind `json:"behind"` // sequences that would number twice
	Cuts   []postgres.Cut    `json:"cuts"`   // accepted losses of events
	Move   *eventstore.Move  `json:"move"`   // the transfer of another log into this one that has not ended
}

// OK tells whether everything agrees with the log.
func (s State) OK() bool { return s.Loss == nil && len(s.Behind) == 0 && s.Move == nil }

// Err returns an error with the disagreement and the remedy; nil if there is none.
func (s State) Err() error {
	switch {
	case s.Loss != nil:
		return s.Loss
	case s.Move != nil:
		return &eventstore.UnfinishedError{Move: *s.Move}
	case len(s.Behind) > 0:
		return fmt.Errorf("%d sequences are behind the log and would give out identifiers twice; the next start of the server, or tradelog "+
			"projections rebuild --all, sets them past it", len(s.Behind))
	}
	return nil
}

// Verify compares the log with everything that is derived from it. The log itself is verified by package audit.
func (l *Log) Verify(ctx context.Context) (s State, err error) {
	s.Cuts = l.cuts
	if moving, ok := l.Store.(eventstore.MovingLog); ok {
		if s.Move, err = moving.Unfinished(ctx); err != nil {
			return s, err
		}
	}
	err = pgx.BeginTxFunc(ctx, l.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		err := consistency{pool: l.Pool, log: l.ends, logID: l.Store.LogID(), dir: l.witnessDir}.lostIn(ctx, tx, true)
		if err != nil && !errors.As(err, &s.Loss) {
			return err
		}
		s.Behind, err = sequence.FindBehind(ctx, tx)
		return err
	})
	return s, err
}

// cuts returns the positions where the log was cut.
func (a *App) cuts() (at []eventstore.Position) {
	for _, c := range a.logCuts {
		at = append(at, c.Position)
	}
	return at
}
