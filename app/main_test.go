package app_test

import (
	"testing"

	"tradelog/app"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
)

// TestMain lets every shop print. Tests of package office check the documents.
func TestMain(m *testing.M) {
	apptest.Always(apptest.WithConfig(app.PrintsPages))
	pgtest.Main(m)
}
