// Package transports_test tests the interfaces of whole shops: the HTTP server with the common rules of all requests, REST v2, GraphQL, MCP
// and SOAP. Answers of the other transports are compared with REST's. Files are named by the transport.
package transports_test

import (
	"testing"

	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type object = map[string]any
