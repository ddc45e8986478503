package platform_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/domain/fault"
	"tradelog/domain/webhook"
	"tradelog/operations"
	"tradelog/operations/changes"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// TestWebhooksAreDelivered follows changes to a receiver, which checks their signatures with the library of Standard Webhooks.
func TestWebhooksAreDelivered(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	r := newReceiver(t, nil)
	s.category("Before") // is not sent
	thin := s.subscribe(r, nil)
	id := s.category("Mugs")
	s.rename(id, "Cups")
	s.Must(204, "DELETE", fmt.Sprintf("/blog-categories/%d", id), nil, s.Service...)
	subject := fmt.Sprintf("blog-categories/%d", id)
	list := r.first(t, 3)
	for i, what := range []string{"created", "changed", "deleted"} {
		m := list[i]
		if m.Subject != subject || m.Type != "tradelog.blog-categories."+what || m.Data.Change["what"] != what || m.Data.Document != nil {
			t.Errorf("message %d: %s", i, m.Body)
		}
		if m.SpecVersion != "1.0" || m.Source != "/logs/"+s.Store.LogID() || m.Position != fmt.Sprint(m.Data.Change["position"]) {
			t.Errorf("message %d: %s", i, m.Body)
		}
		if m.Header.Get("webhook-id") != m.ID || m.Header.Get("Content-Type") != "application/cloudevents+json" {
			t.Errorf("headers %v of %s", m.Header, m.Body)
		}
		if err := s.secret(thin).Verify(m.Body, m.Header); err != nil {
			t.Errorf("message %d: %v", i, err)
		}
	}
	// The subscription has nothing else to send.
	s.state(thin, func(status fields) bool {
		return status["deliveredAt"] != nil && salestest.Number(status["behind"]) == 0
	})
	deliveries := s.Must(200, "GET", fmt.Sprintf("/webhooks/%d/deliveries?state=delivered", thin), nil, s.Service...).List(t)
	if len(deliveries) != 3 {
		t.Fatalf("%d deliveries", len(deliveries))
	}
	newest := deliveries[0]
	if newest["what"] != "deleted" || newest["messageId"] != list[2].ID || newest["httpStatus"] != 204.0 || newest["error"] != nil {
		t.Errorf("%v", newest)
	}
}

// TestWhatWebhooksAreSent: subscriptions get the changes that they select, with the document if they want it.
func TestWhatWebhooksAreSent(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	whole, deletions, names := newReceiver(t, nil), newReceiver(t, nil), newReceiver(t, nil)
	s.subscribe(whole, fields{"payload": "document", "resources": []string{"blog-categories", "inventory"}})
	s.subscribe(deletions, fields{"changes": []string{"deleted"}})
	s.subscribe(names, fields{"fields": []string{"name"}, "changes": []string{"changed"}})
	id := s.category("Mugs")
	s.Must(200, "PUT", fmt.Sprintf("/blog-categories/%d", id), fields{"metaTitle": "For tea"}, s.Service...)
	s.rename(id, "Cups")
	s.Product("MUG", "10", 5, nil)
	stocked := whole.await(t, "stock", func(list, _ []received) bool {
		return slices.ContainsFunc(list, func(m received) bool { return m.Subject == "inventory/MUG" })
	})
	for _, m := range stocked {
		if m.Subject == "inventory/MUG" && (m.Data.Document["sku"] != "MUG" || m.Data.Change["qtyAfter"] != 5.0) {
			t.Errorf("%s", m.Body)
		}
		if m.Type == "tradelog.blog-categories.created" && m.Data.Document["name"] == nil {
			t.Errorf("%s", m.Body)
		}
	}
	s.Must(204, "DELETE", fmt.Sprintf("/blog-categories/%d", id), nil, s.Service...)
	gone := whole.await(t, "deletion", func(list, _ []received) bool {
		return slices.ContainsFunc(list, func(m received) bool { return m.Type == "tradelog.blog-categories.deleted" })
	})
	if last := gone[len(gone)-1]; !strings.Contains(string(last.Body), `"document":null`) {
		t.Errorf("%s", last.Body)
	}
	deleted := fmt.Sprintf("blog-categories/%d tradelog.blog-categories.deleted", id)
	if got := subjects(deletions.first(t, 1)); !slices.Equal(got, []string{deleted}) {
		t.Errorf("deletions: %q", got)
	}
	if got := names.first(t, 1); len(got) != 1 || fmt.Sprint(got[0].Data.Change["fields"]) != "[name]" {
		t.Errorf("names: %q", subjects(got))
	}
}

