package operations

import (
	"slices"
	"testing"
	"time"

	"tradelog/domain/fault"
)

func unrouted(name string, verb Verb, auth Auth) *Operation {
	secrets := &Resource{Name: "Secret", Section: "system", Permission: "secrets", ACL: "system/secrets"}
	return Define(
		Declaration{Resource: secrets, Unrouted: Unrouted{Name: name}, Verb: verb, Access: auth.Access("secrets/write")},
		nothing[None],
	)
}

// TestAnUnroutedOperationIsFoundByItsNameAlone checks that it is in no list of interfaces.
func TestAnUnroutedOperationIsFoundByItsNameAlone(t *testing.T) {
	t.Parallel()
	set, page := unrouted("secrets.set", Update, OperatorOnly), reading(pages, "/pages")
	r, err := NewRegistry([]*Operation{set, page})
	if err != nil {
		t.Fatal(err)
	}
	if r.Find("secrets.set") != set || r.Find("GET /pages") != page || r.Find("secrets.get") != nil {
		t.Error("operations are not found by their names")
	}
	if all := r.All(); len(all) != 1 || all[0] != page {
		t.Errorf("interfaces list %d operations", len(all))
	}
	if set.ToolName() != "" || r.ByTool(set.ToolName()) != nil {
		t.Errorf("it has the tool %q", set.ToolName())
	}
	if slices.Contains(r.Grants(), "secrets/write") || slices.Contains(r.ACLPaths(), "system/secrets") {
		t.Error("roles can have its permission")
	}
	if set.Reads() || !unrouted("secrets.list", List, OperatorOnly).Reads() {
		t.Error("its verb does not tell whether it reads")
	}
}

// TestRolesCanHaveWhatTheConsoleOffers checks an operation without a route that the console offers.
func TestRolesCanHaveWhatTheConsoleOffers(t *testing.T) {
	t.Parallel()
	engine := &Resource{Name: "Engine", Section: "system", Permission: "engine", ACL: "system/engine"}
	declare := func(change func(*Declaration)) *Operation {
		o := Declaration{
			Resource: engine, Unrouted: Unrouted{Name: "engine.jobs", Console: true}, Verb: Action, Access: Backend.Access("engine/write"),
		}
		change(&o)
		return Define(o, nothing[None])
	}
	offered := declare(func(*Declaration) {})
	r, err := NewRegistry([]*Operation{offered, reading(pages, "/pages")})
	if err != nil {
		t.Fatal(err)
	}
	for _, grant := range []string{"engine/read", "engine/write", "engine/all"} {
		if !slices.Contains(r.Grants(), grant) {
			t.Errorf("roles cannot have %s", grant)
		}
	}
	if !slices.Contains(r.ACLPaths(), "system/engine") {
		t.Error("roles of the back office cannot have its path")
	}
	if all := r.All(); len(all) != 1 || r.Find("engine.jobs") != offered {
		t.Errorf("interfaces list %d operations", len(all))
	}
	for _, c := range []struct {
		who     Principal
		allowed bool
	}{
		{who: Principal{Kind: AsAdmin, Grants: []string{"system/engine"}}, allowed: true},
		{who: Principal{Kind: AsAdmin, Grants: []string{"system/webhook"}}},
		{who: Principal{Kind: AsAPI, Grants: []string{"engine/write"}}, allowed: true},
		{who: Principal{Kind: AsAPI, Grants: []string{"engine/read"}}},
		{who: Principal{Kind: AsCustomer, ID: 1}},
	} {
		if got := offered.Authorizes(&c.who); got != c.allowed {
			t.Errorf("%s %v calls it: %t", c.who.Kind, c.who.Grants, got)
		}
	}
	for problem, change := range map[string]func(*Declaration){
		"public": func(o *Declaration) { o.Access.Auth = Public }, "the operator's": func(o *Declaration) { o.Access.Auth = OperatorOnly },
		"routed": func(o *Declaration) { o.Unrouted.Name, o.Method, o.Path = "", "POST", "/jobs" },
	} {
		if _, err := NewRegistry([]*Operation{declare(change)}); err == nil {
			t.Errorf("the console offers an operation that is %s", problem)
		}
	}
}

// TestAnUnroutedOperationIsForTheOperator checks its permitted callers.
func TestAnUnroutedOperationIsForTheOperator(t *testing.T) {
	t.Parallel()
	own, shared := unrouted("secrets.set", Update, OperatorOnly), unrouted("secrets.get", Get, Backend)
	if _, err := NewRegistry([]*Operation{own, shared}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		who         Principal
		own, shared bool
	}{
		{who: Principal{Kind: Anonymous}}, {who: Principal{Kind: AsCustomer, ID: 1}},
		{who: Principal{Kind: AsAdmin, Grants: []string{"all"}}}, // no role has its permission
		{who: Principal{Kind: AsAPI, Grants: []string{"all"}}, shared: true},
		{who: *Operator("anna", "tradelog").Principal, own: true, shared: true},
	} {
		if got := own.Authorizes(&c.who); got != c.own {
			t.Errorf("%s %v calls the operator's: %t", c.who.Kind, c.who.Grants, got)
		}
		if got := shared.Authorizes(&c.who); got != c.shared {
			t.Errorf("%s %v calls the back office's: %t", c.who.Kind, c.who.Grants, got)
		}
	}
	for problem, wrong := range map[string][]*Operation{
		"twice":    {own, own},
		"public":   {unrouted("secrets.set", Update, Public)},
		"a bearer": {unrouted("secrets.set", Update, Bearer)},
		"routed": {
			Define(Declaration{Resource: pages, Unrouted: Unrouted{Name: "x"}, Path: "/x", Access: OperatorOnly.Access()}, nothing[None]),
		},
	} {
		if _, err := NewRegistry(wrong); err == nil {
			t.Errorf("a registry has one that is %s", problem)
		}
	}
}

// TestLimitsDoNotCountTheOperator checks a limit that is used up for all other callers.
func TestLimitsDoNotCountTheOperator(t *testing.T) {
	t.Parallel()
	p := (&Pipeline{Limiter: NewLimiter(time.Now, false)}).Init()
	rule := Limit{Config: "none", Window: time.Hour}
	o := reading(pages, "/pages")
	p.Limiter.Allow(p.NewCall(Caller{}, o, NoInput{}).bucket(rule)+" ip ", 1, time.Hour)
	if err := p.NewCall(Operator("anna", "tradelog"), o, NoInput{}).Limit(rule, nil); err != nil {
		t.Errorf("the operator is refused: %v", err)
	}
	full := fault.New(fault.Internal, "the disk is full")
	if f := (&Pipeline{}).Init().failed(t.Context(), o, Operator("anna", "tradelog"), full); f.Error() == "" {
		t.Error("the operator is not told the error")
	}
}
