package faults

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// check compares the shop with the model and checks the invariants of every shop.
func (m *model) check(t *testing.T, url string) {
	t.Helper()
	db := connect(t, url)
	whole(t, m.servers[0], db)
	left := map[string]int{}
	for _, sku := range scarce {
		left[sku] = scarceUnits
	}
	for _, o := range m.orders {
		for i, s := range m.servers {
			a := s.Must(200, "GET", fmt.Sprintf("/orders/%d", o.id), nil, m.l.auth...)
			if i == 0 {
				o.compare(t, a.Object())
			}
		}
		for _, l := range o.lines {
			left[l.sku] -= l.ordered - l.back - o.canceled(l)
		}
	}
	units := stockOverTime(t, db)
	for _, sku := range scarce {
		id := query[int64](t, db, `SELECT id FROM read.products WHERE sku = $1`, sku)
		if units[id] != left[sku] {
			t.Errorf("by the events %d of %s are left, by the orders %d", units[id], sku, left[sku])
		}
		if there := int(m.servers[1].Must(200, "GET", "/products?sku="+sku, nil, m.l.auth...).
			List()[0]["stockQty"].(float64)); there != left[sku] {
			t.Errorf("the shop shows %d of %s, by the orders %d are left", there, sku, left[sku])
		}
	}
}

// canceled returns the quantity of a line that a cancellation took: neither shipped nor invoiced.
func (o *modelled) canceled(l *modelledLine) int {
	if !o.ended {
		return 0
	}
	return l.ordered - max(l.shipped, l.invoiced)
}

// compare compares an order of REST with the model.
func (o *modelled) compare(t *testing.T, shown object) {
	t.Helper()
	number := func(of object, name string) float64 {
		n, _ := of[name].(float64)
		return n
	}
	items := objects(shown["items"])
	if len(items) != len(o.lines) {
		t.Errorf("order %d has %d lines, want %d", o.id, len(items), len(o.lines))
		return
	}
	lines := 0.0
	for i, l := range o.lines {
		for name, want := range map[string]int{
			"qtyOrdered": l.ordered, "qtyShipped": l.shipped, "qtyInvoiced": l.invoiced, "qtyRefunded": l.refunded,
		} {
			if got := number(items[i], name); got != float64(want) {
				t.Errorf("order %d, %s: %s is %v, by what was answered %d", o.id, l.sku, name, got, want)
			}
		}
		if canceled := number(items[i], "qtyCanceled"); canceled != float64(o.canceled(l)) {
			t.Errorf("order %d, %s: %v cancelled, want %d: %+v", o.id, l.sku, canceled, o.canceled(l), *l)
		}
		if l.shipped > l.ordered || l.invoiced > l.ordered || l.refunded > l.invoiced {
			t.Errorf("order %d, %s: more than there is: %+v", o.id, l.sku, *l)
		}
		lines += number(items[i], "rowTotal")
	}
	p, _ := shown["prices"].(map[string]any)
	same := func(what string, a, b float64) {
		if math.Abs(a-b) > 0.004 {
			t.Errorf("order %d: %s: %v and %v", o.id, what, a, b)
		}
	}
	grand, paid, refunded := number(p, "grandTotal"), number(p, "totalPaid"), number(p, "totalRefunded")
	same("the lines add up to the subtotal", lines, number(p, "subtotal"))
	same("the parts add up to the total", number(p, "subtotal")+number(p, "shippingAmount")+number(p, "taxAmount")+number(p, "discountAmount"),
		grand)
	if due := number(p, "totalDue"); !o.ended {
		same("what was paid and what is due add up to the total", paid+due, grand)
	} else if paid+due > grand+0.004 {
		t.Errorf("order %d is cancelled, and %v is due after %v of %v", o.id, due, paid, grand)
	}
	if refunded > paid+0.004 {
		t.Errorf("order %d: %v refunded of %v", o.id, refunded, paid)
	}
	o.compareHistory(t, shown)
}

func (o *modelled) compareHistory(t *testing.T, shown object) {
	t.Helper()
	if held := shown["state"] == "holded"; o.held != 0 && o.held != 1 || held != (o.held == 1) {
		t.Errorf("order %d is %v and was held %d times more than released", o.id, shown["state"], o.held)
	}
	told := map[string]int{}
	for _, e := range objects(shown["statusHistory"]) {
		note, _ := e["note"].(string)
		told[note]++
	}
	for note, times := range o.entries {
		if told[note] != times {
			t.Errorf("order %d: the history tells %q %d times, want %d", o.id, note, told[note], times)
		}
	}
	canceled := 0
	for note, times := range told {
		if strings.HasSuffix(note, ": changed") {
			canceled += times
		}
	}
	if (canceled == 1) != o.ended || canceled > 1 {
		t.Errorf("order %d: %d cancellations in the history, cancelled: %v", o.id, canceled, o.ended)
	}
}

// stockOverTime reads the ledger and fails if a product's stock was ever negative. It returns the present stock by product.
func stockOverTime(t *testing.T, db *pgx.Conn) map[int64]int {
	t.Helper()
	rows, err := db.Query(t.Context(), `SELECT position, type, data::text FROM events WHERE stream LIKE 'stock-%' ORDER BY position`)
	if err != nil {
		t.Fatal(err)
	}
	left, reserved := map[int64]int{}, map[int64][]stockLine{}
	var at int64
	var kind, data string
	if _, err := pgx.ForEachRow(rows, []any{&at, &kind, &data}, func() error {
		var e struct {
			OrderID       int64
			Levels, Lines []stockLine
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			return err
		}
		switch kind {
		case "StockLevelsSet":
			for _, l := range e.Levels {
				left[l.ProductID] = int(l.Qty)
			}
		case "StockReserved":
			reserved[e.OrderID] = e.Lines
			for _, l := range e.Lines {
				left[l.ProductID] -= int(l.Qty)
			}
		case "StockReleased":
			for _, l := range reserved[e.OrderID] {
				left[l.ProductID] += int(l.Qty)
			}
		case "StockReturned":
			for _, l := range e.Lines {
				left[l.ProductID] += int(l.Qty)
			}
		}
		for id, n := range left {
			if n < 0 {
				t.Errorf("at position %d product %d has %d units", at, id, n)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return left
}

type stockLine struct {
	ProductID int64
	Qty       float64
}
