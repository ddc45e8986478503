package conformance_test

import (
	"os"
	"slices"
	"testing"

	"tradelog/domain/settings"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// TestOAuthConnection: the client finds the authorization server, registers, and opens the page for the person. The person logs in, chooses
// another set and allows it. The client then lists the tools of that set, and renews its tokens by itself. A denial gives no access.
// TRADELOG_TEST_PICTURES is a directory for pictures of the pages.
func TestOAuthConnection(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	s := apptest.Start(t)
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default, map[string]string{
		"apiplatform/protocols/mcp": "1", "apiplatform/protocols/oauth": "1",
		"web/secure/base_url": s.URL + "/", "web/unsecure/base_url": s.URL + "/",
	}); err != nil {
		t.Fatal(err)
	}
	_, key := s.APIUser("greta", "all")
	s.Settle()
	pictures := os.Getenv("TRADELOG_TEST_PICTURES")
	if pictures == "" {
		pictures = t.TempDir()
	}
	seen := answer[struct {
		Complaints, Elsewhere, TooWide, Tools                                       []string
		Asked, Wrong, Account, Chosen, State, Issuer, Scope, Denied, German, Failed string
		Again                                                                       int
		Renewed                                                                     bool
	}](t, "oauth", "connect.mjs", chromium(t), s.URL+"/api/mcp?tools=support", "greta", key, pictures)
	for what, got := range map[string][2]string{
		"the scope that the client asks for": {seen.Asked, "support"}, "the set on the page": {seen.Chosen, "support"},
		"a wrong password": {seen.Wrong, "The user name or the password is wrong."}, "the account": {seen.Account, "Logged in as greta"},
		"the state": {seen.State, "a-state"}, "the issuer": {seen.Issuer, s.URL}, "the scope": {seen.Scope, "fulfilment"},
		"the denial": {seen.Denied, "access_denied"}, "German": {seen.German, "Was darf es tun?"},
		"a foreign redirect URI": {seen.Failed, "Das Programm hat diese Rücksprungadresse nicht angemeldet"},
	} {
		if got[0] != got[1] {
			t.Errorf("%s is %q, want %q", what, got[0], got[1])
		}
	}
	// The connection requests the tools of support, and the account has allowed those of fulfilment. The list has the tools of both sets.
	if !slices.Contains(seen.Tools, "sales_orders_list") || slices.Contains(seen.Tools, "sales_orders_credit_memos_create") ||
		slices.Contains(seen.Tools, "catalog_inventory_list") || seen.Again != len(seen.Tools) || !seen.Renewed {
		t.Errorf("the tools are %v, then %d; renewed: %t", seen.Tools, seen.Again, seen.Renewed)
	}
	// The browser reports a page with an error status as a failed request, which is no fault of the page.
	if len(seen.Complaints)+len(seen.Elsewhere)+len(seen.TooWide) > 0 {
		t.Errorf("the browser complains of %v, asks %v, and does not fit %v", seen.Complaints, seen.Elsewhere, seen.TooWide)
	}
}
