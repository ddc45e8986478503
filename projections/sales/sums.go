package sales

import (
	"time"

	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/projections"
	"tradelog/readmodels/documents"
)

var orderSums = &projections.Table{Name: "order_sums", Keys: 4, Add: "amount",
	Columns: projections.Columns("slot timestamptz, store_id bigint, currency text, figure text, amount bigint")}

// slotLength is the length of the slots of order_sums.
const slotLength = 15 * time.Minute

// units are those of the column amount in one of a currency.
var units = money.FromInt(10_000)

// share is the contribution of an order to the sums. The zero value is that of an order that is cancelled, or not there.
type share struct {
	orders  int64
	revenue int64 // in ten-thousandths
}

// shareOf returns the contribution of an order to the sums.
func shareOf(o *documents.Order) share {
	if o == nil || o.State == string(order.Canceled) {
		return share{}
	}
	return share{1, o.Prices.GrandTotal.Mul(units).Int()}
}

// addShare brings the sums from what they have of an order to what they should have.
func addShare(w *projections.Writer, r *orderRow) {
	now := shareOf(r.Doc)
	slot := r.Created.UTC().Truncate(slotLength)
	if more := now.orders - r.share.orders; more != 0 {
		w.Put(orderSums, slot, r.Doc.StoreID, r.Doc.Currency, "orders", more)
	}
	if more := now.revenue - r.share.revenue; more != 0 {
		w.Put(orderSums, slot, r.Doc.StoreID, r.Doc.Currency, "revenue", more)
	}
	r.share = now
}
