package platform_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/operations/sales"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/salestest"
)

// journal records a shop's log.
type journal struct {
	mu   sync.Mutex
	said bytes.Buffer
}

// Write records a line.
func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.said.Write(p)
}

func (j *journal) text() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.said.String()
}

// startMailing starts a shop that writes its e-mails to a directory.
func startMailing(t *testing.T) (s *salestest.Shop, dir string, log *journal) {
	t.Helper()
	dir, log = filepath.Join(t.TempDir(), "mail"), &journal{}
	s = salestest.Start(t, apptest.WithConfig(func(c *app.Config) {
		c.Files.MailDir, c.Logger = dir, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		// The e-mail attaches the printed document; package app/office tests its content.
		c.Office.Printing = func(app.Library) *app.Printing {
			return &app.Printing{Papers: sales.Papers{
				Invoice: func(context.Context, *directory.Shop, *documents.Order, *documents.Invoice) ([]byte, error) {
					return []byte("%PDF-"), nil
				},
			}}
		}
	}))
	s.Configure("general/store_information/name", "Maß & Co")
	return s, dir, log
}

// buy orders two mugs as a guest and returns the order's path and number.
func buy(t *testing.T, s *salestest.Shop) (path string, order fields) {
	t.Helper()
	s.Product("MUG", "19.99", 10, fields{"name": "Große Tasse", "urlKey": "mug"})
	address := salestest.Address()
	address["firstName"], address["lastName"] = "Łucja", "Weiß"
	order = s.Must(201, "POST", "/guest-carts/"+s.GuestCart("MUG*2")+"/place-order", salestest.Placement(fields{
		"shippingAddress": address, "billingAddress": address, "guestEmail": "lucja@example.com",
	})).Object(t)
	return fmt.Sprintf("/orders/%d", salestest.ID(order)), order
}

func TestABuyerIsTold(t *testing.T) {
	t.Parallel()
	s, dir, log := startMailing(t)
	path, order := buy(t, s)
	if order["emailSent"] != false {
		t.Error("the e-mail was sent before the answer")
	}
	token := s.Service
	confirmation := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "New Order") })
	if confirmation.Subject() != "Maß & Co: New Order # 100000001" || confirmation.To() != "Łucja Weiß <lucja@example.com>" ||
		!strings.Contains(confirmation.Text, "Große Tasse") ||
		!strings.Contains(confirmation.Text, "$49.98") {
		t.Errorf("%q to %s\n%s", confirmation.Subject(), confirmation.To(), confirmation.Text)
	}
	await(t, s.Shop, path, token, func(o fields) bool { return o["emailSent"] == true })

	// A mail server is configured while the shop is running.
	sink := doubles.StartMailServer(t, doubles.MailSetup{Username: "shop", Password: "pä55"})
	if err := s.Secrets.Set(t.Context(), app.SMTPSecret, []byte("pä55")); err != nil {
		t.Fatal(err)
	}
	s.Configure("system/smtp/host", sink.Host, "system/smtp/port", strconv.Itoa(sink.Port), "system/smtp/username", "shop",
		"system/smtp/encryption", "none", "sales_email/invoice/attach_pdf", "1")
	s.Must(201, "POST", path+"/comments", fields{"comment": "Nobody is told"}, token...)
	s.Must(201, "POST", path+"/comments", fields{"comment": "Your mug is being painted", "notifyCustomer": true}, token...)
	if m := sink.Next(t); m.Subject() != "Maß & Co: Order # 100000001 update" || !strings.Contains(m.Text, "> Your mug is being painted") {
		t.Errorf("%q\n%s", m.Subject(), m.Text)
	}
	shipment := s.Must(201, "POST", path+"/shipments",
		fields{"notifyCustomer": true, "tracks": []any{fields{"title": "UPS", "trackNumber": "1Z999"}}}, token...).Object(t)
	if m := sink.Next(t); m.Subject() != "Maß & Co: Shipment # 100000001 for Order # 100000001" || !strings.Contains(m.Text, "UPS: 1Z999") {
		t.Errorf("%q\n%s", m.Subject(), m.Text)
	}
	await(t, s.Shop, fmt.Sprintf("/shipments/%v", shipment["id"]), token, func(o fields) bool { return o["emailSent"] == true })

	s.Must(201, "POST", path+"/invoices", fields{"notifyCustomer": true}, token...)
	m := sink.Next(t)
	if m.Subject() != "Maß & Co: Invoice # 100000001 for Order # 100000001" || len(m.Files) != 1 ||
		m.Files[0].Name != "invoice_100000001.pdf" || !bytes.HasPrefix(m.Files[0].Content, []byte("%PDF-")) {
		t.Errorf("%q, files %d\n%s", m.Subject(), len(m.Files), m.Text)
	}
	await(t, s.Shop, path, token, func(fields) bool {
		return s.Must(200, "GET", path+"/invoices", nil, token...).List(t)[0]["emailSent"] == true
	})
	if n := len(doubles.MailsIn(t, dir)); n != 1 || sink.Waiting() != 0 {
		t.Errorf("%d e-mails in the directory, %d more sent", n, sink.Waiting())
	}
	for _, personal := range []string{"lucja", "Łucja", "Weiß", "pä55"} {
		if strings.Contains(log.text(), personal) {
			t.Errorf("the log tells %q", personal)
		}
	}
}

