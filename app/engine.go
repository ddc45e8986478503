package app

import (
	"context"
	"errors"
	"fmt"

	"tradelog/app/monitoring"
	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/fault"
	"tradelog/domain/parking"
	"tradelog/eventstore"
	"tradelog/installation"
	"tradelog/installation/backup"
	"tradelog/operations"
	"tradelog/operations/eventlog"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/reactions/relay"
	"tradelog/readmodels/documents"
)

// engineModule shows and moves the engine: projectors, reactions, relays, instances, backups, and the verification of the log.
var engineModule = Module{
	Name:    "engine",
	Streams: reactions.ParkingStreams(),
	Events:  parking.EventSpecs(),
	Changes: change.Area{Events: change.HideAll("decisions about parked events change no resource", parking.EventSpecs()...)},
	Operations: func(s Services) []*operations.Operation {
		return eventlog.NewEngine(&engineParts{s, s.background})
	},
}

// engineParts are the dependencies of the engine's operations.
type engineParts struct {
	Services
	*background
}

// Projectors implements engine.Engine.
func (e *engineParts) Projectors(ctx context.Context) ([]documents.EngineProjector, error) {
	statuses, err := e.Projections.Statuses(ctx)
	if err != nil {
		return nil, err
	}
	jobs, err := e.Jobs(ctx)
	if err != nil {
		return nil, err
	}
	working := map[string]*documents.EngineJob{}
	for i, j := range jobs {
		if j.State == jobRuns {
			working[j.Projector] = &jobs[i]
		}
	}
	list := make([]documents.EngineProjector, len(statuses))
	for i, s := range statuses {
		samples := e.lags.Of(monitoring.Projector(s.Projector))
		p := documents.EngineProjector{
			Type: "EngineProjector", Name: s.Projector, Version: s.Version, State: "running", Position: int64(s.Position), LagEvents: s.Lag,
			LagSeconds: measured(samples, s.Lag), PerSecond: monitoring.Rate(samples), Error: s.Error, ErrorPosition: s.ErrorPosition,
			ErrorEvent: s.ErrorEvent, FailedAt: documents.OptionalTime(domain.Value(s.FailedAt)), UpdatedAt: documents.Time(s.UpdatedAt),
			CanRollBack: s.CanRollBack, Job: working[s.Projector], Lags: lagsOf(samples),
		}
		switch {
		case p.Job != nil && p.Job.Kind == string(projections.JobRebuild):
			p.State = "rebuilding"
		case s.Error != nil:
			p.State = "stopped"
		}
		list[i] = p
	}
	return list, nil
}

// measured returns the last measured age of the oldest unread event, in seconds; 0 if there is none now.
func measured(samples []monitoring.Lag, behind int64) float64 {
	if behind == 0 || len(samples) == 0 {
		return 0
	}
	return samples[len(samples)-1].Seconds
}

func lagsOf(samples []monitoring.Lag) []documents.EngineLag {
	lags := make([]documents.EngineLag, len(samples))
	for i, s := range samples {
		lags[i] = documents.EngineLag{At: documents.Time(s.At), Events: s.Events, Seconds: s.Seconds}
	}
	return lags
}

// jobRuns is the state of a job that has not ended.
const jobRuns = "running"

// listedJobs bounds the number of jobs in the list.
const listedJobs = 100

// Jobs implements engine.Engine.
func (e *engineParts) Jobs(ctx context.Context) ([]documents.EngineJob, error) {
	jobs, err := e.Projections.Jobs(ctx, listedJobs)
	if err != nil {
		return nil, err
	}
	list := make([]documents.EngineJob, len(jobs))
	for i, j := range jobs {
		list[i] = jobOf(j)
	}
	return list, nil
}

func jobOf(j projections.Job) documents.EngineJob {
	d := documents.EngineJob{
		Type: "EngineJob", ID: j.ID, Projector: j.Projector, Kind: string(j.Kind), State: j.Result, Canceling: j.Canceled && j.Result == "",
		Step: j.Step, Position: int64(j.Position), Target: int64(j.Target), PerSecond: j.PerSecond, StartedBy: j.StartedBy, Program: j.Program,
		StartedAt: documents.Time(j.StartedAt), EndedAt: documents.OptionalTime(domain.Value(j.EndedAt)), Error: documents.Optional(j.Error),
		Differences: []documents.EngineDifference{},
	}
	if d.State == "" {
		d.State = jobRuns
	}
	if left, known := j.Left(); known {
		seconds := left.Seconds()
		d.SecondsLeft = &seconds
	}
	for _, f := range j.Differences {
		d.Differences = append(d.Differences, documents.EngineDifference(f))
	}
	return d
}

