package app_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/app"
	"tradelog/domain/cart"
	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/importing/catalogfile"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// marks match texts that only the person of the test wrote, or that name the person.
var marks = regexp.MustCompile(`(?i)zerlina|quixmark`)

// person is a customer, or a guest without headers, who has used every function of the shop.
type person struct {
	*salestest.Shop
	email   string
	id      int64
	headers []string
	order   int64
	card    int64  // ID of a gift card that the person has bought
	data    string // the data directory
	log     *logged
}

// logged collects the log of the program.
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

// startShop starts a shop whose products take texts and files of buyers.
func startShop(t *testing.T) *person {
	t.Helper()
	p := &person{data: t.TempDir(), log: &logged{}, email: "zerlina@example.com"}
	p.Shop = salestest.Start(t, apptest.WithConfig(func(c *app.Config) {
		c.Files.MailDir, c.Secrets.LedgerDir, c.Files.MediaDir = filepath.Join(
			p.data,
			"mail",
		), filepath.Join(
			p.data,
			"keys",
		), filepath.Join(
			p.data,
			"media",
		)
		c.Logger = slog.New(slog.NewTextHandler(p.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}))
	p.Configure("revocation/general/enabled", "1", "sales/gift_options/allow_order", "1", "newsletter/subscription/allow_guest_subscribe", "1")
	units, yes := money.FromInt(100), true
	p.ProductWith("MUG", "10", stock.Change{Qty: &units, InStock: &yes}, salestest.Fields{"customOptions": []any{
		salestest.Fields{"id": 81, "title": "Motif", "type": "file", "fileExtensions": "txt"},
		salestest.Fields{"id": 82, "title": "Engraving", "type": "field"},
	}})
	p.Must(201, "POST", "/products", salestest.Fields{"sku": "GIFT", "name": "Gift Card", "type": "giftcard", "stockQty": 9,
		"customAttributesWrite": salestest.Fields{"giftcard_type": "fixed", "giftcard_amounts": "25", "giftcard_allow_message": 1}},
		p.Service...)
	p.Settle()
	return p
}

func startPerson(t *testing.T) *person {
	t.Helper()
	p := startShop(t)
	const password = "a long password"
	p.id = salestest.ID(p.Must(201, "POST", "/customers", salestest.Fields{"email": p.email, "password": password, "firstname": "Zerlina",
		"lastname": "Quixmark"}, p.Service...).Object(t))
	p.headers = apptest.Bearer(p.CustomerToken(p.id))
	p.Must(201, "POST", "/customers/me/addresses", salestest.Fields{"firstname": "Zerlina", "lastname": "Quixmark",
		"street": "Quixmark Road 1", "city": "Berlin", "postcode": "10115", "countryId": "DE", "telephone": "030 1"}, p.headers...)
	p.Must(201, "POST", "/customers/forgot-password", salestest.Fields{"email": p.email})
	product, err := p.Readers.Catalog.ProductBySKU(t.Context(), 1, "MUG")
	if err != nil {
		t.Fatal(err)
	}
	p.Must(201, "POST", "/customers/me/wishlist", salestest.Fields{"productId": product.ID, "description": "for Zerlina"}, p.headers...)
	p.Must(201, "POST", "/customers/me/stock-alerts", salestest.Fields{"productId": p.Product("GONE", "5", 0, nil)}, p.headers...)
	review := salestest.ID(p.Must(201, "POST", fmt.Sprintf("/products/%d/reviews", product.ID),
		salestest.Fields{"title": "Quixmark says", "detail": "Zerlina likes it.", "nickname": "Zerlina"}, p.headers...).Object(t))
	p.Must(200, "PUT", fmt.Sprintf("/reviews/%d", review), salestest.Fields{"status": "approved"}, p.Service...)
	p.useShop(t)
	revocation := salestest.ID(p.Must(201, "POST", "/customers/me/revocation-requests", salestest.Fields{"orderId": p.order,
		"reason": "Zerlina's reasons"}, p.headers...).Object(t))
	p.Must(200, "PUT", fmt.Sprintf("/revocation-requests/%d", revocation), salestest.Fields{"processedStatus": "accepted",
		"adminNote": "Quixmark is right"}, p.Service...)
	p.Settle()
	return p
}

// useShop does what guests and customers can do: writes to the shop, subscribes to the newsletter, buys, and leaves a cart.
func (p *person) useShop(t *testing.T) {
	t.Helper()
	subscription := salestest.Fields{}
	if p.headers == nil {
		subscription["email"] = p.email
	}
	p.Must(201, "POST", "/newsletter/subscribe", subscription, p.headers...)
	p.Must(201, "POST", "/contact", salestest.Fields{"name": "Zerlina", "email": strings.ToUpper(p.email), "comment": "I am Quixmark."})
	p.order = salestest.ID(p.Must(201, "POST", p.engraved(p.cart("MUG*2"))+"/place-order",
		p.placement(salestest.Fields{"shippingAddress": home(), "orderNote": "call Zerlina"}),
		salestest.With(p.headers, "X-Idempotency-Key", "the-order")...).Object(t))
	below := fmt.Sprintf("/orders/%d", p.order)
	p.Must(201, "POST", below+"/hold", salestest.Fields{"reason": "Zerlina asked"}, p.Service...)
	p.Must(201, "POST", below+"/unhold", salestest.Fields{"reason": "Quixmark agrees"}, p.Service...)
	p.Must(201, "POST", below+"/comments", salestest.Fields{"comment": "Zerlina called", "isVisibleOnFront": true}, p.Service...)
	p.Must(201, "POST", below+"/invoices", salestest.Fields{"comment": "for Quixmark"}, p.Service...)
	shipment := salestest.ID(p.Must(201, "POST", below+"/shipments", salestest.Fields{"comment": "to Zerlina"}, p.Service...).Object(t))
	p.Must(201, "POST", fmt.Sprintf("/shipments/%d/comments", shipment), salestest.Fields{"comment": "left at Quixmark Road"}, p.Service...)
	p.Must(201, "POST", below+"/credit-memos", salestest.Fields{"comment": "back to Zerlina"}, p.Service...)
	p.buyCard(t)
	open := p.engraved(p.cart("MUG"))
	if p.headers == nil { // a placement that was undone leaves events; the cart is found by the address
		id := salestest.ID(p.Must(200, "GET", open, nil).Object(t))
		if _, err := p.Commands.Checkout.SetCartDetails(apptest.Operator(), id, cart.Details{Email: p.email}); err != nil {
			t.Fatal(err)
		}
	}
	p.Must(200, "PUT", open+"/gift-message", salestest.Fields{"sender": "Zerlina", "recipient": "Q", "message": "Quixmark!"}, p.headers...)
	p.Settle()
}

// cart opens a cart of the person and returns its path.
func (p *person) cart(lines ...string) string {
	if p.headers == nil {
		return "/guest-carts/" + p.GuestCart(lines...)
	}
	return fmt.Sprintf("/carts/%d", p.Cart(p.headers, lines...))
}

// engraved adds a mug with texts and a file of the person to a cart.
func (p *person) engraved(cart string) string {
	sent := salestest.Fields{"name": "Quixmark.txt", "base64_encoded_data": base64.StdEncoding.EncodeToString([]byte("For Zerlina"))}
	p.Must(200, "POST", cart+"/items", salestest.Fields{"sku": "MUG", "options": salestest.Fields{"82": "Zerlina's mug"},
		"options_files": salestest.Fields{"81": sent}}, p.headers...)
	return cart
}

// placement is the body with which the person places an order.
func (p *person) placement(more salestest.Fields) salestest.Fields {
	body := salestest.Fields{"guestEmail": nil, "billingAddress": home()}
	if p.headers == nil {
		body["guestEmail"] = p.email
	}
	maps.Copy(body, more)
	return salestest.Placement(body)
}

// buyCard buys a gift card, to which the back office adds a comment.
func (p *person) buyCard(t *testing.T) {
	t.Helper()
	cart := p.cart()
	p.Must(200, "POST", cart+"/items", salestest.Fields{"sku": "GIFT", "qty": 1, "giftcardAmount": 25, "giftcardSenderName": "Zerlina",
		"giftcardSenderEmail": "zerlina@example.com", "giftcardRecipientName": "Quixmark senior",
		"giftcardRecipientEmail": "senior@quixmark.example", "giftcardMessage": "love, Zerlina"}, p.headers...)
	bought := salestest.ID(p.Must(201, "POST", cart+"/place-order", p.placement(salestest.Fields{"shippingMethod": nil,
		"shippingAddress": nil}), p.headers...).Object(t))
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

// dump returns every table of the database and every file of the data directory as text.
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

// exports returns the contents of the files that the shop exports, by name.
func (p *person) exports(t *testing.T) map[string]string {
	t.Helper()
	var log, catalog bytes.Buffer
	if _, err := audit.Export(t.Context(), p.Store, &log, audit.ExportOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := catalogfile.Export(t.Context(), p.CatalogFiles(), &catalog, catalogfile.JSON, nil); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"export of events": log.String(), "export of the catalog": catalog.String()}
}

// opened returns the log as text, with all fields whose keys exist opened.
func (p *person) opened(t *testing.T) string {
	t.Helper()
	var opened strings.Builder
	page, err := p.Store.ReadAll(t.Context(), 0, eventstore.Forwards, 100_000, eventstore.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	events, err := p.Deciders.Open(t.Context(), page.Events)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&opened, "%s: %s\n", page.Events[i].Type, text)
	}
	return opened.String()
}

// found lists the places where texts of the person are.
func (p *person) found(t *testing.T) []string {
	t.Helper()
	return p.foundOf(t, marks)
}

// foundOf lists the places of texts.
func (p *person) foundOf(t *testing.T, marks *regexp.Regexp) (locations []string) {
	t.Helper()
	for location, text := range p.dump(t) {
		for _, line := range strings.Split(text, "\n") {
			if marks.MatchString(line) {
				locations = append(locations, location+": "+line[:min(len(line), 600)])
			}
		}
	}
	return locations
}

// books adds up the amounts of orders, invoices and credit memos.
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

// isForgotten checks that no place has the person before and after a rebuild, that the books are unchanged, and that the log is whole.
func (p *person) isForgotten(t *testing.T, marks *regexp.Regexp, books string) {
	t.Helper()
	check := func(when string) {
		t.Helper()
		for _, location := range p.foundOf(t, marks) {
			t.Errorf("%s: %s", when, location)
		}
		texts := p.exports(t)
		texts["log, opened"] = p.opened(t)
		for location, text := range texts {
			if found := marks.FindString(text); found != "" {
				t.Errorf("%s: %q is in the %s", when, found, location)
			}
		}
		if now := p.books(t); now != books {
			t.Errorf("%s: the books say %s, before %s", when, now, books)
		}
	}
	p.Settle()
	check("after the forget")
	p.Verify(p.Projections.Names()...)
	for _, name := range p.Projections.Names() {
		if err := p.Projections.Rebuild(t.Context(), name, nil); err != nil {
			t.Fatal(err)
		}
	}
	check("after a rebuild")
	if report, err := audit.Verify(t.Context(), p.Store, audit.Options{}); err != nil || !report.OK() {
		t.Errorf("the log: %+v %v", report, err)
	}
}

// partsOf returns the count of each kind of data in an answer; -1 if it has none.
func partsOf(t *testing.T, a apptest.Answer) map[string]int {
	t.Helper()
	numbers := map[string]int{}
	for _, p := range a.Object(t)["parts"].([]any) {
		part := p.(map[string]any)
		n, counted := part["count"].(float64)
		if !counted {
			n = -1
		}
		if part["why"] == "" || part["fate"] == "" {
			t.Errorf("the part %v has no reason or no fate", part)
		}
		numbers[fmt.Sprint(part["what"])] = int(n)
		if orders, _ := part["orders"].([]any); len(orders) > 0 && len(orders) != int(n) {
			t.Errorf("%v are %v orders", orders, n)
		}
	}
	return numbers
}

// countParts counts the data of the only person of the shop: rows, files, and events of some types.
func (p *person) countParts(t *testing.T) map[string]int {
	t.Helper()
	numbers := map[string]int{}
	for kind, query := range map[string]string{
		"keys":             `SELECT count(*) FROM subject_keys`,
		"addresses":        `SELECT coalesce(sum(json_array_length(doc::json->'addresses')), 0) FROM read.customers`,
		"invoices":         `SELECT count(*) FROM read.invoices`,
		"creditMemos":      `SELECT count(*) FROM read.credit_memos`,
		"shipments":        `SELECT count(*) FROM read.shipments`,
		"wishlistItems":    `SELECT coalesce(sum(json_array_length(items::json)), 0) FROM read.wishlists`,
		"carts":            `SELECT count(DISTINCT stream) FROM events WHERE stream LIKE 'cart-%'`,
		"contactMessages":  `SELECT count(DISTINCT stream) FROM events WHERE stream LIKE 'contact-%'`,
		"withdrawn alerts": `SELECT count(*) FROM events WHERE type = 'StockAlertWithdrawn'`,
		"unsubscribed":     `SELECT count(*) FROM events WHERE type = 'NewsletterUnsubscribed'`,
	} {
		var n int
		if err := p.Pool.QueryRow(t.Context(), query).Scan(&n); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		numbers[kind] = n
	}
	files, err := filepath.Glob(filepath.Join(p.data, "media", "custom-options", "*", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	numbers["files"] = len(files)
	return numbers
}

// didWhatWasTold compares the counts of a dry run with the data that were deleted, marked or ended since.
func (p *person) didWhatWasTold(t *testing.T, told, before map[string]int) {
	t.Helper()
	after := p.countParts(t)
	check := func(kind string, did int) {
		t.Helper()
		if told[kind] != did || did == 0 {
			t.Errorf("%s: the dry run told %d, and %d are concerned", kind, told[kind], did)
		}
	}
	for _, kind := range []string{"keys", "addresses", "wishlistItems", "files"} {
		check(kind, before[kind]-after[kind])
	}
	for _, kind := range []string{"invoices", "creditMemos", "shipments", "carts", "contactMessages"} {
		check(kind, after[kind])
	}
	check("stockAlerts", after["withdrawn alerts"]-before["withdrawn alerts"])
	check("newsletterSubscriptions", after["unsubscribed"]-before["unsubscribed"])
	rows, err := p.Pool.Query(
		t.Context(),
		`SELECT split_part(stream, '-', 1), count(DISTINCT stream) FROM events WHERE type LIKE '%PersonForgotten'
		GROUP BY 1`,
	)
	if err != nil {
		t.Fatal(err)
	}
	marked := map[string]int{}
	var category string
	var n int
	if _, err := pgx.ForEachRow(rows, []any{&category, &n}, func() error {
		marked[category] = n
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for kind, category := range map[string]string{
		"account": "customer", "orders": "order", "reviews": "review", "giftCards": "giftcard", "revocations": "revocation",
		"newsletterSubscriptions": "subscriber",
	} {
		check(kind, marked[category])
	}
	for kind, number := range map[string]int{"emailAddresses": 1, "emails": -1, "storedAnswers": -1, "published": -1, "backups": -1} {
		if told[kind] != number {
			t.Errorf("%s: the dry run told %d", kind, told[kind])
		}
	}
}

// TestForget: after a customer is forgotten nothing that the shop stores, shows, logs or caches identifies them. This holds before a
// rebuild and after it, on any instance. The books are as before, and the log is whole.
func TestForget(t *testing.T) {
	t.Parallel()
	p := startPerson(t)
	other := apptest.Start(t, apptest.OnDatabase(p.Shop.Shop))
	account, shown := fmt.Sprintf("/customers/%d", p.id), fmt.Sprintf("/orders/%d", p.order)
	for _, path := range []string{account, shown} { // both instances cache the answers and hold the keys in memory
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
	for location, text := range p.dump(t) {
		if strings.HasPrefix(location, "public.events") && regexp.MustCompile(`Zerlina's mug|Quixmark.txt`).MatchString(text) ||
			strings.Contains(text, "For Zerlina") {
			t.Errorf("what was sent for an option is in plain in %s", location)
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
	books, before := p.books(t), p.countParts(t)
	told := partsOf(t, p.Must(201, "POST", account+"/forget", nil, salestest.With(p.Service, "X-Dry-Run", "true")...))
	done := partsOf(t, p.Must(201, "POST", account+"/forget", salestest.Fields{"reason": "asked for it"}, p.Service...))
	p.Settle()
	if !maps.Equal(told, done) {
		t.Errorf("the dry run tells %v, and done is %v", told, done)
	}
	p.didWhatWasTold(t, told, before)

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
	p.isForgotten(t, marks, books)
	// The card can still pay.
	p.Must(200, "POST", "/guest-carts/"+p.GuestCart("MUG")+"/giftcards", salestest.Fields{"giftcardCode": code})
	// The address is free again.
	p.Must(201, "POST", "/customers", salestest.Fields{"email": "zerlina@example.com", "password": "a long password", "firstname": "A",
		"lastname": "B"})
}

// TestForgettingIsFinished: forgetting that was interrupted anywhere is finished later. A key that a restored backup brings back is deleted
// again, and no other key.
func TestForgettingIsFinished(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	p := &person{data: t.TempDir(), log: &logged{}}
	p.Shop = salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Secrets.LedgerDir = p.data }))
	p.Reactions.Stop() // would finish it
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
		p.Deciders.Steps(func(at string) {
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
		p.Deciders.Steps(func(string) {})
		if _, err := p.Commands.Forgetting.Finish(apptest.Operator(), id); err != nil {
			t.Errorf("finish after %s: %v", step, err)
		}
		p.Settle()
		for _, location := range p.found(t) {
			t.Errorf("interrupted after %s: %s", step, location)
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
	for range 2 { // the second run has nothing to do
		if _, err := p.Commands.Forgetting.Reconcile(apptest.Operator()); err != nil {
			t.Fatal(err)
		}
		var left []string
		if err := p.Pool.QueryRow(t.Context(), `SELECT array_agg(subject) FROM subject_keys WHERE subject LIKE 'customer-%'`).
			Scan(&left); err != nil || len(left) != 1 || left[0] != "customer-1" {
			t.Errorf("keys after the reconciliation: %v %v", left, err)
		}
	}
	p.Verify(p.Projections.Names()...)
	if locations := p.found(t); len(locations) != 0 {
		t.Error(locations)
	}
}
