package console

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"tradelog/operations"
)

// tokensPath is the path of the page of tokens.
const tokensPath = agentsPath + "/tokens"

// tokensView is the data of the page of tokens.
type tokensView struct {
	Tokens   []tokenRow
	Accounts []agentAccount
	Chosen   agentAccount // account that filters the page; zero for all
	More     string       // path of older tokens; empty at the end
}

// tokenRow is a token that was issued, or a login in a browser.
type tokenRow struct {
	Number                   int64
	ID, Way                  string
	AccountKind, Account     string
	AccountID, AgentID       int64
	Permissions, Tools       []string
	StoreIDs                 []int64
	IssuedAt, ExpiresAt      time.Time
	State                    string
	Issued, Whose, StateText string // the way it was issued, its owner, and its state, in words
	Page                     string // of its owner; empty if there is none
	Limited                  []string
	Short                    string // beginning of the ID
	Revoke                   string // empty if it cannot be revoked
}

// ways are the words for the ways in which tokens are issued.
var ways = []struct{ way, title string }{
	{"command line", "Command line"}, {"login", "Login over the API"}, {"session", "Login in a browser"}, {"agent", "Program"},
}

// tokenStates are the words for the states of tokens.
var tokenStates = []struct{ state, title string }{{"valid", "valid"}, {"revoked", "revoked"}, {"disabled", "account disabled"}}

// tokens shows the tokens that were issued and have not expired.
func (h *Handler) tokens(ctx context.Context, v *visit) (err error) {
	view := tokensView{}
	if view.Accounts, err = v.agentAccounts(ctx); err != nil {
		return err
	}
	const limit = 50
	arguments, query := map[string]any{"limit": limit}, url.Values{}
	if view.Chosen, err = v.chosenAccount(view.Accounts); err != nil {
		return err
	}
	if id := view.Chosen.ID; id != 0 {
		arguments["accountId"], arguments["accountKind"] = id, "api"
		if view.Chosen.Kind == string(operations.AsAdmin) {
			arguments["accountKind"] = view.Chosen.Kind
		}
		query.Set("account", strconv.FormatInt(id, 10))
	}
	if before := operations.Identifier(v.query.Get("before")); before != 0 {
		arguments["before"] = before
	}
	if err := v.answered(ctx, "tokens.list", arguments, &view.Tokens); err != nil {
		return err
	}
	for i := range view.Tokens {
		v.wordToken(&view.Tokens[i])
	}
	if n := len(view.Tokens); n == limit {
		query.Set("before", strconv.FormatInt(view.Tokens[n-1].Number, 10))
		view.More = tokensPath + "?" + query.Encode()
	}
	return v.show("tokens", v.text("Tokens"), view)
}

// wordToken describes a token in words.
func (v *visit) wordToken(t *tokenRow) {
	t.Issued, t.StateText, t.Whose, t.Short = t.Way, t.State, t.Account, t.ID[:min(8, len(t.ID))]
	for _, w := range ways {
		if w.way == t.Way {
			t.Issued = v.text(w.title)
		}
	}
	for _, s := range tokenStates {
		if s.state == t.State {
			t.StateText = v.text(s.title)
		}
	}
	switch {
	case t.AccountKind == string(operations.AsCustomer):
		t.Whose, t.Page = v.text("Customer %d", t.AccountID), Path+"/customers/"+strconv.FormatInt(t.AccountID, 10)
	case t.Account == "":
		t.Whose = strconv.FormatInt(t.AccountID, 10)
	default:
		t.Page = tokensPath + "?account=" + strconv.FormatInt(t.AccountID, 10)
	}
	t.Limited = t.Tools
	for _, id := range t.StoreIDs {
		t.Limited = append(t.Limited, v.text("Store view %s", strconv.FormatInt(id, 10)))
	}
	if t.State == "valid" && v.may("tokens.revoke") {
		t.Revoke = tokensPath + "/revoke?id=" + url.QueryEscape(t.ID)
	}
}

func (h *Handler) askRevokeToken(_ context.Context, v *visit) error {
	if !v.may("tokens.revoke") {
		return missingRight
	}
	return v.show("revoke", v.text("Revoke a token"), revokeView{
		Above: link{Href: tokensPath, Text: v.text("Tokens")}, Token: v.query.Get("id"),
	})
}

func (h *Handler) revokeToken(ctx context.Context, v *visit) error {
	if _, err := v.invoke(ctx, "tokens.revoke", map[string]any{"id": v.query.Get("id")}); err != nil {
		return err
	}
	v.setFlash(v.text("The token was revoked. It is refused from now on."))
	v.redirect(tokensPath)
	return nil
}