// TestDocumentsOfEveryResourceAreSent: subscriptions with documents are sent every resource that the feed tells of and that has one. Those
// that this test does not change are left out.
func TestDocumentsOfEveryResourceAreSent(t *testing.T) {
	t.Parallel()
	s, r := startSender(t), newReceiver(t, nil)
	var resources []string
	for _, resource := range s.Resources() {
		body := fields{"url": r.URL, "payload": "document", "resources": []string{resource}}
		made := s.Do("POST", "/webhooks", body, s.Service...)
		if made.Status != 201 {
			if !strings.Contains(made.Message(), "no document") {
				t.Errorf("%s: %d %s", resource, made.Status, made.Body)
			}
			continue
		}
		s.placed(salestest.Number(made.Object(t)["id"]))
		if !slices.Contains([]string{
			"attribute-sets", "customer-groups", "product-attributes", "reviews", "revocation-requests", "stores", "tax-classes", "tax-rates",
			"tax-rules",
		}, resource) {
			resources = append(resources, resource)
		}
	}
	s.Customer("anna@example.com")
	s.Product("MUG", "10", 5, nil)
	order := salestest.ID(s.Order("MUG 1"))
	s.Create(fmt.Sprintf("/orders/%d/invoices", order), fields{})
	s.Create(fmt.Sprintf("/orders/%d/shipments", order), fields{})
	s.Create(fmt.Sprintf("/orders/%d/credit-memos", order), fields{})
	for path, body := range map[string]fields{
		"/cms-pages": {"identifier": "about", "title": "About"}, "/cms-blocks": {"identifier": "about", "title": "About"},
		"/blog-posts": {"title": "News"}, "/blog-categories": {"name": "News"}, "/categories": {"name": "Mugs", "parentId": 2},
		"/coupons":         {"code": "JUNE", "discountType": "percent", "discountAmount": 10},
		"/giftcards":       {"initialBalance": 10, "websiteIds": []int64{1}},
		"/webhooks":        {"url": "https://erp.example/", "resources": []string{"orders"}},
		"/email-templates": {"kind": "order", "language": "en", "subject": "New"},
	} {
		if a := s.Do("POST", path, body, s.Service...); a.Status != 201 {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
	r.await(t, "every resource", func(list, _ []received) bool {
		missing := slices.DeleteFunc(slices.Clone(resources), func(name string) bool {
			return slices.ContainsFunc(list, func(m received) bool {
				return strings.HasPrefix(m.Subject, name+"/") && m.Data.Document != nil
			})
		})
		return len(missing) == 0
	})
}

// TestRefusedSubscriptions checks the permissions of subscribers, and the addresses that are refused.
func TestRefusedSubscriptions(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	r := newReceiver(t, nil)
	_, second := s.SecondWebsite()
	id := s.subscribe(r, nil)
	body := func(more fields) fields {
		all := fields{"url": r.URL, "resources": []string{"blog-categories"}}
		for name, value := range more {
			all[name] = value
		}
		return all
	}
	for what, c := range map[string]struct {
		body   fields
		status int
		text   string
	}{
		"no address":        {fields{"resources": []string{"orders"}}, 422, "url"},
		"another scheme":    {body(fields{"url": "ftp://example.com"}), 422, "https://"},
		"a password":        {body(fields{"url": "https://a:b@example.com"}), 422, "password"},
		"no resources":      {body(fields{"resources": []string{}}), 422, "at least one"},
		"unknown resources": {body(fields{"resources": []string{"invitations"}}), 422, "Unknown resource"},
		"unknown changes":   {body(fields{"changes": []string{"moved"}}), 422, "moved"},
		"unknown stores":    {body(fields{"storeIds": []int64{999}}), 422, "999"},
		"no documents":      {body(fields{"resources": []string{"configuration"}, "payload": "document"}), 422, "no document"},
	} {
		if a := s.Do("POST", "/webhooks", c.body, s.Service...); a.Status/100 != 4 || !strings.Contains(string(a.Body), c.text) {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	narrow := s.As([]string{"webhooks/read", "webhooks/write", "products/read"})
	if a := s.Do("POST", "/webhooks", body(nil), narrow...); a.Status != 403 || !strings.Contains(string(a.Body), "blog-categories/read") {
		t.Errorf("without the right to read: %d %s", a.Status, a.Body)
	}
	for _, c := range [][2]string{{"GET", ""}, {"PUT", ""}, {"GET", "/secret"}, {"POST", "/test"}, {"GET", "/deliveries"}} {
		path, body := fmt.Sprintf("/webhooks/%d%s", id, c[1]), fields{"url": "https://attacker.example"}
		if a := s.Do(c[0], path, body, narrow...); a.Status != 403 {
			t.Errorf("%s of another's webhook: %d %s", c[0]+c[1], a.Status, a.Body)
		}
	}
	limited := salestest.With(s.As([]string{"webhooks/write", "blog-categories/read"}, second), "X-Store-Code", "de")
	if a := s.Do("POST", "/webhooks", body(nil), limited...); a.Status != 403 {
		t.Errorf("a token for a store, all stores: %d %s", a.Status, a.Body)
	}
	if a := s.Do("POST", "/webhooks", body(fields{"storeIds": []int64{second}}), limited...); a.Status != 201 {
		t.Errorf("a token for a store, its store: %d %s", a.Status, a.Body)
	}
	if a := s.Do("POST", fmt.Sprintf("/webhooks/%d/replay", id), fields{"after": "999999999"}, s.Service...); a.Status != 409 {
		t.Errorf("a position after the end: %d %s", a.Status, a.Body)
	}
}

// TestWebhooksSendNoMoreThanTheirTokenReads: a subscription keeps the tools of the token that made it, and ends with the token's agent.
func TestWebhooksSendNoMoreThanTheirTokenReads(t *testing.T) {
	t.Parallel()
	s, r := startSender(t), newReceiver(t, nil)
	account, _ := s.APIUser("erp", "all")
	agent := s.Agent(account)
	who := caller(operations.AsAPI, account, "all")
	who.Principal.Agent, who.Principal.Tools = agent, []string{"content_blog_categories_list"}
	body := fields{"url": r.URL, "resources": []any{"blog-categories"}, "payload": "document"}
	_, err := ask[any](t, s.Shop.Shop, who, "POST /webhooks", body)
	if f, refused := fault.As(err); !refused || f.Kind != fault.Forbidden {
		t.Errorf("documents beyond the tools: %v", err)
	}
	who.Principal.Tools = append(who.Principal.Tools, "content_blog_categories_get", "system_webhooks_create")
	made := must[fields](t, s.Shop.Shop, who, "POST /webhooks", body)
	id := salestest.Number(made["id"])
	s.placed(id)
	mugs := s.category("Mugs")
	if got := r.first(t, 1); got[0].Data.Document["name"] != "Mugs" {
		t.Errorf("%s", got[0].Body)
	}
	s.Must(204, "DELETE", fmt.Sprintf("/agents/%d", agent), nil, s.Service...)
	s.rename(mugs, "Cups")
	s.state(id, func(f fields) bool { return f["sends"] == false })
	trouble := s.Must(200, "GET", fmt.Sprintf("/webhooks/%d", id), nil, s.Service...).Object(t)["trouble"]
	if want := fmt.Sprintf("The agent %d, which made this webhook, has ended.", agent); !strings.Contains(fmt.Sprint(trouble), want) {
		t.Errorf("suspended: %v", trouble)
	}
	if got := r.first(t, 1); len(got) != 1 {
		t.Errorf("sent after the end of the agent: %q", subjects(got))
	}
}

// TestWhatLeavesTheStoresOfAWebhook: a subscription for some stores is told that a product has left them, with null as its document.
func TestWhatLeavesTheStoresOfAWebhook(t *testing.T) {
	t.Parallel()
	s, r := startSender(t), newReceiver(t, nil)
	website, second := s.SecondWebsite()
	mug := s.Product("MUG", "10", 5, fields{"websiteIds": []int64{1, website}})
	s.subscribe(r, fields{"resources": []string{"products"}, "payload": "document", "storeIds": []int64{second}})
	path := fmt.Sprintf("/products/%d", mug)
	s.Must(200, "PUT", path, fields{"websiteIds": []int64{1}}, s.Service...)
	if got := r.first(t, 1); got[0].Type != "tradelog.products.deleted" || !strings.Contains(string(got[0].Body), `"document":null`) {
		t.Errorf("%s", got[0].Body)
	}
	s.Must(200, "PUT", path, fields{"websiteIds": []int64{1, website}}, s.Service...)
	r.await(t, "the return", func(list, _ []received) bool {
		return slices.ContainsFunc(list, func(m received) bool { return m.Data.Document["sku"] == "MUG" })
	})
}

// TestPrivateAddressesGetNoWebhooks: nothing is sent into the shop's own network unless the operator allows it. An address of it is refused
// when it is given, by a new subscription and by a change.
func TestPrivateAddressesGetNoWebhooks(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	made := s.Create("/webhooks", fields{"url": "https://receiver.example/", "resources": []string{"orders"}})
	before := s.LogSize()
	for _, address := range []string{
		"http://127.0.0.1:8080", "https://127.0.0.1", "http://localhost:8080", "https://shop.localhost", "https://[::ffff:127.0.0.1]:8443",
		"https://10.1.2.3", "https://169.254.169.254/latest", "http://receiver.example/",
	} {
		for method, path := range map[string]string{"POST": "/webhooks", "PUT": fmt.Sprintf("/webhooks/%d", made)} {
			a := s.Do(method, path, fields{"url": address, "resources": []string{"orders"}}, s.Service...)
			if a.Status != 400 || !strings.Contains(a.Message(), "--webhook-networks") {
				t.Errorf("%s %s: %d %s", method, address, a.Status, a.Body)
			}
		}
	}
	if after := s.LogSize(); after != before {
		t.Errorf("%d events", after-before)
	}
}

// TestNothingIsSentToPrivateAddresses: a subscription of a time when the operator allowed an address, or of an earlier version, sends
// nothing there, under any name of it.
func TestNothingIsSentToPrivateAddresses(t *testing.T) {
	t.Parallel()
	s := sender{salestest.Start(t)}
	r := newReceiver(t, func(received) int {
		t.Error("a private address was called")
		return 204
	})
	port := r.URL[strings.LastIndex(r.URL, ":"):]
	subscriptions := changes.WebhookSubscriptions.Commands(s.Deciders)
	for _, address := range []string{r.URL, "http://localhost" + port, "https://127.0.0.1" + port, "https://[::ffff:127.0.0.1]" + port} {
		id, err := subscriptions.Create(apptest.Operator(), webhook.Subscription{
			URL: address, Resources: []string{"orders"}, Payload: webhook.Thin,
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Settle()
		test := s.Must(200, "POST", fmt.Sprintf("/webhooks/%d/test", id), nil, s.Service...).Object(t)
		if test["accepted"] != false || !strings.Contains(fmt.Sprint(test["error"]), "--webhook-networks") {
			t.Errorf("%s: %v", address, test)
		}
	}
}

// TestTestsAndRotationOfWebhooks: a test message is signed. After a rotation the former secret also signs for a while.
func TestTestsAndRotationOfWebhooks(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	r := newReceiver(t, nil)
	id := s.subscribe(r, nil)
	former := s.secret(id)
	rotated := s.Must(200, "POST", fmt.Sprintf("/webhooks/%d/secret", id), fields{"overlapHours": 1}, s.Service...).Object(t)
	if rotated["version"] != 2.0 || rotated["formerSecretUntil"] == nil {
		t.Errorf("%v", rotated)
	}
	send := func() received {
		t.Helper()
		test := s.Must(200, "POST", fmt.Sprintf("/webhooks/%d/test", id), nil, s.Service...).Object(t)
		if test["accepted"] != true || test["httpStatus"] != 204.0 {
			t.Fatalf("%v", test)
		}
		list := r.first(t, 1)
		return list[len(list)-1]
	}
	m := send()
	if m.Type != "tradelog.test" || m.Data.Test == "" {
		t.Errorf("%s", m.Body)
	}
	for name, with := range map[string]interface {
		Verify([]byte, http.Header) error
	}{"former": former, "new": signer(t, rotated["secret"])} {
		if err := with.Verify(m.Body, m.Header); err != nil {
			t.Errorf("%s secret: %v", name, err)
		}
	}
	again := s.Must(200, "POST", fmt.Sprintf("/webhooks/%d/secret", id), fields{"overlapHours": 0}, s.Service...).Object(t)
	m = send()
	if err := signer(t, rotated["secret"]).Verify(m.Body, m.Header); err == nil {
		t.Error("a secret without an overlap still signs")
	}
	if err := signer(t, again["secret"]).Verify(m.Body, m.Header); err != nil {
		t.Errorf("the newest secret: %v", err)
	}
	r.answer(func(received) int { return 500 })
	test := s.Must(200, "POST", fmt.Sprintf("/webhooks/%d/test", id), nil, s.Service...).Object(t)
	if test["accepted"] != false || test["httpStatus"] != 500.0 {
		t.Errorf("%v", test)
	}
}

// TestOrderOfWebhooks: while the receiver refuses one resource, others are sent, and its later changes wait for it.
func TestOrderOfWebhooks(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	var refuse atomic.Value
	refuse.Store("")
	r := newReceiver(t, func(m received) int {
		if m.Subject == refuse.Load() {
			return 503
		}
		return 204
	})
	id := s.subscribe(r, nil)
	bad, good := s.category("Bad"), s.category("Good")
	r.first(t, 2)
	refuse.Store(fmt.Sprintf("blog-categories/%d", bad))
	for i := range 4 {
		s.rename(bad, fmt.Sprint("Bad ", i))
		s.rename(good, fmt.Sprint("Good ", i))
	}
	r.first(t, 6)
	s.state(id, func(f fields) bool {
		return f["retrying"] == 1.0 && f["waiting"] == 3.0 && salestest.Number(f["behind"]) == 0
	})
	retrying := s.Must(200, "GET", fmt.Sprintf("/webhooks/%d/deliveries?state=retrying", id), nil, s.Service...).List(t)
	if len(retrying) != 1 || retrying[0]["httpStatus"] != 503.0 || !strings.Contains(fmt.Sprint(retrying[0]["error"]), "503") {
		t.Errorf("%v", retrying)
	}
	refuse.Store("")
	list := r.first(t, 10)
	inOrder(t, list)
	s.state(id, func(f fields) bool { return f["retrying"] == 0.0 && f["waiting"] == 0.0 && f["failingSince"] == nil })
}

// TestManyRefusedWebhooks: a receiver that refuses many resources still gets all others.
func TestManyRefusedWebhooks(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	r := newReceiver(t, func(m received) int {
		if n := salestest.Number(m.Data.Change["id"]); n%2 == 0 {
			return 422
		}
		return 204
	})
	id := s.subscribe(r, fields{"changes": []string{"created"}})
	wanted := map[string]bool{}
	for i := range 40 {
		if n := s.category(fmt.Sprint("C", i)); n%2 == 1 {
			wanted[fmt.Sprintf("blog-categories/%d", n)] = true
		}
	}
	list := r.first(t, len(wanted))
	for _, m := range list {
		if !wanted[m.Subject] {
			t.Errorf("%s was accepted", m.Subject)
		}
	}
	s.state(id, func(f fields) bool {
		return f["retrying"] == float64(40-len(wanted)) && salestest.Number(f["behind"]) == 0
	})
}

// inOrder checks that the first messages about each resource came in the order of the log, and that none came twice.
func inOrder(t *testing.T, list []received) {
	t.Helper()
	last := map[string]int64{}
	for _, m := range list {
		at := salestest.Number(m.Data.Change["position"])
		if at <= last[m.Subject] {
			t.Errorf("%s: position %d after %d", m.Subject, at, last[m.Subject])
		}
		last[m.Subject] = at
	}
}

// TestSuspensionOfWebhooks: after three days without success nothing more is sent, and the owner gets an e-mail. A resumed webhook
// continues at its position.
func TestSuspensionOfWebhooks(t *testing.T) {
	t.Parallel()
	dir, clock := t.TempDir(), apptest.NewClock()
	s := startSender(t, apptest.WithClock(clock), apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = dir }))
	r := newReceiver(t, func(received) int { return 500 })
	id := s.subscribe(r, nil)
	mugs := s.category("Mugs")
	s.state(id, func(f fields) bool { return f["failingSince"] != nil }) // the refusal is known before time goes on
	clock.Advance(73 * time.Hour)
	s = s.renewed()
	letter := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "Webhook without an answer") })
	if text := letter.Text; !strings.Contains(text, fmt.Sprintf("%d (ERP)", id)) || !strings.Contains(text, "answered 500") ||
		strings.Contains(text, "key=1") {
		t.Errorf("%s", letter.Text)
	}
	s.state(id, func(f fields) bool { return f["sends"] == false })
	s.rename(mugs, "Cups")
	r.answer(nil)
	s.Must(200, "POST", fmt.Sprintf("/webhooks/%d/resume", id), nil, s.Service...)
	inOrder(t, r.first(t, 2))
	s.state(id, func(f fields) bool { return f["sends"] == true && f["failingSince"] == nil })
}

// TestParkingOfWebhooks: a change that is refused for three days is parked while others arrive, and the owner gets an e-mail.
func TestParkingOfWebhooks(t *testing.T) {
	t.Parallel()
	dir, clock := t.TempDir(), apptest.NewClock()
	s := startSender(t, apptest.WithClock(clock), apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = dir }))
	var bad atomic.Value
	bad.Store("")
	r := newReceiver(t, func(m received) int {
		if m.Type == bad.Load() {
			return 422
		}
		return 204
	})
	known := s.category("Known")
	id := s.subscribe(r, nil)
	bad.Store("tradelog.blog-categories.created")
	mugs := s.category("Mugs")
	s.rename(mugs, "Cups")
	other := s.subscribe(newReceiver(t, nil), nil)
	s.state(id, func(f fields) bool { return f["retrying"] == 1.0 }) // the refusal is known before time goes on
	clock.Advance(40 * time.Hour)
	s = s.renewed()
	s.rename(known, "Root") // is accepted, so the receiver works
	r.first(t, 1)
	clock.Advance(40 * time.Hour)
	s = s.renewed()
	s.state(id, func(f fields) bool {
		return f["parked"] == 1.0 && f["retrying"] == 0.0 && f["waiting"] == 0.0 && f["sends"] == true
	})
	doubles.AwaitMail(t, dir, func(m doubles.Mail) bool {
		return strings.Contains(m.Text, "could not be delivered to this webhook for three days")
	})
	if got := r.first(t, 2); got[1].Type != "tradelog.blog-categories.changed" {
		t.Errorf("%q", subjects(got))
	}
	// A replay sends it again, in order.
	bad.Store("")
	before := fields{"after": fmt.Sprint(salestest.Number(r.refused[0].Data.Change["position"]) - 1)}
	s.Must(200, "POST", fmt.Sprintf("/webhooks/%d/replay", id), before, s.Service...)
	list := r.first(t, 5)[2:]
	inOrder(t, list)
	if !slices.ContainsFunc(list, func(m received) bool { return m.ID == r.refused[0].ID }) {
		t.Errorf("%q", subjects(list))
	}
	s.state(id, func(f fields) bool { return f["parked"] == 0.0 })
	s.Must(204, "DELETE", fmt.Sprintf("/webhooks/%d", other), nil, s.Service...)
}

