// Package conformance_test connects a client of others to a shop by its URL alone: the official TypeScript client of the Model Context
// Protocol, with a person in Chromium.
package conformance_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"tradelog/domain/settings"
	"tradelog/test/apptest"
	"tradelog/test/programtest"
)

// TestAnAssistantConnectsByURLAlone: the client finds the authorization server, registers, and sends the person to the page, who logs in,
// chooses another set and allows it. The client then lists the tools of that set, and renews its tokens by itself. A denial gives nothing.
// TRADELOG_TEST_PICTURES is a directory for pictures of the pages.
func TestAnAssistantConnectsByURLAlone(t *testing.T) {
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
	chromium := programtest.Find(t, filepath.Join("../../scripts", "chromium.sh"))[0]
	node, project := programtest.Node(t, "../../scripts", ".")
	var said bytes.Buffer
	cmd := exec.CommandContext(t.Context(), node, "connect.mjs", chromium, s.URL+"/api/mcp?tools=support", "greta", key, pictures)
	cmd.Dir, cmd.Stderr = project, &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, said.String())
	}
	var seen struct {
		Complaints, Elsewhere, TooWide, Tools                                       []string
		Asked, Wrong, Account, Chosen, State, Issuer, Scope, Denied, German, Failed string
		Again                                                                       int
		Renewed                                                                     bool
	}
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
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
	// The connection asks for the tools of support, and the account has allowed those of fulfilment: what is in both is listed.
	if !slices.Contains(seen.Tools, "sales_orders_list") || slices.Contains(seen.Tools, "sales_orders_credit_memos_create") ||
		slices.Contains(seen.Tools, "catalog_inventory_list") || seen.Again != len(seen.Tools) || !seen.Renewed {
		t.Errorf("the tools are %v, then %d; renewed: %t", seen.Tools, seen.Again, seen.Renewed)
	}
	// A page that fails is a failed request to the browser, which is no fault of the page.
	if len(seen.Complaints)+len(seen.Elsewhere)+len(seen.TooWide) > 0 {
		t.Errorf("the browser complains of %v, asks %v, and does not fit %v", seen.Complaints, seen.Elsewhere, seen.TooWide)
	}
}
