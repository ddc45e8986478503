// Package sales_test tests carts, checkout, orders with their invoices, shipments and refunds, gift cards, coupons, taxes and revocations
// of a whole shop, over REST. All are in one package, because every binary that has the whole shop takes seconds to link.
package sales_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/test/pgtest"
	"tradelog/test/salestest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type (
	fields = salestest.Fields
	list   = []any
)

// addressMembers are the members of an address of a cart or an order. A ? marks members that are left out if they are null.
const addressMembers = `id firstname lastname prefix? middlename? suffix? company? fax? vatId? email? street city postcode telephone
	countryId region? regionId? addressType customerAddressId? extensions`

// owned returns the path of a cart, or a path below it.
func owned(id int64, below string) string { return fmt.Sprintf("/carts/%d%s", id, below) }

// guests returns the path of a guest's cart, or a path below it.
func guests(mask, below string) string { return "/guest-carts/" + mask + below }

// path returns the path of an order, or a path below it.
func path(order fields, below string) string {
	return fmt.Sprintf("/orders/%d%s", salestest.ID(order), below)
}

// history returns an order's history, the newest first, as status:note.
func history(order fields) []string {
	var out []string
	list, _ := order["statusHistory"].([]any)
	for _, e := range list {
		entry, _ := e.(fields)
		note, _ := entry["note"].(string)
		out = append(out, fmt.Sprint(entry["status"], ":", note))
	}
	return out
}

// tables returns a connection to the read tables of a shop, and a function that runs a statement on it.
func tables(t *testing.T, s *salestest.Shop) (conn *pgx.Conn, run func(sql string, args ...any)) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.Config.Database.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn, func(sql string, args ...any) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
}

func itoa(n int) string { return fmt.Sprint(n) }