// job returns a job by its ID, also one that another process runs.
func (e *engineParts) job(ctx context.Context, id int64) (documents.EngineJob, error) {
	j, err := e.Projections.Job(ctx, id)
	return jobOf(j), engineFault(err)
}

// Begin implements engine.Engine.
func (e *engineParts) Begin(
	ctx context.Context, kind, projector string, by eventstore.Actor, program string,
) (documents.EngineJob, error) {
	ctx = projections.StartedBy(ctx, projections.Starter{By: starter(by), Program: program})
	id, err := e.jobs.Begin(ctx, projections.JobKind(kind), projector)
	if err != nil {
		return documents.EngineJob{}, engineFault(err)
	}
	return e.job(ctx, id)
}

// starter names an account without the name of its person, who can be forgotten.
func starter(by eventstore.Actor) string {
	if by.ID == 0 {
		return by.Kind
	}
	return fmt.Sprintf("%s %d", by.Kind, by.ID)
}

// Cancel implements engine.Engine.
func (e *engineParts) Cancel(ctx context.Context, id int64) (documents.EngineJob, error) {
	if err := e.Projections.CancelJob(ctx, id); err != nil {
		return documents.EngineJob{}, engineFault(err)
	}
	return e.job(ctx, id)
}

// engineFault turns failures that a caller can correct into faults.
func engineFault(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, projections.ErrUnknownProjector):
		return fault.NotFoundf("There is no projector of that name.").WithCause(err)
	case errors.Is(err, projections.ErrNoJob):
		return fault.NotFoundf("There is no running job with that number.").WithCause(err)
	case errors.Is(err, projections.ErrBusy):
		return fault.Conflictf("Another job has the projector. Wait for its end, or cancel it.").WithCause(err)
	case errors.Is(err, projections.ErrNothingKept):
		return fault.Preconditionf("The projector has no earlier tables to go back to. They are kept after a rebuild.").WithCause(err)
	case errors.Is(err, projections.ErrNoJobs):
		return fault.New(fault.Unavailable, "This instance is starting or ending. Try again.").WithCause(err)
	case errors.Is(err, reactions.ErrNoReaction):
		return fault.NotFoundf("There is no reaction of that name.").WithCause(err)
	case errors.Is(err, reactions.ErrNotParked):
		return fault.NotFoundf("The event is not parked.").WithCause(err)
	}
	return err
}

// Reactions implements engine.Engine.
func (e *engineParts) Reactions(ctx context.Context) ([]documents.EngineReaction, error) {
	statuses, err := e.background.Reactions.Statuses(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]documents.EngineReaction, len(statuses))
	for i, s := range statuses {
		samples := e.lags.Of(monitoring.Reaction(s.Reaction))
		list[i] = documents.EngineReaction{
			Type: "EngineReaction", Name: s.Reaction, Position: int64(s.Position), LagEvents: s.Lag, LagSeconds: measured(samples, s.Lag),
			PerSecond: monitoring.Rate(samples), Parked: s.Parked, Lags: lagsOf(samples),
		}
	}
	return list, nil
}

// Parked implements engine.Engine.
func (e *engineParts) Parked(ctx context.Context) ([]documents.EngineParked, error) {
	parked, err := e.background.Reactions.Parked(ctx)
	if err != nil {
		return nil, err
	}
	list, seen := make([]documents.EngineParked, len(parked)), map[[2]string]bool{}
	for i, p := range parked {
		of := [2]string{p.Reaction, p.Stream}
		list[i] = documents.EngineParked{
			Type: "EngineParked", Reaction: p.Reaction, Position: p.Position, Stream: p.Stream, Event: p.Event, Error: p.Error,
			ParkedAt: documents.Time(p.ParkedAt), First: !seen[of],
		}
		seen[of] = true
	}
	return list, nil
}

