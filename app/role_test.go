package app_test

import (
	"fmt"
	"slices"
	"testing"

	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// TestRoles: instances with one role each are a whole shop together. The remaining instances report roles that none has.
func TestRoles(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	as := func(r app.Role) apptest.Option {
		return apptest.WithConfig(func(c *app.Config) { c.Role = r })
	}
	project := apptest.Start(t, as(app.Project))
	react := apptest.Start(t, as(app.React), apptest.OnDatabase(project))
	serve := apptest.Start(t, as(app.Serve), apptest.OnDatabase(project))
	bearer := apptest.Bearer(serve.Service([]string{"products/all", "products/read", "products/write"}))
	made := serve.Must(201, "POST", "/products", map[string]any{"sku": "MUG", "name": "Mug", "price": 5}, bearer...)
	position := made.Header.Get("X-Event-Position")
	shown := serve.Must(200, "GET", "/products?sku=MUG", nil, append([]string{"X-Min-Position", position}, bearer...)...)
	if list := shown.List(t); len(list) != 1 {
		t.Errorf("the list has %v", list)
	}
	if !project.Projections.Owner() || serve.Projections.Owner() || react.Projections.Owner() {
		t.Error("the projectors run elsewhere than where they should")
	}
	for _, s := range []*apptest.Shop{project, react} {
		if body := s.Must(200, "GET", "/readyz", nil).Object(t); body["ready"] != true {
			t.Errorf("not ready: %v", body)
		}
		s.Must(200, "GET", "/healthz", nil)
		s.Must(404, "GET", "/products", nil)
	}
	owned := func(r app.Role) float64 { return scrape(t, serve)[fmt.Sprintf("tradelog_role_owned{role=%q}", r)] }
	until(t, "an owner of each role", func() bool { return owned(app.Project) == 1 && owned(app.React) == 1 })
	project.Stop()
	react.Stop()
	until(t, "the roles to be missed", func() bool {
		return slices.Equal(serve.Missing(), []string{string(app.Project), string(app.React)})
	})
	if owned(app.Project) != 0 || owned(app.React) != 0 {
		t.Error("the metrics name owners")
	}
	body := serve.Must(200, "GET", "/readyz", nil).Object(t)
	if fmt.Sprint(body["missing"]) != "[project react]" {
		t.Errorf("readyz: %v", body)
	}
	serve.Must(200, "GET", "/products?sku=MUG&n=1", nil, bearer...) // existing rows can still be read
}
