package transports_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/test/apptest"
)

// TestStrangersLockNobodyOut: sessions that an address opens without a token do not count for an account at the same address, whose own are
// limited too.
func TestStrangersLockNobodyOut(t *testing.T) {
	t.Parallel()
	s := startMCP(t, apptest.WithConfig(func(c *app.Config) { c.Requests.RateLimitsOff = false }))
	s.Configure("system/rate_limit/mcp_initialize", "2")
	one, other := apptest.Bearer(s.Service([]string{"orders/read"})), apptest.Bearer(s.Service([]string{"orders/read"}))
	for _, c := range []struct {
		who     string
		headers []string
	}{{"nobody", nil}, {"an account", one}, {"another account", other}} {
		for i, want := range []int{200, 200, 429} {
			w := httptest.NewRecorder()
			if from(s, w, "192.0.2.9", request("initialize", introduction), c.headers...); w.Code != want {
				t.Errorf("session %d of %s: %d, want %d", i+1, c.who, w.Code, want)
			}
		}
	}
}

// TestARunawayAgentMeetsALimit: changes of an agent are limited in a minute, all tools together. Reads, trials, and the same account over
// REST are not.
func TestARunawayAgentMeetsALimit(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startMCP(t, apptest.WithClock(clock), apptest.WithConfig(func(c *app.Config) { c.Requests.RateLimitsOff = false }))
	s.Configure("system/rate_limit/agent_writes", "3")
	token := apptest.Bearer(s.Service([]string{"all"}))
	a := introduce(t, s, token...)
	save := func(name string, trial bool) string {
		arguments := object{"className": name, "classType": "PRODUCT", "dryRun": trial}
		r := a.ask("tools/call", object{"name": "tax_tax_classes_create", "arguments": arguments})
		return r.failed() + string(r.Result)
	}
	refused := func(problem string) bool { return strings.Contains(problem, "Too many requests") }
	for i := range 3 {
		if problem := save(fmt.Sprint("Class ", i), false); refused(problem) {
			t.Fatalf("change %d: %s", i+1, problem)
		}
	}
	if problem := save("Class 4", false); !refused(problem) {
		t.Errorf("the fourth change of a minute: %q", problem)
	}
	if problem := save("Class 4", true); refused(problem) {
		t.Errorf("a trial: %s", problem)
	}
	a.call("tax_tax_classes_list", object{})
	s.Must(201, "POST", "/tax-classes", object{"className": "By REST", "classType": "PRODUCT"}, token...)
	clock.Advance(time.Minute)
	if problem := save("Class 5", false); refused(problem) {
		t.Errorf("a minute later: %s", problem)
	}
}
