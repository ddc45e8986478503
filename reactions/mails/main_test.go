package mails

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/customer"
	"tradelog/domain/giftcard"
	"tradelog/domain/letter"
	"tradelog/domain/locale"
	"tradelog/domain/order"
	"tradelog/domain/record"
	"tradelog/domain/review"
	"tradelog/domain/revocation"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/domain/stockalert"
	"tradelog/eventstore"
	"tradelog/eventstore/postgres"
	"tradelog/eventstore/vault"
	"tradelog/installation/migrations"
	"tradelog/reactions"
	"tradelog/readmodels/directory"
	"tradelog/test/doubles"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m, func() error { return goleak.Find() }) }

// greeted is an event that causes an e-mail.
type greeted struct {
	Who string `json:"who,omitzero" personal:"true"`
	No  int    `json:"no"`
}

func (greeted) EventName() string     { return "Greeted" }
func (g greeted) DataSubject() string { return fmt.Sprintf("person-%d", g.No) }

// greetingValues holds the values of the greeting's form.
type greetingValues struct {
	letter.Common
	No string
}

var greetingForm = letter.Define("greeting", fstest.MapFS{
	"greeting.txt":  {Data: []byte("Subject: Greeting {{.No}}\n{{template \"hello\" .}}")},
	"greeting.html": {Data: []byte("{{template \"hello\" .}}")},
}, func(locale.Locale) greetingValues { return greetingValues{No: "1"} })

// world is a composer with a log, an outbox, a clock and a mail server.
type world struct {
	t        *testing.T
	pool     *pgxpool.Pool
	store    *postgres.Store
	keys     *postgres.Keyring
	codec    *eventstore.Codec
	sink     *doubles.MailServer
	dir      string
	composer *Composer
	logged   bytes.Buffer
	noted    []string
	failing  error // returned by Sent

	mu     sync.Mutex
	now    time.Time
	config map[string]string
	table  *settings.Table
	// templates holds the merchants' templates by number.
	templates map[int64]letter.Template
}

