package app_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/test/salestest"
)

// tellsOfAddresses are the public operations whose answer depends on whether an address is known, with the reason.
var tellsOfAddresses = map[string]string{
	"POST /customers": "409 for an address that has an account (shapes-customer §2.4); limited by IP address",
}

// TestGuestsLearnNothingOfAddresses sends every public operation with an e-mail address a known and an unknown one. Status, names of
// headers, body and the number of events are the same.
func TestGuestsLearnNothingOfAddresses(t *testing.T) {
	t.Parallel()
	e := startEverything(t)
	e.Configure("newsletter/subscription/allow_guest_subscribe", "1", "system/trusted_proxies/addresses", "127.0.0.0/8")
	for _, email := range []string{"anna@example.com", "ended@example.com"} { // the first has an account as well
		e.Must(201, "POST", "/newsletter/subscribe", salestest.Fields{"email": email})
	}
	e.Must(201, "POST", "/newsletter/unsubscribe", salestest.Fields{"email": "ended@example.com"})
	e.Settle()
	n := 0
	ask := func(o *operations.Operation, email string) string {
		n++
		id := fmt.Sprintf("oracle-%d", n)
		a := e.Do(o.Method, e.path(t, o, false), salestest.Fields{
			"email": email, "guestEmail": email, "name": "Gina", "comment": "Hello", "password": "a wrong password", "firstname": "Gina",
			"lastname": "Guest", "resetToken": "none", "newPassword": "a long password",
		}, "X-Request-Id", id, "X-Forwarded-For", fmt.Sprintf("10.8.%d.%d", n/200, n%200+1))
		if a.Status >= 500 {
			t.Errorf("%s: %d %s", o.Name(), a.Status, a.Body)
		}
		body := strings.ReplaceAll(string(a.Body), email, "ADDRESS")
		return fmt.Sprintf("%d %v, %d appended events, %s", a.Status, slices.Sorted(maps.Keys(a.Header)), e.appended(t, id), body)
	}
	for _, o := range e.Pipeline.Registry.All() {
		public := o.Access.Auth == operations.Public || o.Access.Auth == operations.OrderToken
		takes := slices.ContainsFunc(inputs.Fields(o.Input), func(f inputs.Field) bool {
			return slices.Contains(f.Names(), "email") || slices.Contains(f.Names(), "guestEmail")
		})
		if !public || o.Reads() || !takes {
			continue
		}
		unknown := ask(o, fmt.Sprintf("nobody%d@example.com", n))
		for _, email := range []string{"anna@example.com", "ended@example.com", "anna@example.com"} {
			if known := ask(o, email); known != unknown && tellsOfAddresses[o.Name()] == "" {
				t.Errorf("%s tells of %s:\n    known %s\n  unknown %s", o.Name(), email, known, unknown)
			}
		}
	}
	if n == 0 {
		t.Error("no operation was asked")
	}
}

// appended counts the events of a guest's request.
func (e *everything) appended(t *testing.T, request string) (n int) {
	t.Helper()
	for from := max(0, e.LogSize()-200); ; {
		page, err := e.Store.ReadAll(t.Context(), from, eventstore.Forwards, 1000, eventstore.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, event := range page.Events {
			meta, err := event.Meta()
			if err != nil {
				t.Fatal(err)
			}
			if meta.RequestID == request && meta.Actor.Kind == string(operations.Anonymous) {
				n++
			}
			from = event.Position
		}
		if len(page.Events) == 0 {
			return n
		}
	}
}
