package sales

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/money"
	"tradelog/readmodels"
	"tradelog/readmodels/scopes"
)

// DaySums are the orders of a day in a currency that are not cancelled.
type DaySums struct {
	Day      time.Time // at midnight UTC; only the date counts
	Currency string
	Orders   int64
	Revenue  money.Decimal // their grand totals
	// OrdersSoFar and RevenueSoFar are those up to a time of the day.
	OrdersSoFar  int64
	RevenueSoFar money.Decimal
}

// units are those of the column amount in one of a currency.
var units = money.FromInt(10_000)

// OrderSums adds up the orders since a time by day and currency, the oldest day first. Days are those of the zone. until is the time of the
// day for the sums so far, to the quarter of an hour. stores limits the orders to those of some store views; nil does not.
func (r *Reader) OrderSums(ctx context.Context, since, until time.Time, zone *time.Location, stores []int64) ([]DaySums, error) {
	w := readmodels.Where{}
	w.Add("slot >= $?", since)
	if stores != nil {
		w.Add("store_id = ANY($?)", stores)
	}
	args := w.Args()
	args = append(args, zone.String(), until.In(zone).Format(time.TimeOnly))
	local, clock := fmt.Sprintf("(slot AT TIME ZONE $%d)", len(args)-1), fmt.Sprintf("$%d::text::time", len(args))
	sum := func(figure, more string) string {
		return "coalesce(sum(amount) FILTER (WHERE figure = '" + figure + "'" + more + "), 0)::bigint"
	}
	soFar := " AND " + local + "::time < " + clock
	rows, err := r.From(ctx, scopes.Orders).Query(ctx, "SELECT "+local+"::date AS day, currency, "+sum("orders", "")+", "+sum("revenue", "")+
		", "+sum("orders", soFar)+", "+sum("revenue", soFar)+" FROM read.order_sums"+w.SQL()+" GROUP BY day, currency ORDER BY day, currency",
		args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (d DaySums, err error) {
		var revenue, soFar int64
		err = row.Scan(&d.Day, &d.Currency, &d.Orders, &revenue, &d.OrdersSoFar, &soFar)
		d.Revenue, d.RevenueSoFar = money.FromInt(revenue).Div(units), money.FromInt(soFar).Div(units)
		return d, err
	})
}