// TestMailFailuresDoNotReachCallers checks that mail failures do not affect requests and that the log names no recipient.
func TestMailFailuresDoNotReachCallers(t *testing.T) {
	t.Parallel()
	s, dir, log := startMailing(t)
	sink := doubles.StartMailServer(t, doubles.MailSetup{})
	tried := make(chan struct{}, 100)
	sink.Refuse(func(to string) error {
		tried <- struct{}{}
		return doubles.MailAnswer(550, "no mailbox "+to)
	})
	s.Configure("system/smtp/host", sink.Host, "system/smtp/port", strconv.Itoa(sink.Port))
	path, _ := buy(t, s)
	<-tried
	token := s.Service
	s.Must(201, "POST", path+"/comments", fields{"comment": "Still here", "notifyCustomer": true}, token...)
	<-tried
	if o := s.Must(200, "GET", path, nil, token...).Object(t); o["emailSent"] != false {
		t.Error("it says an e-mail was sent")
	}
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for strings.Count(log.text(), "given up") < 2 {
		<-ticker.C
	}
	if strings.Contains(log.text(), "lucja") || len(doubles.MailsIn(t, dir)) != 0 {
		t.Errorf("log: %s", log.text())
	}

	// What failed is seen with its reason, and sent again.
	failed := func() []fields {
		return s.Must(200, "GET", "/emails?state=failed&orderId="+strings.TrimPrefix(path, "/orders/"), nil, token...).List(t)
	}
	for len(failed()) < 2 {
		<-ticker.C
	}
	sink.Refuse(nil)
	for _, e := range failed() {
		if e["reason"] != "mail: the mail server refuses the recipient (550)" {
			t.Errorf("failed: %v", e)
		}
		again := s.Must(200, "POST", fmt.Sprintf("/emails/%v/resend", e["id"]), nil, token...).Object(t)
		if fmt.Sprint(again["resends"]) != "1" {
			t.Errorf("sent again: %v", again)
		}
		sink.Next(t)
		await(t, s.Shop, fmt.Sprintf("/emails/%v", e["id"]), token, func(e fields) bool { return e["state"] == "sent" && e["reason"] == nil })
	}
	await(t, s.Shop, path, token, func(o fields) bool { return o["emailSent"] == true })
	if test := s.Must(200, "POST", "/emails/test", fields{"email": "me@example.com"}, token...).Object(t); test["accepted"] != true {
		t.Errorf("a test: %v", test)
	}
	if m := sink.Next(t); m.To() != " <me@example.com>" {
		t.Errorf("a test to %s", m.To())
	}
}

func TestANewCustomerConfirms(t *testing.T) {
	t.Parallel()
	s, dir, log := startMailing(t)
	s.Must(201, "POST", "/customers", fields{"email": "anna@example.com", "firstname": "Anna", "password": "secret phrase"})
	login := fields{"email": "anna@example.com", "password": "secret phrase"}
	s.Must(401, "POST", "/auth/token", login)
	m := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return m.To() == "Anna <anna@example.com>" })
	at := strings.Index(m.Text, "http")
	link, err := url.Parse(strings.Fields(m.Text[at:])[0])
	if err != nil || link.Path != "/customer/account/confirm" || len(link.Query().Get("key")) != 32 {
		t.Fatalf("link %v, %v", link, err)
	}
	page := string(s.Must(200, "GET", link.RequestURI(), nil).Body)
	if !strings.Contains(page, `lang="en"`) || !strings.Contains(page, "Thank you") {
		t.Error(page)
	}
	s.Configure("general/locale/code", "de_DE")
	for status, path := range map[int]string{200: link.RequestURI(), 400: link.Path + "?id=1&key=other&store=default"} {
		page = string(s.Must(status, "GET", path, nil).Body)
		if !strings.Contains(page, `lang="de"`) || !strings.Contains(page, map[int]string{200: "Vielen Dank", 400: "nicht gültig"}[status]) {
			t.Error(page)
		}
	}
	s.Settle()
	s.Must(200, "POST", "/auth/token", login)
	if strings.Contains(log.text(), link.Query().Get("key")) || strings.Contains(log.text(), "anna@") {
		t.Error("the log tells too much")
	}
}

