package platform_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"tradelog/app"
	"tradelog/domain/fault"
	"tradelog/domain/shop"
	"tradelog/eventstore"
	"tradelog/installation/backup"
	"tradelog/operations"
	"tradelog/reactions"
	"tradelog/readmodels/documents"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// clerk may move the engine.
var clerk = caller(operations.AsAdmin, 7, "system/engine", "system/webhook")

// shown repeats a request until its answer meets a condition.
func shown[T any](t testing.TB, s *apptest.Shop, name string, wanted func(T) bool) (answer T) {
	t.Helper()
	for t.Context().Err() == nil {
		if answer = must[T](t, s, clerk, name, nil); wanted(answer) {
			return answer
		}
	}
	t.Fatalf("%s: %+v", name, answer)
	return answer
}

// refused checks that the clerk is refused something.
func refused(t testing.TB, s *apptest.Shop, kind fault.Kind, name string, in fields) {
	t.Helper()
	if _, err := ask[any](t, s, clerk, name, in); fault.KindOf(err) != kind {
		t.Errorf("%s %v: %v, want a fault of kind %s", name, in, err, kind)
	}
}

func projector(t testing.TB, s *apptest.Shop, name string) documents.EngineProjector {
	t.Helper()
	for _, p := range must[[]documents.EngineProjector](t, s, clerk, "engine.projectors", nil) {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("there is no projector %s", name)
	return documents.EngineProjector{}
}

// TestProjectorsAreRebuiltVerifiedAndRolledBack begins each kind of job and reads its result.
func TestProjectorsAreRebuiltVerifiedAndRolledBack(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	s.Settle()
	shown(t, s, "engine.projectors", func(list []documents.EngineProjector) bool { // they store their positions a moment later
		return !slices.ContainsFunc(list, behind)
	})
	before := projector(t, s, "shop")
	if before.State != "running" || before.Position == 0 || before.LagEvents != 0 || before.CanRollBack || before.Job != nil ||
		before.Version < 1 || before.UpdatedAt == "" {
		t.Errorf("a projector that runs: %+v", before)
	}
	shown(t, s, "engine.projectors", func(list []documents.EngineProjector) bool { return len(list[0].Lags) > 0 })
	refused(t, s, fault.Precondition, "engine.jobs.start", fields{"projector": "shop", "kind": "rollback"})
	refused(t, s, fault.NotFound, "engine.jobs.start", fields{"projector": "nobody", "kind": "rebuild"})
	refused(t, s, fault.Invalid, "engine.jobs.start", fields{"projector": "shop", "kind": "destroy"})
	for _, kind := range []string{"rebuild", "verify", "rollback"} {
		begun := must[documents.EngineJob](t, s, clerk, "engine.jobs.start", fields{"projector": "shop", "kind": kind})
		if begun.Kind != kind || begun.Projector != "shop" || begun.StartedBy != "admin 7" || begun.Program != "page" {
			t.Errorf("begun: %+v", begun)
		}
		jobs := shown(t, s, "engine.jobs", func(list []documents.EngineJob) bool { return list[0].ID == begun.ID && list[0].State != "running" })
		if j := jobs[0]; j.State != "done" || j.EndedAt == nil || j.Error != nil || len(j.Differences) > 0 {
			t.Errorf("the %s: %+v", kind, j)
		}
		refused(t, s, fault.NotFound, "engine.jobs.cancel", fields{"id": begun.ID})
	}
	if after := projector(t, s, "shop"); !after.CanRollBack || after.State != "running" {
		t.Errorf("after a rebuild: %+v", after)
	}
}

// TestAJobElsewhereIsShownAndNotDisturbed: a job of the command line is shown with its starter, and a second one is refused.
func TestAJobElsewhereIsShownAndNotDisturbed(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	s.Settle()
	held, goOn := make(chan struct{}), make(chan struct{})
	failed := make(chan error, 1)
	go func() {
		reported := false
		failed <- s.Projections.Rebuild(context.WithoutCancel(t.Context()), "shop", func(string, eventstore.Position, eventstore.Position) {
			if !reported {
				reported = true
				close(held)
				<-goOn
			}
		})
	}()
	select {
	case <-held:
	case err := <-failed:
		t.Fatal(err)
	}
	p := shown(t, s, "engine.projectors", func(list []documents.EngineProjector) bool {
		return slices.ContainsFunc(list, func(p documents.EngineProjector) bool { return p.Job != nil && p.Job.Position > 0 })
	})
	at := slices.IndexFunc(p, func(p documents.EngineProjector) bool { return p.Job != nil })
	if p[at].Name != "shop" || p[at].State != "rebuilding" || p[at].Job.Target < p[at].Job.Position || p[at].Job.Step != "replaying" {
		t.Errorf("a projector that is rebuilt: %+v", p[at])
	}
	refused(t, s, fault.Conflict, "engine.jobs.start", fields{"projector": "shop", "kind": "verify"})
	if j := must[documents.EngineJob](t, s, clerk, "engine.jobs.cancel", fields{"id": p[at].Job.ID}); !j.Canceling {
		t.Errorf("a job that is canceled: %+v", j)
	}
	close(goOn)
	<-failed // the job may have ended before
	if state := must[[]documents.EngineJob](t, s, clerk, "engine.jobs", nil)[0].State; state != "canceled" && state != "done" {
		t.Errorf("in the end the job is %s", state)
	}
}

// TestParkedEvents retries some of them and skips another. Both are in the log.
func TestParkedEvents(t *testing.T) {
	t.Parallel()
	var mended atomic.Bool
	broken := app.Module{Name: "broken", Reactions: func(app.Services) []reactions.Reaction {
		return []reactions.Reaction{{Name: "broken", Events: []string{"RatesRemoved"}, FromStart: true,
			Handle: func(context.Context, reactions.Event) error {
				if mended.Load() {
					return nil
				}
				return fmt.Errorf("no such currency")
			}}}
	}}
	s := apptest.Start(t, apptest.WithModules(broken))
	for _, rate := range []string{"151", "152", "153"} {
		set := fields{"from": "USD", "to": "JPY", "rate": rate}
		if _, err := ask[any](t, s, operations.Operator("anna", "test"), "rate.set", set); err != nil {
			t.Fatal(err)
		}
	}
	// The reaction parks events after five retries; the test does not wait for that.
	if _, err := s.Pool.Exec(t.Context(), `INSERT INTO reaction_parked (reaction, position, stream, event, error)
		SELECT 'broken', position, stream, type, 'no such currency' FROM events WHERE stream = $1`, shop.RatesStream); err != nil {
		t.Fatal(err)
	}
	parked := must[[]documents.EngineParked](t, s, clerk, "engine.parked", nil)
	first := parked[0]
	if first.Reaction != "broken" || first.Stream != shop.RatesStream || first.Error != "no such currency" || !first.First || parked[1].First {
		t.Errorf("parked: %+v", parked)
	}
	status := must[[]documents.EngineReaction](t, s, clerk, "engine.reactions", nil)
	at := slices.IndexFunc(status, func(r documents.EngineReaction) bool { return r.Name == "broken" })
	if at < 0 || status[at].Parked != int64(len(parked)) {
		t.Errorf("reactions: %+v", status)
	}
	of := fields{"reaction": "broken", "stream": shop.RatesStream}
	again := must[documents.EngineRetried](t, s, clerk, "engine.parked.retry", of)
	if again.Handled != 0 || again.Error == nil || !strings.Contains(*again.Error, "no such currency") {
		t.Errorf("a retry in vain: %+v", again)
	}
	skip := func(position int64, reason string) fields {
		return fields{"reaction": "broken", "position": position, "reason": reason}
	}
	refused(t, s, fault.Invalid, "engine.parked.skip", skip(first.Position, "  "))
	refused(t, s, fault.Invalid, "engine.parked.skip", skip(0, "none"))
	refused(t, s, fault.NotFound, "engine.parked.skip", skip(9_999_999, "none"))
	refused(t, s, fault.NotFound, "engine.parked.retry", fields{"reaction": "nobody", "stream": "a-1"})
	refused(t, s, fault.NotFound, "engine.parked.retry", fields{"reaction": "broken", "stream": "a-1"})
	tried := clerk
	tried.DryRun = true
	if _, err := ask[any](t, s, tried, "engine.parked.skip", skip(first.Position, "tried")); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a dry run: %v", err)
	}
	must[any](t, s, clerk, "engine.parked.skip", skip(first.Position, "the currency has ended"))
	mended.Store(true)
	again = must[documents.EngineRetried](t, s, clerk, "engine.parked.retry", of)
	if again.Handled != int64(len(parked)-1) || again.Error != nil {
		t.Errorf("a retry: %+v", again)
	}
	if left := must[[]documents.EngineParked](t, s, clerk, "engine.parked", nil); len(left) > 0 {
		t.Errorf("left: %+v", left)
	}
	s.Settle()
	auditor := apptest.Bearer(s.Service([]string{"audit/read"}))
	trail := string(s.Must(200, "GET", "/audit?type=ParkedEventSkipped", nil, auditor...).Body)
	for _, said := range []string{"the currency has ended", shop.RatesStream, `"admin"`} {
		if !strings.Contains(trail, said) {
			t.Errorf("the trail does not tell %s: %s", said, trail)
		}
	}
	trail = string(s.Must(200, "GET", "/audit?type=ParkedEventsRetried", nil, auditor...).Body)
	if strings.Count(trail, `"type":"ParkedEventsRetried"`) != 2 || !strings.Contains(trail, fmt.Sprint("handled again: ", again.Handled)) {
		t.Errorf("the trail does not tell the retries: %s", trail)
	}
}

