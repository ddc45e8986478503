package console_test

import (
	"testing"

	"tradelog/app/office"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	apptest.Always(apptest.WithConfig(office.Add))
	pgtest.Main(m)
}
