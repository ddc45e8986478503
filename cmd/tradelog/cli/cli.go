// Package cli is the command line. It reads flags and environment, opens the installation and calls the packages that do the
// work.
//
// Commands work with and without a running server. If a server runs on the same data directory or database, a command joins as
// another process, and its change has taken effect everywhere when it returns. Otherwise it starts the database and stops it
// again. Only serve and seed create an installation.
//
// Each group of commands has a package of its own; what they share is in package command.
//
// Commands print only through command.Output, which escapes every value, because the log and the database may hold any text.
package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/google/uuid"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/cmd/tradelog/cli/events"
	"tradelog/cmd/tradelog/cli/installation"
	"tradelog/cmd/tradelog/cli/people"
	"tradelog/cmd/tradelog/cli/serve"
	"tradelog/cmd/tradelog/cli/shop"
	"tradelog/domain/fault"
	"tradelog/internal/privatepg"
)

// Version is set by the build.
var Version = "development"

type grammar struct {
	command.Globals `group:"global"`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version." group:"global"`

	Serve       serve.Command                   `cmd:"" group:"run" help:"Run the server."`
	Seed        serve.SeedCommand               `cmd:"" group:"run" help:"Fill a shop with data."`
	Bench       serve.BenchCommand              `cmd:"" group:"run" help:"Measure the speed of a shop."`
	Completion  completionCommand               `cmd:"" group:"run" help:"Print a script that makes a shell complete commands and flags."`
	Version     versionCommand                  `cmd:"" group:"run" help:"Print the version."`
	Config      shop.ConfigCommand              `cmd:"" group:"shop" help:"Read and change the shop's configuration."`
	Stores      shop.StoresCommand              `cmd:"" group:"shop" help:"Manage websites, store groups, store views and root categories."`
	Catalog     shop.CatalogCommand             `cmd:"" group:"shop" help:"Import and export products, categories, prices and stock."`
	Attributes  shop.AttributesCommand          `cmd:"" group:"shop" help:"Manage attributes of products, their options and attribute sets."`
	Shipping    shop.ShippingCommand            `cmd:"" group:"shop" help:"Manage the tables of shipping rates."`
	Rates       shop.RatesCommand               `cmd:"" group:"shop" help:"Manage the exchange rates of currencies."`
	Invoices    shop.InvoicesCommand            `cmd:"" group:"shop" help:"Create, list and print invoices."`
	Papers      shop.PapersCommand              `cmd:"" group:"shop" help:"Print orders, packing slips, credit memos and gift cards."`
	Sales       shop.SalesCommand               `cmd:"" group:"shop" help:"Export sales for bookkeeping."`
	Mail        shop.MailCommand                `cmd:"" group:"shop" help:"Preview the e-mails of the shop."`
	Token       people.TokenCommand             `cmd:"" group:"access" help:"Print, list and revoke tokens (JSON Web Tokens)."`
	User        people.UserCommand              `cmd:"" group:"access" help:"Manage API users, service accounts and admins."`
	Agents      people.AgentsCommand            `cmd:"" group:"access" help:"See and revoke the programs that act for accounts."`
	Customer    people.CustomerCommand          `cmd:"" group:"access" help:"Forget customers."`
	Events      events.Command                  `cmd:"" group:"data" help:"Show, verify, archive and move the event log."`
	Backup      installation.BackupCommand      `cmd:"" group:"data" help:"Back up, restore and recover the database."`
	Keys        installation.KeysCommand        `cmd:"" group:"data" help:"Manage the master key and the keys of personal data."`
	Projections installation.ProjectionsCommand `cmd:"" group:"data" help:"Check, rebuild and compare the read models."`
	Relay       events.RelayCommand             `cmd:"" group:"others" help:"Publish the event log to NATS, RabbitMQ, Kafka or an https:// URL."`
	Webhooks    events.WebhooksCommand          `cmd:"" group:"others" help:"Send changes to other systems, and see what became of them."`
	Gateway     shop.GatewayCommand             `cmd:"" group:"others" help:"Control and inspect the sandbox payment gateway."`
}

// groups lists the headings of commands and flags in the help, in order.
var groups = []kong.Group{
	{Key: "run", Title: "Run a shop:"},
	{Key: "shop", Title: "Set it up and work in it:"},
	{Key: "access", Title: "People and programs:"},
	{Key: "data", Title: "The log and what is made of it:"},
	{Key: "others", Title: "Other systems:"},
	{Key: "global", Title: "Flags of every command:"},
}

// Main runs the program on the command line of the process, until it is interrupted, and returns the exit code. add adds to shops what the
// program has beside them, such as the console; nil for nothing.
func Main(add func(*app.Config)) int {
	uuid.EnableRandPool() // a system call for every request would cost more than the request
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		stop() // a second signal ends the program at once
	}()
	return Run(ctx, add, os.Args[1:], os.Stdout, os.Stderr)
}

// Run carries out a command line and returns the exit code: 0 done, 1 failed, 2 not understood. add is that of Main.
func Run(ctx context.Context, add func(*app.Config), args []string, out, err io.Writer) int {
	var g grammar
	said, failed := command.NewOutput(out), command.NewOutput(err)
	defer said.Stream.Flush()
	defer failed.Stream.Flush()
	exited, code := false, 0
	parser, problem := kong.New(&g, kong.Name("tradelog"),
		kong.Description("An online-store back end whose only source of truth is an event log. "+
			"Commands that set up a shop return when the change has taken effect on all running servers."),
		kong.Writers(said.Stream, failed.Stream), kong.Exit(func(c int) { exited, code = true, c }), kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100, NoExpandSubcommands: true, FlagsLast: true}),
		kong.Vars{"version": "tradelog " + Version}, kong.ExplicitGroups(groups), kong.PostBuild(emptyIsUnset), kong.PostBuild(withExamples))
	if problem != nil {
		_ = failed.Println("tradelog:", problem)
		return 2
	}
	if completing(parser); exited {
		return code
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, problem := parser.Parse(args)
	if exited {
		return code
	}
	if problem != nil {
		_ = failed.Println("tradelog:", problem)
		_ = failed.Println("Try tradelog --help, or tradelog COMMAND --help.")
		return 2
	}
	g.Out, g.Err, g.Globals.Version, g.Add = said, failed, Version, add
	if problem := g.Check(); problem != nil {
		return report(failed, problem)
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	parsed.Bind(parser.Model)
	if problem := parsed.Run(&g.Globals); problem != nil {
		return report(failed, problem)
	}
	return 0
}

// emptyIsUnset ignores environment variables that are empty.
func emptyIsUnset(k *kong.Kong) error {
	return kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			flag.Tag.Envs = slices.DeleteFunc(flag.Tag.Envs,
				func(name string) bool {
					value, set := os.LookupEnv(name)
					return set && value == ""
				})
			flag.Envs = flag.Tag.Envs
		}
		return next(nil)
	})
}

// report prints an error, and advice if there is any.
func report(to *command.Output, problem error) int {
	if errors.Is(problem, context.Canceled) {
		_ = to.Println("tradelog: interrupted")
		return 1
	}
	message := problem.Error()
	if f, ok := fault.As(problem); ok {
		message = f.Message
	}
	_ = to.Lines("tradelog: " + strings.ReplaceAll(message, "\n", "\n  ")) // so that no value begins a line
	if advice := privatepg.Advice(problem); advice != "" {
		_ = to.Lines(advice)
	}
	return 1
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(g *command.Globals) error {
	return g.Out.Println("tradelog", Version)
}
