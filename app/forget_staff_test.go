package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"tradelog/app"
	"tradelog/commands"
	domainaccess "tradelog/domain/access"
	"tradelog/eventstore"
	"tradelog/eventstore/audit"
	"tradelog/operations/passwords"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// staffMarks match the names, user names and e-mail addresses of the accounts of this test.
var staffMarks = regexp.MustCompile(`(?i)quirkmark|osmark`)

// ledgered starts a shop that has a ledger, and returns the ledger's path.
func ledgered(t *testing.T) (*salestest.Shop, string) {
	t.Helper()
	dir := t.TempDir()
	s := salestest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Secrets.LedgerDir = dir }))
	return s, filepath.Join(dir, "forgotten")
}

// TestStaffIsSealedAndForgotten: the log has no name of the back office in plain, and forgetting a person ends the account.
func TestStaffIsSealedAndForgotten(t *testing.T) {
	t.Parallel()
	s, ledger := ledgered(t)
	role, err := s.Commands.Access.SaveRole(apptest.Operator(), 0, "clerks", false, []string{"all"}, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	key := passwords.NewCredentials().APIKey
	created := domainaccess.AccountCreated{Kind: domainaccess.API, Username: "Quirkmark", Name: "Q. Quirkmark", Email: "q@quirkmark.example",
		KeyHash: passwords.HashKey(key), RoleID: role}
	operator := commands.WithCause(t.Context(), commands.Cause{Actor: eventstore.Actor{Kind: "operator", Name: "osmark"}})
	id, err := s.Commands.Access.CreateAccount(operator, created)
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	login := salestest.Fields{"grant_type": "api_user", "username": "Quirkmark", "api_key": key}
	token := fmt.Sprint(s.Must(200, "POST", "/auth/token", login).Object(t)["token"])
	bearer := []string{"Authorization", "Bearer " + token}
	s.Product("MUG", "10", 9, nil)
	order := s.Order("MUG")
	held := s.Must(201, "POST", fmt.Sprintf("/orders/%d/hold", salestest.ID(order)), salestest.Fields{}, bearer...).Object(t)
	if by := held["statusHistory"].([]any)[0].(map[string]any)["changedBy"]; by != fmt.Sprint("api ", id) {
		t.Errorf("the back office sees %v as who held the order", by)
	}
	tells := func(what string) {
		t.Helper()
		var export bytes.Buffer
		if _, err := audit.Export(t.Context(), s.Store, &export, audit.ExportOptions{}); err != nil {
			t.Fatal(err)
		}
		if found := staffMarks.FindAllString(export.String(), 3); found != nil {
			t.Errorf("%s: the log tells %q", what, found)
		}
	}
	tells("an account")
	stream, err := s.Store.ReadStream(t.Context(), domainaccess.Stream(id), 0, eventstore.Forwards, 10)
	if err != nil {
		t.Fatal(err)
	}
	operatorOf := func() string {
		meta, err := stream[0].Meta()
		if err != nil {
			t.Fatal(err)
		}
		actor, err := s.Codec.OpenActor(t.Context(), meta.Actor)
		if err != nil {
			t.Fatal(err)
		}
		return actor.String()
	}
	if by := operatorOf(); by != "operator (osmark)" {
		t.Errorf("the account was created by %q", by)
	}

	forget := s.Commands.Forgetting
	done, err := forget.ForgetAccount(apptest.Operator(), id, "has left")
	if err != nil || done.Keys != 1 {
		t.Fatalf("forgotten: %+v, %v", done, err)
	}
	if _, err := forget.ForgetAccount(apptest.Operator(), id, "has left"); err != nil {
		t.Errorf("once more: %v", err)
	}
	if n, err := forget.ForgetOperator(apptest.Operator(), "osmark"); err != nil || n != 1 {
		t.Errorf("%d keys of the operator were deleted, error %v", n, err)
	}
	if by := operatorOf(); by != "operator" {
		t.Errorf("a forgotten operator is %q", by)
	}
	if event, err := s.Codec.Decode(t.Context(), stream[0]); err != nil || staffMarks.MatchString(fmt.Sprintf("%+v", event)) {
		t.Errorf("the account can still be opened: %+v, %v", event, err)
	}
	if a := s.Do("GET", "/orders", nil, bearer...); a.Status != 401 {
		t.Errorf("the token of a forgotten account: %d", a.Status)
	}
	if a := s.Do("POST", "/auth/token", login); a.Status != 401 {
		t.Errorf("the key of a forgotten account: %d", a.Status)
	}
	s.Settle()
	if differences, err := s.Projections.Verify(t.Context(), "access", nil); err != nil || len(differences) > 0 {
		t.Errorf("the rebuild is not equal: %v, %v", differences, err)
	}
	again, err := s.Commands.Access.CreateAccount(apptest.Operator(), created)
	if err != nil || again == id {
		t.Errorf("the user name is not free again: account %d, %v", again, err)
	}
	text, err := os.ReadFile(ledger)
	if err != nil || !strings.Contains(string(text), domainaccess.Subject(id)+" ") || staffMarks.Match(text) {
		t.Errorf("the ledger: %q, %v", text, err)
	}
	tells("a forgotten account")
}

// TestPlainStaffOfAnEarlierVersion: names that an earlier version stored in plain can be read. The shop shows them as little as sealed
// ones. They are forgotten for good, also when an older backup is restored.
func TestPlainStaffOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	s, ledger := ledgered(t)
	ids := map[int64]uuid.UUID{}
	for id, name := range map[int64]string{901: "quirkmark", 902: "osmark"} {
		ids[id] = uuid.New()
		if _, err := s.Store.Append(t.Context(), domainaccess.Stream(id), eventstore.NoStream, eventstore.NewEvent{
			ID: ids[id], Type: "AccountCreated", SchemaVersion: 1, Metadata: []byte(`{}`),
			Data: fmt.Appendf(nil, `{"accountId":%d,"kind":"admin","username":%q,"name":"N.","email":"%s@example.com","roleId":0}`, id, name, name),
		}); err != nil {
			t.Fatal(err)
		}
	}
	s.Settle()
	accounts, err := s.Readers.Access.Accounts(t.Context())
	if err != nil || accounts.ByUsername(domainaccess.Admin, "quirkmark") == nil {
		t.Fatalf("the account is not read: %v", err)
	}
	shown := func(id int64, open bool) string {
		t.Helper()
		stream, err := s.Store.ReadStream(t.Context(), domainaccess.Stream(id), 0, eventstore.Forwards, 1)
		if err != nil {
			t.Fatal(err)
		}
		out, err := s.Codec.Disclose(t.Context(), stream, open)
		if err != nil {
			t.Fatal(err)
		}
		return string(out[0].Data)
	}
	if data := shown(901, false); staffMarks.MatchString(data) {
		t.Errorf("relays publish %s", data)
	}
	done, err := s.Commands.Forgetting.Reconcile(apptest.Operator())
	if err != nil || done.Made != 2 || len(done.Accounts) != 0 {
		t.Fatalf("reconciled: %+v, %v", done, err)
	}
	if data := shown(901, true); !staffMarks.MatchString(data) {
		t.Errorf("relays that open personal data publish %s", data)
	}
	if _, err := s.Commands.Forgetting.ForgetAccount(apptest.Operator(), 901, ""); err != nil {
		t.Fatal(err)
	}
	if data := shown(901, true); staffMarks.MatchString(data) {
		t.Errorf("of somebody forgotten relays publish %s", data)
	}
	s.Settle()
	done, err = s.Commands.Forgetting.Reconcile(apptest.Operator())
	if err != nil || done.Made != 0 || len(done.Accounts) != 0 {
		t.Errorf("once more: %+v, %v", done, err)
	}
	// The state after the restore of a backup from before 902 was forgotten and before accounts had keys.
	if err := s.Keyring.Forget(t.Context(), domainaccess.Subject(902)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	of := ids[902]
	text = fmt.Appendf(text, "%s %s\n", domainaccess.Subject(902), eventstore.Fingerprint(of[:]))
	if err := os.WriteFile(ledger, text, 0o600); err != nil {
		t.Fatal(err)
	}
	done, err = s.Commands.Forgetting.Reconcile(apptest.Operator())
	if err != nil || len(done.Accounts) != 1 || done.Accounts[0] != 902 {
		t.Errorf("after a restore: %+v, %v", done, err)
	}
	if account, err := s.Commands.Access.Account(t.Context(), 901); err != nil || !account.Forgotten || account.Username != "" {
		t.Errorf("the account is %+v, %v", account, err)
	}
}

// TestBuyersSeeNoNumbersOfStaff: buyers see in their order that the back office took a step, and not which account.
func TestBuyersSeeNoNumbersOfStaff(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 9, nil)
	order := s.Order("MUG")
	path := fmt.Sprintf("/orders/%d", salestest.ID(order))
	s.Must(201, "POST", path+"/hold", salestest.Fields{"reason": `"changedBy":"admin 7"`}, s.Service...)
	s.Must(201, "POST", path+"/comments", salestest.Fields{"comment": `"changedBy":"admin 7"`, "visibleOnFront": true}, s.Service...)
	s.Settle()
	by := func(a salestest.Fields) string {
		b, err := json.Marshal(a["statusHistory"].([]any)[1])
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	details := s.Must(200, "GET", fmt.Sprintf("/orders/%v/details", order["incrementId"]), nil, "X-Order-Token",
		fmt.Sprint(order["accessToken"])).Object(t)
	if got := by(details); !strings.Contains(got, `"changedBy":"api"`) {
		t.Errorf("a guest sees %s", got)
	}
	if text := fmt.Sprint(details["statusHistory"]); !strings.Contains(text, `"changedBy":"admin 7"`) {
		t.Errorf("a remark was changed: %s", text)
	}
	if got := by(s.Must(200, "GET", path, nil, s.Service...).Object(t)); !strings.Contains(got, `"changedBy":"api `) {
		t.Errorf("the back office sees %s", got)
	}
	_, headers := s.Customer("anna@example.com")
	path = fmt.Sprintf("/orders/%d", salestest.ID(s.OrderOf(headers, "MUG")))
	s.Must(201, "POST", path+"/hold", salestest.Fields{}, s.Service...)
	s.Settle()
	got := s.Must(200, "GET", path, nil, headers...).Object(t)["statusHistory"].([]any)
	if first, last := got[0].(map[string]any)["changedBy"], got[len(got)-1].(map[string]any)["changedBy"]; first != "api" ||
		!strings.HasPrefix(fmt.Sprint(last), "customer ") {
		t.Errorf("the customer sees %v and %v", first, last)
	}
}
