package console_test

import (
	"testing"

	"tradelog/internal/testing/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }
