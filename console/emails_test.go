package console_test

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestEmailsOfAnOrder: the e-mails to a buyer are listed beside the printed documents of the order, and can be opened without scripts.
func TestEmailsOfAnOrder(t *testing.T) {
	t.Parallel()
	s := start(t, apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = t.TempDir() }))
	s.Product("MUG", "10", 10, nil)
	order := salestest.ID(s.Order("MUG"))
	other := salestest.ID(s.Order("MUG"))
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/shipments", order), fields{"notifyCustomer": true}, s.Service...)
	_, key := s.APIUser("greta", "orders/read")
	_, nobody := s.APIUser("nobody", "products/read")
	s.Settle()
	b := logIn(t, s, "greta", key)
	link := regexp.MustCompile(`href="(/console/orders/\d+/email\?cause=[0-9a-f][^"]*)"`)
	var links [][]string
	for end := time.Now().Add(time.Minute); len(links) < 2 && time.Now().Before(end); {
		p := b.open(fmt.Sprintf("/console/orders/%d/emails", order))
		if p.Status != 200 {
			t.Fatalf("e-mails of an order: %d", p.Status)
		}
		links = link.FindAllStringSubmatch(p.Text, -1)
	}
	if len(links) != 2 {
		t.Fatalf("e-mails of an order: %q", links)
	}
	says := map[string]bool{}
	for _, found := range links { // by the time at which they were sent, and both may be sent at once
		p := b.open(html.UnescapeString(found[1]))
		if p.Status != 200 || !strings.Contains(p.Header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("an e-mail: %d %s", p.Status, p.Header.Get("Content-Security-Policy"))
		}
		says[map[bool]string{true: "shipment", false: "order"}[strings.Contains(p.Text, "Shipment")]] = true
	}
	if !says["shipment"] || !says["order"] {
		t.Errorf("e-mails about %v", says)
	}
	// An e-mail is found only below its order, and only with the right to read orders.
	foreign := strings.Replace(html.UnescapeString(links[0][1]), fmt.Sprintf("/orders/%d/", order), fmt.Sprintf("/orders/%d/", other), 1)
	if p := b.open(foreign); p.Status == 200 {
		t.Error("an e-mail of another order is shown")
	}
	if p := logIn(t, s, "nobody", nobody).open(html.UnescapeString(links[0][1])); p.Status != 403 {
		t.Errorf("an e-mail for somebody who may not read orders: %d", p.Status)
	}
}
