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
	// ReplicaURLs are replicas that answer reads of clients as far as they are new enough.
	ReplicaURLs []string
	// MaxConnections of the pool for requests; by default 8, and 4 for the log alone.
	MaxConnections int32
	// Gone is closed when the database has ended for good: nothing is waited for then. Nil: it may come back.
	Gone <-chan struct{}
	// Tracer sees every query; nil for none. Connections of the pool for requests call themselves "tradelog".
	Tracer pgx.QueryTracer
}

// EventLog configures the log and the directory of its witness.
type EventLog struct {
	// StoreURL is an EventStoreDB or KurrentDB server that has the log; empty: the log is in the database. See esdb.Schemes.
	StoreURL string
	// StorePatience is the time that the event store may lack events that were seen, before they count as lost; see esdb.Options.
	StorePatience time.Duration
	// WitnessDir is the directory in which the program notes the end of the log that it has seen, so that a database that lost events is
	// found. Empty: nowhere.
	WitnessDir string
	// CheckpointsTo is the target to which checkpoints of the log are published, see checkpoints.CheckTarget; empty: nowhere.
	CheckpointsTo string
}

// Secrets are keys, passwords and what becomes of them.
type Secrets struct {
	// TokenKey is the key of tokens, at least 32 bytes, see Check; empty: the installation's own.
	TokenKey string
	// MasterKeys wrap the keys of personal data and the secrets of the installation. A database with wrapped keys cannot be opened without
	// them. Without master keys, a database with plain keys keeps them plain. Nil: none.
	MasterKeys vault.Source
	// MakesMasterKey makes the first master key of a database that has none; otherwise it is left to another instance.
	MakesMasterKey bool
	// LedgerDir is the directory in which the program notes whose keys were deleted, see installation.Ledger. Empty: nowhere.
	LedgerDir string
	// SMTPPassword is the password at the mail server; empty: that of the configuration.
	SMTPPassword string
	// WeakPasswords stores passwords in a way that is easy to guess, for tests.
	WeakPasswords bool
}

// Requests configures how requests are answered.
type Requests struct {
	// BaseURL is the address of the shop if the configuration has none.
	BaseURL string
	// RateLimitsOff lets every caller call as often as they like, for load tests.
	RateLimitsOff bool
	// Timeout bounds a request; 30 s by default.
	Timeout time.Duration
	// Heartbeat is the time after which a live answer without news shows that it is still there; 15 s by default.
	Heartbeat time.Duration
	// Drain is the time that requests under way may take when the program is told to end; 10 s by default.
	Drain time.Duration
	// Access takes a line for each request; nil for none.
	Access *slog.Logger
}

// Files configures the stores of files.
type Files struct {
	// MailDir takes e-mails as files while no mail server is configured. Without it there are no e-mails at all.
	MailDir string
	// MediaURL is the store of media files, such as s3://bucket?region=eu-central-1; without it they are in MediaDir. Without either
	// there are none.
	MediaURL, MediaDir string
	// PictureMemory bounds the memory of all conversions of pictures together, in bytes; media.DefaultMemory by default.
	PictureMemory int64
}

// Outside configures the services of others that the program asks or tells.
type Outside struct {
	// CaptchaURLs maps names of CAPTCHA providers to the URLs at which they are asked, and SignInURLs those of sign-in providers. Without one
	// the provider's own URL is used.
	CaptchaURLs, SignInURLs map[string]string
	// WebhookNetworks are networks that webhooks may be sent to besides the public internet.
	WebhookNetworks outside.Networks
	// WebhookPause is the pause after a number of failed attempts, if the receiver asks for none; webhook.Pause by default.
	WebhookPause func(attempts int, asked time.Duration) time.Duration
	// AgentRoots are the authorities that certificates of clients' metadata documents are checked against; nil for those of the system.
	AgentRoots *x509.CertPool
}

// Office is for people of the back office and buyers. Package office has that of the program.
type Office struct {
	// Printing makes printed documents and electronic invoices; nil for none.
	Printing *Printing
	// Interfaces make further interfaces, such as the console.
	Interfaces []func(*App) Interface
	// Console is the path of the console; empty if there is none.
	Console string
}

// Check refuses a configuration that no program may run with. Open and OpenLog call it.
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

// complete checks a configuration and returns it with its defaults, of which the number of connections is given.
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
