package installation

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/postgres"
)

// State tells whether an installation agrees with its log: it holds the disagreements that VerifyState found.
type State struct {
	Loss   *lineage.LossError `json:"lost"`   // nil: nothing knows of more events than there are
	Behind []SequenceBehind   `json:"behind"` // sequences that would number twice
	Cuts   []postgres.Cut     `json:"cuts"`   // where events were lost and that was accepted
	Move   *eventstore.Move   `json:"move"`   // the transfer of another log into this one that has not ended
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

// VerifyState compares a log with everything that is derived from it, at one moment of the database. cuts are those of the log.
func VerifyState(ctx context.Context, log eventstore.Log, checker lineage.Checker, cuts []postgres.Cut) (s State, err error) {
	s.Cuts = cuts
	if s.Move, err = log.Unfinished(ctx); err != nil {
		return s, err
	}
	err = pgx.BeginTxFunc(ctx, checker.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if s.Loss, err = checker.Find(ctx, tx); err != nil {
			return err
		}
		s.Behind, err = sequencesBehind(ctx, tx)
		return err
	})
	return s, err
}
