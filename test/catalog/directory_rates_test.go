package catalog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"tradelog/cmd/tradelog/cli"
	"tradelog/test/apptest"
)

// TestRatesCommand sets, shows and removes rates on the command line. A change applies to the running server when the command returns, and
// the log names its actor.
func TestRatesCommand(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	command := func(code int, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		line := append(args, "--database", s.Config.Database.URL, "--data", t.TempDir())
		if got := cli.Run(context.Background(), nil, line, &out, &out); got != code {
			t.Fatalf("%v: exit %d, want %d\n%s", args, got, code, &out)
		}
		return out.String()
	}
	served := func() any {
		for _, c := range s.Must(200, "GET", "/stores/currencies", nil).List(t) {
			if c["code"] == "EUR" {
				return c["exchangeRate"]
			}
		}
		return nil
	}
	if got := served(); got != 0.7067 {
		t.Fatalf("the first rate: %v", got)
	}
	if out := command(0, "rates", "set", "usd", "eur", "0.92130"); out != "1 USD = 0.9213 EUR\n" || served() != 0.9213 {
		t.Errorf("set: %s, served %v", out, served())
	}
	if out := command(0, "rates", "set", "USD", "GBP", "0.8", "--json"); compact(t, out) != `{"from":"USD","to":"GBP","rate":0.8}` {
		t.Errorf("set, as JSON: %s", out)
	}
	if out := command(0, "rates", "list"); !strings.Contains(out, "USD   EUR  0.9213\n") || !strings.Contains(out, "EUR   USD  1.415\n") {
		t.Errorf("listed:\n%s", out)
	}
	want := `[{"from":"EUR","to":"USD","rate":1.415},{"from":"USD","to":"EUR","rate":0.9213},{"from":"USD","to":"GBP","rate":0.8}]`
	if out := command(0, "rates", "list", "--json"); compact(t, out) != want {
		t.Errorf("listed as JSON: %s", out)
	}
	at := s.LogSize()
	for _, refused := range [][]string{
		{"set", "USD", "EUR", "0"}, {
			"set", "USD", "EUR", `1","x":"2`,
		}, {"set", "USD", "ABC", "1"}, {"set", "USD", "USD", "1"}, {"delete", "EUR", "GBP"},
	} {
		command(1, append([]string{"rates"}, refused...)...)
	}
	if s.LogSize() != at {
		t.Error("a refused command has changed the log")
	}
	command(0, "rates", "delete", "USD", "EUR")
	if got := served(); got != nil {
		t.Errorf("a currency without a rate is served: %v", got)
	}
	s.Must(400, "GET", "/products", nil, "X-Currency-Code", "EUR")
	if out := command(0, "events", "history", "rates-1"); strings.Count(out, "by operator") != 3 || !strings.Contains(out, "DeleteRate") {
		t.Errorf("history:\n%s", out)
	}
}

// compact removes the white space of JSON.
func compact(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(text)); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return out.String()
}
