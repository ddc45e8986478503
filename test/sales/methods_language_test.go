package sales_test

import (
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/salestest"
)

// TestMethodsSpeakTheLanguageOfTheStore: a German store view lists its default methods in German. So do its orders and their e-mails, also
// after the store view got another language. A title that the merchant has set stays as it is.
func TestMethodsSpeakTheLanguageOfTheStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = dir }))
	s.Configure("general/locale/code", "de_DE", "payment/banktransfer/active", "1", "payment/banktransfer/title", "Vorkasse",
		"carriers/freeshipping/active", "1", "carriers/freeshipping/name", "Free")
	s.Product("MUG", "19.99", 100, nil)
	mask := s.GuestCart("MUG")
	s.Must(200, "POST", guests(mask, "/shipping-methods"), fields{"address": salestest.Address()})
	salestest.Check(t, s.Must(200, "GET", guests(mask, ""), nil).Object(t), fields{
		"availablePaymentMethods.0.title": "Scheck / Zahlungsanweisung", "availablePaymentMethods.1.title": "Vorkasse",
		"availableShippingMethods.0.title":        "Pauschalversand - Festpreis",
		"availableShippingMethods.0.carrierTitle": "Pauschalversand", "availableShippingMethods.0.methodTitle": "Festpreis",
		"availableShippingMethods.1.title": "Kostenloser Versand - Free",
	})
	o := s.Must(201, "POST", guests(mask, "/place-order"), salestest.Placement(nil)).Object(t)
	want := fields{"paymentMethodTitle": "Scheck / Zahlungsanweisung", "shippingDescription": "Pauschalversand - Festpreis"}
	placed := path(o, "")
	salestest.Check(t, s.Must(200, "GET", placed, nil, s.Service...).Object(t), want)
	letter := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "Bestellung") })
	for _, title := range want {
		if text, _ := title.(string); !strings.Contains(letter.Text, text) {
			t.Errorf("the e-mail lacks %q:\n%s", text, letter.Text)
		}
	}
	s.Configure("general/locale/code", "fr_FR")
	salestest.Check(t, s.Must(200, "GET", placed, nil, s.Service...).Object(t), want)
}
