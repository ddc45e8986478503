// Package office_test tests printed documents and electronic invoices of a whole shop, over REST.
package office_test

import (
	"fmt"
	"testing"

	"tradelog/app/office"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
	"tradelog/test/salestest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type fields = salestest.Fields

// start starts a shop that prints.
func start(t *testing.T) *salestest.Shop {
	t.Helper()
	return salestest.Start(t, apptest.WithConfig(office.Add))
}

// path returns the path of an order, or a path below it.
func path(order fields, below string) string {
	return fmt.Sprintf("/orders/%d%s", salestest.ID(order), below)
}
