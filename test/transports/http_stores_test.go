package transports_test

import (
	"fmt"
	"testing"

	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestStoreAndCurrencyOfARequest checks how a request names them, and the refusals (conventions §11, §12).
func TestStoreAndCurrencyOfARequest(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	for _, st := range []shop.Store{
		{Code: "de", Name: "Deutsch", WebsiteID: 1, GroupID: 1, IsActive: true}, {Code: "off", Name: "Off", WebsiteID: 1, GroupID: 1},
	} {
		if _, err := s.Commands.Directory.Views.Create(apptest.Operator(), st); err != nil {
			t.Fatal(err)
		}
	}
	s.Configure("currency/options/allow", "USD,EUR,GBP")
	for _, c := range []struct{ query, header, want string }{
		{"", "", "default"}, {"?store=de", "", "de"}, {"?store=2", "", "de"}, {"", "de", "de"}, {"", "2", "de"}, {"", " de ", "de"},
		{"?store=de", "nowhere", "de"}, {"?store=off", "", "off"},
	} {
		var headers []string
		if c.header != "" {
			headers = []string{"X-Store-Code", c.header}
		}
		if got := s.Must(200, "GET", "/store-config"+c.query, nil, headers...).Object(t)["id"]; got != c.want {
			t.Errorf("%+v is %v", c, got)
		}
	}
	invalid := func(format string, args ...any) refusal {
		return refusal{400, "bad_request", fmt.Sprintf(format, args...), false}
	}
	refused(t, s, invalid("The store parameter cannot be empty."), "GET", "/probes?store=", nil)
	refused(t, s, invalid("The store parameter cannot be empty."), "GET", "/probes?store=%20", nil, "X-Store-Code", "de")
	refused(t, s, invalid("The store parameter cannot be empty."), "GET", "/probes", nil, "X-Store-Code", "")
	for _, code := range []string{"nowhere", "DE", "9", "-1", "de,default"} {
		refused(t, s, invalid("Unknown store: %s", code), "GET", "/probes", nil, "X-Store-Code", code)
		refused(t, s, invalid("Unknown store: %s", code), "POST", "/open-probes?store="+code, body{"name": "x"})
	}
	refused(t, s, invalid("The X-Currency-Code header cannot be empty."), "GET", "/probes", nil, "X-Currency-Code", "")
	refused(t, s, invalid("Currency not available for this store: CHF"), "GET", "/probes", nil, "X-Currency-Code", "chf")
	refused(t, s, invalid("No exchange rate available for: GBP"), "GET", "/probes", nil, "X-Currency-Code", "GBP")
	for _, code := range []string{"EUR", "eur", " Usd "} {
		s.Must(200, "GET", "/probes", nil, "X-Currency-Code", code)
	}
}

// TestTheScopeOfAllStores checks that the admin scope is only for the back office, and not for tokens that are restricted to stores.
func TestTheScopeOfAllStores(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	_, token := s.Customer("anna@example.com")
	scope := refusal{403, "forbidden", "The admin scope is restricted to backend tokens.", false}
	masked := refusal{401, "unauthorized", "Authentication required", false}
	for _, name := range []string{"admin", "0"} {
		refused(t, s, masked, "GET", "/probes?store="+name, nil)
		refused(t, s, masked, "GET", "/probes", nil, "X-Store-Code", name)
		refused(t, s, scope, "GET", "/probes?store="+name, nil, apptest.Bearer(token)...)
		s.Must(200, "GET", "/probes?store="+name, nil, apptest.Bearer(s.Service([]string{"all"}))...)
		s.Must(200, "GET", "/probes?store="+name, nil, apptest.Bearer(s.Admin("all"))...)
		// For public reads the admin scope still requires a permission for the resource.
		refused(t, s, denied, "GET", "/probes?store="+name, nil, apptest.Bearer(s.Service([]string{"probes/delete"}))...)
		refused(t, s, refusal{403, "forbidden", `Your admin role does not grant access to "test/probe".`, false}, "GET", "/probes?store="+name,
			nil, apptest.Bearer(s.Admin("sales/order"))...)
	}
	refused(t, s, refusal{403, "forbidden", "Token is not authorized for the requested store.", false}, "GET", "/probes?store=admin", nil,
		apptest.Bearer(s.Service([]string{"all"}, 1))...)
}

// TestRestrictedTokens checks that a token for some stores uses one of them where it names none, and no other (conventions §4.8).
func TestRestrictedTokens(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	if _, err := s.Commands.Directory.Views.Create(apptest.Operator(),
		shop.Store{Code: "de", Name: "Deutsch", WebsiteID: 1, GroupID: 1, IsActive: true}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	outside := refusal{403, "forbidden", "Token is not authorized for the requested store.", false}
	first, second := apptest.Bearer(s.Service([]string{"all"}, 1)), apptest.Bearer(s.Service([]string{"all"}, 2))
	s.Must(200, "GET", "/probes", nil, first...)
	refused(t, s, outside, "GET", "/probes?store=de", nil, first...)
	refused(t, s, outside, "GET", "/probes?store=1", nil, second...)
	refused(t, s, outside, "POST", "/probes?store=1", "{", second...)
	refused(t, s, outside, "GET", "/closed-probes/99?store=1", nil, second...)
	s.Must(200, "GET", "/probes", nil, second...) // the token's store
	s.Must(200, "GET", "/probes", nil, salestest.With(second, "X-Store-Code", "de")...)
	s.Must(201, "POST", "/probes?store=2", body{"name": "x"}, second...)
	// The currency is one of the token's store, whether the default store has it or not.
	s.Configure("currency/options/allow", "USD")
	s.ConfigureIn(settings.Scope{Level: "store", ID: 2}, "currency/options/allow", "EUR", "currency/options/default", "EUR")
	other := func(code string) refusal {
		return refusal{400, "bad_request", "Currency not available for this store: " + code, false}
	}
	s.Must(200, "GET", "/probes", nil, salestest.With(second, "X-Currency-Code", "EUR")...)
	refused(t, s, other("EUR"), "GET", "/probes", nil, salestest.With(first, "X-Currency-Code", "EUR")...)
	refused(t, s, other("USD"), "GET", "/probes", nil, salestest.With(second, "X-Currency-Code", "USD")...)
	refused(t, s, other("EUR"), "GET", "/probes", nil, "X-Currency-Code", "EUR")
	refused(t, s, other("CHF"), "GET", "/probes", nil, salestest.With(second, "X-Currency-Code", "CHF")...)
}
