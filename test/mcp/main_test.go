// Package mcp_test tests the endpoint for agents on whole shops: tools are held against REST, and the client of the official Go SDK uses
// them.
package mcp_test

import (
	"testing"

	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }
