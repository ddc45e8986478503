package people

import (
	"context"
	"fmt"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
)

type userForget struct {
	ID       int64  `arg:"" optional:"" help:"ID of the account. tradelog user list shows it."`
	Operator string `help:"Forget a user of this command line, instead of an account: the name of the user in the operating system." placeholder:"NAME"`
	DryRun   bool   `help:"List what would be forgotten, and change nothing."`
	Reason   string `help:"Reason. It stays in the log, so it must not identify the person." placeholder:"TEXT"`
	Yes      bool   `help:"Do not ask for confirmation."`
	JSON     bool   `help:"Print JSON."`
}

// Help explains which data stays.
func (userForget) Help() string {
	return `The account is closed for good: its tokens and keys stop working, and its user name and client_id are free again. Nobody can
open its name, user name and e-mail address in the log any more. Histories still show what it did, with its ID. An operator's
name is erased from the log. An operator who continues to use the command line is recorded again.`
}

// Run asks for confirmation, forgets the person and prints the result.
func (c *userForget) Run(ctx context.Context, g *command.Globals) error {
	if (c.ID == 0) == (c.Operator == "") {
		return fault.Invalidf("Say whom to forget: the number of an account, or --operator")
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		type forgotten struct {
			Keys int `json:"deletedKeys"`
		}
		who, operation, arguments := "Operator "+c.Operator, "operator.forget", command.Args{"name": c.Operator}
		if c.ID != 0 {
			who, operation = fmt.Sprintf("Account %d", c.ID), "account.forget"
			arguments = command.Args{"id": c.ID, "reason": c.Reason, "dryRun": true}
			if _, err := command.Invoke(ctx, a, operation, arguments); err != nil {
				return err
			}
			arguments["dryRun"] = false
		}
		if c.DryRun {
			return c.show(g, who+" would be forgotten. Nothing was changed.", 0)
		}
		if !c.Yes {
			if err := g.Confirm("%s will be forgotten. This cannot be undone.", who); err != nil {
				return err
			}
		}
		done, err := command.Ask[forgotten](ctx, a, operation, arguments)
		if err != nil {
			return err
		}
		return c.show(g, fmt.Sprintf("%s is forgotten; %d keys were deleted.", who, done.Keys), done.Keys)
	})
}

func (c *userForget) show(g *command.Globals, said string, keys int) error {
	if !c.JSON {
		return g.Out.Println(said)
	}
	return g.Out.JSONLine(struct {
		DryRun bool  `json:"dry_run"`
		ID     int64 `json:"id,omitempty"`
		Keys   int   `json:"deleted_keys"`
	}{c.DryRun, c.ID, keys})
}
