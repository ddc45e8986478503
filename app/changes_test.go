package app_test

import (
	"slices"
	"testing"

	"tradelog/app"
	"tradelog/test/apptest"
)

// TestEveryEventTypeDeclaresItsChanges checks that each event type names the resources that it changes, or says why no interface shows
// them. Every reader of a resource can be given the permission that its changes need.
func TestEveryEventTypeDeclaresItsChanges(t *testing.T) {
	t.Parallel()
	declared, err := app.Changes()
	if err != nil {
		t.Fatal(err)
	}
	events := map[string]bool{}
	for _, spec := range app.EventSpecs() {
		events[spec.Name] = true
	}
	resources := map[string]bool{}
	for _, d := range declared.Events {
		if !events[d.Event] {
			t.Errorf("%s is no event type, or is declared twice", d.Event)
		}
		delete(events, d.Event)
		for _, name := range d.Resources {
			resources[name] = true
		}
	}
	for name := range events {
		t.Errorf("event type %s does not declare which resources it changes (docs/operations.md)", name)
	}
	grants := apptest.Start(t).Grants(false)
	for name := range resources {
		if !slices.Contains(grants, name+"/read") {
			t.Errorf("no role can have the permission %s/read", name)
		}
	}
	if len(resources) < 20 {
		t.Errorf("%d resources", len(resources))
	}
}
