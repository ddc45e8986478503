package demo

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"time"

	"github.com/google/uuid"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/customer"
	"tradelog/domain/money"
	"tradelog/domain/number"
	"tradelog/domain/order"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/domain/totals"
	"tradelog/eventstore"
)

// Size is the size of the shop that Load makes.
type Size struct {
	Products, Customers, Orders int
	// Events is the least number of events of all orders together. Comments on orders make up the difference.
	Events int
}

// Check refuses a size that Load cannot make.
func (s Size) Check() error {
	switch {
	case min(s.Products, s.Customers, s.Orders) < 0:
		return errors.New("counts cannot be negative")
	case s.Orders > 0 && (s.Products == 0 || s.Customers == 0):
		return errors.New("orders need products and customers: load some along with them")
	}
	return nil
}

// Load makes a large shop quickly. It writes the events that commands would decide directly into the log, many thousand at a time.
// Products, stock, customers and orders are complete; the carts of the orders are missing.
func Load(ctx context.Context, target Shop, size Size, progress func(done, all int)) error {
	if err := size.Check(); err != nil {
		return err
	}
	bulk, ok := eventstore.Sealed(target.Store)
	if !ok {
		return errors.New("this event store cannot take many events at once")
	}
	l := &loader{target: target, bulk: bulk, random: mathrand.New(mathrand.NewPCG(1, 2)), keys: map[string][]byte{}, progress: progress,
		all: size.Products + size.Customers + size.Orders, remarks: size.Events/max(1, size.Orders) - 2,
		begin: target.Clock().Add(-2 * 365 * 24 * time.Hour)}
	l.codec = eventstore.NewCodec(l, target.Events...)
	for _, step := range []struct {
		make  func(context.Context, int) error
		count int
	}{{l.products, size.Products}, {l.customers, size.Customers}, {l.orders, size.Orders}} {
		if err := step.make(ctx, step.count); err != nil {
			return err
		}
		if err := l.flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

type loader struct {
	target   Shop
	bulk     eventstore.SealedStore
	codec    *eventstore.Codec
	random   *mathrand.Rand
	progress func(done, all int)
	done     int
	all      int
	remarks  int // comments in addition to each order's own events
	begin    time.Time

	events []eventstore.Recorded
	keys   map[string][]byte
	fresh  []string // subjects whose keys are not stored yet
	goods  []order.Line
	people []int64
}

// Key makes the keys of data subjects in memory. flush stores them before the events that they seal.
func (l *loader) Key(_ context.Context, subject string, _ bool) ([]byte, error) {
	if key := l.keys[subject]; key != nil {
		return key, nil
	}
	key := make([]byte, 32)
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	l.keys[subject], l.fresh = key, append(l.fresh, subject)
	return key, nil
}

// Load does nothing: all keys are in memory.
func (l *loader) Load(context.Context, []string) error { return nil }

const loadBatch = 5000

// add puts the events of a stream into the next batch.
func (l *loader) add(ctx context.Context, stream string, at time.Time, first eventstore.Revision, events ...domain.Event) error {
	metadata, err := json.Marshal(eventstore.Metadata{
		Command: "SeedLoad", Actor: eventstore.Actor{Kind: "system", Name: "seed"}, OccurredAt: at.UTC().Truncate(time.Second),
	})
	if err != nil {
		return err
	}
	for i, e := range events {
		encoded, err := l.codec.Encode(ctx, e)
		if err != nil {
			return err
		}
		if encoded.ID, err = uuid.NewV7(); err != nil {
			return err
		}
		encoded.Metadata = metadata
		l.events = append(l.events, eventstore.Recorded{
			NewEvent: encoded, Stream: stream, Revision: first + eventstore.Revision(i), RecordedAt: l.target.Clock(),
		})
	}
	if len(l.events) >= loadBatch {
		return l.flush(ctx)
	}
	return nil
}

// flush stores the batch: the keys first, then the events. If another writer appended meanwhile, it reads the head again.
func (l *loader) flush(ctx context.Context) error {
	if len(l.fresh) > 0 {
		keys := make([][]byte, len(l.fresh))
		for i, subject := range l.fresh {
			keys[i] = l.keys[subject]
		}
		if err := l.target.Keys.Put(ctx, l.fresh, keys); err != nil {
			return err
		}
		l.fresh = nil
	}
	for len(l.events) > 0 {
		head, err := l.target.Store.Head(ctx)
		if err != nil {
			return err
		}
		if _, err := l.bulk.AppendBulk(ctx, head, l.events); errors.Is(err, eventstore.ErrHeadMoved) {
			continue
		} else if err != nil {
			return err
		}
		l.events = nil
	}
	l.progress(l.done, l.all)
	return nil
}

// at spreads the events over the last two years, in order.
func (l *loader) at(n, of int) time.Time {
	return l.begin.Add(2 * 365 * 24 * time.Hour / time.Duration(max(1, of)) * time.Duration(n))
}

// loadGoods and materials are the words in the names of the products of a large shop.
var (
	loadGoods = []struct{ name, about string }{
		{"Pour-Over Set", "Brews two cups without paper waste and rinses clean in seconds."},
		{"Table Lamp", "Soft light from a shade that can be turned."},
		{"Hand Trowel", "Forged from one piece, with a handle that fits."},
		{"Notebook", "Lies flat; the paper takes a fountain pen."},
		{"Weekender", "For three days and no suitcase."},
		{"Pottery Course Online", "Six evenings with a potter, live, with recordings."},
	}
	materials = []string{
		"Classic", "Walnut", "Stoneware", "Linen", "Copper", "Oak", "Enamel", "Cotton", "Slate", "Brass", "Ash", "Wool", "Terracotta", "Glass",
		"Steel",
	}
)

func (l *loader) products(ctx context.Context, count int) error {
	if count == 0 {
		return nil
	}
	ids, err := l.target.IDs.Next(ctx, "product", count)
	if err != nil {
		return err
	}
	book, err := l.target.CatalogReader.Attributes(ctx)
	if err != nil {
		return err
	}
	index, err := l.target.CatalogReader.Categories(ctx)
	if err != nil {
		return err
	}
	categories, colours := index.Descendants(2), book.Options(book.Find("color").ID)
	inStock := true
	var levels []stock.Change
	for n, id := range ids {
		it := loadGoods[n%len(loadGoods)]
		sku := fmt.Sprintf("LOAD-%07d", id)
		price := money.FromInt(int64(500 + l.random.IntN(20_000))).Div(money.FromInt(100))
		name := fmt.Sprintf("%s %s No. %d", materials[n%len(materials)], it.name, id)
		values, err := record.Of(map[string]any{
			"id": id, "sku": sku, "name": name, "type": "simple", "isActive": true, "visibility": "catalog_search", "attributeSetId": 4,
			"taxClassId": 2, "websiteIds": []int64{1}, "categoryIds": []int64{2}, "urlKey": catalog.URLKey(name), "price": price, "weight": 1,
			"shortDescription": it.about,
		})
		if err != nil {
			return err
		}
		if len(categories) > 0 {
			values["categoryIds"] = fmt.Appendf(nil, "[2,%d]", categories[n%len(categories)])
		}
		if len(colours) > 0 {
			values[catalog.CustomField("color")] = fmt.Appendf(nil, "%d", colours[n/7%len(colours)].ID)
		}
		events, err := catalog.Products.Create(record.State{}, id, values)
		if err != nil {
			return err
		}
		stream := catalog.Products.Stream(id)
		if err := l.add(ctx, claim.SKU(sku), l.begin, 0, claim.Taken{Owner: stream}); err != nil {
			return err
		}
		if err := l.add(ctx, stream, l.begin, 0, events...); err != nil {
			return err
		}
		qty := money.FromInt(int64(1000 + l.random.IntN(100_000)))
		levels = append(levels, stock.Change{ProductID: id, Qty: &qty, InStock: &inStock})
		l.goods = append(l.goods, order.Line{ProductID: id, SKU: sku, Name: name, Type: "simple", Original: price, Weight: money.One})
		l.done++
	}
	if err := l.flush(ctx); err != nil {
		return err
	}
	return setStock(ctx, l.target, levels, 1000)
}

func (l *loader) customers(ctx context.Context, count int) error {
	if count == 0 {
		return nil
	}
	ids, err := l.target.IDs.Next(ctx, "customer", count)
	if err != nil {
		return err
	}
	for n, id := range ids {
		profile := customer.Profile{
			Email: fmt.Sprintf("load%d@example.com", id), Firstname: firstNames[n%len(firstNames)], Lastname: lastNames[n/7%len(lastNames)],
		}
		name, err := l.target.Deciders.ClaimStream(ctx, claim.Emails(1, profile.Email)[0])
		if err != nil {
			return err
		}
		if err := l.add(ctx, name, l.begin, 0, claim.Taken{Owner: customer.Stream(id)}); err != nil {
			return err
		}
		if err := l.add(ctx, customer.Stream(id), l.at(n, count), 0, customer.Registered{CustomerID: id, WebsiteID: 1, StoreID: 1,
			StoreName: "Default Store View", GroupID: 1, Profile: profile, PasswordHash: "-"}); err != nil {
			return err
		}
		l.people = append(l.people, id)
		l.done++
	}
	return nil
}

// orders writes orders. Three in five are shipped; of the rest some are cancelled, some are held and some are new.
func (l *loader) orders(ctx context.Context, count int) error {
	for from := 0; from < count; from += 10_000 {
		n := min(10_000, count-from)
		ids := map[string][]int64{}
		for name, each := range map[string]int{"order": 1, "order_increment_1": 1, "order_item": 3, "order_address": 2, "shipment": 1} {
			var err error
			if ids[name], err = l.target.IDs.Next(ctx, name, each*n); err != nil {
				return err
			}
		}
		for i := range n {
			id := ids["order"][i]
			placed := l.order(id, number.IncrementID(1, ids["order_increment_1"][i]), ids["order_item"][3*i:3*i+3], ids["order_address"][2*i:2*i+2])
			events, theirs := []domain.Event{placed}, order.Of{Subject: placed.DataSubject()}
			switch (from + i) % 10 {
			case 0, 1, 2, 3, 4, 5:
				events = append(events, shipped(placed, ids["shipment"][i]), order.StateChanged{State: order.Processing, Status: "processing"})
			case 6:
				events = append(events, canceled(placed))
			case 7:
				events = append(events, order.Held{Of: theirs, Reason: "to be checked"})
			}
			for n := range l.remarks {
				events = append(events, order.Commented{Of: theirs, Text: remarks[n%len(remarks)], Status: statusAfter(events)})
			}
			if err := l.add(ctx, order.Stream(id), l.at(from+i, count), 0, events...); err != nil {
				return err
			}
			l.done++
		}
	}
	return nil
}

var remarks = []string{"Customer called", "Address checked", "Packed", "Waiting for the carrier", "Label printed"}

// statusAfter returns an order's status after its last event.
func statusAfter(events []domain.Event) string {
	switch e := events[len(events)-1].(type) {
	case order.StateChanged:
		return e.Status
	case order.CanceledEvent:
		return e.Status
	case order.Held:
		return "holded"
	case order.Commented:
		return e.Status
	}
	return "pending"
}

func (l *loader) order(id int64, increment string, lines, addresses []int64) order.Placed {
	p := residencesUS[l.random.IntN(len(residencesUS))]
	buyer := l.random.IntN(len(l.people))
	where := p.address(firstNames[buyer%len(firstNames)], lastNames[buyer/7%len(lastNames)])
	placed := order.Placed{
		OrderID: id, IncrementID: increment, CartID: id, StoreID: 1, WebsiteID: 1, StoreName: "Main Website\nMain Store\nDefault Store View",
		CustomerID: l.people[buyer], GroupID: 1, Customer: order.Person{
			Email: fmt.Sprintf("load%d@example.com", l.people[buyer]), Firstname: where.Firstname, Lastname: where.Lastname,
		},
		Billing: &where, Shipping: &where, BillingID: addresses[0], ShippingID: addresses[1], Currency: "USD", BaseCurrency: "USD",
		GlobalCurrency: "USD", Rate: money.One, Payment: "checkmo", PaymentTitle: "Check / Money order", Method: "flatrate_flatrate",
		MethodTitle: "Flat Rate - Fixed", Status: "pending",
	}
	in := totals.Input{}
	for i := range 1 + l.random.IntN(3) {
		line := l.goods[l.random.IntN(len(l.goods))]
		line.ID, line.Qty = lines[i], money.FromInt(int64(1+l.random.IntN(3)))
		in.Lines = append(in.Lines, totals.Line{Qty: line.Qty, UnitPrice: line.Original, BasePrice: line.Original})
		placed.QtyOrdered = placed.QtyOrdered.Add(line.Qty)
		placed.Lines = append(placed.Lines, line)
	}
	in.Shipping = placed.QtyOrdered.Mul(money.FromInt(5))
	in.BaseShipping = in.Shipping
	placed.Totals, placed.Weight = totals.Collect(in), placed.QtyOrdered
	for i := range placed.Lines {
		placed.Lines[i].Totals = placed.Totals.Lines[i]
	}
	return placed
}

func shipped(p order.Placed, id int64) order.Shipped {
	s := order.Shipped{ShipmentID: id, IncrementID: number.IncrementID(1, id), TotalQty: p.QtyOrdered, TotalWeight: p.Weight}
	for _, l := range p.Lines {
		s.Lines = append(s.Lines, order.ShippedLine{ID: l.ID, LineID: l.ID, Qty: l.Qty})
	}
	return s
}

func canceled(p order.Placed) order.CanceledEvent {
	c := order.CanceledEvent{
		Of: order.Of{Subject: p.DataSubject()}, State: order.Canceled, Status: "canceled", Reason: "Customer changed their mind",
	}
	for _, l := range p.Lines {
		c.Lines = append(c.Lines, order.CanceledLine{LineID: l.ID, ProductID: l.ProductID, Qty: l.Qty, BackToStock: money.Zero})
	}
	return c
}