// greeting is a kind of e-mail for the tests of all kinds.
func (w *world) greeting() Kind {
	return Kind{
		Form: greetingForm, Events: []string{"Greeted"}, Wanted: func(e domain.Event) bool { return e.(greeted).No >= 0 },
		Compose: func(_ context.Context, _ *Composer, e reactions.Event) (*Letter, error) {
			g := e.Payload.(greeted)
			l := &Letter{StoreID: 1, Sender: "sales", Values: greetingValues{letter.Common{Recipient: g.Who}, strconv.Itoa(g.No)}}
			if g.Who != "" {
				l.To.Name, l.To.Email = g.Who, g.Who+"@example.com"
			}
			return l, nil
		},
		Sent: func(_ context.Context, _ *Composer, e reactions.Event) error {
			w.noted = append(w.noted, strconv.Itoa(e.Payload.(greeted).No))
			return w.failing
		},
	}
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, dir: filepath.Join(t.TempDir(), "mail"), now: time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)}
	w.pool = pgtest.Pool(t, pgtest.WithMaxConns(6), pgtest.WithTemplate("migrated", migrations.Up))
	var err error
	if w.store, err = postgres.Open(t.Context(), w.pool, postgres.Options{Clock: w.clock}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.store.Close)
	if w.table, err = settings.NewTable(settings.Platform, settings.Directory, settings.Customers, settings.Checkout, settings.Sales,
		settings.GiftCards, settings.Revocations, settings.Catalog, settings.Access); err != nil {
		t.Fatal(err)
	}
	w.keys = postgres.NewKeyring(vault.New(w.pool, nil, false))
	specs := append(order.EventSpecs(), customer.EventSpecs()...)
	specs = append(append(append(specs, giftcard.EventSpecs()...), revocation.EventSpecs()...), domain.Spec[greeted](1))
	specs = append(append(specs, access.EventSpecs()...), review.EventSpecs()...)
	specs = append(specs, stockalert.EventSpecs()...)
	specs, w.templates = append(specs, letter.Templates.EventSpecs()...), map[int64]letter.Template{}
	w.codec = eventstore.NewCodec(w.keys, specs...)
	w.sink = doubles.StartMailServer(t, doubles.MailSetup{})
	w.config = map[string]string{
		"general/store_information/name": "Maß & Co", "web/unsecure/base_url": "https://shop.example/",
		"general/locale/timezone": "Europe/Berlin",
	}
	w.useSink(w.sink)
	w.composer = New(Options{
		Pool: w.pool, Store: w.store, Codec: w.codec, Shop: w.shop, Commands: w, Cards: w, Directory: w.dir, Confirm: "/customer/account/confirm",
		Papers:      "/api/rest/v2/papers/",
		PaperSecret: func(_ context.Context, id int64) (string, error) { return fmt.Sprint("secret ", id), nil },
		Downloads:   "/api/rest/v2/downloads/", Account: w.account, Names: w.names, Product: w.product,
		Templates: func(context.Context) ([]letter.Template, error) { return slices.Collect(maps.Values(w.templates)), nil },
		Clock:     w.clock, Logger: slog.New(slog.NewTextHandler(&w.logged, nil)),
		Kinds: []Kind{
			OrderConfirmation, OrderComment, ShipmentNotice, ShipmentComment, InvoiceNotice, GiftCardDelivery, AccountConfirmation,
			RevocationReceipt, RevocationNotice, CreditMemoNotice, OrderCancellation, GiftCardBalance, ReviewApproved, BackInStock,
			UserCreated, UserSecrets, UserLocked, UserUnlocked, w.greeting(),
		},
	})
	return w
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// after advances the clock and delivers.
func (w *world) after(d time.Duration) {
	w.t.Helper()
	w.mu.Lock()
	w.now = w.now.Add(d)
	w.mu.Unlock()
	w.deliver()
}

// write stores a template of a merchant.
func (w *world) write(t letter.Template) {
	w.t.Helper()
	values, err := record.Of(t)
	if err != nil {
		w.t.Fatal(err)
	}
	stream, state := letter.Templates.Stream(t.ID), record.New("")
	if err := w.EachEvent(w.t.Context(), stream, func(e domain.Event, _ domain.Times) { state = record.Evolve(state, e) }); err != nil {
		w.t.Fatal(err)
	}
	decide := letter.Templates.Create
	if state.Exists {
		decide = func(s record.State, _ int64, v record.Values) ([]domain.Event, error) {
			return letter.Templates.Change(s, 0, v)
		}
	}
	events, err := decide(state, t.ID, values)
	if err != nil {
		w.t.Fatal(err)
	}
	w.happen(stream, events...)
	w.templates[t.ID] = t
}

func (w *world) set(path, value string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.config[path] = value
}

func (w *world) useSink(s *doubles.MailServer) {
	w.set("system/smtp/host", s.Host)
	w.set("system/smtp/port", strconv.Itoa(s.Port))
}

func (w *world) shop(context.Context) (*directory.Shop, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return &directory.Shop{
		Tree: shop.NewTree([]shop.Website{{ID: 1, Code: "base", DefaultGroupID: 1, IsDefault: true}},
			[]shop.Group{{ID: 1, WebsiteID: 1, DefaultStoreID: 1}},
			[]shop.Store{{ID: 1, Code: "default", Name: "Default Store View", WebsiteID: 1, GroupID: 1}}),
		Settings: settings.NewValues(
			w.table,
			map[settings.Scope]map[string]string{settings.Default: maps.Clone(w.config)},
			map[int64]int64{1: 1},
		),
	}, nil
}

// account returns an account as the log has it.
func (w *world) account(ctx context.Context, id int64) (access.Account, error) {
	a := access.NewAccount("")
	err := w.EachEvent(ctx, access.Stream(id), func(e domain.Event, _ domain.Times) { a = access.EvolveAccount(a, e) })
	return a, err
}