// TestSlowReceivers: a receiver that does not answer delays no other.
func TestSlowReceivers(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	release := make(chan struct{})
	var once sync.Once
	free := func() { once.Do(func() { close(release) }) }
	t.Cleanup(free)
	slow := newReceiver(t, func(received) int {
		<-release
		return 204
	})
	quick := newReceiver(t, nil)
	s.subscribe(slow, nil)
	s.subscribe(quick, nil)
	var last int64
	for i := range 30 {
		last = s.category(fmt.Sprint("C", i))
	}
	list := quick.first(t, 30)
	if list[29].Subject != fmt.Sprintf("blog-categories/%d", last) && !strings.Contains(fmt.Sprint(subjects(list)), fmt.Sprint(last)) {
		t.Errorf("%q", subjects(list))
	}
	free()
	slow.first(t, 30)
}

// TestWebhooksLoseNothing: a receiver fails at random, and shops are stopped and started again. It gets every change, in the order of each
// resource.
func TestWebhooksLoseNothing(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := startSender(t)
	var n atomic.Int64
	r := newReceiver(t, func(received) int {
		if n.Add(1)%3 == 0 {
			return 500
		}
		return 204
	})
	id := s.subscribe(r, nil)
	var categories []int64
	for i := range 5 {
		categories = append(categories, s.category(fmt.Sprint("C", i)))
	}
	running := s
	for round := range 4 {
		for i, category := range categories {
			running.rename(category, fmt.Sprint("C", i, " round ", round))
		}
		next := sender{&salestest.Shop{
			Shop: apptest.Start(t, apptest.OnDatabase(running.Shop.Shop), loopback(soon)), T: t, Service: s.Service, Document: s.Document,
		}}
		running.Stop()
		running = next
	}
	wanted := 5 + 4*5
	list := r.await(t, "all changes", func(list, _ []received) bool {
		ids := map[string]bool{}
		for _, m := range list {
			ids[m.ID] = true
		}
		return len(ids) == wanted
	})
	seen := map[string]bool{}
	list = slices.DeleteFunc(list, func(m received) bool { // a crash may have sent some again
		again := seen[m.ID]
		seen[m.ID] = true
		return again
	})
	inOrder(t, list)
	running.state(id, func(f fields) bool {
		return f["retrying"] == 0.0 && f["waiting"] == 0.0 && salestest.Number(f["behind"]) == 0
	})
}

