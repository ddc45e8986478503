package console

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"tradelog/operations"
)

// agentsPath is the path of the page of agents.
const agentsPath = Path + "/agents"

// agentsView is the data of the page of agents.
type agentsView struct {
	Agents   []agentRow
	Total    int64
	Before   string // page of newer agents; empty at the end
	After    string
	Accounts []agentAccount
	Chosen   agentAccount // account that filters the page; zero for all
	Stories  string       // paths of the parts of the page; empty for those that the account may not see
	Attempts string
}

// agentRow is a program that an account has authorised.
type agentRow struct {
	ID                   int64
	AccountID            int64
	ClientID             string
	Client, Host         string
	Tools                []string
	CreatedAt, ExpiresAt string
	Account              string // name
	Revoke               string // path to revoke it; empty if the account may not
}

// agentAccount is an account that programs act for.
type agentAccount struct {
	ID       int64
	Kind     string
	Username string
	IsActive bool
	Tools    []string
}

// agentAccounts returns the accounts by number.
func (v *visit) agentAccounts(ctx context.Context) (all []agentAccount, err error) {
	err = v.answered(ctx, "agents.accounts", nil, &all)
	return all, err
}

// chosenAccount returns the account of the parameter account, the zero value without it.
func (v *visit) chosenAccount(all []agentAccount) (agentAccount, error) {
	id := operations.Identifier(v.query.Get("account"))
	if id == 0 {
		return agentAccount{}, nil
	}
	i := slices.IndexFunc(all, func(a agentAccount) bool { return a.ID == id })
	if i < 0 {
		return agentAccount{}, errMissing
	}
	return all[i], nil
}

// accountName returns the name of an account, or its number.
func accountName(all []agentAccount, id int64) string {
	if i := slices.IndexFunc(all, func(a agentAccount) bool { return a.ID == id }); i >= 0 {
		return all[i].Username
	}
	return strconv.FormatInt(id, 10)
}

// agents shows the programs that act for accounts, their acts as stories, and their dry runs and refused calls.
func (h *Handler) agents(ctx context.Context, v *visit) (err error) {
	view := agentsView{}
	if view.Accounts, err = v.agentAccounts(ctx); err != nil {
		return err
	}
	page, arguments, query := 1, map[string]any{"itemsPerPage": pageSize}, ""
	if n, err := strconv.Atoi(v.query.Get("page")); err == nil && n > 1 {
		page, arguments["page"] = n, n
	}
	if view.Chosen, err = v.chosenAccount(view.Accounts); err != nil {
		return err
	}
	if id := view.Chosen.ID; id != 0 {
		arguments["accountId"], query = id, "?account="+strconv.FormatInt(id, 10)
	}
	result, err := v.invoke(ctx, "GET /agents", arguments)
	if err == nil {
		err = result.Decode(&view.Agents)
	}
	if err != nil {
		return err
	}
	view.Total = result.Answer.Total
	for i := range view.Agents {
		a := &view.Agents[i]
		a.Account = accountName(view.Accounts, a.AccountID)
		if v.may("DELETE /agents/{id}") {
			a.Revoke = agentsPath + "/" + strconv.FormatInt(a.ID, 10) + "/revoke"
		}
	}
	at := func(page int) string {
		return agentsPath + cmp.Or(query, "?") + "&page=" + strconv.Itoa(page)
	}
	if page > 1 {
		view.Before = at(page - 1)
	}
	if int64(page*pageSize) < view.Total {
		view.After = at(page + 1)
	}
	if v.may("GET /audit") {
		view.Stories = agentsPath + "/stories" + query
	}
	view.Attempts = agentsPath + "/attempts" + query
	return v.show("agents", v.text("Agents"), view)
}

// story has the acts of a program for an account without a long pause.
type story struct {
	Who, With, Via string
	From, To       time.Time
	Requests       []request
}

// Moment tells whether all of a story happened at one time.
func (s story) Moment() bool { return s.From.Equal(s.To) }

// Summary has the first events of a story, in at most three sentences; an ellipsis stands for more.
func (s story) Summary() string {
	const most = 3
	var parts []string
	for _, r := range s.Requests {
		for _, e := range r.Entries {
			switch {
			case e.What == "" || slices.Contains(parts, e.What):
			case len(parts) == most:
				return strings.Join(parts, "; ") + "; …"
			default:
				parts = append(parts, e.What)
			}
		}
	}
	return strings.Join(parts, "; ")
}

// request has the events of one request, the oldest first.
type request struct {
	ID      string
	Entries []entry
	Led     string // path of all its events; empty if there was no request
}

// storyPause is the pause after which a program's next act begins a new story.
const storyPause = 30 * time.Minute

// groupStories makes stories of entries, which are the newest first: one for each token and program, with an item for each request.
func groupStories(entries []entry) (all []story) {
	last := map[string]int{} // the open story of each token and program
	for _, e := range entries {
		key := strings.Join([]string{e.Actor.Kind, strconv.FormatInt(e.Actor.ID, 10), e.Actor.Token, e.Actor.Via, e.Actor.With}, "\n")
		i, goesOn := last[key]
		if !goesOn || all[i].From.Sub(e.Time) > storyPause {
			i, all = len(all), append(all, story{Who: e.Actor.Name, With: e.Actor.With, Via: e.Actor.Via, From: e.Time, To: e.Time})
			last[key] = i
		}
		s := &all[i]
		if e.Time.Before(s.From) {
			s.From = e.Time
		}
		if e.Time.After(s.To) {
			s.To = e.Time
		}
		id := cmp.Or(e.Cause.CorrelationID, e.Cause.RequestID)
		if n := len(s.Requests); n == 0 || id == "" || s.Requests[n-1].ID != id {
			s.Requests = append(s.Requests, request{ID: id})
		}
		r := &s.Requests[len(s.Requests)-1]
		r.Entries = append(r.Entries, e)
	}
	for i := range all {
		slices.Reverse(all[i].Requests)
		for n := range all[i].Requests {
			slices.Reverse(all[i].Requests[n].Entries)
		}
	}
	return all
}

