package commands

import (
	"context"
	"sync/atomic"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/cart"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/customer"
	"tradelog/domain/giftcard"
	"tradelog/domain/number"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/record"
	"tradelog/domain/revocation"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/domain/tax"
)

// IDs gives out identifiers. They are integers, never given out twice, and may have gaps.
type IDs interface {
	// Next returns n fresh identifiers of a sequence, in order.
	Next(ctx context.Context, sequence string, n int) ([]int64, error)
}

// Facts are what decisions need to know of other boundaries, taken at a moment.
type Facts interface {
	// CheckSetting refuses values that mean nothing to a configuration path.
	CheckSetting(path, value string) error
	// StockConfig is how stock is managed where a product does not say otherwise.
	StockConfig(ctx context.Context) (stock.Config, error)
	// GiftCardExtension is for how many days a gift card lasts at least when something is refunded to it.
	GiftCardExtension(ctx context.Context) (int, error)
	// GiftCardTerms are how a store view makes gift cards.
	GiftCardTerms(ctx context.Context, storeID int64) (giftcard.Terms, error)
	// Uses lists what refers to a website, store group, store view or category.
	Uses(ctx context.Context, kind *record.Kind, id int64) ([]shop.Use, error)
	// ClientKnown tells whether an account has a client_id.
	ClientKnown(ctx context.Context, clientID string) (bool, error)
}

// Commands is everything that can be done to the shop. Make it with New.
type Commands struct {
	ids   IDs
	facts Facts
	clock func() time.Time

	claims     *Repository[claim.State]
	numbers    *Repository[number.State]
	products   *Repository[record.State]
	categories *Repository[record.State]
	websites   *Repository[record.State]
	groups     *Repository[record.State]
	stores     *Repository[record.State]
	rates      *Repository[record.State]
	config     *Repository[record.State]
	ledger     *Repository[*stock.Ledger]
	carts      *Repository[cart.State]
	orders     *Repository[order.Order]
	customers  *Repository[customer.State]
	accounts   *Repository[access.Account]
	roles      *Repository[access.Role]
	tokens     *Repository[access.Token]
	cards      *Repository[giftcard.State]
	rules      *Repository[*pricerule.State]

	revocations *Repository[revocation.State]
	receipts    *Repository[revocation.Receipts] // of revocations, by address
	tables      *Repository[shipping.Tables]

	gateways map[string]Gateway // by payment method

	TaxClasses     *Collection[tax.Class]
	TaxRates       *Collection[tax.Rate]
	TaxRules       *Collection[tax.Rule]
	CustomerGroups *Collection[customer.Group]

	sites       *Collection[shop.Website]
	assortments *Collection[shop.Group]
	views       *Collection[shop.Store]

	// exists tells whether a stream has an event, whatever it holds.
	exists func(ctx context.Context, stream string) (bool, error)

	// between is told of the steps of processes that span streams; tests cut them there.
	between atomic.Pointer[func(name string)]
}

// New makes the commands.
func New(infra Infrastructure, ids IDs, facts Facts) *Commands {
	if infra.Clock == nil {
		infra.Clock = time.Now
	}
	c := &Commands{
		ids: sparingIDs{ids}, facts: facts, clock: infra.Clock,
		claims:     NewRepository(infra, Decider[claim.State]{Category: claim.Category, Initial: func(string) claim.State { return claim.State{} }, Evolve: claim.Evolve}),
		numbers:    NewRepository(infra, Decider[number.State]{Category: number.Category, Initial: number.New, Evolve: number.Evolve, SnapshotEvery: 5000}),
		products:   records(infra, catalog.Products),
		categories: records(infra, catalog.Categories),
		websites:   records(infra, shop.Websites),
		groups:     records(infra, shop.Groups),
		stores:     records(infra, shop.Stores),
		rates:      records(infra, shop.Rates),
		config:     records(infra, settings.Kind),
		ledger:     NewRepository(infra, Decider[*stock.Ledger]{Category: stock.Category, Initial: stock.New, Evolve: stock.Evolve, SnapshotEvery: 20_000, Cached: 4}),
		carts:      NewRepository(infra, Decider[cart.State]{Category: cart.Category, Initial: cart.New, Evolve: cart.Evolve, Stamp: stampCart}),
		orders:     NewRepository(infra, Decider[order.Order]{Category: order.Category, Initial: order.NewOrder, Evolve: order.Evolve, Cached: 5000}),
		customers:  NewRepository(infra, Decider[customer.State]{Category: customer.Category, Initial: customer.New, Evolve: customer.Evolve, Cached: 5000}),
		accounts:   NewRepository(infra, Decider[access.Account]{Category: access.AccountCategory, Initial: access.NewAccount, Evolve: access.EvolveAccount}),
		roles:      NewRepository(infra, Decider[access.Role]{Category: access.RoleCategory, Initial: access.NewRole, Evolve: access.EvolveRole}),
		tokens:     NewRepository(infra, Decider[access.Token]{Category: access.TokenCategory, Initial: access.NewToken, Evolve: access.EvolveToken}),
		cards:      NewRepository(infra, Decider[giftcard.State]{Category: giftcard.Category, Initial: giftcard.New, Evolve: giftcard.Evolve, Cached: 2000}),
		rules:      NewRepository(infra, Decider[*pricerule.State]{Category: pricerule.Category, Initial: pricerule.New, Evolve: pricerule.Evolve, SnapshotEvery: 5000, Cached: 200}),

		revocations: NewRepository(infra, Decider[revocation.State]{Category: revocation.Category, Initial: revocation.New, Evolve: revocation.Evolve, Cached: 1000}),
		receipts:    NewRepository(infra, Decider[revocation.Receipts]{Category: revocation.ReceiptCategory, Initial: revocation.NewReceipts, Evolve: revocation.EvolveReceipts, Cached: 1000}),
		tables:      NewRepository(infra, Decider[shipping.Tables]{Category: shipping.Category, Initial: shipping.NewTables, Evolve: shipping.EvolveTables, Cached: 10}),
	}
	c.TaxClasses, c.TaxRates, c.TaxRules, c.CustomerGroups = c.taxClasses(infra), c.taxRates(infra), c.taxRules(infra), c.customerGroups(infra)
	c.sites, c.assortments, c.views = c.websiteCollection(), c.groupCollection(), c.viewCollection()
	c.exists = func(ctx context.Context, stream string) (bool, error) {
		events, err := infra.Store.ReadStream(ctx, stream, 0, 0, 1)
		return len(events) > 0 || len(RequestFrom(ctx).Trial.on(stream)) > 0, err
	}
	return c
}

// records is the repository of a kind of plain record.
func records(infra Infrastructure, kind *record.Kind) *Repository[record.State] {
	return NewRepository(infra, Decider[record.State]{Category: kind.Name, Initial: record.New, Evolve: record.Evolve, Cached: 2000})
}

// Steps makes the processes call f between their steps, for tests that cut them there.
func (c *Commands) Steps(f func(name string)) { c.between.Store(&f) }

func (c *Commands) step(name string) {
	if f := c.between.Load(); f != nil {
		(*f)(name)
	}
}

// now is when a command happens.
func (c *Commands) now(ctx context.Context) time.Time {
	if at := RequestFrom(ctx).At; !at.IsZero() {
		return at.UTC().Truncate(time.Microsecond)
	}
	return c.clock().UTC().Truncate(time.Microsecond)
}