// TestOldDeliveriesGo: deliveries older than thirty days are deleted. Of each webhook only the newest 5,000 accepted ones stay. Parked ones
// stay.
func TestOldDeliveriesGo(t *testing.T) {
	t.Parallel()
	s := startSender(t)
	r := newReceiver(t, nil)
	a, b := s.subscribe(r, nil), s.subscribe(r, nil)
	s.Reactions.Stop()
	const rows = `INSERT INTO public.webhook_deliveries (subscription, position, ordinal, event, resource, resource_id, what, state, attempts,
			status, error, took, first_at, last_at, replay)
		SELECT $1::bigint, n, 0, gen_random_uuid(), 'orders', n::text, 'changed', CASE WHEN n = 1000 THEN 'parked' ELSE 'delivered' END, 1,
			204, '', 1, now(), now() - CASE WHEN n = 1500 THEN interval '31 days' ELSE interval '0' END, 0 FROM generate_series($2::bigint, $3) n`
	for id, n := range map[int64]int{a: 7000, b: 4000} {
		if _, err := s.Pool.Exec(t.Context(), rows, id, 1000, 1000+n-1); err != nil {
			t.Fatal(err)
		}
	}
	swept, done := context.WithCancel(t.Context())
	defer done()
	var running sync.WaitGroup
	running.Go(func() {
		if err := s.Webhooks.Run(swept); err != nil { // its first work is a sweep
			t.Error(err)
		}
	})
	left := func(id int64) (told string) {
		if err := s.Pool.QueryRow(t.Context(), `SELECT concat_ws(' ', count(*), min(position), max(position))
			FROM public.webhook_deliveries WHERE subscription = $1`, id).Scan(&told); err != nil {
			t.Fatal(err)
		}
		return told
	}
	const ofA, ofB = "5001 1000 7999", "3999 1000 4999"
	for end := time.Now().Add(5 * time.Minute); (left(a) != ofA || left(b) != ofB) && time.Now().Before(end); {
		s.Settle()
	}
	if left(a) != ofA || left(b) != ofB {
		t.Errorf("left are %s and %s", left(a), left(b))
	}
	done()
	running.Wait()
}