// TestTheInstallationIsShown with instances, their roles and addresses, backups, relays, and the verification of the log.
func TestTheInstallationIsShown(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	other := apptest.Start(t, apptest.OnDatabase(s), apptest.WithConfig(func(c *app.Config) { c.Role = app.Serve }))
	here := strings.TrimPrefix(s.URL, "http://")
	two := shown(t, s, "engine.installation", func(i documents.EngineInstallation) bool {
		return len(i.Instances) == 2 && i.Instances[0].Address != nil && i.Instances[1].Address != nil
	})
	for n, i := range two.Instances {
		own := *i.Address == here
		if i.Here != own || !i.Running || i.Version != "test" || i.Process == 0 || i.Role != map[bool]string{true: "all", false: "serve"}[own] ||
			i.Projects && !own {
			t.Errorf("instance %d: %+v", n, i)
		}
	}
	other.Stop()
	shown(t, s, "engine.installation", func(i documents.EngineInstallation) bool { return len(i.Instances) == 1 })
	log := shown(t, s, "engine.log", func(l documents.EngineLog) bool { return l.VerifiedAt != nil })
	if !log.Sealed || log.Verified == 0 || log.Head < log.Verified || log.Broken != nil {
		t.Errorf("the log: %+v", log)
	}
	if none := must[[]documents.EngineBackup](t, s, clerk, "engine.backups", nil); len(none) > 0 {
		t.Errorf("backups: %+v", none)
	}
	for _, m := range []backup.Manifest{{Position: 12, Bytes: 99, SHA256: "ab", Program: "test"}, {Position: 14, Bytes: 100, SHA256: "cd"}} {
		if err := backup.Note(t.Context(), s.Config.Database.URL, backup.Dump, "backups/monday", m); err != nil {
			t.Fatal(err)
		}
	}
	if known, err := backup.NoteChecked(t.Context(), s.Config.Database.URL, "ab", "a file was changed"); err != nil || !known {
		t.Fatal(known, err)
	}
	backups := must[[]documents.EngineBackup](t, s, clerk, "engine.backups", nil)
	if len(backups) != 2 || backups[0].Position != 14 || backups[0].CheckedAt != nil || backups[0].Damage != nil ||
		backups[1].Position != 12 || backups[1].CheckedAt == nil || *backups[1].Damage != "a file was changed" || *backups[1].Bytes != 99 {
		t.Errorf("backups: %+v", backups)
	}
	if _, err := s.Pool.Exec(t.Context(),
		`INSERT INTO relays (name, target, position, log_id) SELECT 'erp', 'nats://broker', 1, log_id FROM log_head LIMIT 1`); err != nil {
		t.Fatal(err)
	}
	relays := must[[]documents.EngineRelay](t, s, clerk, "engine.relays", nil)
	if len(relays) != 1 || relays[0].Name != "erp" || relays[0].Running || relays[0].LagEvents != int64(s.LogSize())-1 {
		t.Errorf("relays: %+v", relays)
	}
}

// TestWebhooksWithTheirStatus lists all in one call. A caller sees the webhooks whose resources the caller may read.
func TestWebhooksWithTheirStatus(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	for _, resource := range []string{"orders", "categories"} {
		s.Must(201, "POST", "/webhooks", fields{"name": resource, "url": "https://erp.example/hooks?key=1", "resources": []string{resource},
			"isActive": false}, s.Service...)
	}
	s.Settle()
	all := must[[]documents.EngineWebhook](t, s.Shop, clerk, "webhooks.statuses", nil)
	if len(all) != 0 { // the clerk may read neither orders nor categories
		t.Errorf("webhooks of others: %+v", all)
	}
	reader := caller(operations.AsAPI, 7, "webhooks/read", "categories/read")
	all, err := ask[[]documents.EngineWebhook](t, s.Shop, reader, "webhooks.statuses", nil)
	if err != nil || len(all) != 1 || all[0].Name != "categories" || all[0].Address != "https://erp.example/hooks" || all[0].Parked != 0 {
		t.Errorf("webhooks of categories: %+v, error %v", all, err)
	}
	all, err = ask[[]documents.EngineWebhook](t, s.Shop, caller(operations.AsAPI, 7, "all"), "webhooks.statuses", nil)
	if err != nil || len(all) != 2 {
		t.Errorf("all webhooks: %+v, error %v", all, err)
	}
}

