package installation

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/eventstore/lineage"
	"tradelog/projections"
	"tradelog/readmodels/documents"
)

// ProjectionsCommand has the commands on read models.
type ProjectionsCommand struct {
	Status   projectionsStatus   `cmd:"" help:"Show the position and state of each projector."`
	Rebuild  projectionsRebuild  `cmd:"" help:"Rebuild the rows of a projector from the log, while the old rows serve."`
	Rollback projectionsRollback `cmd:"" help:"Restore the rows from before the last rebuild. A second rollback restores those of the rebuild."`
	Jobs     projectionsJobs     `cmd:"" help:"Show rebuilds, rollbacks and verifications of all processes, and how far they are."`
	Verify   projectionsVerify   `cmd:"" help:"Rebuild a projector beside the live rows, and compare both."`
}

type projectionsStatus struct {
	JSON bool `help:"Print JSON."`
}

// Run prints the positions of projectors. It fails if one of them has stopped.
func (c *projectionsStatus) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		list, err := a.Projections.Statuses(ctx)
		if err != nil {
			return err
		}
		stopped, rows := 0, command.Table{Columns: []string{"projector", "position", "behind", "ver", "state"}}
		for _, s := range list {
			state := "ok"
			if s.Error != nil {
				stopped++
				state = fmt.Sprintf("stopped at position %d (%s): %s", *s.ErrorPosition, *s.ErrorEvent, *s.Error)
			}
			rows.Add(s.Projector, s.Position, s.Lag, s.Version, state)
		}
		if err := g.Out.Show(c.JSON, list, rows); err != nil || c.JSON {
			return err
		}
		if stopped > 0 {
			return fmt.Errorf("%d projectors have stopped; the others go on. Fix the cause; they try again by themselves, or rebuild them",
				stopped)
		}
		return nil
	})
}

type projectionsJobs struct {
	JSON bool `help:"Print JSON."`
}

// Run lists jobs.
func (c *projectionsJobs) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		list, err := command.Ask[[]documents.EngineJob](ctx, a, "engine.jobs", nil)
		if err != nil {
			return err
		}
		rows := command.Table{Columns: []string{"job", "projector", "kind", "state", "position", "of", "per second", "started", "ended"}}
		for _, j := range list {
			rows.Add(j.ID, j.Projector, j.Kind, j.State, j.Position, j.Target, int64(j.PerSecond), j.StartedAt, domain.Value(j.EndedAt))
		}
		return g.Out.Show(c.JSON, list, rows)
	})
}

type projectorNames struct {
	Names []string `arg:"" optional:"" predictor:"projector" help:"Names of projectors. tradelog projections status lists them."`
	All   bool     `help:"Take all projectors, one after another."`
}

// each runs an action for the named projectors and prints its progress and result.
func (n projectorNames) each(
	ctx context.Context, g *command.Globals, a *app.App,
	run func(ctx context.Context, name string, progress projections.Progress) (done string, err error),
) error {
	ctx = projections.StartedBy(ctx, projections.Starter{By: "operator", Program: "tradelog " + g.Version})
	names := n.Names
	if n.All {
		names = a.Projections.Names()
	}
	if len(names) == 0 {
		return fmt.Errorf("name a projector, or use --all; see tradelog projections status")
	}
	for _, name := range names {
		began := time.Now()
		progress := command.LogProgress(g, name)
		done, err := run(ctx, name, func(_ string, at, end eventstore.Position) { progress(at, end) })
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		_ = g.Out.Printf("%s: %s (%s)\n", name, done, time.Since(began).Round(time.Millisecond))
	}
	return nil
}

type projectionsRebuild struct {
	projectorNames
	Effects string `help:"Treatment of e-mails after the log lost events, with --all: repeat sends those again whose record may be lost, skip sends none that is due." enum:"repeat,skip" default:"repeat"`
}

// Run rebuilds projectors. With --all it also works if the log lost events, and accepts the loss.
func (c *projectionsRebuild) Run(ctx context.Context, g *command.Globals) error {
	return g.WithOpened(ctx, command.Using, func(ctx context.Context, a *app.App) error {
		var loss *lineage.LossError
		if c.All {
			var err error
			if loss, err = a.AcceptLoss(ctx, app.Effects(c.Effects)); err != nil {
				return err
			}
			if loss != nil {
				_ = g.Out.Printf("The log lost events: it ends at position %d. "+
					"Going on without them, with everything that was ahead put back:\n", loss.End)
				for _, a := range loss.Ahead {
					_ = g.Out.Printf("  %s\n", a)
				}
			}
		}
		if err := a.Join(ctx); err != nil {
			return err
		}
		if loss != nil && loss.Rows { // joining has rebuilt the read models
			return g.Out.Printf("rebuilt: %s\n", strings.Join(a.Projections.Names(), ", "))
		}
		return c.each(ctx, g, a, func(ctx context.Context, name string, p projections.Progress) (string, error) {
			return "rebuilt", a.Projections.Rebuild(ctx, name, p)
		})
	})
}

type projectionsRollback struct{ projectorNames }

// Run restores earlier rows.
func (c *projectionsRollback) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		return c.each(ctx, g, a, func(ctx context.Context, name string, p projections.Progress) (string, error) {
			rebuilt, err := a.Projections.Rollback(ctx, name, p)
			if rebuilt {
				return "rolled back: the rows of the last rebuild serve again; another rollback puts those of before it back", err
			}
			return "rolled back: the rows of before the last rebuild serve; another rollback puts those of the rebuild back", err
		})
	})
}

type projectionsVerify struct{ projectorNames }

// Run compares rebuilt rows with the live ones.
func (c *projectionsVerify) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		wrong := 0
		err := c.each(ctx, g, a, func(ctx context.Context, name string, p projections.Progress) (string, error) {
			differences, err := a.Projections.Verify(ctx, name, p)
			if len(differences) == 0 {
				return "no differences", err
			}
			for _, d := range differences {
				_ = g.Out.Printf("%s: table %s differs: %d rows only in the rebuild, %d only in the live table: %s\n", name, d.Table,
					d.Missing, d.Excess, strings.Join(d.Rows, "; "))
			}
			wrong += len(differences)
			return fmt.Sprintf("%d tables differ", len(differences)), err
		})
		if err == nil && wrong > 0 {
			return fmt.Errorf("%d tables differ from the log; rebuild their projectors", wrong)
		}
		return err
	})
}
