package sales_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// manyOrders writes rows of orders and their counters, a row every 17 minutes: 3,000 of five weeks.
func manyOrders(t *testing.T, s *salestest.Shop) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.Config.Database.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	for _, sql := range []string{
		`INSERT INTO read.orders (id, increment_id, store_id, customer_id, email, state, status, created_at, updated_at, doc, row, backend,
			version, payment, shipping)
			SELECT n, n, 1, 0, 'load' || n || '@example.com', CASE n % 10 WHEN 0 THEN 'canceled' ELSE 'new' END,
			CASE n % 10 WHEN 0 THEN 'canceled' ELSE 'pending' END, '2026-01-01 00:05+00'::timestamptz + n * interval '17 minutes', now(), '{}',
			'{"@type":"OrderRow","id":' || n || '}', '', 1, CASE WHEN n % 3 = 0 THEN 'done' ELSE 'due' END,
			CASE WHEN n % 4 = 0 THEN 'done' ELSE 'due' END FROM generate_series(1, 3000) AS n`,
		`INSERT INTO read.order_counts SELECT (created_at AT TIME ZONE 'UTC')::date, store_id, state, status, payment, shipping, count(*)
			FROM read.orders GROUP BY 1, 2, 3, 4, 5, 6`,
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return conn
}

var totalOf = regexp.MustCompile(`total="?(\d+)"?`)

// TestListsOfManyOrders compares totals and pages with the results of counting and skipping all rows. It reads early and late pages, by
// filters that begin and end within days, at their ends, and in one day.
func TestListsOfManyOrders(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	var q salestest.Queries
	s := salestest.Start(t, q.Trace())
	conn := manyOrders(t, s)
	for _, c := range []struct{ query, where string }{
		{"", "true"},
		{"paid=true", "payment = 'done'"},
		{"shipped=false", "shipping = 'due'"},
		{"paid=false&shipped=true&status=pending", "payment = 'due' AND shipping = 'done' AND status = 'pending'"},
		{"createdFrom=2026-01-10 12:34:56", "created_at >= '2026-01-10 12:34:56+00'"},
		{"createdTo=2026-01-20", "created_at < '2026-01-21 00:00+00'"},
		{"createdTo=2026-01-20 03:00:00", "created_at < '2026-01-20 03:00:01+00'"},
		{"createdFrom=2026-01-10&createdTo=2026-01-25 18:00:00&paid=false",
			"created_at >= '2026-01-10+00' AND created_at < '2026-01-25 18:00:01+00' AND payment = 'due'"},
		{"createdFrom=2026-01-10 02:00:00&createdTo=2026-01-10 09:00:00",
			"created_at >= '2026-01-10 02:00+00' AND created_at < '2026-01-10 09:00:01+00'"},
		{"createdFrom=2026-01-12&createdTo=2026-01-10", "false"},
	} {
		for _, direction := range []string{"desc", "asc"} {
			rows, err := conn.Query(t.Context(), fmt.Sprintf("SELECT id FROM read.orders WHERE %s ORDER BY created_at %s, id %s", c.where,
				direction, direction))
			if err != nil {
				t.Fatal(err)
			}
			all, err := pgx.CollectRows(rows, pgx.RowTo[int64])
			if err != nil {
				t.Fatal(err)
			}
			for _, page := range []int{1, 21, 22, 23, 30, 44, 60, 61} {
				from, to := min(len(all), (page-1)*50), min(len(all), page*50)
				query := strings.ReplaceAll(fmt.Sprintf("/orders?%s&sortBy=created_at&sortDir=%s&itemsPerPage=50&page=%d", c.query, direction, page),
					" ", "%20")
				q.Take()
				answer := s.Must(200, "GET", query, nil, s.Service...)
				for _, sql := range q.Take() {
					if strings.Contains(sql, "SELECT count(*) FROM read.orders") {
						t.Errorf("%s counts all rows: %s", query, sql)
					}
				}
				var got []int64
				for _, o := range answer.List(t) {
					got = append(got, salestest.ID(o))
				}
				if !slices.Equal(got, all[from:to]) {
					t.Errorf("%s has %v, want %v", query, got, all[from:to])
				}
				total := totalOf.FindStringSubmatch(answer.Header.Get("Link"))
				if total == nil && len(all) > 50 || total != nil && total[1] != strconv.Itoa(len(all)) {
					t.Errorf("%s: %v in all, want %d", query, total, len(all))
				}
			}
		}
	}
}
