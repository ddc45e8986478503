// Package cli is the command line. It reads flags and environment, opens the installation and calls the packages that do the work.
//
// Commands work with and without a running server. If a server runs on the same data directory or database, a command joins as another
// process. Its change has taken effect everywhere when it returns. Otherwise it starts the database and stops it again. Only serve and seed
// create an installation.
//
// Each group of commands has a package of its own; their common parts are in package command.
//
// Commands print only through command.Output, which escapes every value, because the log and the database may hold any text.
package cli

import (
	"context"
	"errors"
	"fmt"
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

	ShowVersion bool `name:"version" help:"Print the version." group:"global"`

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
	Webhooks    events.WebhooksCommand          `cmd:"" group:"others" help:"Send changes to other systems, and show their deliveries."`
	Gateway     shop.GatewayCommand             `cmd:"" group:"others" help:"Control and inspect the sandbox payment gateway."`
}

// relayGrammar is the command line of the program tradelog-relay, the same as that of tradelog relay.
type relayGrammar struct {
	command.Globals `group:"global"`
	ShowVersion     bool `name:"version" help:"Print the version." group:"global"`

	events.RelayCommand
	// tradelog relay hands over its whole command line.
	Relay events.RelayCommand `cmd:"" hidden:""`
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

// Main runs the program on the command line of the process, until it is interrupted, and returns the exit code. The function add extends
// shops, such as by the console; nil for nothing.
func Main(add func(*app.Config)) int {
	return untilInterrupted(func(ctx context.Context) int { return Run(ctx, add, os.Args[1:], os.Stdout, os.Stderr) })
}

// MainRelay is Main of the program tradelog-relay; open knows its brokers.
func MainRelay(open events.OpenBroker) int {
	return untilInterrupted(func(ctx context.Context) int { return RunRelay(ctx, open, os.Args[1:], os.Stdout, os.Stderr) })
}

func untilInterrupted(run func(ctx context.Context) int) int {
	uuid.EnableRandPool() // a system call for every ID would cost more than the request
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		stop() // a second signal ends the program at once
	}()
	return run(ctx)
}

// Run carries out a command line and returns the exit code: 0 done, 1 failed, 2 not understood. add is that of Main.
func Run(ctx context.Context, add func(*app.Config), args []string, out, err io.Writer) int {
	g := grammar{Globals: command.Globals{Add: add}}
	g.Relay.Publish.Args = args
	return program{name: "tradelog", grammar: &g, globals: &g.Globals, groups: groups,
		about: "An online-store back end whose only source of truth is an event log. " +
			"Commands that set up a shop return when the change has taken effect on all running servers."}.run(ctx, args, out, err)
}

// RunRelay is Run of the program tradelog-relay.
func RunRelay(ctx context.Context, open events.OpenBroker, args []string, out, err io.Writer) int {
	var g relayGrammar
	g.Publish.Open, g.Relay.Publish.Open = open, open
	return program{name: "tradelog-relay", grammar: &g, globals: &g.Globals, groups: []kong.Group{groups[len(groups)-1]}, within: "relay ",
		about: "Publish the event log of a tradelog to NATS, RabbitMQ, Kafka or an https:// URL."}.run(ctx, args, out, err)
}

// program is a command line.
type program struct {
	name, about string
	grammar     any
	globals     *command.Globals // part of grammar
	groups      []kong.Group
	within      string // words of tradelog's command line that precede those of grammar
}

func (p program) run(ctx context.Context, args []string, out, err io.Writer) int {
	said, failed := command.NewOutput(out), command.NewOutput(err)
	defer said.Stream.Flush()
	defer failed.Stream.Flush()
	parser, problem := kong.New(p.grammar, kong.Name(p.name), kong.Description(p.about),
		kong.Writers(said.Stream, failed.Stream), kong.Exit(func(int) {}),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100, NoExpandSubcommands: true, FlagsLast: true}),
		kong.ExplicitGroups(p.groups), kong.PostBuild(emptyIsUnset),
		kong.PostBuild(func(k *kong.Kong) error { return withExamples(k, p.within) }))
	if problem != nil {
		_ = failed.Println(p.name+":", problem)
		return 2
	}
	if asked, problem := completing(parser); asked {
		return p.ended(problem, failed)
	}
	if len(args) == 0 && p.within == "" {
		args = []string{"--help"}
	}
	p.globals.Out, p.globals.Err, p.globals.Version = said, failed, Version
	trace, problem := kong.Trace(parser, args)
	if problem == nil {
		problem = trace.Error
	}
	if problem == nil {
		if answer := p.answering(trace); answer != nil {
			return p.ended(answer(), failed)
		}
		problem = parse(trace)
	}
	if problem != nil {
		_ = failed.Println(p.name+":", problem)
		_ = failed.Println("Try " + p.name + " --help, or " + p.name + " COMMAND --help.")
		return 2
	}
	if problem = p.globals.Check(); problem == nil {
		problem = trace.Selected().Target.Addr().Interface().(action).Run(ctx, p.globals)
	}
	return p.ended(problem, failed)
}

// action is a command.
type action interface {
	Run(ctx context.Context, g *command.Globals) error
}

// answering returns the function that replaces the command if the flags have --help or --version; otherwise nil.
func (p program) answering(trace *kong.Context) func() error {
	for _, step := range trace.Path {
		switch {
		case step.Flag == nil:
		case step.Flag == trace.Model.HelpFlag:
			return func() error { return trace.PrintUsage(false) }
		case step.Flag.Name == "version":
			return func() error { return versionCommand{}.Run(context.Background(), p.globals) }
		}
	}
	return nil
}

// parse reads the values of a command line. kong's Parse does the same and also calls methods by their names. The linker cannot know which
// methods these are and would keep every exported method of every type (docs/dependencies.md).
func parse(trace *kong.Context) error {
	if err := onlyItsOwn(trace); err != nil {
		return err
	}
	if err := trace.Reset(); err != nil {
		return err
	}
	if err := trace.Resolve(); err != nil {
		return err
	}
	if _, err := trace.Apply(); err != nil {
		return err
	}
	return trace.Validate()
}

// onlyItsOwn refuses flags of other commands than the chosen one, and leaves their environment variables unread. Versions of kong after
// 1.15.0 do so themselves.
func onlyItsOwn(trace *kong.Context) error {
	own := trace.Flags()
	for _, step := range trace.Path {
		if step.Flag != nil && !slices.Contains(own, step.Flag) {
			return fmt.Errorf("--%s is no flag of %s", step.Flag.Name, trace.Command())
		}
	}
	return kong.Visit(trace.Model, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok && !slices.Contains(own, flag) {
			flag.Tag.Envs, flag.Envs = nil, nil
		}
		return next(nil)
	})
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

// ended returns the exit code of a command. It prints the command's error, and advice if there is any.
func (p program) ended(problem error, to *command.Output) int {
	if problem == nil {
		return 0
	}
	if errors.Is(problem, context.Canceled) {
		_ = to.Println(p.name + ": interrupted")
		return 1
	}
	message := problem.Error()
	if f, ok := fault.As(problem); ok {
		message = f.Message
	}
	_ = to.Lines(p.name + ": " + strings.ReplaceAll(message, "\n", "\n  ")) // no value may begin a line
	if advice := privatepg.Advice(problem); advice != "" {
		_ = to.Lines(advice)
	}
	return 1
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(_ context.Context, g *command.Globals) error {
	return g.Out.Println("tradelog", Version)
}
