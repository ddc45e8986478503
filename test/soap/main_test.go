// Package soap_test tests the legacy interface on whole shops: its methods in every form, faults, bounds, and clients of others.
package soap_test

import (
	"testing"

	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }
