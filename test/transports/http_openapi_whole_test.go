package transports_test

import (
	"testing"

	"tradelog/test/apptest"
	"tradelog/test/contract"
)

// TestTheDocumentIsWhole checks invariants of the shop's document.
func TestTheDocumentIsWhole(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	answer := shop.Must(200, "GET", "/api/docs.json", nil)
	if got := answer.Header.Get("Content-Type"); got != "application/vnd.oai.openapi+json; charset=utf-8" {
		t.Errorf("media type %s", got)
	}
	contract.Whole(t, shop.Pipeline.Registry, answer.Object(t))
	contract.ForGenerators(t, answer.Object(t))
	old := shop.Must(200, "GET", "/api/docs.json?spec_version=3.0.3", nil).Object(t)
	contract.Whole(t, shop.Pipeline.Registry, old)
	contract.ForGenerators(t, old)
	if old["openapi"] != "3.0.3" || answer.Object(t)["openapi"] != "3.1.0" {
		t.Errorf("versions %v and %v", answer.Object(t)["openapi"], old["openapi"])
	}
}
