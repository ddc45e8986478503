package events

import (
	"context"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/readmodels/documents"
)

type reactionsStatus struct {
	JSON bool `help:"Print JSON."`
}

// Run lists reactions.
func (c *reactionsStatus) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		list, err := command.Ask[[]documents.EngineReaction](ctx, a, "engine.reactions", nil)
		if err != nil {
			return err
		}
		rows := command.Table{Columns: []string{"reaction", "position", "behind", "parked"}}
		for _, r := range list {
			rows.Add(r.Name, r.Position, r.LagEvents, r.Parked)
		}
		return g.Out.Show(c.JSON, list, rows)
	})
}

type reactionsParked struct {
	JSON bool `help:"Print JSON."`
}

// Run lists parked events.
func (c *reactionsParked) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		list, err := command.Ask[[]documents.EngineParked](ctx, a, "engine.parked", nil)
		if err != nil {
			return err
		}
		rows := command.Table{Columns: []string{"reaction", "position", "stream", "event", "parked", "error"}}
		for _, p := range list {
			rows.Add(p.Reaction, p.Position, p.Stream, p.Event, p.ParkedAt, p.Error)
		}
		return g.Out.Show(c.JSON, list, rows)
	})
}

type reactionsRetry struct {
	Reaction string `arg:"" help:"Name of the reaction. tradelog events parked lists them."`
	Stream   string `arg:"" help:"Stream whose parked events are handled, such as order-42."`
}

// Run handles parked events again. It fails if one of them does.
func (c *reactionsRetry) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		done, err := command.Changed[documents.EngineRetried](ctx, a, "engine.parked.retry", command.Args{
			"reaction": c.Reaction, "stream": c.Stream,
		})
		if err != nil {
			return err
		}
		if err := g.Out.Printf("%d parked events of %s were handled.\n", done.Handled, c.Stream); err != nil || done.Error == nil {
			return err
		}
		return fault.Preconditionf("The next one failed again: %s", domain.Value(done.Error))
	})
}

type reactionsSkip struct {
	Reaction string `arg:"" help:"Name of the reaction. tradelog events parked lists them."`
	Position int64  `required:"" help:"Position of the event." placeholder:"N"`
	Reason   string `required:"" help:"Reason for not handling it; must not identify a person." placeholder:"TEXT"`
}

// Run skips a parked event.
func (c *reactionsSkip) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		if err := command.Change(ctx, a, "engine.parked.skip", command.Args{
			"reaction": c.Reaction, "position": c.Position, "reason": c.Reason,
		}); err != nil {
			return err
		}
		return g.Out.Printf("%s will not handle the event at position %d.\n", c.Reaction, c.Position)
	})
}
