package papers

import (
	"testing"
	"time"

	"tradelog/domain/order"
	"tradelog/domain/totals"
	"tradelog/test/ordertest"
)

// TestTheRestOfABundleIsPrinted: two bundles of a kettle at 13.20 and beans at 39, of which a kettle was invoiced alone. The page of the
// rest has a bundle and beans, whose prices make their rows.
func TestTheRestOfABundleIsPrinted(t *testing.T) {
	t.Parallel()
	line := func(price string, partOf int) totals.Line {
		return totals.Line{Qty: d("2"), UnitPrice: d(price), BasePrice: d(price), PartOf: partOf}
	}
	s := ordertest.Begin(ordertest.Placed(totals.Input{
		Rate: d("1"), Lines: []totals.Line{line("0", 0), line("13.20", 1), line("39", 1)},
	}), time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC))
	s.Invoice(order.Wanted{LineID: 2, Qty: d("1")})
	s.Invoice()
	all := s.Document.Accounting.Invoices
	check(t, printed(t, shop(), s.Document, all[0]), []string{"SKU-2 €13.20 1 €13.20"}, "SKU-1", "SKU-3")
	check(t, printed(t, shop(), s.Document, all[1]), []string{"SKU-1 €52.20 1 €52.20", "SKU-3 €39.00 1 €39.00"}, "SKU-2")
}
