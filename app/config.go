package app

import (
	"cmp"
	"crypto/x509"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/trace"

	"tradelog/adapters/outside"
	"tradelog/domain/settings"
	"tradelog/eventstore/esdb"
	"tradelog/eventstore/vault"
	"tradelog/installation"
	"tradelog/installation/checkpoints"
	"tradelog/operations/passwords"
)

// Config is the configuration of a program. Only Database.URL is required.
type Config struct {
	Database Database
	EventLog EventLog
	Secrets  Secrets
	Requests Requests
	Files    Files
	Outside  Outside
	Office   Office

	// Role is the role of this instance; All by default.
	Role    Role
	Clock   func() time.Time
	Logger  *slog.Logger
	Version string
	// Tracing makes spans of requests, appends and queries; nil for none.
	Tracing trace.TracerProvider
}

// Database configures the connections to PostgreSQL.
type Database struct {
	URL string
	// ReplicaURLs are replicas that answer reads of clients if they are new enough.
	ReplicaURLs []string
	// MaxConnections of the pool for requests; by default 8, or 4 for the log alone.
	MaxConnections int32
	// Gone is closed when the database has ended for good; then no call waits for it. Nil: it may come back.
	Gone <-chan struct{}
	// Tracer observes every query; nil for none. The application_name of the pool for requests is "tradelog".
	Tracer pgx.QueryTracer
}

// EventLog configures the log and its witnesses.
type EventLog struct {
	// StoreURL is the EventStoreDB or KurrentDB server that has the log; empty: the log is in the database. See esdb.Schemes.
	StoreURL string
	// StorePatience is the time for which the event store may lack events that were seen before they count as lost; see esdb.Options.
	StorePatience time.Duration
	// WitnessDir is the directory for the note of the last event that this program has seen. The note reveals a database that lost events.
	// Empty: no note.
	WitnessDir string
	// CheckpointsTo is the target to which checkpoints of the log are published, see checkpoints.CheckTarget; empty: none.
	CheckpointsTo string
}

// Secrets configures keys, passwords and how they are stored.
type Secrets struct {
	// TokenKey is the key of tokens, at least 32 bytes, see Check; empty: the installation's own.
	TokenKey string
	// MasterKeys wrap the keys of personal data and the secrets of the installation. A database with wrapped keys cannot be opened without
	// them. Nil: a database with plain keys keeps them plain.
	MasterKeys vault.Source
	// MakesMasterKey makes the first master key of a database that has none; otherwise another instance makes it.
	MakesMasterKey bool
	// LedgerDir is the directory for the ledger of deleted keys, see installation.Ledger. Empty: no ledger.
	LedgerDir string
	// SMTPPassword is the password at the mail server; empty: the one in the configuration.
	SMTPPassword string
	// WeakPasswords stores passwords with a fast, weak hash, for tests.
	WeakPasswords bool
}

// Requests configures how requests are answered.
type Requests struct {
	// BaseURL is the address of the shop if the configuration has none.
	BaseURL string
	// RateLimitsOff removes the rate limits, for load tests.
	RateLimitsOff bool
	// Timeout bounds a request; 30 s by default.
	Timeout time.Duration
	// Heartbeat is the time after which a live answer without news sends a sign of life; 15 s by default.
	Heartbeat time.Duration
	// Drain is the time in which running requests may finish when the program ends; 10 s by default.
	Drain time.Duration
	// Access receives a line for each request; nil for none.
	Access *slog.Logger
}

// Files configures the stores of files.
type Files struct {
	// MailDir receives e-mails as files while no mail server is configured. If it is empty there are no e-mails at all.
	MailDir string
	// MediaURL is the store of media files, such as s3://bucket?region=eu-central-1. If it is empty they are in MediaDir; if both are empty
	// there are no media files.
	MediaURL, MediaDir string
	// PictureMemory bounds the memory of all conversions of pictures together, in bytes; media.DefaultMemory by default.
	PictureMemory int64
}

// Outside configures the calls to services of others.
type Outside struct {
	// CaptchaURLs maps names of CAPTCHA providers to the URLs of their checks, and SignInURLs those of sign-in providers. The default is the
	// provider's own URL.
	CaptchaURLs, SignInURLs map[string]string
	// WebhookNetworks are networks that webhooks may be sent to besides the public internet.
	WebhookNetworks outside.Networks
	// OfInstances adds the webhook networks of the running instances. Commands set it, so that they check and test addresses as the shop sends
	// to them. An instance knows its own networks alone, or one that was withdrawn would never end.
	OfInstances bool
	// WebhookPause is the pause after a number of failed attempts, if the receiver asks for none; webhook.Pause by default.
	WebhookPause func(attempts int, asked time.Duration) time.Duration
	// AgentRoots are the authorities that may sign the TLS certificates of clients' metadata documents; nil for those of the system.
	AgentRoots *x509.CertPool
}

// Office configures the interfaces for people of the back office and buyers. Package office has the program's.
type Office struct {
	// Printing makes what prints documents and electronic invoices; nil for none.
	Printing func(Library) *Printing
	// Interfaces make further interfaces, such as the console.
	Interfaces []func(*App) Interface
	// Console is the path of the console; empty if there is none.
	Console string
}

// Check refuses invalid configurations. Open and OpenLog call it.
func (c Config) Check() error {
	if c.EventLog.StoreURL != "" {
		if err := esdb.CheckURL(c.EventLog.StoreURL); err != nil {
			return err
		}
	}
	if c.EventLog.CheckpointsTo != "" {
		if err := checkpoints.CheckTarget(c.EventLog.CheckpointsTo); err != nil {
			return err
		}
	}
	if c.Secrets.TokenKey == "" {
		return nil
	}
	return settings.CheckTokenKey("the key of tokens (TRADELOG_JWT_SECRET)", c.Secrets.TokenKey)
}

// complete checks a configuration and returns it with its defaults; connections is the default of MaxConnections.
func (c Config) complete(connections int32) (Config, error) {
	c.Database.MaxConnections = cmp.Or(c.Database.MaxConnections, connections)
	c.Requests.Drain = cmp.Or(c.Requests.Drain, 10*time.Second)
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c, c.Check()
}

// pool returns the settings of connections to the primary or to a replica.
func (c Config) pool(url string) (*pgxpool.Config, error) {
	return installation.PoolConfig(url, c.Database.MaxConnections, c.Database.Tracer, c.Tracing != nil)
}

func (c Config) passwords() *passwords.Hasher {
	if c.Secrets.WeakPasswords {
		return passwords.NewWeak(0)
	}
	return passwords.New(0)
}
