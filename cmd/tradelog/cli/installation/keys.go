package installation

import (
	"context"
	"fmt"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/eventstore/vault"
)

// KeysCommand has the commands on the keys of personal data.
type KeysCommand struct {
	Status keysStatus `cmd:"" help:"Show the source of the master key and what it protects."`
	Rotate keysRotate `cmd:"" help:"Activate the newest master key, and wrap all keys with it."`

	Reconcile keysReconcile `cmd:"" help:"Forget again the people who were forgotten after the backup that was restored."`
}

type keysStatus struct {
	JSON bool `help:"Print JSON."`
}

// Run prints fingerprints and counts, never a key.
func (c *keysStatus) Run(ctx context.Context, g *command.Globals) error {
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		status, err := log.Vault.Status(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return g.Out.JSONLine(status)
		}
		_ = g.Out.Printf("Master keys come from %s.\n", status.Source)
		for _, k := range status.Keys {
			if err := g.Out.Printf("%-16s  %8d keys of persons  %4d secrets  %s\n", orNone(k.Fingerprint), k.Subjects, k.Secrets,
				useOf(k)); err != nil {
				return err
			}
		}
		return nil
	})
}

func orNone(fingerprint string) string {
	if fingerprint == "" {
		return "none"
	}
	return fingerprint
}

// useOf describes the use of a master key in words.
func useOf(k vault.Use) string {
	switch {
	case k.Fingerprint == "":
		return "not protected; the next start of the server does it"
	case !k.InSource:
		return "MISSING: what it protects cannot be read"
	case k.Active:
		return "active"
	case k.Subjects+k.Secrets > 0:
		return "former; tradelog keys rotate finishes the rotation"
	}
	return "not in use; only backups may need it"
}

type keysRotate struct {
	JSON bool `help:"Print JSON."`
}

// Help explains what the command does and needs.
func (keysRotate) Help() string {
	return `The newest master key becomes the active one, and all keys are wrapped with it. If the newest key is active already, the command
creates a new one in the file keys/master of the data directory, before the present keys. If the keys are in
TRADELOG_MASTER_KEY, or TRADELOG_MASTER_KEY_COMMAND prints them, put a new key before the present ones yourself, for all
instances, and then rotate.

Running servers continue. A server with another data directory needs the new key there first. If the command is interrupted, repeat it.
Former keys stay in the file, because backups of the database need them.`
}

// Run rotates the master key.
func (c *keysRotate) Run(ctx context.Context, g *command.Globals) error {
	return g.WithLog(ctx, func(ctx context.Context, log *app.Log) error {
		shown := time.Now()
		done, err := log.Vault.Rotate(ctx, func(done, all int) {
			if done == all || time.Since(shown) > time.Second {
				shown = time.Now()
				_ = g.Err.Printf("rotate: %d of %d keys (%d %%)\n", done, all, 100*done/max(1, all))
			}
		})
		if err != nil {
			return err
		}
		if c.JSON {
			return g.Out.JSONLine(done)
		}
		return g.Out.Println(fmt.Sprintf("Master key %s is active; %d keys were wrapped with it.", done.Active, done.Rewrapped))
	})
}

// reconciled are the people who were forgotten again, and the numbers of deleted and new keys.
type reconciled struct {
	Customers, Accounts []int64
	Keys                int `json:"deletedKeys"`
	Made                int `json:"newKeys"`
}

func reconcile(ctx context.Context, a *app.App) (reconciled, error) {
	return command.Ask[reconciled](ctx, a, "person.reconcile", nil)
}

type keysReconcile struct {
	JSON bool `help:"Print JSON."`
}

// Help explains when to use the command.
func (keysReconcile) Help() string {
	return `The command compares the ledger keys/forgotten in the data directory with the keys in the database, and forgets the
people in the ledger again. After an upgrade it also gives a key to accounts of the back office that an earlier version stored in
plain. Relays that open personal data show such accounts until they are forgotten.`
}

// Run compares the ledger in the data directory with the keys in the database.
func (c *keysReconcile) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		done, err := reconcile(ctx, a)
		if err != nil {
			return err
		}
		out := struct {
			Customers []int64 `json:"customers"`
			Accounts  []int64 `json:"accounts"`
			Keys      int     `json:"deleted_keys"`
			Made      int     `json:"new_keys"`
		}{append([]int64{}, done.Customers...), append([]int64{}, done.Accounts...), done.Keys, done.Made}
		rows := command.Table{Columns: []string{"forgotten again", "number"}}
		rows.Add("customers", fmt.Sprint(len(out.Customers)))
		rows.Add("accounts", fmt.Sprint(len(out.Accounts)))
		rows.Add("keys", fmt.Sprint(out.Keys))
		if out.Made > 0 {
			rows.Add("new keys of accounts of an earlier version", fmt.Sprint(out.Made))
		}
		return g.Out.Show(c.JSON, out, rows)
	})
}
