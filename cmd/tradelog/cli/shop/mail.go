package shop

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/letter"
)

// MailCommand has the commands on e-mails.
type MailCommand struct {
	Render mailRender `cmd:"" help:"Write an e-mail with sample values, or about an order, to files."`
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
