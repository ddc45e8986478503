package app_test

import (
	"testing"

	"tradelog/app/office"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
)

// TestMain gives every shop all that the program has.
func TestMain(m *testing.M) {
	apptest.Always(apptest.WithConfig(office.Add))
	pgtest.Main(m)
}