// Retry implements engine.Engine. If nothing changed and nothing failed, there was nothing to retry.
func (e *engineParts) Retry(ctx context.Context, reaction, stream string) (d documents.EngineRetried, err error) {
	handled, failed := e.background.Reactions.Retry(ctx, reaction, stream)
	switch {
	case errors.Is(failed, reactions.ErrNoReaction):
		return d, engineFault(failed)
	case failed == nil && handled == 0:
		return d, engineFault(reactions.ErrNotParked)
	case ctx.Err() != nil:
		return d, ctx.Err()
	}
	d = documents.EngineRetried{Type: "EngineRetried", Handled: handled}
	if failed != nil {
		d.Error = documents.Optional(failed.Error())
	}
	return d, e.Commands.Parking.Retry(ctx, reaction, parking.Retried{Of: stream, Handled: handled, Failed: failed != nil})
}

// Skip implements engine.Engine.
func (e *engineParts) Skip(ctx context.Context, reaction string, at eventstore.Position, reason string) error {
	reason, err := parking.Reason(reason)
	if err != nil {
		return err
	}
	return engineFault(e.background.Reactions.Skip(ctx, reaction, at, func(p reactions.ParkedEvent) error {
		return e.Commands.Parking.Skip(ctx, reaction, parking.Skipped{Position: p.Position, Event: p.Event, Of: p.Stream, Reason: reason})
	}))
}

// Relays implements engine.Engine.
func (e *engineParts) Relays(ctx context.Context) ([]documents.EngineRelay, error) {
	statuses, err := relay.Statuses(ctx, e.Pool, e.Store)
	if err != nil {
		return nil, err
	}
	list := make([]documents.EngineRelay, len(statuses))
	for i, s := range statuses {
		list[i] = documents.EngineRelay{
			Type: "EngineRelay", Name: s.Name, Target: s.Target, Position: int64(s.Position), LagEvents: s.Lag, Running: s.Running,
			UpdatedAt: documents.Time(s.UpdatedAt),
		}
	}
	return list, nil
}

// Installation implements engine.Engine.
func (e *engineParts) Installation(ctx context.Context) (d documents.EngineInstallation, err error) {
	list, silence, err := installation.Instances(ctx, e.Pool)
	if err != nil {
		return d, err
	}
	d = documents.EngineInstallation{
		Type: "EngineInstallation", Instances: make([]documents.EngineInstance, len(list)), Missing: append([]string{}, e.Missing()...),
		Troubles: append([]string{}, e.troubles.Reasons()...),
	}
	for n, i := range list {
		running := silence[n] < installation.Silent
		d.Instances[n] = documents.EngineInstance{
			Type: "EngineInstance", ID: i.ID.String(), Role: i.Role, Version: i.Version, Host: i.Host, Process: i.Process,
			Address: documents.Optional(i.Address), Projects: i.Projects && running, Reacts: i.Reacts && running, Running: running,
			Here: i.ID == e.self().ID, StartedAt: documents.Time(i.StartedAt), SeenAt: documents.Time(i.SeenAt),
		}
	}
	return d, nil
}

// listedBackups bounds the number of backups in the list.
const listedBackups = 50

// Backups implements engine.Engine.
func (e *engineParts) Backups(ctx context.Context) ([]documents.EngineBackup, error) {
	known, err := backup.List(ctx, e.Pool, listedBackups)
	if err != nil {
		return nil, err
	}
	list := make([]documents.EngineBackup, len(known))
	for i, k := range known {
		list[i] = documents.EngineBackup{
			Type: "EngineBackup", Kind: k.Kind, Dir: k.Dir, Position: k.Position, Bytes: documents.Optional(k.Bytes), Program: k.Program,
			MadeAt: documents.Time(k.MadeAt), CheckedAt: documents.OptionalTime(domain.Value(k.CheckedAt)), Damage: documents.Optional(k.Damage),
		}
	}
	return list, nil
}

// Log implements engine.Engine.
func (e *engineParts) Log(ctx context.Context) (d documents.EngineLog, err error) {
	head, err := e.Store.Head(ctx)
	if err != nil {
		return d, err
	}
	d = documents.EngineLog{Type: "EngineLog", Head: int64(head)}
	p, err := e.Proofs.progress(ctx)
	if err != nil || p == nil {
		return d, err
	}
	d.Sealed, d.Verified, d.VerifiedAt = true, int64(p.Position), documents.OptionalTime(p.At)
	d.Broken, d.Damage = documents.Optional(int64(p.Broken)), documents.Optional(p.Damage)
	d.Checkpoint, d.Unpublished = int64(p.Checkpoint), p.Unpublished
	return d, nil
}