func TestAGiftCardIsDelivered(t *testing.T) {
	t.Parallel()
	s, dir, _ := startMailing(t)
	value := money.FromInt(50)
	id, err := s.Commands.GiftCards.CreateGiftCard(apptest.Operator(), giftcard.Draft{
		Code: "GC-TEST-1", Currency: "USD", WebsiteIDs: []int64{1}, Balance: &value,
		People: giftcard.People{RecipientName: "Anna", RecipientEmail: "anna@example.com"},
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "gift card") })
	if m.To() != "Anna <anna@example.com>" || !strings.Contains(m.Text, "GC-TEST-1") || !strings.Contains(m.Text, "$50.00") {
		t.Errorf("to %s\n%s", m.To(), m.Text)
	}
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for sent := 0; sent == 0; <-ticker.C {
		if err := s.Deciders.EachEvent(t.Context(), giftcard.Stream(id), func(e domain.Event, _ domain.Times) {
			if _, ok := e.(giftcard.Sent); ok {
				sent++
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	// A repeated notification changes nothing.
	before := s.LogSize()
	for range 2 {
		if err := s.Commands.GiftCards.MarkSent(apptest.Operator(), id, "again"); err != nil {
			t.Fatal(err)
		}
	}
	if after := s.LogSize(); after != before+1 {
		t.Errorf("%d events for one cause", after-before)
	}
}

// TestMerchantsWriteTemplates: a template is checked when it is saved, is used from the next order on, and belongs to its store.
func TestMerchantsWriteTemplates(t *testing.T) {
	t.Parallel()
	s, dir, _ := startMailing(t)
	token := s.As([]string{"email-templates/write", "email-templates/read"})
	template := fields{"kind": "order", "language": "en", "subject": "Danke, {{.Recipient}}", "html": "<p>{{.Order.Number}}</p>"}
	made := s.Must(201, "POST", "/email-templates", template, token...).Object(t)
	if made["enabled"] != true || made["text"] != "" || made["html"] != template["html"] {
		t.Errorf("made %v", made)
	}
	path := fmt.Sprintf("/email-templates/%v", made["id"])
	refused := s.Must(422, "PUT", path, fields{"text": "Thanks\n{{.Order.Colour}}"}, token...)
	if m := refused.Message(); !strings.HasPrefix(m,
		"Failed to update EmailTemplate: text, line 2: there is no variable .Order.Colour; there are .Number,") {
		t.Error(m)
	}
	s.Must(422, "POST", "/email-templates", template, token...)
	for _, wrong := range []fields{
		{"kind": "postcard"}, {"kind": "order", "language": "", "storeId": 99}, {"storeId": 1}, {"language": "german"}, {"language": ""},
	} {
		s.Must(400, "PUT", path, wrong, token...)
	}
	other := s.As([]string{"email-templates/all"}, 1)
	for method, body := range map[string]any{"GET": nil, "PUT": fields{"subject": "x"}, "DELETE": nil} {
		s.Must(403, method, path, body, other...)
	}
	s.Must(403, "POST", "/email-templates", fields{"kind": "order", "language": "de", "subject": "x"}, other...)
	own := s.Must(201, "POST", "/email-templates", fields{"kind": "invoice", "storeId": 1, "subject": "x"}, other...).Object(t)
	s.Must(403, "PUT", fmt.Sprintf("/email-templates/%v", own["id"]), fields{"storeId": 0, "language": "en"}, other...)
	if list := s.Must(200, "GET", "/email-templates", nil, other...).List(t); len(list) != 1 || list[0]["kind"] != "invoice" {
		t.Errorf("a token of one store lists %v", list)
	}
	s.Must(403, "GET", "/email-templates", nil, s.As([]string{"orders/all"})...)
	s.Must(401, "GET", "/email-templates", nil)

	buy(t, s)
	m := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "Danke") })
	if m.Subject() != "Maß & Co: Danke, Łucja Weiß" || !strings.Contains(m.HTML, "<p>100000001</p>") ||
		!strings.Contains(m.Text, "Thank you for your order") {
		t.Errorf("%q\n%s\n%s", m.Subject(), m.Text, m.HTML)
	}
}

