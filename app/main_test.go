package app_test

import (
	"testing"

	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
)

// TestMain lets every shop print. What the documents show is tested in package office.
func TestMain(m *testing.M) {
	apptest.Always(apptest.WithConfig(app.PrintsPages))
	pgtest.Main(m)
}
