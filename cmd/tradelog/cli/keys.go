package cli

import (
	"context"
	"fmt"

	"tradelog/app"
)

type keysCommand struct {
	Reconcile keysReconcile `cmd:"" help:"Forget again who was forgotten before an older backup was restored."`
}

type keysReconcile struct {
	JSON bool `help:"Print JSON."`
}

// Run compares the ledger in the data directory with the keys in the database.
func (c *keysReconcile) Run(ctx context.Context, g *Globals) error {
	return g.with(ctx, func(ctx context.Context, app *app.App) error {
		done, err := app.Commands.Forgetting.Reconcile(ctx)
		if err != nil {
			return err
		}
		out := struct {
			Customers []int64 `json:"customers"`
			Keys      int     `json:"deleted_keys"`
		}{done.Customers, done.Keys}
		if out.Customers == nil {
			out.Customers = []int64{}
		}
		rows := table{columns: []string{"forgotten again", "number"}}
		rows.add("customers", fmt.Sprint(len(out.Customers)))
		rows.add("keys", fmt.Sprint(out.Keys))
		return g.out.Show(c.JSON, out, rows)
	})
}