// TestPreviewsOfTemplates: a template is previewed with sample values, or with those of an order that the caller may read.
func TestPreviewsOfTemplates(t *testing.T) {
	t.Parallel()
	s, _, _ := startMailing(t)
	path, order := buy(t, s)
	token := s.As([]string{"email-templates/all", "orders/read"})
	made := func(template fields) string {
		t.Helper()
		return fmt.Sprintf("/email-templates/%v/preview", s.Must(201, "POST", "/email-templates", template, token...).Object(t)["id"])
	}
	german := made(fields{"kind": "order", "language": "de", "subject": "Danke, {{.Recipient}}", "enabled": false})
	sample := s.Must(200, "GET", german, nil, token...).Object(t)
	if sample["subject"] != "Danke, Łucja Weiß" || !strings.Contains(sample["text"].(string), "Guten Tag") ||
		!strings.Contains(sample["html"].(string), "Straßenschuh") {
		t.Errorf("made up: %v", sample)
	}
	about := fmt.Sprintf("?orderId=%v", order["id"])
	real := s.Must(200, "GET", german+about, nil, token...).Object(t)
	if real["subject"] != "Danke, Łucja Weiß" || !strings.Contains(real["text"].(string), "# 100000001") ||
		!strings.Contains(real["html"].(string), "Große Tasse") || strings.Contains(real["html"].(string), "Straßenschuh") {
		t.Errorf("of the order: %v", real)
	}

	templatesOnly := s.As([]string{"email-templates/read"})
	s.Must(200, "GET", german, nil, templatesOnly...)
	s.Must(403, "GET", german+about, nil, templatesOnly...)
	s.Must(403, "GET", german+about, nil, s.As([]string{"orders/read"})...)
	s.Must(401, "GET", german, nil)
	s.Must(404, "GET", german+"?orderId=99", nil, token...)
	s.Must(404, "GET", "/email-templates/99/preview", nil, token...)

	shipment := made(fields{"kind": "shipment", "storeId": 1, "subject": "{{.Number}}"})
	refused := s.Must(422, "GET", shipment+about, nil, token...)
	if m := refused.Message(); m != "The order has nothing that the e-mail shipment tells. Choose another order." {
		t.Error(m)
	}
	// It is shown although no e-mail was sent to the buyer, and its kind is switched off.
	s.Configure("sales_email/shipment/enabled", "0")
	s.Must(201, "POST", path+"/shipments", fields{}, s.Service...)
	if shown := s.Must(200, "GET", shipment+about, nil, token...).Object(t); shown["subject"] != "100000001" {
		t.Errorf("of the shipment: %v", shown)
	}
	elsewhere := s.As([]string{"email-templates/read", "orders/read"}, 7)
	s.Must(403, "GET", shipment+about, nil, elsewhere...)
}

// TestRefundsAndCancellationsAreTold: buyers get e-mails about both in a whole shop, and users of the back office about their account.
func TestRefundsAndCancellationsAreTold(t *testing.T) {
	t.Parallel()
	s, dir, _ := startMailing(t)
	token := s.Service
	path, order := buy(t, s)
	s.Must(201, "POST", path+"/invoices", fields{"items": []any{fields{
		"orderItemId": order["items"].([]any)[0].(fields)["id"], "qty": 1,
	}}}, token...)
	memo := s.Must(201, "POST", path+"/credit-memos", fields{"comment": "Sorry", "notifyCustomer": true}, token...).Object(t)
	m := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "Refund") })
	if m.Subject() != "Maß & Co: Refund # 100000001 for Order # 100000001" || m.To() != "Łucja Weiß <lucja@example.com>" ||
		!strings.Contains(m.Text, "> Sorry") || !strings.Contains(m.Text, "Große Tasse") {
		t.Errorf("%q to %s\n%s", m.Subject(), m.To(), m.Text)
	}
	await(t, s.Shop, fmt.Sprintf("/credit-memos/%v", memo["id"]), token, func(m fields) bool { return m["emailSent"] == true })

	s.Must(201, "POST", path+"/cancel", fields{"reason": "Sold out"}, token...)
	m = doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "cancelled") })
	if !strings.Contains(m.Text, "The rest of your order # 100000001 was cancelled.") || !strings.Contains(m.Text, "> Sold out") {
		t.Error(m.Text)
	}

	if _, err := s.Commands.Access.CreateAccount(apptest.Operator(), access.AccountCreated{
		Kind: access.Admin, Username: "ada", Name: "Ada Weiß", Email: "ada@example.com",
	}); err != nil {
		t.Fatal(err)
	}
	m = doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "account was made") })
	if m.To() != "Ada Weiß <ada@example.com>" || !strings.Contains(m.Text, "User name: ada") {
		t.Errorf("to %s\n%s", m.To(), m.Text)
	}
}
