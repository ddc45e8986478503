package eventlog

import (
	"context"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// engineResource is the resource.
var engineResource = &operations.Resource{
	Name: "Engine", Section: "system", Permission: "engine", ACL: "system/engine", Label: "engine",
	Doc: "The parts of the program that follow the event log, and what they run on.",
}

// Engine has the followers of the event log. The errors of its changes are faults.
type Engine interface {
	Projectors(ctx context.Context) ([]documents.EngineProjector, error)
	Reactions(ctx context.Context) ([]documents.EngineReaction, error)
	Relays(ctx context.Context) ([]documents.EngineRelay, error)
	Installation(ctx context.Context) (documents.EngineInstallation, error)
	Backups(ctx context.Context) ([]documents.EngineBackup, error)
	Log(ctx context.Context) (documents.EngineLog, error)

	// Jobs lists the newest jobs on projectors of all processes, the newest first.
	Jobs(ctx context.Context) ([]documents.EngineJob, error)
	// Begin begins a job in the background of this process.
	Begin(ctx context.Context, kind, projector string, by eventstore.Actor, program string) (documents.EngineJob, error)
	// Cancel requests the end of a job of any process.
	Cancel(ctx context.Context, id int64) (documents.EngineJob, error)

	// Parked lists the events that reactions could not handle by reaction and position, at most a thousand.
	Parked(ctx context.Context) ([]documents.EngineParked, error)
	// Retry handles the parked events of a stream again, in order, until one fails.
	Retry(ctx context.Context, reaction, stream string) (documents.EngineRetried, error)
	// Skip skips a parked event.
	Skip(ctx context.Context, reaction string, at eventstore.Position, reason string) error
}

type engineHandlers struct{ engine Engine }

// NewEngine makes the operations that operators see the engine of the shop by, and move it: projectors, reactions, relays, instances,
// backups and the verification of the log. The console and the command line offer them; no interface does.
func NewEngine(e Engine) []*operations.Operation {
	h := &engineHandlers{e}
	return []*operations.Operation{
		reads(operations.List, "engine.projectors", "List the projectors",
			"Lists the projectors with position, lag, rate, state and the lags of the last hour.", h.projectors),
		reads(operations.List, "engine.jobs", "List jobs on projectors",
			"Lists rebuilds, rollbacks and verifications that any process has begun, the newest first.", h.jobs),
		writes("engine.jobs.start", "Begin a job on a projector", "Begins a rebuild, a rollback or a verification of a projector. One job at a "+
			"time has a projector.", "the job works in the background and is not undone", h.start),
		writes("engine.jobs.cancel", "Cancel a job on a projector", "Asks a running job for its end. The rows that serve stay as they are.",
			"a job ends in the background", h.cancel),
		reads(operations.List, "engine.reactions", "List the reactions",
			"Lists the reactions with position, lag, rate and the number of events that they could not handle.", h.reactions),
		reads(operations.List, "engine.parked", "List parked events", "Lists events that reactions could not handle.", h.parked),
		writes("engine.parked.retry", "Retry parked events", "Handles the parked events of a stream again, in order, until one fails.",
			"what a reaction does cannot be tried", h.retry),
		writes("engine.parked.skip", "Skip a parked event", "Leaves a parked event out for good. The log has the reason and who did it.",
			"the event would have to be parked again", h.skip),
		reads(operations.List, "engine.relays", "List the relays", "Lists the relays to brokers with positions and lags.", h.relays),
		reads(operations.Get, "engine.installation", "Get the instances",
			"Lists the running instances with their roles, and what needs an operator.", h.installation),
		reads(operations.List, "engine.backups", "List known backups",
			"Lists the backups that were made of the database, the newest first. Nobody tells whether their files are still there.", h.backups),
		reads(operations.Get, "engine.log", "Get the verification of the log", "Tells how far the seals of the log were verified.", h.log),
	}
}

func reads[Out any](
	verb operations.Verb,
	name, summary, doc string,
	handler operations.Handler[operations.None, Out],
) *operations.Operation {
	return operations.Define(operations.Declaration{
		Resource: engineResource, Verb: verb, Unrouted: operations.Unrouted{Name: name, Console: true},
		Access: operations.Backend.Access("engine/read"), Response: operations.Response{NoStore: true}, Summary: summary, Doc: doc,
	}, handler)
}

func writes[In, Out any](name, summary, doc, untried string, handler operations.Handler[In, Out]) *operations.Operation {
	return operations.Define(operations.Declaration{
		Resource: engineResource, Verb: operations.Action, Unrouted: operations.Unrouted{Name: name, Console: true},
		Access: operations.Backend.Access("engine/write"), Summary: summary, Doc: doc, Effect: operations.Effect{Untried: untried},
	}, handler)
}

type none = operations.None

func (h *engineHandlers) projectors(ctx context.Context, _ *operations.Call, _ none) ([]documents.EngineProjector, error) {
	return h.engine.Projectors(ctx)
}

func (h *engineHandlers) reactions(ctx context.Context, _ *operations.Call, _ none) ([]documents.EngineReaction, error) {
	return h.engine.Reactions(ctx)
}

func (h *engineHandlers) relays(ctx context.Context, _ *operations.Call, _ none) ([]documents.EngineRelay, error) {
	return h.engine.Relays(ctx)
}

func (h *engineHandlers) installation(ctx context.Context, _ *operations.Call, _ none) (documents.EngineInstallation, error) {
	return h.engine.Installation(ctx)
}

func (h *engineHandlers) backups(ctx context.Context, _ *operations.Call, _ none) ([]documents.EngineBackup, error) {
	return h.engine.Backups(ctx)
}

func (h *engineHandlers) log(ctx context.Context, _ *operations.Call, _ none) (documents.EngineLog, error) {
	return h.engine.Log(ctx)
}

func (h *engineHandlers) jobs(ctx context.Context, _ *operations.Call, _ none) ([]documents.EngineJob, error) {
	return h.engine.Jobs(ctx)
}

type startInput struct {
	Projector string `json:"projector" required:"true" doc:"name of the projector"`
	Kind      string `json:"kind" required:"true" enum:"rebuild,rollback,verify" doc:"what is done"`
}

// kinds are the kinds of jobs.
var kinds = []string{"rebuild", "rollback", "verify"}

func (h *engineHandlers) start(ctx context.Context, c *operations.Call, in startInput) (documents.EngineJob, error) {
	if !slices.Contains(kinds, in.Kind) {
		return documents.EngineJob{}, fault.Invalidf("kind must be one of %s.", strings.Join(kinds, ", ")).About(fault.Choice, "kind")
	}
	return h.engine.Begin(ctx, in.Kind, in.Projector, c.Command.Actor, program(c))
}

// program returns the name of the caller's program.
func program(c *operations.Call) string {
	if c.Caller.Client != "" {
		return c.Caller.Client
	}
	return c.Caller.Via
}

type cancelJobInput struct {
	ID int64 `json:"id" required:"true" doc:"number of the job"`
}

func (h *engineHandlers) cancel(ctx context.Context, _ *operations.Call, in cancelJobInput) (documents.EngineJob, error) {
	return h.engine.Cancel(ctx, in.ID)
}

func (h *engineHandlers) parked(ctx context.Context, _ *operations.Call, _ none) ([]documents.EngineParked, error) {
	return h.engine.Parked(ctx)
}

type retryInput struct {
	Reaction string `json:"reaction" required:"true" doc:"name of the reaction"`
	Stream   string `json:"stream" required:"true" doc:"stream whose parked events are handled again"`
}

func (h *engineHandlers) retry(ctx context.Context, _ *operations.Call, in retryInput) (documents.EngineRetried, error) {
	return h.engine.Retry(ctx, in.Reaction, in.Stream)
}

type skipInput struct {
	Reaction string `json:"reaction" required:"true" doc:"name of the reaction"`
	Position int64  `json:"position" required:"true" doc:"position of the event"`
	Reason   string `json:"reason" required:"true" doc:"why it need not be handled, kept in the log; must not identify a person"`
}

func (h *engineHandlers) skip(ctx context.Context, _ *operations.Call, in skipInput) (operations.Nothing, error) {
	if in.Position < 1 {
		return operations.Nothing{}, fault.Invalidf("position must be that of a parked event.").About(fault.Unknown, "position")
	}
	return operations.Nothing{}, h.engine.Skip(ctx, in.Reaction, eventstore.Position(in.Position), in.Reason)
}
