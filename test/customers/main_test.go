// Package customers_test tests the accounts of a whole shop over REST: logins of people and programs, the data in accounts, and messages to
// the shop. All are in one package, because every binary that has the whole shop takes seconds to link.
package customers_test

import (
	"testing"

	"tradelog/test/pgtest"
	"tradelog/test/salestest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type (
	fields   = salestest.Fields
	list     = []any
	exchange = salestest.Exchange
)
