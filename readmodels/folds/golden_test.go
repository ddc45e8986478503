package folds_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/totals"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// golden compares a document with its golden file: members, their order, and null members. UPDATE_GOLDEN=1 renews the files.
func golden(t *testing.T, name string, document any) {
	t.Helper()
	encoded, err := documents.Encode(document)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, encoded, "", "  "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	file := filepath.Join("testdata", name+".json")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%s differs; UPDATE_GOLDEN=1 renews it\n%s", file, b.Bytes())
	}
}

var start = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)

func n(s string) money.Decimal { return money.MustParse(s) }

func placed() order.Placed {
	address := &directory.Address{
		Firstname: "Gina", Lastname: "Guest", Company: "Acme & <Sons>", Street: []string{"1 Main St", "Door 2"}, City: "Los Angeles",
		Region: "California", RegionID: 12,
		Postcode: "90001", CountryID: "US", Telephone: "555-0100",
	}
	amounts := totals.Amounts{
		Subtotal: n("47.43"), SubtotalInclTax: n("47.43"), SubtotalWithDiscount: n("47.43"), Shipping: n("15"),
		ShippingInclTax: n("15"), Grand: n("62.43"),
	}
	line := func(price, row string) totals.LineTotals {
		of := totals.LineAmounts{Price: n(price), PriceInclTax: n(price), RowTotal: n(row), RowTotalInclTax: n(row)}
		return totals.LineTotals{Display: of, Base: of}
	}
	return order.Placed{
		OrderID: 42, IncrementID: "100000042", CartID: 7, StoreID: 1, WebsiteID: 1, StoreName: "Main Website\nMain Store\nDefault Store View",
		Customer: order.Person{
			Email: "gina@example.com", Firstname: "Gina", Lastname: "Guest",
		}, Billing: address, Shipping: address, Note: "Ring twice",
		BillingID: 83, ShippingID: 84, Currency: "USD", BaseCurrency: "USD", GlobalCurrency: "USD", Rate: money.One,
		Totals: totals.Totals{
			Display: amounts, Base: amounts,
		}, Payment: "checkmo", PaymentTitle: "Check / Money order", Method: "flatrate_flatrate",
		MethodTitle: "Flat Rate - Fixed", Status: "pending", Weight: n("4.5"), QtyOrdered: n("3"),
		Lines: []order.Line{
			{ID: 1, ProductID: 101, SKU: "MUG", Name: "The Mug", Type: "simple", Qty: n("2"), Backordered: n("1"), Original: n("19.99"),
				Cost: n("3"), Weight: n("1.5"), Totals: line("19.99", "39.98"),
				Request: json.RawMessage(`{"options": {"5": "red"}}`)},
			{
				ID: 2, ProductID: 102, SKU: "CAP", Name: "The Cap", Type: "simple", Qty: n("1"), Original: n("7.45"), Weight: n("1.5"),
				Totals: line("7.45", "7.45"),
			},
		},
	}
}

// after returns the times of an event that happens the given number of hours into a story. The event is recorded half an hour later.
func after(hours int) domain.Times {
	at := start.Add(time.Duration(hours) * time.Hour)
	return domain.Times{Occurred: at, Recorded: at.Add(30 * time.Minute)}
}

