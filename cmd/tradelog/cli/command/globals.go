// Package command has the common parts of commands: flags, output, access to an installation, and Invoke, by which they reach a shop.
//
// A command reads and changes a shop only through operations. Ask and Change invoke one by its name, as the operating system's user. So a
// command passes the same checks as a request, and its events name their actor. The command itself has flags, printing and progress.
package command

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/user"
	"strconv"
	"strings"

	"tradelog/app"
	"tradelog/domain/fault"
)

// Globals are the flags of every command.
type Globals struct {
	Data         string `help:"Directory of this installation." default:"./data" env:"TRADELOG_DATA" placeholder:"DIR"`
	Database     string `help:"URL of a PostgreSQL database; by default the private one in the data directory." env:"TRADELOG_DATABASE_URL" placeholder:"URL"`
	EventStore   string `help:"URL of the EventStoreDB or KurrentDB server that stores the log, such as esdb://user:password@host:2113; by default the database stores it." env:"TRADELOG_EVENT_STORE_URL" placeholder:"URL"`
	JWTSecret    string `help:"Key that signs tokens, at least 32 bytes; by default the installation's own." env:"TRADELOG_JWT_SECRET" hidden:""`
	Media        string `help:"URL of the store of media files, such as s3://bucket?region=eu-central-1; by default the directory media in the data directory." env:"TRADELOG_MEDIA_URL" placeholder:"URL"`
	Pictures     int64  `name:"picture-memory" help:"Memory of all concurrent conversions of pictures, in MiB. A picture that needs more is refused." default:"768" env:"TRADELOG_PICTURE_MEMORY" placeholder:"MIB"`
	WALArchive   string `name:"wal-archive" help:"Directory of the archived write-ahead log of the private PostgreSQL. serve remembers it for other commands." env:"TRADELOG_WAL_ARCHIVE" placeholder:"DIR"`
	SMTPPassword string `help:"Password of the mail server; by default that of the configuration." env:"TRADELOG_SMTP_PASSWORD" hidden:""`
	LogLevel     string `help:"Least severe level to log: debug, info, warn or error." enum:"debug,info,warn,error" default:"info" env:"TRADELOG_LOG_LEVEL"`
	LogFormat    string `help:"Format of the log: text or json." enum:"text,json" default:"text" env:"TRADELOG_LOG_FORMAT"`

	Out, Err *Output `kong:"-"`
	Version  string  `kong:"-"`
	// Add adds further parts of the program to the shop; nil for none.
	Add func(*app.Config) `kong:"-"`
}

// Check refuses invalid global flags.
func (g *Globals) Check() error {
	if g.Data == "" {
		return fault.Invalidf("--data is empty; it takes the directory of an installation, or leave it out for ./data")
	}
	return app.Config{Secrets: app.Secrets{TokenKey: g.JWTSecret}}.Check()
}

// Logger logs to standard error.
func (g *Globals) Logger() *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(strings.ToUpper(g.LogLevel))); err != nil {
		level = slog.LevelInfo
	}
	return g.LoggerTo(g.Err.Stream, level)
}

// LoggerTo logs in the chosen format.
func (g *Globals) LoggerTo(to io.Writer, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if g.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

// operator returns the name of the person at the command line, for the audit trail: the caller of sudo, if root runs this.
func operator() string {
	if v := os.Getenv("SUDO_USER"); v != "" && os.Geteuid() == 0 {
		return v
	}
	return account()
}

// account returns the name of the operating system user who runs this. A user without an entry in the user database is named by number.
func account() string {
	id := strconv.Itoa(os.Geteuid())
	if u, err := user.LookupId(id); err == nil && u.Username != "" {
		return u.Username
	}
	return "uid " + id
}

// Confirm asks the person at the terminal, and fails without a yes.
func (g *Globals) Confirm(format string, args ...any) error {
	if err := g.Err.Printf(format+" Type yes to go on: ", args...); err != nil {
		return err
	}
	answer, _ := bufio.NewReader(os.Stdin).ReadString('\n') // end of input is not yes
	if strings.TrimSpace(strings.ToLower(answer)) != "yes" {
		return fault.Preconditionf("Nothing was done. --yes does it without asking.")
	}
	return nil
}

// Secret reads a secret, one line of the standard input. Arguments are visible to others on the machine.
func (g *Globals) Secret() (string, error) {
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		if err := g.Err.Printf("Password (shown as you type; < FILE reads it from a file): "); err != nil {
			return "", err
		}
	}
	line, err := bufio.NewReader(io.LimitReader(os.Stdin, 4096)).ReadString('\n')
	if line = strings.TrimRight(line, "\r\n"); line == "" && (err == nil || errors.Is(err, io.EOF)) {
		return "", fault.Invalidf("There is no password in the standard input")
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return line, err
}

// WithLog opens only the log.
func (g *Globals) WithLog(ctx context.Context, run func(ctx context.Context, log *app.Log) error) error {
	return g.WithinLog(ctx, Using, run)
}

// WithinLog opens only the log as WithLog does, for commands with another purpose.
func (g *Globals) WithinLog(ctx context.Context, what Purpose, run func(ctx context.Context, log *app.Log) error) error {
	return g.withConfig(ctx, what, func(config app.Config) error {
		config.Logger = g.warningLogger()
		log, err := app.OpenLog(ctx, config)
		if err != nil {
			return err
		}
		defer log.Close()
		return run(ctx, log)
	})
}
