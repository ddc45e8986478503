package settings

import (
	"strings"
	"testing"

	"tradelog/domain/fault"
)

// whole is the table of all areas.
func whole(t *testing.T) *Table {
	t.Helper()
	table, err := NewTable(Platform, Access, Directory, Catalog, Customers, Checkout, Sales, Promotions, GiftCards, Revocations, Taxes)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestTable(t *testing.T) {
	t.Parallel()
	if found, ok := whole(t).Lookup("sales_email/invoice/attach_pdf"); !ok || found.Type != flag || found.Default != "0" {
		t.Errorf("%+v", found)
	}
	if _, err := NewTable(Taxes, Taxes); err == nil {
		t.Error("a path may be declared twice")
	}
	if _, err := NewTable([]Path{{"my/own/flag", flag, "yes", ""}}); err == nil {
		t.Error("a default need not suit its type")
	}
	var none *Table
	if _, ok := none.Lookup("general/locale/code"); ok || none.Check("general/locale/code", "en_US") != nil {
		t.Error("no table knows a path")
	}
}

// TestValuesThatMeanNothingAreRefused: the refusal lists the allowed values.
func TestValuesThatMeanNothingAreRefused(t *testing.T) {
	t.Parallel()
	table := whole(t)
	for _, c := range []struct{ path, good, bad, allowed string }{
		{
			"general/locale/timezone", "Europe/Berlin UTC America/Argentina/Buenos_Aires", "Nowhere/City europe/berlin Local +02:00",
			"such as Europe/Berlin",
		},
		{"general/locale/code", "en_US de_DE zh_Hans_CN", "en de-DE en_XX xx_YY english", "such as en_US"},
		{"general/country/default", "DE US", "de XX DEU Germany", "ISO 3166-1"},
		{"general/country/allow", "DE DE,AT,CH AN", "XX DE,XX DE;AT , de", "such as DE,AT,CH"},
		{"carriers/flatrate/specificcountry", "DE", "Germany", "ISO 3166-1"},
		{"currency/options/base", "USD EUR JPY", "DEM XXX usd Dollar", "ISO 4217"},
		{"currency/options/default", "EUR", "EURO", "ISO 4217"},
		{"currency/options/allow", "USD,EUR GBP", "USD,DEM USD;EUR ,", "such as USD,EUR"},
		{"catalog/price/scope", "0 1", "yes true 2 -1 on", "0 (off) or 1 (on)"},
		{"apiplatform/cache/ttl", "0 300", "-1 5m 1.5 1e3 99999999999", "whole number from 0"},
		{"payment/checkmo/sort_order", "-1 0 7", "first 1.5", "whole number"},
		{"carriers/flatrate/price", "0 4.95", "-1 free 4,95 NaN", "number from 0"},
		{"carriers/flatrate/handling_fee", "-1 2.5", "10%", "such as 4.95"},
		{"carriers/flatrate/handling_type", "F P", "percent f", "F or P"},
		{"cataloginventory/item_options/backorders", "0 1 2", "3 yes", "0, 1 or 2"},
		{"general/locale/weight_unit", "kgs lbs", "kg stone", "lbs or kgs"},
		{"tax/calculation/based_on", "billing", "moon", "shipping, billing or origin"},
		{"tax/calculation/algorithm", "ROW_BASE_CALCULATION", "row", "TOTAL_BASE_CALCULATION"},
		{"tax/classes/shipping_tax_class", "4", "goods", "whole number"},
		{"payment/checkmo/order_status", "pending", "waiting", "pending"},
		{"trans_email/ident_sales/email", "a@example.com", "a@ nobody Anna<a@example.com>", "e-mail address"},
		{"sales_email/order/copy_to", "a@example.com,b@example.com", "a@example.com,b", "e-mail addresses"},
		{"sales_email/order/identity", "support", "nobody", "general, sales"},
		{
			"general/store_information/merchant_vat_number", "DE123456789 ATU12345678 CHE-123.456.789 EL123456789", "123456789 D1 DE?1 DE",
			"such as DE123456789",
		},
		{"sales/invoice/untaxed", "Z E AE K G", "S O z none", "Z, E, AE, K or G"},
		{"system/smtp/port", "1 587", "0 65536 smtp", "from 1 to 65535"},
		{"system/smtp/encryption", "ssl tls none", "starttls", "ssl, tls or none"},
		{"system/trusted_proxies/addresses", "10.0.0.7 10.0.0.7,192.168.0.0/16,::1", "localhost 10.0.0.0/40", "IP addresses"},
		{
			"web/secure/base_url", "https://shop.example/ http://127.0.0.1:8080/de", "shop.example ftp://shop.example /de https://",
			"http or https",
		},
		{
			"apiplatform/general/cors_origins", "https://a.example http://b.example:81",
			"* https://*.example https://a.example/ a.example", "wildcards",
		},
		{"giftcard/general/code_format", "XXXX-XXXX", "GIFT XX", "at least four X"},
		{"carriers/tablerate/condition_name", "package_qty", "moon", "package_weight"},
		{"apiplatform/oauth2/secret", strings.Repeat("k", 32), strings.Repeat("k", 31), "openssl rand -hex 32"},
		{"general/store_information/name", "Maß", "a\x1b[2J a\x07b a\x00 a\xff", "control characters"},
		{"my/own/path", "anything", "a\x1b[2J", "control characters"},
	} {
		for _, good := range strings.Fields(c.good) {
			if err := table.Check(c.path, good); err != nil {
				t.Errorf("%s %q: %v", c.path, good, err)
			}
		}
		for _, bad := range strings.Fields(c.bad) {
			err := table.Check(c.path, bad)
			if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), c.allowed) || !strings.Contains(err.Error(), c.path) {
				t.Errorf("%s %q: %v, want a refusal with %q", c.path, bad, err, c.allowed)
			}
		}
	}
	for path, refused := range map[string]bool{
		"currency/options/base": true, "apiplatform/oauth2/secret": true, "general/locale/timezone": false,
		"carriers/freeshipping/free_shipping_subtotal": false,
	} {
		if err := table.Check(path, ""); (err != nil) != refused {
			t.Errorf("%s with nothing: %v", path, err)
		}
	}
	if err := table.Check("system/smtp/password", "hush\x00hush"); err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("a secret is shown: %v", err)
	}
}

// TestValuesOfEarlierVersionsStayReadable: stored values are read as they are.
func TestValuesOfEarlierVersionsStayReadable(t *testing.T) {
	t.Parallel()
	v := NewValues(
		whole(t), map[Scope]map[string]string{Default: {"general/locale/timezone": "Nowhere/City", "carriers/flatrate/price": "free"}}, nil,
	).In(0)
	if v.Text("general/locale/timezone") != "Nowhere/City" || !v.Decimal("carriers/flatrate/price").IsZero() {
		t.Errorf("%q, %s", v.Text("general/locale/timezone"), v.Decimal("carriers/flatrate/price"))
	}
}
