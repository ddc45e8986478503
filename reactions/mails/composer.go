package mails

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/adapters/mail"
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/letter"
	"tradelog/domain/settings"
	"tradelog/domain/webhook"
	"tradelog/eventstore"
	"tradelog/internal/lru"
	"tradelog/reactions"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// Commands are the commands on orders that e-mails use.
type Commands interface {
	// EachEvent calls f for each event of a stream.
	EachEvent(ctx context.Context, stream string, f func(e domain.Event, at domain.Times)) error
	// EmailedOrder records that an order's buyer was sent a document. The same cause is recorded once.
	EmailedOrder(ctx context.Context, orderID int64, paper string, paperID int64, cause string) error
}

// Cards are the commands on gift cards that e-mails use.
type Cards interface {
	// MarkSent records that a gift card was sent to its recipient. The same cause is recorded once.
	MarkSent(ctx context.Context, cardID int64, cause string) error
}

// Options are the dependencies and settings of a composer.
type Options struct {
	Pool     *pgxpool.Pool
	Store    eventstore.Store
	Codec    *eventstore.Codec
	Shop     func(ctx context.Context) (*directory.Shop, error)
	Commands Commands
	Cards    Cards
	// Webhook returns a subscription of webhooks, and Account an account of the back office.
	Webhook func(ctx context.Context, id int64) (webhook.Subscription, error)
	Account func(ctx context.Context, id int64) (access.Account, error)
	// Names returns the names of products in a store view, by ID.
	Names func(ctx context.Context, storeID int64, ids []int64) (map[int64]string, error)
	// Product returns the name of a product in a store view, and the path of the page in the storefront that sells it. The name is empty if it
	// is not for sale there.
	Product func(ctx context.Context, shop *directory.Shop, storeID, id int64) (name, page string, err error)
	// Kinds are the kinds of e-mail. Each area of the shop has its own.
	Kinds []Kind
	// Templates returns the templates of merchants as they are now; nil if there are none.
	Templates func(ctx context.Context) ([]letter.Template, error)
	// Directory receives the e-mails while no mail server is configured.
	Directory string
	// Password returns the password of the mail server.
	Password func(ctx context.Context) (string, error)
	// Confirm is the path of the page that confirms an e-mail address.
	Confirm string
	// Downloads is the path of purchased downloads, to which a key is added.
	Downloads string
	// Papers is the path of printed papers, to which a key is added. PaperSecret returns the secret of the keys of an order's papers.
	Papers      string
	PaperSecret func(ctx context.Context, orderID int64) (string, error)
	// Reset is the path of the page that asks for a new password.
	Reset string
	// Email is the path of the page that proves a new e-mail address.
	Email string
	// Print makes the PDF of an invoice.
	Print func(ctx context.Context, shop *directory.Shop, o *documents.Order, i *documents.Invoice) ([]byte, error)
	// Logo returns the picture of a file as a JPEG, with the width in pixels at which e-mails show it. It returns nil if the picture cannot be
	// shown. A nil Logo means that e-mails have none.
	Logo   func(ctx context.Context, path string) (jpeg []byte, width int)
	Clock  func() time.Time
	Logger *slog.Logger
	// Every is the interval between looks into the outbox; half a second by default.
	Every time.Duration
}

// Composer writes and sends e-mails. Make it with New.
type Composer struct {
	Options
	kinds map[string]Kind

	mu     sync.Mutex
	resume time.Time // until then nothing is sent to the mail server
	swept  time.Time // the time of the last removal of closed lines

	queued lru.Cache[uuid.UUID, eventstore.Recorded] // the events of lines that were added lately

	adding  sync.Mutex
	entries []entry // that store has yet to add, guarded by adding

	delivering sync.Mutex
	closings   []closed // guarded by delivering
}

// keptEvents is the number of events that are kept in memory until their e-mails are sent.
const keptEvents = 1000

// New makes a composer.
func New(o Options) *Composer {
	if o.Every == 0 {
		o.Every = 500 * time.Millisecond
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	d := &Composer{Options: o, kinds: map[string]Kind{}, queued: lru.New[uuid.UUID, eventstore.Recorded](keptEvents)}
	for _, k := range o.Kinds {
		if _, twice := d.kinds[k.Form.Name]; twice {
			panic("mails: the kind " + k.Form.Name + " is declared twice")
		}
		d.kinds[k.Form.Name] = k
	}
	return d
}

// disabled is the setting that switches off all e-mails.
const disabled = "system/smtp/disable"

// SentToBuyers tells whether a store sends its buyers the e-mails of a kind, which is the part of the setting sales_email/KIND/enabled.
func SentToBuyers(shop *directory.Shop, storeID int64, kind string) bool {
	return !shop.Settings.In(0).Flag(disabled) && shop.Settings.In(storeID).Flag("sales_email/"+kind+"/enabled")
}

// Reaction puts e-mails into the outbox.
func (d *Composer) Reaction() reactions.Reaction {
	r := reactions.Reaction{Name: reactionName}
	seen := map[string]bool{}
	for _, k := range d.Kinds {
		for _, name := range k.Events {
			if !seen[name] {
				seen[name], r.Events = true, append(r.Events, name)
			}
		}
	}
	r.Handle = func(ctx context.Context, e reactions.Event) error {
		shop, err := d.Shop(ctx)
		if err != nil || shop.Settings.In(0).Flag(disabled) || d.Clock().Sub(occurredAt(e)) > letter.News {
			return err
		}
		for _, k := range d.Kinds {
			if k.calls(e) {
				if err := d.queue(ctx, k, e); err != nil {
					return err
				}
			}
		}
		return nil
	}
	r.Store = d.store
	return r
}

// calls reports whether an event causes an e-mail of this kind.
func (k Kind) calls(e reactions.Event) bool {
	for _, name := range k.Events {
		if name == e.Type {
			return k.Wanted == nil || k.Wanted(e.Payload)
		}
	}
	return false
}

func occurredAt(e reactions.Event) time.Time { return e.Times().Occurred }

// Sweep sends the e-mails of the outbox.
func (d *Composer) Sweep() reactions.Sweep {
	return reactions.Sweep{Name: "mails", Every: d.Every, Run: d.Deliver}
}

// sender returns the destination of e-mails, or nil if the shop sends none.
func (d *Composer) sender(ctx context.Context, config settings.View) (mail.Sender, error) {
	switch host := config.Text("system/smtp/host"); {
	case config.Flag(disabled):
		return nil, nil
	case host == "":
		return mail.Directory(d.Directory), nil
	default:
		server := mail.SMTP{
			Host: host, Port: config.Int("system/smtp/port"), Username: config.Text("system/smtp/username"),
			Encryption: config.Text("system/smtp/encryption"),
		}
		if server.Username != "" && d.Password != nil {
			var err error
			if server.Password, err = d.Password(ctx); err != nil {
				return nil, err
			}
		}
		return server, nil
	}
}
