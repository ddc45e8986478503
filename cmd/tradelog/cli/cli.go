// Package cli is the command line. It reads flags and environment, opens the installation and calls the packages that do the
// work.
//
// Commands work with and without a running server. If a server runs on the same data directory or database, a command joins as
// another process, and its change has taken effect everywhere when it returns. Otherwise it starts the database and stops it
// again. Only serve and seed create an installation.
//
// Commands print only through output, which escapes every value, because the log and the database may hold any text.
package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/google/uuid"

	"tradelog/app"
	"tradelog/domain/fault"
	"tradelog/internal/privatepg"
)

// Version is set by the build.
var Version = "development"

// Globals are the flags of every command.
type Globals struct {
	Data         string `help:"Directory of this installation." default:"./data" env:"TRADELOG_DATA" placeholder:"DIR"`
	Database     string `help:"PostgreSQL to use instead of a private one." env:"TRADELOG_DATABASE_URL" placeholder:"URL"`
	EventStore   string `help:"EventStoreDB or KurrentDB server that has the log, such as esdb://user:password@host:2113; by default the log is in the database." env:"TRADELOG_EVENT_STORE_URL" placeholder:"URL"`
	JWTSecret    string `help:"Key of tokens, at least 32 bytes; by default the installation's own." env:"TRADELOG_JWT_SECRET" hidden:""`
	Media        string `help:"Store of media files, such as s3://bucket?region=eu-central-1; by default the directory media in the data directory." env:"TRADELOG_MEDIA_URL" placeholder:"URL"`
	Pictures     int64  `name:"picture-memory" help:"Memory that conversions of pictures may take in all, in MiB. Pictures that need more are refused." default:"768" env:"TRADELOG_PICTURE_MEMORY" placeholder:"MIB"`
	WALArchive   string `name:"wal-archive" help:"Directory to archive the write-ahead log of the private PostgreSQL to; serve remembers it for other commands." env:"TRADELOG_WAL_ARCHIVE" placeholder:"DIR"`
	SMTPPassword string `help:"Password at the mail server; by default the one of the configuration." env:"TRADELOG_SMTP_PASSWORD" hidden:""`
	LogLevel     string `help:"What to log: debug, info, warn or error." enum:"debug,info,warn,error" default:"info" env:"TRADELOG_LOG_LEVEL"`
	LogFormat    string `help:"How to log: text or json." enum:"text,json" default:"text" env:"TRADELOG_LOG_FORMAT"`

	out, err *output
	names    map[int64]string // of accounts, that events show
}

type grammar struct {
	Globals `group:"global"`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version." group:"global"`

	Serve       serveCommand       `cmd:"" group:"run" help:"Run the server."`
	Seed        seedCommand        `cmd:"" group:"run" help:"Fill the shop with data."`
	Bench       benchCommand       `cmd:"" group:"run" help:"Measure how fast a shop is."`
	Completion  completionCommand  `cmd:"" group:"run" help:"Print a script that makes a shell complete commands and flags."`
	Version     versionCommand     `cmd:"" group:"run" help:"Print the version."`
	Config      configCommand      `cmd:"" group:"shop" help:"Read and change the shop's configuration."`
	Stores      storesCommand      `cmd:"" group:"shop" help:"Look after websites, store groups, store views and root categories."`
	Catalog     catalogCommand     `cmd:"" group:"shop" help:"Import and export products, categories, prices and stock."`
	Attributes  attributesCommand  `cmd:"" group:"shop" help:"Look after attributes of products, their options and attribute sets."`
	Shipping    shippingCommand    `cmd:"" group:"shop" help:"Look after the tables of shipping rates."`
	Rates       ratesCommand       `cmd:"" group:"shop" help:"Look after the exchange rates of currencies."`
	Invoices    invoicesCommand    `cmd:"" group:"shop" help:"Make invoices and print them."`
	Mail        mailCommand        `cmd:"" group:"shop" help:"Look at the e-mails of the shop."`
	Token       tokenCommand       `cmd:"" group:"access" help:"Print a JSON Web Token."`
	User        userCommand        `cmd:"" group:"access" help:"Look after API users, service accounts and admins."`
	Customer    customerCommand    `cmd:"" group:"access" help:"Forget customers."`
	Events      eventsCommand      `cmd:"" group:"data" help:"Look into the event log, verify it, move it."`
	Backup      backupCommand      `cmd:"" group:"data" help:"Back up the database, and restore it."`
	Keys        keysCommand        `cmd:"" group:"data" help:"Look after the keys of personal data and the master key that protects them."`
	Projections projectionsCommand `cmd:"" group:"data" help:"Look after the read models."`
	Relay       relayCommand       `cmd:"" group:"others" help:"Publish the event log to NATS, RabbitMQ or Kafka."`
	Gateway     gatewayCommand     `cmd:"" group:"others" help:"Look after the sandbox payment gateway."`
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

// Main runs the program on the command line of the process, until it is interrupted, and returns the exit code.
func Main() int {
	uuid.EnableRandPool() // a system call for every request would cost more than the request
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		stop() // a second signal ends the program at once
	}()
	return Run(ctx, os.Args[1:], os.Stdout, os.Stderr)
}

// Run carries out a command line and returns the exit code: 0 done, 1 failed, 2 not understood.
func Run(ctx context.Context, args []string, out, err io.Writer) int {
	g := grammar{Globals: Globals{out: newOutput(out), err: newOutput(err)}}
	said, failed := g.out, g.err
	defer said.stream.flush()
	defer failed.stream.flush()
	exited, code := false, 0
	parser, problem := kong.New(&g, kong.Name("tradelog"),
		kong.Description("An online-store back end whose only source of truth is an event log."),
		kong.Writers(said.stream, failed.stream), kong.Exit(func(c int) { exited, code = true, c }), kong.UsageOnError(),
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
	g.out, g.err = said, failed
	if problem := g.check(); problem != nil {
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

// check refuses invalid global flags.
func (g *Globals) check() error {
	if g.Data == "" {
		return fault.Invalidf("--data is empty; it takes the directory of an installation, or leave it out for ./data")
	}
	return app.Config{JWTSecret: g.JWTSecret}.Check()
}

// report prints an error, and advice if there is any.
func report(to *output, problem error) int {
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

// logger logs to standard error.
func (g *Globals) logger() *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(strings.ToUpper(g.LogLevel))); err != nil {
		level = slog.LevelInfo
	}
	return g.loggerTo(g.err.stream, level)
}

// loggerTo logs in the chosen format.
func (g *Globals) loggerTo(to io.Writer, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if g.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(g *Globals) error {
	return g.out.Println("tradelog", Version)
}

// operator returns the name of the person at the command line, for the audit trail: the one who called sudo, if root runs this.
func operator() string {
	if v := os.Getenv("SUDO_USER"); v != "" && os.Geteuid() == 0 {
		return v
	}
	return account()
}

// account returns the name of the operating system user who runs this. One without an entry in the user database is named by number.
func account() string {
	id := strconv.Itoa(os.Geteuid())
	if u, err := user.LookupId(id); err == nil && u.Username != "" {
		return u.Username
	}
	return "uid " + id
}
