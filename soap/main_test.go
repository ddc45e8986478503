package soap_test

import (
	"testing"

	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }
