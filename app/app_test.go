package app_test

import (
	"testing"

	"tradelog/test/apptest"
)

func TestAShopStartsReady(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	shop.Must(200, "GET", "/healthz", nil)
	shop.Must(200, "GET", "/readyz", nil)
	if got := shop.Must(404, "GET", "/nothing", nil).Message(); got == "" {
		t.Error("an unknown path has no message")
	}
}
