package checkout_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"tradelog/commands"
	"tradelog/commands/catalog"
	"tradelog/commands/checkout"
	"tradelog/commands/sales"
	"tradelog/domain/cart"
	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/stock"
	"tradelog/domain/totals"
	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

// counted issues identifiers; shopRules provides the shop's configuration.
type counted struct{ last atomic.Int64 }

func (c *counted) Next(_ context.Context, _ string, n int) ([]int64, error) {
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = c.last.Add(1)
	}
	return ids, nil
}

func (c *counted) Each(ctx context.Context, sequences ...string) ([]int64, error) {
	return c.Next(ctx, "", len(sequences))
}

type shopRules struct{}

func (shopRules) GiftCardExtension(context.Context) (int, error) { return 30, nil }

func (shopRules) GiftCardTerms(context.Context, int64) (giftcard.Terms, error) {
	return giftcard.Terms{Prefix: "GC", Format: "XXXX-XXXX", Lifetime: 365, Zone: time.UTC}, nil
}

func (shopRules) UniqueAttributes(context.Context) ([]string, error) { return nil, nil }

func (shopRules) StockConfig(context.Context) (stock.Config, error) {
	return stock.Config{Manage: true}, nil
}

type noKeys struct{}

func (noKeys) Key(context.Context, string, bool) ([]byte, error) { return make([]byte, 32), nil }
func (noKeys) Load(context.Context, []string) error              { return nil }

var shopCodec = eventstore.NewCodec(noKeys{}, slices.Concat(claim.EventSpecs(), domaincatalog.EventSpecs(), stock.EventSpecs(),
	cart.EventSpecs(), order.EventSpecs(),
	pricerule.EventSpecs(), giftcard.EventSpecs())...)

var errKilled = errors.New("killed")

// mortal is a log that fails from append number dies on; 0: never.
type mortal struct {
	eventstore.Store
	appends atomic.Int64
	dies    int
}

func (m *mortal) Append(
	ctx context.Context, stream string, expected eventstore.Expected, events ...eventstore.NewEvent,
) (eventstore.Appended, error) {
	if n := m.appends.Add(1); m.dies > 0 && int(n) >= m.dies {
		return eventstore.Appended{}, errKilled
	}
	return m.Store.Append(ctx, stream, expected, events...)
}

// mortalAtOnce is a mortal log that appends to several streams at once, too.
type mortalAtOnce struct {
	*mortal
	several eventstore.StreamsAppender
	before  func() // called before each such append
}

func (m *mortalAtOnce) AppendStreams(ctx context.Context, appends ...eventstore.StreamAppend) ([]eventstore.Appended, error) {
	if m.before != nil {
		m.before()
	}
	if n := m.appends.Add(1); m.dies > 0 && int(n) >= m.dies {
		return nil, errKilled
	}
	return m.several.AppendStreams(ctx, appends...)
}

// useCases are the commands of a process.
type useCases struct {
	*commands.Engine
	*checkout.Checkout
	*catalog.Catalog
	*sales.Orders
	*sales.PriceRules
	*sales.GiftCards
}

// process is a program on a log that dies before append number dies; 0: never.
func process(log *storetest.Memory, ids *counted, dies int, gateways map[string]sales.Gateway) *useCases {
	return processOn(&mortal{Store: log, dies: dies}, ids, gateways)
}

func processOn(log eventstore.Store, ids *counted, gateways map[string]sales.Gateway) *useCases {
	e := commands.NewEngine(commands.Infrastructure{Store: log, Codec: shopCodec}, ids)
	c := &useCases{
		Engine: e, Catalog: catalog.NewCatalog(e, shopRules{}), PriceRules: sales.NewPriceRules(e),
		GiftCards: sales.NewGiftCards(e, shopRules{}),
	}
	c.Orders = sales.NewOrders(e, sales.Areas{Stock: c.Inventory, Rules: c.PriceRules, Cards: c.GiftCards, Settings: shopRules{}}, gateways)
	c.Checkout = checkout.New(e, checkout.Areas{Stock: c.Inventory, Rules: c.PriceRules, Cards: c.GiftCards, Orders: c.Orders})
	return c
}

// ledger is the repository of the stock ledger.
func (c *useCases) ledger() commands.Repository[*stock.Ledger] {
	return commands.Open(c.Engine, commands.Decider[*stock.Ledger]{Category: stock.Category})
}

// redeem lets an order use a rule.
func (c *useCases) redeem(ctx context.Context, orderID, rule int64) error {
	p := c.Process()
	c.Redeem(p, order.Placed{OrderID: orderID, Totals: totals.Totals{RuleIDs: []int64{rule}}})
	_, err := p.Run(ctx)
	return err
}

// attempt is a request with an idempotency key that knows the commands of earlier attempts.
func attempt(t *testing.T, log *storetest.Memory, key string) context.Context {
	t.Helper()
	r := commands.NewRequest(commands.Cause{Key: key})
	executed, firsts := map[int]commands.Result{}, map[int]uuid.UUID{}
	page, err := log.ReadAll(context.Background(), 0, eventstore.Forwards, 1000, eventstore.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	events, err := shopCodec.DecodeAll(context.Background(), page.Events, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range page.Events {
		meta, err := e.Meta()
		if err != nil {
			t.Fatal(err)
		}
		if meta.Idempotency == nil || meta.Idempotency.Scope != key {
			continue
		}
		number := meta.Idempotency.Command
		done, begun := executed[number]
		if !begun {
			firsts[number] = e.ID
		}
		done.Stream, done.Revision, done.Position, done.Repeated, done.Number = e.Stream, e.Revision, e.Position, true, number
		done.Events = append(done.Events, events[i])
		executed[number] = done
	}
	r.Executed = map[uuid.UUID]commands.Result{}
	for number, done := range executed {
		r.Executed[firsts[number]] = done
	}
	return commands.WithRequest(context.Background(), r)
}
