package reactions_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/domain/money"
	"tradelog/domain/settings"
	"tradelog/domain/stock"
	"tradelog/domain/stockalert"
	"tradelog/reactions"
	"tradelog/test/apptest"
	"tradelog/test/mailtest"
)

// waiting is a shop that has run out of mugs, with a customer who waits for one.
func waiting(t *testing.T) (s *shop, dir string, id int64, me []string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "mail")
	s = newShop(t, apptest.WithConfig(func(c *app.Config) { c.MailDir = dir }))
	s.restock(0)
	id, token := s.Customer("anna@example.com")
	me = apptest.Bearer(token)
	s.Must(201, "POST", "/customers/me/stock-alerts", map[string]any{"productId": s.product}, me...)
	return s, dir, id, me
}

// restock sets the number of mugs.
func (s *shop) restock(units int64) {
	s.t.Helper()
	qty, there := money.FromInt(units), units > 0
	change := stock.Change{ProductID: s.product, Qty: &qty, InStock: &there}
	if _, err := s.Commands.Catalog.SetStock(apptest.Operator(), []stock.Change{change}); err != nil {
		s.t.Fatal(err)
	}
	s.Settle()
}

// set sets a value of the configuration.
func (s *shop) set(path, value string) {
	s.t.Helper()
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default, map[string]string{path: value}); err != nil {
		s.t.Fatal(err)
	}
	s.Settle()
}

// raised returns how many alerts were raised.
func (s *shop) raised() int { return len(s.events(stockalert.Raised{}.EventName())) }

// TestCustomersHearOfStock checks that a customer is told once that a product is in stock again, with a link to it.
func TestCustomersHearOfStock(t *testing.T) {
	t.Parallel()
	s, dir, id, me := waiting(t)
	s.set("catalog/seo/product_url_suffix", ".html")
	s.restock(3)
	told := mailtest.Await(t, dir, func(m mailtest.Mail) bool { return strings.Contains(m.Subject(), "in stock again") })
	if !strings.HasSuffix(told.Subject(), "The mug is in stock again") || !strings.Contains(told.To(), "anna@example.com") ||
		!strings.Contains(told.Text, "/mug.html") || !strings.Contains(told.HTML, "/mug.html") {
		t.Errorf("%q to %s\n%s", told.Subject(), told.To(), told.Text)
	}
	s.Settle() // the e-mail is sent for the event, whether or not read models show it
	if left := s.Must(200, "GET", "/customers/me/stock-alerts", nil, me...).List(t); len(left) != 0 {
		t.Errorf("it still waits: %v", left)
	}
	now, err := s.Commands.Alerts.Of(t.Context(), id)
	if err != nil || len(now.Alerts) != 0 {
		t.Errorf("%v, %v", now, err)
	}
	// What is sold out and comes back is told only to those who ask anew.
	s.restock(0)
	s.Must(201, "POST", "/customers/me/stock-alerts", map[string]any{"productId": s.product}, me...)
	s.restock(1)
	s.until("the second alert is raised", func() bool { return s.raised() == 2 })
	if differences, err := s.Engine.Verify(t.Context(), "stockalerts", nil); err != nil || len(differences) > 0 {
		t.Errorf("stockalerts rebuilt is not what it is: %+v, %v", differences, err)
	}
}

// TestStockThatComesBackByItself checks what makes a product available besides its quantity: configuration and cancelled orders.
func TestStockThatComesBackByItself(t *testing.T) {
	t.Parallel()
	t.Run("stock that is not managed any more", func(t *testing.T) {
		t.Parallel()
		s, _, _, _ := waiting(t)
		s.set("cataloginventory/item_options/manage_stock", "0")
		s.until("the alert is raised", func() bool { return s.raised() == 1 })
	})
	t.Run("a cancelled order", func(t *testing.T) {
		t.Parallel()
		s := newShop(t)
		s.restock(3)
		order := s.order()
		_, token := s.Customer("anna@example.com")
		s.Must(201, "POST", "/customers/me/stock-alerts", map[string]any{"sku": "MUG"}, apptest.Bearer(token)...)
		s.Must(201, "POST", fmt.Sprintf("/orders/%d/cancel", order), map[string]any{}, s.service...)
		s.until("the alert is raised", func() bool { return s.raised() == 1 })
	})
}

// TestNobodyIsTold checks that an alert waits while its store tells nobody, and is told after that; and that a forgotten customer has none.
func TestNobodyIsTold(t *testing.T) {
	t.Parallel()
	s, _, id, _ := waiting(t)
	s.set("system/smtp/disable", "1")
	_, second := s.Customer("bob@example.com")
	bob := apptest.Bearer(second)
	s.Must(201, "POST", "/customers/me/stock-alerts", map[string]any{"productId": s.product}, bob...)
	s.Must(201, "POST", fmt.Sprintf("/customers/%d/forget", id), map[string]any{}, s.service...)
	if now, err := s.Commands.Alerts.Of(t.Context(), id); err != nil || len(now.Alerts) != 0 {
		t.Errorf("a forgotten customer waits: %v, %v", now, err)
	}
	s.restock(5)
	i := slices.IndexFunc(s.Reactions.Sweeps, func(s reactions.Sweep) bool { return s.Name == "stock alerts" })
	if err := s.Reactions.Sweeps[i].Run(t.Context()); err != nil || s.raised() != 0 {
		t.Errorf("raised %d while e-mails are off, %v", s.raised(), err)
	}
	s.set("system/smtp/disable", "0")
	s.until("the alert of the other one is raised", func() bool { return s.raised() == 1 })
	if got := s.events(stockalert.Raised{}.EventName())[0].Stream; got == stockalert.Stream(id) {
		t.Error("the forgotten customer was told")
	}
}
