package transports_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"tradelog/test/apptest"
)

// basic is the header of HTTP Basic.
func basic(name, key string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(name+":"+key))
}

// TestFailedLoginsAreLimited: failed logins of all interfaces, and of REST, count together. Successful ones do not count.
func TestFailedLoginsAreLimited(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	c := startSOAP(t, apptest.WithClock(clock), apptest.WithRateLimits())
	c.user("other", "all")
	const tooMany, account, address = "Too many requests. Please try again later.", "system/rate_limit/customer_login",
		"system/rate_limit/auth_token_ip"
	// Each way to log in returns the fault: "" for none, "2" for wrong credentials, "1" beyond a limit.
	fault := func(a apptest.Answer, forms ...string) string {
		for i, code := range []string{"1", "2"} {
			for _, form := range forms {
				if strings.Contains(string(a.Body), fmt.Sprintf(form, code)) {
					if (i == 0) != strings.Contains(string(a.Body), tooMany) {
						t.Errorf("a refusal without its reason: %s", a.Body)
					}
					return code
				}
			}
		}
		if a.Status != 200 {
			return fmt.Sprint(a.Status)
		}
		return ""
	}
	soap := "<faultcode>%s</faultcode>"
	ways := map[string]func(name, key string) string{
		"SOAP V1": func(name, key string) string {
			return fault(c.Do("POST", "/api/soap", envelope("<login>"+entity("username", name, "apiKey", key)+"</login>")), soap)
		},
		"SOAP V2": func(name, key string) string {
			return fault(c.Do("POST", "/api/v2_soap", envelope("<login>"+entity("username", name, "apiKey", key)+"</login>")), soap)
		},
		"HTTP Basic": func(name, key string) string {
			return fault(c.Do("POST", "/api/soap", envelope("<resources/>"), "Authorization", basic(name, key)), soap)
		},
		"XML-RPC": func(name, key string) string {
			return fault(c.Do("POST", "/api/xmlrpc", "<methodCall><methodName>login</methodName><params><param><value>"+name+
				"</value></param><param><value>"+key+"</value></param></params></methodCall>"), "<int>%s</int>")
		},
		"JSON-RPC": func(name, key string) string {
			return fault(c.Do("POST", "/api/jsonrpc", `{"jsonrpc":"2.0","id":1,"method":"login","params":["`+name+`","`+key+`"]}`),
				`"code":%s,`)
		},
	}
	rest := func(name string) int {
		return c.Do("POST", "/auth/token", map[string]any{"grant_type": "api_user", "username": name, "api_key": "x"}).Status
	}
	for name, login := range ways {
		c.Configure(account, "3", address, "0")
		clock.Advance(time.Minute)
		for range 10 {
			if got := login("warehouse", "warehouse-key"); got != "" {
				t.Errorf("%s: a login that succeeds is the fault %s", name, got)
			}
		}
		for i, want := range []string{"2", "2"} {
			if got := login([]string{"warehouse", "WAREHOUSE"}[i], "x"); got != want {
				t.Errorf("%s: wrong key %d is the fault %s, want %s", name, i+1, got, want)
			}
		}
		if got := rest("warehouse"); got != 401 { // the third failure
			t.Errorf("%s: then REST answers %d", name, got)
		}
		for other, login := range ways {
			if got := login("warehouse", "warehouse-key"); got != "1" {
				t.Errorf("%s: the fourth attempt, over %s, is the fault %q", name, other, got)
			}
		}
		if got := rest("warehouse"); got != 429 {
			t.Errorf("%s: beyond the limit REST answers %d", name, got)
		}
		if got := login("other", "other-key"); got != "" {
			t.Errorf("%s: another account is the fault %s", name, got)
		}
		c.Configure(account, "0", address, "2") // the earlier failures count for the address as well
		clock.Advance(time.Minute)
		for i, want := range []string{"2", "2", "1"} {
			if got := login(fmt.Sprint("nobody", i), strings.Repeat("x", 2000)); got != want {
				t.Errorf("%s: attempt %d of the address is the fault %s, want %s", name, i+1, got, want)
			}
		}
		if got := rest("someone"); got != 429 {
			t.Errorf("%s: beyond the limit of the address REST answers %d", name, got)
		}
		clock.Advance(time.Minute)
		if got := login("warehouse", "warehouse-key"); got != "" {
			t.Errorf("%s: a minute later the fault is %s", name, got)
		}
	}
}
