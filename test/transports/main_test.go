// Package transports_test tests the ways into whole shops: the HTTP server with what every request has in common, the contract of REST v2,
// GraphQL, MCP and SOAP. What a transport answers is held against what REST answers. Files are named by the transport.
package transports_test

import (
	"testing"

	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type object = map[string]any