// TestWhoMayMoveTheEngine checks the permissions of each operation, and that no interface offers one.
func TestWhoMayMoveTheEngine(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	seen := 0
	for _, name := range []string{"engine.projectors", "engine.jobs", "engine.jobs.start", "engine.jobs.cancel", "engine.reactions",
		"engine.parked", "engine.parked.retry", "engine.parked.skip", "engine.relays", "engine.installation", "engine.backups", "engine.log"} {
		o := s.Pipeline.Registry.Find(name)
		for _, c := range []struct {
			caller  operations.Caller
			allowed bool
		}{
			{clerk, true}, {caller(operations.AsAdmin, 7, "all"), true}, {caller(operations.AsAdmin, 7, "audit"), false},
			{caller(operations.AsAPI, 7, "engine/write"), !o.Reads()}, {caller(operations.AsAPI, 7, "engine/read"), o.Reads()},
			{caller(operations.AsAPI, 7, "engine/all"), true}, {caller(operations.AsCustomer, 7), false},
		} {
			seen++
			if got := o.Authorizes(c.caller.Principal); got != c.allowed {
				t.Errorf("%s for %s %v: %t", name, c.caller.Principal.Kind, c.caller.Principal.Grants, got)
			}
		}
	}
	if seen == 0 {
		t.Fatal("nothing was asked")
	}
	if a := s.Do(http.MethodGet, "/engine/projectors", nil, apptest.Bearer(s.Service([]string{"all"}))...); a.Status != 404 {
		t.Errorf("REST offers the projectors: %d", a.Status)
	}
}

// behind tells whether a projector has not stored the end of the log.
func behind(p documents.EngineProjector) bool { return p.LagEvents > 0 }