// story is an order's life, one event each hour.
var story = []domain.Event{
	placed(), order.Held{Reason: "address check"}, order.Unheld{State: order.New, Status: "pending"}, order.Commented{
		Text: "Packing", Status: "pending", Notify: true, Visible: true,
	},
	order.Shipped{
		ShipmentID: 5, IncrementID: "100000005", Lines: []order.ShippedLine{
			{ID: 901, LineID: 1, Qty: n("1")}, {ID: 902, LineID: 99, Qty: n("1")},
		}, TotalQty: n("1"), TotalWeight: n("1.5"),
		Tracks: []order.Track{
			{ID: 903, Carrier: "ups", Title: "UPS", Number: "1Z"}, {ID: 904, Carrier: "custom", Title: "custom", Number: "2"},
		}, Comment: "off it goes", Notify: true,
	},
	order.StateChanged{State: order.Processing, Status: "processing"}, order.TrackAdded{
		ShipmentID: 5, Track: order.Track{ID: 905, Carrier: "dhl", Title: "dhl", Number: "3"},
	},
	order.TrackRemoved{ShipmentID: 5, TrackID: 904}, order.ShipmentCommented{
		ShipmentID: 5, CommentID: 906, Text: "The carrier asks for patience", Visible: true,
	}, order.TokenUsed{},
	order.CanceledEvent{
		State: order.Canceled, Status: "canceled", Reason: "too slow", Notify: true,
		Lines: []order.CanceledLine{
			{LineID: 1, ProductID: 101, Qty: n("1"), BackToStock: n("1")}, {LineID: 2, ProductID: 102, Qty: n("1"), BackToStock: n("1")},
		},
	},
}

func told(events []domain.Event) *documents.Order {
	var o *documents.Order
	for i, e := range events {
		o = folds.ApplyOrder(o, e, after(i))
	}
	return o
}

func TestOrderDocuments(t *testing.T) {
	t.Parallel()
	golden(t, "order_placed", told(story[:1]))
	golden(t, "order", told(story))
	golden(t, "order_row", told(story).Row())
	golden(t, "shipment", told(story[:len(story)-1]).Shipments[0])
	virtual := placed()
	virtual.Virtual, virtual.Shipping, virtual.Method, virtual.MethodTitle, virtual.Weight, virtual.Note = true, nil, "", "", money.Zero, ""
	tendered := n("70")
	virtual.Tendered, virtual.CustomerID, virtual.GroupID = &tendered, 9, 1
	golden(t, "order_virtual", told([]domain.Event{virtual}))
}

// TestFoldingGoesOnFromWhatWasStored: a projector that has read a document back folds the next event as one that had kept it.
func TestFoldingGoesOnFromWhatWasStored(t *testing.T) {
	t.Parallel()
	for at := 1; at < len(story); at++ {
		kept := told(story[:at])
		stored, err := documents.Encode(kept)
		if err != nil {
			t.Fatal(err)
		}
		var read *documents.Order
		if err := json.Unmarshal(stored, &read); err != nil {
			t.Fatal(err)
		}
		for i := at; i < len(story); i++ {
			kept, read = folds.ApplyOrder(kept, story[i], after(i)), folds.ApplyOrder(read, story[i], after(i))
		}
		one, err := documents.Encode(kept)
		if err != nil {
			t.Fatal(err)
		}
		other, err := documents.Encode(read)
		if err != nil || !bytes.Equal(one, other) {
			t.Errorf("read back after %d events:\n%s\nkept:\n%s\n%v", at, other, one, err)
		}
	}
	if o := folds.ApplyOrder(nil, order.Abandoned{CartID: 7}, after(0)); o != nil {
		t.Errorf("an order that never was: %+v", o)
	}
}

// TestACartDocument with everything filled in, and with nothing.
func TestACartDocument(t *testing.T) {
	t.Parallel()
	var c documents.Cart
	fill(reflect.ValueOf(&c).Elem(), "")
	golden(t, "cart", c)
	golden(t, "cart_empty", documents.Cart{
		Type: "Cart", ID: 1, StoreID: 1, IsActive: true, Items: []documents.CartItem{}, Messages: []string{},
		AvailableShippingMethods: []documents.ShippingMethod{}, AvailablePaymentMethods: []documents.PaymentMethod{},
		AppliedGiftcards: []documents.AppliedCard{}, Currency: "USD", CreatedAt: documents.Time(start), UpdatedAt: documents.Time(start),
	})
}

// fill gives every field of a document a value.
func fill(v reflect.Value, name string) {
	if _, ok := v.Interface().(money.Decimal); ok {
		v.Set(reflect.ValueOf(n("12.5")))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("a " + name)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), name)
	case reflect.Struct:
		for i := range v.NumField() {
			member, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			fill(v.Field(i), member)
		}
	}
}
