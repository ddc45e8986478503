// Package clients_test tests the client libraries on a shop of their own, and that what is generated from the OpenAPI document is as
// the shop is. test/clienttest has the shop, the faults and the suite that all libraries pass.
package clients_test

import (
	"testing"

	"tradelog/test/servetest"
)

func TestMain(m *testing.M) { servetest.Main(m, nil) }
