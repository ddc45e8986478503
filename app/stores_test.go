package app_test

import (
	"strings"
	"testing"

	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/shop"
	"tradelog/readmodels/directory"
	"tradelog/test/apptest"
)

// TestTheShopsStructureStaysWhole: websites, groups, views and root categories are changed and deleted only if nothing depends on them.
// Refusals name the dependent things.
func TestTheShopsStructureStaysWhole(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	ctx, c := apptest.Operator(), s.Commands.Directory
	must := func(id int64, err error) int64 {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		s.Settle()
		return id
	}
	website := func(id int64, code string, group int64) (int64, error) {
		return c.SetWebsite(ctx, id, func(w *shop.Website) { w.Code, w.Name, w.DefaultGroupID = code, "Europe", group })
	}
	group := func(id, website, root, view int64) (int64, error) {
		return c.SetGroup(ctx, id, func(g *shop.Group) {
			g.Name, g.WebsiteID, g.RootCategoryID, g.DefaultStoreID = "Europe", website, root, view
		})
	}
	view := func(id int64, code string, group int64, active bool) (int64, error) {
		return c.SetView(ctx, id, func(v *shop.Store) { v.Code, v.Name, v.GroupID, v.IsActive = code, "View", group, active })
	}
	root := must(c.SetRootCategory(ctx, 0, record.Values{"name": []byte(`"European goods"`)}))
	europe := must(website(0, "europe", 0))
	own := must(group(0, europe, root, 0))
	de := must(view(0, "de", own, true))
	must(group(own, europe, root, de))
	must(website(europe, "europe", own))
	only := func(_ int64, err error) error { return err }
	head := s.LogSize()
	for _, refusal := range []struct {
		err  error
		want string
	}{
		{only(website(0, "base", 0)), "already taken"},
		{only(website(europe, "base", own)), "already taken"},
		{only(view(de, "default", own, true)), "already taken"},
		{only(website(0, "2nd", 0)), "must start with a letter"},
		{only(website(9, "nine", 0)), "There is no website 9"},
		{only(website(0, "new", own)), "is of website 2"},
		{only(website(europe, "europe", 1)), "is of website 1"},
		{only(website(europe, "europe", 9)), "There is no store group 9"},
		{only(group(9, 1, root, 0)), "There is no store group 9"},
		{only(group(0, 9, root, 0)), "There is no website 9"},
		{only(group(0, europe, 1, 0)), "There is no root category 1"},
		{only(group(own, europe, root, 1)), "is of group 1"},
		{only(group(own, europe, root, 9)), "There is no store view 9"},
		{only(group(own, 1, root, de)), "used by websites as their default group (1), store views (1)"},
		{only(view(9, "nine", 1, true)), "There is no store view 9"},
		{only(view(0, "nine", 9, true)), "There is no store group 9"},
		{only(view(de, "de", own, false)), "is the default of group 2"},
		{only(view(de, "de", 1, true)), "is the default of group 2"},
		{only(c.SetRootCategory(ctx, 9, nil)), "There is no root category 9"},
		{only(c.SetWebsite(ctx, europe, func(w *shop.Website) { w.Name = "a\x1bb" })), "control characters"},
		{c.DeleteWebsite(ctx, 9), "There is no website 9"},
		{c.DeleteWebsite(ctx, 1), "default website cannot be deleted"},
		{c.DeleteWebsite(ctx, europe), "used by store groups (1), store views (1)"},
		{c.DeleteGroup(ctx, own), "used by websites as their default group (1), store views (1)"},
		{c.DeleteView(ctx, de), "used by store groups as their default view (1)"},
		{c.DeleteRootCategory(ctx, root), "used by store groups as their root (1)"},
		{c.DeleteRootCategory(ctx, 1), "There is no root category 1"},
	} {
		if _, ok := fault.As(refusal.err); !ok || !strings.Contains(refusal.err.Error(), refusal.want) {
			t.Errorf("%v, want %q", refusal.err, refusal.want)
		}
	}
	if after := s.LogSize(); after != head {
		t.Error("a refusal has changed the log")
	}
	// Carts, accounts and grants of a view and a website prevent their deletion.
	must(group(own, europe, root, 0))
	if _, err := s.Commands.Checkout.CreateCart(ctx, de, 0); err != nil {
		t.Fatal(err)
	}
	s.Service([]string{"orders/read"}, de)
	s.Settle()
	if err := c.DeleteView(ctx, de); err == nil ||
		!strings.Contains(err.Error(), "used by carts (1), accounts that are restricted to it (1)") {
		t.Error(err)
	}
	s.Customer("anna@example.com")
	uses, err := directory.Uses(ctx, s.Reader, shop.Websites, 1, s.LogSize())
	if err := shop.InUse("no", uses); err == nil || !strings.Contains(err.Error(), "customers (1)") {
		t.Error(err, uses)
	}
	if err != nil {
		t.Error(err)
	}
	// A former code can be used again, and so can the code of a deleted record.
	must(view(de, "ch", own, true))
	second := must(view(0, "de", own, false))
	if err := c.DeleteView(ctx, second); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	must(view(0, "de", own, true))
	if err := c.DeleteView(ctx, second); fault.KindOf(err) != fault.NotFound {
		t.Errorf("deleted twice: %v", err)
	}
}
