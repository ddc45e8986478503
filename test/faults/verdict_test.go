package faults

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/test/servetest"
)

// check compares the clients' answers with the shop after the load has ended.
func (l *load) check(t testing.TB, s *servetest.Server, db *pgx.Conn) {
	t.Helper()
	whole(t, s, db)
	var stored []int64
	for _, stream := range column(t, db, `SELECT stream FROM events WHERE type = 'OrderPlaced' AND position > $1 ORDER BY position`, l.from) {
		var id int64
		if _, err := fmt.Sscanf(stream, "order-%d", &id); err != nil {
			t.Fatal(err)
		}
		stored = append(stored, id)
	}
	l.compare(t, s, db, stored)
}

// compare compares the clients' answers with the orders in the log and the read models.
func (l *load) compare(t testing.TB, s *servetest.Server, db *pgx.Conn, stored []int64) {
	t.Helper()
	sold := map[string]int{}
	for _, id := range stored {
		o, known := l.orders[id]
		if !known {
			t.Errorf("order %d is in the log, and nobody was told of it", id)
		}
		sold[o.SKU] += o.Qty
	}
	if len(stored) != len(l.orders) {
		t.Errorf("%d orders were acknowledged, the log has %d", len(l.orders), len(stored))
	}
	for id, o := range l.orders {
		a := s.Must(200, "GET", fmt.Sprintf("/orders/%d", id), nil, l.auth...)
		if _, increment := numbers(a); increment != o.Increment {
			t.Errorf("order %d was acknowledged as %s and is %s", id, o.Increment, increment)
		}
	}
	for _, sku := range goods {
		if got := left(t, db, sku); got != units-sold[sku] {
			t.Errorf("%d of %s were ordered, and %d of %d are left", sold[sku], sku, got, units)
		}
	}
	for sku, n := range l.counts {
		if got := left(t, db, sku); got != n {
			t.Errorf("the stock of %s was set to %d and is %d", sku, n, got)
		}
	}
}

// whole checks the invariants of every shop. The log has no gap and nothing twice, and its seals are valid. No placement or reservation is
// open, each cart is ordered once, and rows equal a rebuild.
func whole(t testing.TB, s *servetest.Server, db *pgx.Conn) {
	t.Helper()
	settled(t, db)
	for _, rule := range []struct{ what, broken string }{
		{"positions run from 1 without a gap to where the log ends", `SELECT count(*) || ' events, the last at ' || max(position) FROM events
			HAVING count(*) <> max(position) OR min(position) <> 1 OR max(position) <> (SELECT position FROM log_head)`},
		{"no event is there twice", `SELECT id::text FROM events GROUP BY id HAVING count(*) > 1`},
		{"revisions of a stream run from 0 without a gap",
			`SELECT stream FROM events GROUP BY stream HAVING count(*) <> max(revision) + 1 OR min(revision) <> 0`},
		{
			"a cart is ordered once",
			`SELECT data->>'cartId' FROM events WHERE type = 'OrderPlaced' AND metadata->>'command' <> 'SeedLoad' GROUP BY 1 HAVING count(*) > 1`,
		},
		{
			"an order has its number for itself",
			`SELECT data->>'incrementId' FROM events WHERE type = 'OrderPlaced' GROUP BY 1 HAVING count(*) > 1`,
		},
		{
			"an ordered cart is closed",
			`SELECT c.id::text FROM read.carts c JOIN events e ON e.type = 'OrderPlaced' AND (e.data->>'cartId')::bigint = c.id WHERE c.active`,
		},
		{"an order takes from the stock once", `SELECT data->>'orderId' FROM events WHERE type = 'StockReserved' GROUP BY 1 HAVING count(*) > 1`},
	} {
		if found := column(t, db, rule.broken); len(found) > 0 {
			t.Errorf("%s; not so: %s", rule.what, strings.Join(found, ", "))
		}
	}
	if said := s.Run("events", "verify"); !strings.Contains(said, "all seals hold") {
		t.Error(said)
	}
	s.Run("projections", "verify", "--all")
}

// settled waits until the read models have caught up and interrupted processes have ended.
func settled(t testing.TB, db *pgx.Conn) {
	t.Helper()
	for _, open := range []struct{ what, count string }{
		{"no placement is open", `SELECT count(*) FROM read.carts WHERE checkout_order IS NOT NULL`},
		{"no reservation is open", `SELECT count(*) FROM read.product_reservations`},
		{"all projectors are at the end of the log", `SELECT count(*) FROM projection_checkpoints c, log_head h WHERE c.position < h.position`},
	} {
		await(t, open.what, func() bool { return query[int](t, db, open.count) == 0 })
	}
}

func column(t testing.TB, db *pgx.Conn, sql string, args ...any) []string {
	t.Helper()
	rows, err := db.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// left returns how many units of a product can be sold.
func left(t testing.TB, db *pgx.Conn, sku string) int {
	t.Helper()
	return query[int](t, db, `SELECT s.qty::int FROM read.product_stock s JOIN read.products p ON p.id = s.product_id WHERE p.sku = $1`, sku)
}