// names returns the name of product 101.
func (w *world) names(context.Context, int64, []int64) (map[int64]string, error) {
	return map[int64]string{101: "Mug <b>& more</b>"}, nil
}

// product returns the name and the page of product 101. No other is for sale.
func (w *world) product(_ context.Context, _ *directory.Shop, _, id int64) (name, page string, err error) {
	if id != 101 {
		return "", "", nil
	}
	return "Mug <b>& more</b>", "/mug", nil
}

// EachEvent reads a stream of the log.
func (w *world) EachEvent(ctx context.Context, stream string, f func(domain.Event, domain.Times)) error {
	recorded, err := w.store.ReadStream(ctx, stream, 0, eventstore.Forwards, 1000)
	if err != nil {
		return err
	}
	for _, r := range recorded {
		e, err := w.codec.Decode(ctx, r)
		if err != nil {
			return err
		}
		f(e, domain.Times{Occurred: w.clock(), Recorded: w.clock()})
	}
	return nil
}

// EmailedOrder records its arguments.
func (w *world) EmailedOrder(_ context.Context, orderID int64, paper string, paperID int64, cause string) error {
	w.noted = append(w.noted, fmt.Sprintf("order %d %s %d", orderID, paper, paperID))
	return nil
}

// MarkSent records its arguments.
func (w *world) MarkSent(_ context.Context, cardID int64, cause string) error {
	w.noted = append(w.noted, fmt.Sprintf("card %d", cardID))
	return nil
}

// happen appends events and passes them to the reaction.
func (w *world) happen(stream string, events ...domain.Event) []reactions.Event {
	w.t.Helper()
	var out []reactions.Event
	for _, e := range events {
		encoded, err := w.codec.Encode(w.t.Context(), e)
		if err != nil {
			w.t.Fatal(err)
		}
		encoded.ID = uuid.New()
		if encoded.Metadata, err = json.Marshal(eventstore.Metadata{OccurredAt: w.clock()}); err != nil {
			w.t.Fatal(err)
		}
		at, err := w.store.Append(w.t.Context(), stream, eventstore.Any, encoded)
		if err != nil {
			w.t.Fatal(err)
		}
		found, err := w.store.ReadStream(w.t.Context(), stream, at.Last, eventstore.Forwards, 1)
		if err != nil || len(found) != 1 {
			w.t.Fatalf("read back: %v", err)
		}
		out = append(out, reactions.Event{Recorded: found[0], Payload: e})
		w.handle(out[len(out)-1])
	}
	return out
}

func (w *world) handle(e reactions.Event) {
	w.t.Helper()
	r := w.composer.Reaction()
	if err := errors.Join(r.Handle(w.t.Context(), e), r.Store(w.t.Context())); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) deliver() {
	w.t.Helper()
	if err := w.composer.Deliver(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// lines prints the outbox: kind, attempts, whether it was sent, and the outcome.
func (w *world) lines() string {
	w.t.Helper()
	rows, err := w.pool.Query(w.t.Context(), `SELECT kind || ' ' || attempts || CASE WHEN sent_at IS NULL THEN '' ELSE ' sent' END ||
		CASE WHEN closed_at IS NULL THEN ' open' ELSE ' closed' END || ': ' || outcome FROM reaction_mails ORDER BY position, kind`)
	if err != nil {
		w.t.Fatal(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			w.t.Fatal(err)
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

func (w *world) expect(lines string) {
	w.t.Helper()
	if got := w.lines(); got != lines {
		w.t.Errorf("outbox: %s\n  want: %s", got, lines)
	}
}

// silent checks that no further e-mail was received.
func (w *world) silent() {
	w.t.Helper()
	if n := w.sink.Waiting(); n != 0 {
		w.t.Errorf("%d e-mails too many", n)
	}
}
