package shop

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/readmodels/documents"
)

// MailCommand has the commands on e-mails.
type MailCommand struct {
	Render mailRender `cmd:"" help:"Write an e-mail with sample values, or about an order, to files."`
	List   mailList   `cmd:"" help:"Show the e-mails that wait, were sent or failed, and why."`
	Resend mailResend `cmd:"" help:"Send e-mails again that failed or were sent."`
	Test   mailTest   `cmd:"" help:"Send an e-mail with sample values to an address, and print what the mail server says."`
}

type mailList struct {
	State string `help:"Only e-mails in a state: waiting, retrying, sent, filed, failed or dropped." enum:",waiting,retrying,sent,filed,failed,dropped" default:"" placeholder:"STATE"`
	Kind  string `help:"Only e-mails of a kind, such as invoice." default:"" placeholder:"KIND"`
	Order string `help:"Number of an order, such as 100000042, or its ID: only e-mails about it." placeholder:"NUMBER"`
	Limit int64  `help:"Greatest number of e-mails, from 1 to 100." default:"20" placeholder:"N"`
	JSON  bool   `help:"Print JSON."`
}

// Run lists e-mails of the outbox.
func (c *mailList) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		arguments := command.Args{"itemsPerPage": c.Limit}
		for name, value := range map[string]string{"state": c.State, "kind": c.Kind} {
			if value != "" {
				arguments[name] = value
			}
		}
		if c.Order != "" {
			o, err := findOrder(ctx, a, c.Order)
			if err != nil {
				return err
			}
			arguments["orderId"] = o.ID
		}
		list, err := command.Ask[[]documents.Email](ctx, a, "GET /emails", arguments)
		if err != nil {
			return err
		}
		rows := command.Table{Columns: []string{"e-mail", "stream", "state", "attempts", "due", "reason"}}
		for _, e := range list {
			rows.Add(e.ID, e.Stream, e.State, e.Attempts, e.QueuedAt, domain.Value(e.Reason))
		}
		return g.Out.Show(c.JSON, list, rows)
	})
}

type mailResend struct {
	IDs    []string `arg:"" optional:"" name:"id" help:"IDs of the e-mails. tradelog mail list shows them."`
	Failed bool     `help:"Send all again that were given up."`
}

// Run sends e-mails again.
func (c *mailResend) Run(ctx context.Context, g *command.Globals) error {
	if c.Failed == (len(c.IDs) > 0) {
		return fault.Invalidf("Name the e-mails, or send all again that were given up with --failed")
	}
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		ids := c.IDs
		if c.Failed {
			if err := command.Each(ctx, a, "GET /emails", command.Args{"state": "failed"}, func(e documents.Email, _ int64) error {
				ids = append(ids, e.ID)
				return nil
			}); err != nil {
				return err
			}
		}
		sent := 0
		for _, id := range ids {
			err := command.Change(ctx, a, "POST /emails/{id}/resend", command.Args{"id": id})
			switch {
			case err == nil:
				sent++
			case !c.Failed || fault.KindOf(err) != fault.Conflict: // else somebody has just sent it
				return err
			}
		}
		return g.Out.Printf("%d e-mails are sent again. tradelog mail list shows what becomes of them.\n", sent)
	})
}

type mailTest struct {
	To    string `arg:"" help:"Address that gets the e-mail."`
	Kind  string `predictor:"mail" help:"Kind of the e-mail." default:"order" placeholder:"KIND"`
	Store int64  `help:"ID of the store view whose sender, language and templates are used; by default the default store view." placeholder:"N"`
}

// Run sends a test. It fails if the mail server does not take it.
func (c *mailTest) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		arguments := command.Args{"email": c.To, "kind": c.Kind}
		if c.Store != 0 {
			arguments["storeId"] = c.Store
		}
		t, err := command.Ask[documents.EmailTest](ctx, a, "POST /emails/test", arguments)
		switch {
		case err != nil:
			return err
		case !t.Accepted:
			return fault.Preconditionf("The e-mail was not accepted: %s", domain.Value(t.Error))
		case t.Filed:
			return g.Out.Println("The e-mail is a file, because system/smtp/host names no mail server.")
		}
		return g.Out.Printf("The mail server took the e-mail after %d ms.\n", t.Milliseconds)
	})
}

type mailRender struct {
	Kind   string `arg:"" predictor:"mail" help:"Kind of the e-mail, such as order or password-reset; all for every kind."`
	Store  string `help:"Code or ID of the store view whose language, contact and templates are used; by default the default store view." placeholder:"CODE"`
	Order  string `help:"Number of an order, such as 100000042, or its ID: the e-mail is about it, in its store view. By default the values are made up." placeholder:"NUMBER"`
	To     string `help:"Directory of the files KIND.txt and KIND.html to write." default:"." placeholder:"DIR"`
	Source bool   `help:"Write the built-in templates in the store view's language instead, as a start for your own."`
}

// Run renders one kind or all kinds. It writes nothing if one of them is refused.
func (c *mailRender) Run(ctx context.Context, g *command.Globals) error {
	return g.With(ctx, func(ctx context.Context, a *app.App) error {
		kinds := []string{c.Kind}
		if c.Kind == "all" {
			kinds = letter.Kinds()
		}
		about := int64(0)
		if c.Order != "" {
			o, err := findOrder(ctx, a, c.Order)
			if err != nil {
				return err
			}
			about = o.ID
		}
		contents := make([]letter.Content, len(kinds))
		for i, kind := range kinds {
			var err error
			if contents[i], err = command.Ask[letter.Content](ctx, a, "mail.sample",
				command.Args{"kind": kind, "store": c.Store, "source": c.Source, "orderId": about}); err != nil {
				return err
			}
		}
		if err := os.MkdirAll(c.To, 0o755); err != nil {
			return fmt.Errorf("the directory cannot be made; say another one with --to: %w", err)
		}
		for i, kind := range kinds {
			if err := c.write(g, kind, contents[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// write stores a text, which begins with its subject, and a page.
func (c *mailRender) write(g *command.Globals, kind string, content letter.Content) error {
	text := "Subject: " + content.Subject + "\n\n" + strings.TrimLeft(content.Text, "\n")
	for _, file := range [][2]string{{".txt", text}, {".html", content.HTML}} {
		path := filepath.Join(c.To, kind+file[0])
		if err := os.WriteFile(path, []byte(file[1]), 0o644); err != nil {
			return fmt.Errorf("the file cannot be written; say another directory with --to: %w", err)
		}
		if err := g.Out.Println(path); err != nil {
			return err
		}
	}
	return nil
}
