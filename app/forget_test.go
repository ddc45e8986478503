package app_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/eventstore/audit"
	"tradelog/internal/testing/apptest"
	"tradelog/internal/testing/salestest"
)

// marks are texts that only the person of the test wrote, or is named by.
var marks = regexp.MustCompile(`(?i)zerlina|quixmark`)

// person is a customer who has used everything.
type person struct {
	*salestest.Shop
	id      int64
	headers []string
	order   int64
	card    int64  // a gift card that the person has bought
	data    string // the data directory
	log     *logged
}

// logged is what the program logs.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// home is the person's address.
func home() salestest.Fields {
	a := salestest.Address()
	a["firstName"], a["lastName"], a["company"], a["telephone"] = "Zerlina", "Quixmark", "Quixmark Inc", "555-0199"
	return a
}

func startPerson(t *testing.T) *person {
	t.Helper()
	p := &person{data: t.TempDir(), log: &logged{}}
	p.Shop = salestest.Start(t, apptest.WithConfig(func(c *app.Config) {
		c.MailDir, c.LedgerDir, c.MediaDir = filepath.Join(p.data, "mail"), filepath.Join(p.data, "keys"), filepath.Join(p.data, "media")
		c.Logger = slog.New(slog.NewTextHandler(p.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}))
	p.Configure("revocation/general/enabled", "1", "sales/gift_options/allow_order", "1")
	units, yes := money.FromInt(100), true
	product := p.ProductWith("MUG", "10", stock.Change{Qty: &units, InStock: &yes}, salestest.Fields{"customOptions": []any{
		salestest.Fields{"id": 81, "title": "Motif", "type": "file", "fileExtensions": "txt"},
		salestest.Fields{"id": 82, "title": "Engraving", "type": "field"},
	}})
	f := func(pairs ...any) salestest.Fields {
		out := salestest.Fields{}
		for i := 0; i < len(pairs); i += 2 {
			out[pairs[i].(string)] = pairs[i+1]
		}
		return out
	}
	const email, password = "zerlina@example.com", "a long password"
	p.id = salestest.ID(p.Must(201, "POST", "/customers",
		f("email", email, "password", password, "firstname", "Zerlina", "lastname", "Quixmark"), p.Service...).Object(t))
	p.headers = apptest.Bearer(p.CustomerToken(p.id))
	p.Must(201, "POST", "/customers/me/addresses", f("firstname", "Zerlina", "lastname", "Quixmark", "street", "Quixmark Road 1",
		"city", "Berlin", "postcode", "10115", "countryId", "DE", "telephone", "030 1"), p.headers...)
	p.Must(201, "POST", "/customers/forgot-password", f("email", email))
	p.Must(201, "POST", "/newsletter/subscribe", f(), p.headers...)
	p.Must(201, "POST", "/customers/me/wishlist", f("productId", product, "description", "for Zerlina"), p.headers...)
	review := salestest.ID(p.Must(201, "POST", fmt.Sprintf("/products/%d/reviews", product),
		f("title", "Quixmark says", "detail", "Zerlina likes it.", "nickname", "Zerlina"), p.headers...).Object(t))
	p.Must(200, "PUT", fmt.Sprintf("/reviews/%d", review), f("status", "approved"), p.Service...)
	p.Must(201, "POST", "/contact", f("name", "Zerlina", "email", strings.ToUpper(email), "comment", "I am Quixmark."))
	sent := f("name", "Quixmark.txt", "base64_encoded_data", base64.StdEncoding.EncodeToString([]byte("For Zerlina")))
	engraved := func(cart int64) int64 {
		p.Must(200, "POST", fmt.Sprintf("/carts/%d/items", cart), f("sku", "MUG", "options", f("82", "Zerlina's mug"),
			"options_files", f("81", sent)), p.headers...)
		return cart
	}
	placement := salestest.Placement(f("guestEmail", nil, "shippingAddress", home(), "billingAddress", home(), "orderNote", "call Zerlina"))
	place := func() salestest.Fields {
		return p.Must(201, "POST", fmt.Sprintf("/carts/%d/place-order", engraved(p.Cart(p.headers, "MUG*2"))), placement,
			salestest.With(p.headers, "X-Idempotency-Key", "the-order")...).Object(t)
	}
	p.order = salestest.ID(place())
	below := fmt.Sprintf("/orders/%d", p.order)
	p.Must(201, "POST", below+"/hold", f("reason", "Zerlina asked"), p.Service...)
	p.Must(201, "POST", below+"/unhold", f("reason", "Quixmark agrees"), p.Service...)
	p.Must(201, "POST", below+"/comments", f("comment", "Zerlina called", "isVisibleOnFront", true), p.Service...)
	p.Must(201, "POST", below+"/invoices", f("comment", "for Quixmark"), p.Service...)
	shipment := salestest.ID(p.Must(201, "POST", below+"/shipments", f("comment", "to Zerlina"), p.Service...).Object(t))
	p.Must(201, "POST", fmt.Sprintf("/shipments/%d/comments", shipment), f("comment", "left at Quixmark Road"), p.Service...)
	revocation := salestest.ID(p.Must(201, "POST", "/customers/me/revocation-requests", f("orderId", p.order, "reason", "Zerlina's reasons"),
		p.headers...).Object(t))
	p.Must(200, "PUT", fmt.Sprintf("/revocation-requests/%d", revocation), f("processedStatus", "accepted", "adminNote", "Quixmark is right"),
		p.Service...)
	p.Must(201, "POST", below+"/credit-memos", f("comment", "back to Zerlina"), p.Service...)
	p.buyCard(t)
	open := engraved(p.Cart(p.headers, "MUG"))
	p.Must(200, "PUT", fmt.Sprintf("/carts/%d/gift-message", open), f("sender", "Zerlina", "recipient", "Q", "message", "Quixmark!"),
		p.headers...)
	p.Settle()
	return p
}

// buyCard buys a gift card, about which the back office writes something.
func (p *person) buyCard(t *testing.T) {
	t.Helper()
	p.Must(201, "POST", "/products", salestest.Fields{"sku": "GIFT", "name": "Gift Card", "type": "giftcard", "stockQty": 9,
		"customAttributesWrite": salestest.Fields{"giftcard_type": "fixed", "giftcard_amounts": "25", "giftcard_allow_message": 1}},
		p.Service...)
	p.Settle()
	cart := fmt.Sprintf("/carts/%d", p.Cart(p.headers))
	p.Must(200, "POST", cart+"/items", salestest.Fields{"sku": "GIFT", "qty": 1, "giftcardAmount": 25, "giftcardSenderName": "Zerlina",
		"giftcardSenderEmail": "zerlina@example.com", "giftcardRecipientName": "Quixmark senior",
		"giftcardRecipientEmail": "senior@quixmark.example", "giftcardMessage": "love, Zerlina"}, p.headers...)
	bought := salestest.ID(p.Must(201, "POST", cart+"/place-order", salestest.Placement(salestest.Fields{"guestEmail": nil,
		"shippingMethod": nil, "shippingAddress": nil, "billingAddress": home()}), p.headers...).Object(t))
	invoice := salestest.ID(p.Must(201, "POST", fmt.Sprintf("/orders/%d/invoices", bought), salestest.Fields{}, p.Service...).Object(t))
	if err := p.Commands.Sales.IssueGiftCards(apptest.Operator(), bought, invoice); err != nil {
		t.Fatal(err)
	}
	p.Settle()
	if err := p.Pool.QueryRow(t.Context(), `SELECT id FROM read.gift_cards`).Scan(&p.card); err != nil {
		t.Fatal(err)
	}
	p.Must(200, "PUT", fmt.Sprintf("/giftcards/%d", p.card), salestest.Fields{"balance": 20, "comment": "Zerlina asked"}, p.Service...)
}

// dump writes down every table of the database and every file of the data directory.
func (p *person) dump(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{"server log": p.log.String()}
	rows, err := p.Pool.Query(t.Context(), `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables
		WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		var text *string
		if err := p.Pool.QueryRow(t.Context(), `SELECT string_agg(x::text, E'\n') FROM `+name+` x`).Scan(&text); err != nil {
			t.Fatal(err)
		}
		if text != nil {
			all[name] = *text
		}
	}
	err = filepath.WalkDir(p.data, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		all["file "+filepath.Base(path)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// found lists where the person is.
func (p *person) found(t *testing.T) []string {
	t.Helper()
	return p.foundOf(t, marks)
}

// foundOf lists where texts are.
func (p *person) foundOf(t *testing.T, marks *regexp.Regexp) (places []string) {
	t.Helper()
	for place, text := range p.dump(t) {
		for _, line := range strings.Split(text, "\n") {
			if marks.MatchString(line) {
				places = append(places, place+": "+line[:min(len(line), 600)])
			}
		}
	}
	return places
}

// books adds up what orders, invoices and credit memos say.
func (p *person) books(t *testing.T) (sums string) {
	t.Helper()
	err := p.Pool.QueryRow(t.Context(), `SELECT concat_ws(' ', (SELECT count(*) FROM read.orders),
		(SELECT sum((doc::json->>'grandTotal')::numeric) FROM read.orders),
		(SELECT sum((doc::json->>'totalRefunded')::numeric) FROM read.orders),
		(SELECT sum((doc::json->>'grandTotal')::numeric) FROM read.invoices),
		(SELECT sum((doc::json->>'grandTotal')::numeric) FROM read.credit_memos),
		(SELECT sum(orders) FROM read.order_counts))`).Scan(&sums)
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

// TestForget: after a customer is forgotten nothing that the shop stores, shows, logs or remembers tells who they were, before a rebuild
// and after it, on any instance. The books are as before, and the log is whole.
func TestForget(t *testing.T) {
	t.Parallel()
	p := startPerson(t)
	other := apptest.Start(t, apptest.OnDatabase(p.Shop.Shop))
	account, shown := fmt.Sprintf("/customers/%d", p.id), fmt.Sprintf("/orders/%d", p.order)
	for _, path := range []string{account, shown} { // both instances remember the answers and have the keys in memory
		for range 2 {
			other.Must(200, "GET", path, nil, p.Service...)
			p.Must(200, "GET", path, nil, p.Service...)
		}
	}
	if len(p.found(t)) == 0 {
		t.Fatal("the person is nowhere before they are forgotten")
	}
	line := p.Must(200, "GET", shown, nil, p.Service...).Object(t)
	salestest.Check(t, line, salestest.Fields{"items.1.productOptions.options.1.value": "Zerlina's mug",
		"items.1.productOptions.options.0.value": "Quixmark.txt"})
	file := fmt.Sprintf("/custom-option-file/%v/%v", salestest.At(line, "items.1.productOptions.options.0.file.id"),
		salestest.At(line, "items.1.productOptions.options.0.file.key"))
	if a := p.Must(200, "GET", file, nil); string(a.Body) != "For Zerlina" {
		t.Errorf("the file of the order: %s", a.Body)
	}
	for place, text := range p.dump(t) {
		if strings.HasPrefix(place, "public.events") && regexp.MustCompile(`Zerlina's mug|Quixmark.txt`).MatchString(text) ||
			strings.Contains(text, "For Zerlina") {
			t.Errorf("what was sent for an option is in plain in %s", place)
		}
	}
	card := fmt.Sprintf("/giftcards/%d", p.card)
	code := p.Must(200, "GET", card, nil, p.Service...).Object(t)["code"]
	late := salestest.ID(p.OrderOf(p.headers, "MUG"))
	a := p.Do("POST", account+"/forget", nil, p.Service...)
	if a.Status != http.StatusConflict || !strings.Contains(a.Message(), "not finished") {
		t.Fatalf("with an open order: %d %s", a.Status, a.Body)
	}
	p.Must(201, "POST", fmt.Sprintf("/orders/%d/cancel", late), salestest.Fields{}, p.Service...)
	p.Settle()
	books := p.books(t)
	p.Must(201, "POST", account+"/forget", salestest.Fields{"reason": "asked for it"}, p.Service...)

	for name, s := range map[string]*apptest.Shop{"the same instance": p.Shop.Shop, "another instance": other} {
		if a := s.Do("GET", account, nil, p.Service...); a.Status != 404 {
			t.Errorf("%s shows the account: %d %s", name, a.Status, a.Body)
		}
		if a := s.Must(200, "GET", shown, nil, p.Service...); marks.Match(a.Body) {
			t.Errorf("%s shows the person: %s", name, a.Body)
		}
		if a := s.Must(200, "GET", card, nil, p.Service...); marks.Match(a.Body) || a.Object(t)["code"] != code {
			t.Errorf("%s shows the card as %s", name, a.Body)
		}
		if a := s.Do("GET", "/customers/me", nil, p.headers...); a.Status != 401 {
			t.Errorf("%s takes the token: %d %s", name, a.Status, a.Body)
		}
		if a := s.Do("POST", "/auth/token", salestest.Fields{"grant_type": "customer", "email": "zerlina@example.com",
			"password": "a long password"}); a.Status != 401 {
			t.Errorf("%s lets the person in: %d %s", name, a.Status, a.Body)
		}
	}
	if a := p.Do("GET", file, nil); a.Status != 404 {
		t.Errorf("the file of the order after the forget: %d", a.Status)
	}
	stored, err := filepath.Glob(filepath.Join(p.data, "media", "custom-options", "*", "*", "*"))
	if err != nil || len(stored) > 0 {
		t.Errorf("files of options that are left: %v %v", stored, err)
	}
	check := func(when string) {
		t.Helper()
		for _, place := range p.found(t) {
			t.Errorf("%s: %s", when, place)
		}
		if now := p.books(t); now != books {
			t.Errorf("%s: the books say %s, before %s", when, now, books)
		}
	}
	p.Settle()
	check("after the forget")
	p.Verify(p.Engine.Names()...)
	for _, name := range p.Engine.Names() {
		if err := p.Engine.Rebuild(t.Context(), name, nil); err != nil {
			t.Fatal(err)
		}
	}
	check("after a rebuild")
	if report, err := audit.Verify(t.Context(), p.Store, audit.Options{}); err != nil || !report.OK() {
		t.Errorf("the log: %+v %v", report, err)
	}
	// The card still pays.
	p.Must(200, "POST", "/guest-carts/"+p.GuestCart("MUG")+"/giftcards", salestest.Fields{"giftcardCode": code})
	// The address is free again.
	p.Must(201, "POST", "/customers", salestest.Fields{"email": "zerlina@example.com", "password": "a long password", "firstname": "A",
		"lastname": "B"})
}

// TestForgettingIsFinished: what interrupts it anywhere, the rest is done later. A key that a restored backup brings back is deleted
// again, and only that one.
func TestForgettingIsFinished(t *testing.T) {
	t.Parallel()
	p := &person{data: t.TempDir(), log: &logged{}}
	p.Shop = salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.LedgerDir = p.data }))
	p.Reactions.Stop() // which would finish it
	for i, step := range []string{
		"forget: account closed", "forget: carts and subscriptions ended", "forget: noted in the ledger", "forget: keys deleted",
		"forget: stream marked", "forget: removed beside the log",
	} {
		id := salestest.ID(p.Must(201, "POST", "/customers", salestest.Fields{"email": fmt.Sprintf("zerlina%d@example.com", i),
			"password": "a long password", "firstname": "Zerlina", "lastname": "Quixmark"}, p.Service...).Object(t))
		p.Must(201, "POST", "/newsletter/subscribe", salestest.Fields{}, apptest.Bearer(p.CustomerToken(id))...)
		p.Settle()
		var subject, master string
		var key []byte
		if err := p.Pool.QueryRow(t.Context(), `SELECT subject, secret, coalesce(master, '') FROM subject_keys WHERE subject = $1`,
			fmt.Sprint("customer-", id)).Scan(&subject, &key, &master); err != nil {
			t.Fatal(err)
		}
		ctx, crash := context.WithCancel(apptest.Operator())
		reached := false
		p.Commands.Engine.Steps(func(at string) {
			if at == step {
				reached = true
				crash()
			}
		})
		_, _ = p.Commands.Forgetting.ForgetCustomer(ctx, id, "", false)
		crash()
		if !reached {
			t.Errorf("%s is no step", step)
		}
		p.Commands.Engine.Steps(func(string) {})
		if _, err := p.Commands.Forgetting.Finish(apptest.Operator(), id); err != nil {
			t.Errorf("finish after %s: %v", step, err)
		}
		p.Settle()
		for _, place := range p.found(t) {
			t.Errorf("interrupted after %s: %s", step, place)
		}
		if _, err := p.Pool.Exec(t.Context(), `INSERT INTO subject_keys (subject, secret, master) VALUES ($1, $2, nullif($3, ''))`, subject,
			key, master); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.Pool.Exec(t.Context(), `UPDATE subject_keys SET secret = sha256('another'), master = NULL
		WHERE subject = 'customer-1'`); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time there is nothing to do
		if _, err := p.Commands.Forgetting.Reconcile(apptest.Operator()); err != nil {
			t.Fatal(err)
		}
		var left []string
		if err := p.Pool.QueryRow(t.Context(), `SELECT array_agg(subject) FROM subject_keys WHERE subject LIKE 'customer-%'`).
			Scan(&left); err != nil || len(left) != 1 || left[0] != "customer-1" {
			t.Errorf("keys after the reconciliation: %v %v", left, err)
		}
	}
	p.Verify(p.Engine.Names()...)
	if places := p.found(t); len(places) != 0 {
		t.Error(places)
	}
}