// storiesView is the data of the part with the stories of agents.
type storiesView struct {
	Stories []story
	Kind    string // kind of the actors: api or admin
	Here    string // path of this part, with the account that filters it
	After   string // next part of the search; empty at the end
}

// storiesRead is the number of events that one part of the page reads.
const storiesRead = 100

func (h *Handler) agentStories(ctx context.Context, v *visit) error {
	view := storiesView{Kind: "api", Here: agentsPath + "/stories?"}
	arguments := map[string]any{"limit": storiesRead, "language": v.l.Language(), "fields": "*"}
	if v.query.Get("kind") == "admin" {
		view.Kind = "admin"
	}
	if id := operations.Identifier(v.query.Get("account")); id != 0 {
		accounts, err := v.agentAccounts(ctx)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(accounts, func(a agentAccount) bool { return a.ID == id }); i >= 0 && accounts[i].Kind == "admin" {
			view.Kind = "admin"
		}
		arguments["actorId"] = id
		view.Here += "account=" + strconv.FormatInt(id, 10) + "&"
	}
	arguments["actorKind"] = view.Kind
	if after := operations.Identifier(v.query.Get("after")); after != 0 {
		arguments["after"] = after
	}
	result, err := v.invoke(ctx, "GET /audit", arguments)
	if err != nil {
		return err
	}
	entries, next, err := v.entries(result)
	if err != nil {
		return err
	}
	view.Stories = groupStories(entries)
	for i := range view.Stories {
		for n := range view.Stories[i].Requests {
			if r := &view.Stories[i].Requests[n]; r.ID != "" {
				newest := r.Entries[len(r.Entries)-1].Position
				r.Led = agentsPath + "/led?request=" + escape(r.ID) + "&at=" + strconv.FormatInt(int64(newest), 10)
			}
		}
	}
	if next > 0 {
		view.After = view.Here + "kind=" + view.Kind + "&after=" + strconv.FormatInt(next, 10)
	}
	return v.show("agent_stories", v.text("What they did"), view)
}

// ledAfter is the number of later events among which further effects of a request are searched.
const ledAfter = 1500

// agentLed shows the events that a request led to, around the position in the parameter at.
func (h *Handler) agentLed(ctx context.Context, v *visit) error {
	id := v.query.Get("request")
	if id == "" {
		return errMissing
	}
	arguments := map[string]any{"requestId": id, "limit": storiesRead, "language": v.l.Language(), "fields": "*"}
	if at := operations.Identifier(v.query.Get("at")); at != 0 {
		arguments["after"] = at + ledAfter
	}
	result, err := v.invoke(ctx, "GET /audit", arguments)
	if err != nil {
		return err
	}
	entries, _, err := v.entries(result)
	if err != nil {
		return err
	}
	slices.Reverse(entries)
	return v.show("agent_led", v.text("What it led to"), struct {
		ID      string
		Entries []entry
	}{id, entries})
}

// attemptRow is a dry run or a refused call of an agent.
type attemptRow struct {
	ID        int64
	At        time.Time
	AccountID int64
	Operation string
	Target    int64
	Client    string
	IsDryRun  bool
	Message   string
	Account   string // name
	What      string // summary of the operation
}

func (h *Handler) agentAttempts(ctx context.Context, v *visit) error {
	accounts, err := v.agentAccounts(ctx)
	if err != nil {
		return err
	}
	var view struct {
		Rows []attemptRow
		More string
	}
	const limit = 50
	arguments, query := map[string]any{"limit": limit}, "?"
	if id := operations.Identifier(v.query.Get("account")); id != 0 {
		arguments["accountId"], query = id, "?account="+strconv.FormatInt(id, 10)+"&"
	}
	if before := operations.Identifier(v.query.Get("before")); before != 0 {
		arguments["before"] = before
	}
	if err := v.answered(ctx, "agents.attempts", arguments, &view.Rows); err != nil {
		return err
	}
	for i := range view.Rows {
		r := &view.Rows[i]
		r.Account, r.What = accountName(accounts, r.AccountID), r.Operation
		if o := h.pipeline.Registry.Find(r.Operation); o != nil {
			r.What = v.text(o.Summary)
		}
	}
	if n := len(view.Rows); n == limit {
		view.More = agentsPath + "/attempts" + query + "before=" + strconv.FormatInt(view.Rows[n-1].ID, 10)
	}
	return v.show("agent_attempts", v.text("What they tried, and what was refused"), view)
}

// revokeView is the data of the page that asks before an agent or a token is revoked.
type revokeView struct {
	Above link   // the page that linked here
	Token string // the ID of the token; empty for an agent
}

func (h *Handler) askRevoke(_ context.Context, v *visit) error {
	if !v.may("DELETE /agents/{id}") {
		return missingRight
	}
	return v.show("revoke", v.text("Revoke an agent"), revokeView{Above: link{Href: agentsPath, Text: v.text("Agents")}})
}

func (h *Handler) revokeAgent(ctx context.Context, v *visit) error {
	if _, err := v.invoke(ctx, "DELETE /agents/{id}", map[string]any{"id": v.r.PathValue("id")}); err != nil {
		return err
	}
	v.setFlash(v.text("The agent was revoked. Its tokens are refused from now on."))
	v.redirect(agentsPath)
	return nil
}
