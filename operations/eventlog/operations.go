package eventlog

import (
	"context"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/locale"
	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/eventstore/tally"
	"tradelog/eventstore/trail"
	"tradelog/operations"
	"tradelog/readmodels/freshness"
)

// logResource is the resource of this package.
var logResource = &operations.Resource{
	Name: "EventLog", Section: "audit", Permission: "audit", ACL: "audit", Label: "event log", NoTools: true,
	Doc: "The event log, which is the only source of truth of the shop.",
}

// Services are the dependencies of the operations.
type Services struct {
	Store  eventstore.Store
	Reader *trail.Reader
	Kinds  []trail.Kind // kinds of things with a trail: their permissions decide about personal fields
	// Tally counts the log; nil if the log is in an event store.
	Tally *tally.Tally
	// Runs verify the whole log.
	Runs *audit.Verifications
	// Proof returns how far the log was verified in the background and proved; nil if its events have no seals.
	Proof func(ctx context.Context) (*Proof, error)
	// Checkpoints lists checkpoints before a position, the newest first; 0 is the end of the log.
	Checkpoints func(ctx context.Context, before eventstore.Position, most int) ([]Checkpoint, error)
	// Archives lists the archives that this installation has written or verified.
	Archives func(ctx context.Context) ([]KnownArchive, error)
	// Ending ends live answers with the program.
	Ending *Ending
}

// New makes the operations.
func New(s Services) []*operations.Operation {
	sealed, _ := eventstore.Sealed(s.Store)
	h := &handlers{s, sealed}
	read := func(name string, verb operations.Verb, summary, doc string) operations.Declaration {
		return operations.Declaration{
			Resource: logResource, Unrouted: operations.Unrouted{Name: name}, Verb: verb, Access: operations.Backend.Access("audit/read"),
			Response: operations.Response{NoStore: true}, Summary: summary, Doc: doc,
		}
	}
	const untried = "a verification changes nothing in the shop"
	verify := read("log.verify", operations.Action, "Verify the log",
		"Begins to verify the whole log in the background. There is one verification at a time.")
	cancel := read("log.verify.cancel", operations.Action, "Cancel a verification", "Ends a verification of the log, wherever it runs.")
	verify.Effect.Untried, cancel.Effect.Untried = untried, untried
	return []*operations.Operation{
		operations.Define(read("log.counts", operations.Get, "Count events",
			"Tells how many events and streams each category has, and how many events each type."), guarded(h, h.counts)),
		operations.Define(read("log.streams", operations.Get, "List streams",
			"Lists streams in the order of their names, with their numbers of events."), guarded(h, h.streams)),
		operations.Define(read("log.stream", operations.Get, "Read a stream",
			"Returns events of one stream, the newest first."), guarded(h, h.stream)),
		operations.Define(read("log.event", operations.Get, "Read an event",
			"Returns one event with its data, its metadata and the events that it led to."), guarded(h, h.event)),
		operations.DefineStreamed(read("log.tail", operations.Get, "Follow the log",
			"Returns the newest events that meet some conditions; live, new ones as they come."), operations.Live{}, guarded(h, h.newest), h.follow),
		operations.Define(read("log.rates", operations.Get, "Events over time",
			"Tells how many events were recorded in each minute, hour or day, and of which types."), guarded(h, h.rates)),
		operations.Define(read("log.state", operations.Get, "State of the log",
			"Tells how large the log is, where it ends, and how far it is verified and signed."), guarded(h, h.state)),
		operations.Define(read("log.checkpoints", operations.Get, "List checkpoints of the log",
			"Lists signed checkpoints, the newest first, and tells what archives the log has."), guarded(h, h.checkpoints)),
		operations.Define(read("log.verifications", operations.Get, "List verifications",
			"Lists verifications of the whole log with their progress and results, the newest first."), guarded(h, h.verifications)),
		operations.Define(verify, guarded(h, h.verify)),
		operations.Define(cancel, guarded(h, h.cancel)),
	}
}

type handlers struct {
	Services
	sealed eventstore.SealedStore // the log; nil if it is in an event store, which has no surveys
}

// guarded lets a handler run for callers who may see the whole log. Answers are not cached, because the log itself has no versions.
func guarded[In, Out any](h *handlers, do operations.Handler[In, Out]) operations.Handler[In, Out] {
	return func(ctx context.Context, c *operations.Call, in In) (out Out, err error) {
		freshness.ReadingFrom(ctx).Unknown()
		if err := h.admits(c); err != nil {
			return out, err
		}
		return do(ctx, c, in)
	}
}

func (h *handlers) admits(c *operations.Call) error {
	if c.AllowedStores() != nil {
		return fault.Forbiddenf("The event log is for tokens that are not restricted to stores.")
	}
	return nil
}

// opens returns a function that tells whether the caller may see the personal fields of a category.
func (h *handlers) opens(c *operations.Call) func(category string) bool {
	return trail.Opens(h.Kinds, c.BackendReader)
}

// language returns the language of sentences: the given one, or that of the store view.
func language(c *operations.Call, code string) trail.Language {
	if code == "" {
		code = c.Config().Text("general/locale/code")
	}
	return trail.Language(locale.Of(code, nil).Language())
}

// surveyed returns the log if it supports surveys.
func (h *handlers) surveyed() (eventstore.SealedStore, error) {
	if h.sealed != nil {
		return h.sealed, nil
	}
	return nil, fault.Preconditionf("The log of this installation is in an event store, which neither lists nor counts its streams here. " +
		"Its own programs do.")
}

// bounded returns a number of rows from 1 to most, or the usual one.
func bounded(limit, usual, most int) (int, error) {
	switch {
	case limit == 0:
		return usual, nil
	case limit < 0 || limit > most:
		return 0, fault.Invalidf("limit must be from 1 to %d.", most).About(fault.Range, "limit")
	}
	return limit, nil
}

func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}
