package platform_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/domain/stockalert"
	"tradelog/reactions"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
)

// waiting is a shop that has run out of mugs, with a customer who waits for one.
func waiting(t *testing.T) (s *stepped, dir string, id int64, me []string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "mail")
	s = startStepped(t, apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = dir }))
	s.Restock(s.product, 0)
	id, me = s.Customer("anna@example.com")
	s.Must(201, "POST", "/customers/me/stock-alerts", fields{"productId": s.product}, me...)
	return s, dir, id, me
}

// raised returns how many alerts were raised.
func (s *stepped) raised() int { return len(s.events(stockalert.Raised{}.EventName())) }

// TestCustomersHearOfStock checks that a customer gets one e-mail when a product is in stock again, with a link to it.
func TestCustomersHearOfStock(t *testing.T) {
	t.Parallel()
	s, dir, id, me := waiting(t)
	s.Configure("catalog/seo/product_url_suffix", ".html")
	s.Restock(s.product, 3)
	told := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "in stock again") })
	if !strings.HasSuffix(told.Subject(), "The mug is in stock again") || !strings.Contains(told.To(), "anna@example.com") ||
		!strings.Contains(told.Text, "/mug.html") || !strings.Contains(told.HTML, "/mug.html") {
		t.Errorf("%q to %s\n%s", told.Subject(), told.To(), told.Text)
	}
	s.Settle() // the e-mail is sent for the event, whether or not read models show it
	if left := s.Must(200, "GET", "/customers/me/stock-alerts", nil, me...).List(t); len(left) != 0 {
		t.Errorf("it still waits: %v", left)
	}
	now, err := s.Commands.StockAlerts.Of(t.Context(), id)
	if err != nil || len(now.Alerts) != 0 {
		t.Errorf("%v, %v", now, err)
	}
	// For another return to stock customers must ask again.
	s.Restock(s.product, 0)
	s.Must(201, "POST", "/customers/me/stock-alerts", fields{"productId": s.product}, me...)
	s.Restock(s.product, 1)
	until(t, "the second alert is raised", func() bool { return s.raised() == 2 })
	if differences, err := s.Projections.Verify(t.Context(), "stockalerts", nil); err != nil || len(differences) > 0 {
		t.Errorf("stockalerts rebuilt is not what it is: %+v, %v", differences, err)
	}
}

// TestStockThatComesBackByItself checks that configuration and cancelled orders can make a product available, too.
func TestStockThatComesBackByItself(t *testing.T) {
	t.Parallel()
	t.Run("stock that is not managed any more", func(t *testing.T) {
		t.Parallel()
		s, _, _, _ := waiting(t)
		s.Configure("cataloginventory/item_options/manage_stock", "0")
		until(t, "the alert is raised", func() bool { return s.raised() == 1 })
	})
	t.Run("a cancelled order", func(t *testing.T) {
		t.Parallel()
		s := startStepped(t)
		s.Restock(s.product, 3)
		order := s.order()
		_, anna := s.Customer("anna@example.com")
		s.Must(201, "POST", "/customers/me/stock-alerts", fields{"sku": "MUG"}, anna...)
		s.Must(201, "POST", fmt.Sprintf("/orders/%d/cancel", order), fields{}, s.Service...)
		until(t, "the alert is raised", func() bool { return s.raised() == 1 })
	})
}

// TestNobodyIsTold checks that an alert waits while its store sends no alerts, and is sent afterwards. A forgotten customer has no alert.
func TestNobodyIsTold(t *testing.T) {
	t.Parallel()
	s, _, id, _ := waiting(t)
	s.Configure("system/smtp/disable", "1")
	_, bob := s.Customer("bob@example.com")
	s.Must(201, "POST", "/customers/me/stock-alerts", fields{"productId": s.product}, bob...)
	s.Must(201, "POST", fmt.Sprintf("/customers/%d/forget", id), fields{}, s.Service...)
	if now, err := s.Commands.StockAlerts.Of(t.Context(), id); err != nil || len(now.Alerts) != 0 {
		t.Errorf("a forgotten customer waits: %v, %v", now, err)
	}
	s.Restock(s.product, 5)
	i := slices.IndexFunc(s.Reactions.Sweeps, func(s reactions.Sweep) bool { return s.Name == "stock alerts" })
	if err := s.Reactions.Sweeps[i].Run(t.Context()); err != nil || s.raised() != 0 {
		t.Errorf("raised %d while e-mails are off, %v", s.raised(), err)
	}
	s.Configure("system/smtp/disable", "0")
	until(t, "the alert of the other one is raised", func() bool { return s.raised() == 1 })
	if got := s.events(stockalert.Raised{}.EventName())[0].Stream; got == stockalert.Stream(id) {
		t.Error("the forgotten customer was told")
	}
}
