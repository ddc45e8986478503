// Package checkout has the commands on carts, on the placement of orders and on shipping rate tables. Placement is a process over the
// streams of the cart, the stock ledger, price rules, gift cards and the order. Recover finishes or undoes a placement that a crash
// interrupted.
package checkout

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"slices"
	"time"

	"tradelog/commands"
	"tradelog/commands/catalog"
	"tradelog/commands/sales"
	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/shipping"
	"tradelog/internal/lru"
)

// Checkout carries out the commands on carts and the placement of orders.
type Checkout struct {
	*commands.Engine
	stock   *catalog.Inventory
	rules   *sales.PriceRules
	cards   *sales.GiftCards
	orders  *sales.Orders
	books   AddressBooks
	stores  Stores
	carts   commands.Repository[cart.State]
	tables  commands.Repository[shipping.Tables]
	unsaved lru.Cache[int64, cart.Created]
	// fresh holds the unsaved carts that this process began and has not changed since. Their streams need not be read.
	fresh   lru.Cache[int64, cart.Created]
	numbers orderNumbers
}

// Areas holds the commands of other areas that placements need.
type Areas struct {
	Stock  *catalog.Inventory
	Rules  *sales.PriceRules
	Cards  *sales.GiftCards
	Orders *sales.Orders
	Books  AddressBooks
	Stores Stores
}

// AddressBooks looks up the address books of customers.
type AddressBooks interface {
	// DefaultAddresses returns a customer's default billing and shipping address; nil for none.
	DefaultAddresses(ctx context.Context, customerID int64) (billing, shipping *directory.Address, err error)
}

// Stores looks up the settings of stores.
type Stores interface {
	// AddressRules returns what a store requires of the addresses of orders.
	AddressRules(ctx context.Context, storeID int64) (directory.Rules, error)
}

// New returns the commands.
func New(e *commands.Engine, areas Areas) *Checkout {
	return &Checkout{
		unsaved: lru.New[int64, cart.Created](maxUnsaved),
		fresh:   lru.New[int64, cart.Created](maxUnsaved),
		Engine:  e, stock: areas.Stock, rules: areas.Rules, cards: areas.Cards, orders: areas.Orders, books: areas.Books, stores: areas.Stores,
		carts: commands.Open(e, carts), tables: commands.Open(e, tables),
		numbers: orderNumbers{engine: e},
	}
}

var carts = commands.Decider[cart.State]{
	Category: cart.Category, Initial: cart.New, Evolve: cart.Evolve, Stamp: stampCart,
	Missing: func(s cart.State) error {
		if !s.Exists || s.Expired {
			return cart.ErrNotFound
		}
		return nil
	},
}

var tables = commands.Decider[shipping.Tables]{
	Category: shipping.Category, Initial: shipping.NewTables, Evolve: shipping.EvolveTables, Cached: 10,
}

// Streams declares the streams of the area.
func Streams() []commands.Streams {
	return []commands.Streams{
		commands.Declare(carts, "cart", cart.EventSpecs(), cart.Created{}), commands.Declare(tables, "website", shipping.EventSpecs()),
	}
}

// CreateCart creates a cart in a store. A guest's cart (customer 0) gets a masked ID, a customer's has none.
func (c *Checkout) CreateCart(ctx context.Context, storeID, customerID int64) (cart.State, error) {
	ids, err := c.Next(ctx, "cart", 1)
	if err != nil {
		return cart.State{}, err
	}
	masked := ""
	if customerID == 0 {
		var b [16]byte
		if _, err := rand.Read(b[:]); err != nil {
			return cart.State{}, err
		}
		masked = hex.EncodeToString(b[:])
	}
	at := c.Now(ctx)
	result, err := c.carts.Decide(ctx, c.carts.Stream(ids[0]), func(s cart.State) ([]domain.Event, error) {
		return s.Create(ids[0], storeID, customerID, masked, at)
	}, commands.Named("CreateCart"), commands.First())
	if err != nil {
		return cart.State{}, err
	}
	if !result.Repeated && len(result.Events) == 1 {
		return cartAfter(cart.New(result.Stream), result), nil
	}
	return c.Cart(ctx, domain.StreamID(result.Stream))
}

// Cart returns the newest state of a cart. cart.ErrNotFound: there is none.
func (c *Checkout) Cart(ctx context.Context, id int64) (cart.State, error) {
	return c.carts.Get(ctx, id)
}

// StaleCart returns the cached state of a cart. The caller must decide on the newest cart afterwards, and must check it before refusing
// anything.
func (c *Checkout) StaleCart(ctx context.Context, id int64) (cart.State, error) {
	if begins, fresh := c.fresh.Peek(id); fresh {
		return unsavedState(begins), nil
	}
	return c.carts.GetStale(ctx, id)
}

// changeCart carries out a decision on a cart and returns the state after it.
func (c *Checkout) changeCart(
	ctx context.Context, id int64, name string, decide func(cart.State) ([]domain.Event, error),
) (cart.State, error) {
	options := []commands.Option{commands.Named(name)}
	if c.fresh.Remove(id) {
		options = append(options, commands.First())
	}
	var before cart.State
	whole, settle := underAssumption(ctx, id, func(s cart.State) ([]domain.Event, error) {
		before = s
		return c.withCreation(ctx, id, s, decide)
	})
	result, err := c.carts.Decide(ctx, c.carts.Stream(id), whole, options...)
	settle(err)
	if err != nil {
		return cart.State{}, err
	}
	if begins, unsaved := c.unsaved.Get(id); unsaved && !before.Exists && len(result.Events) == 0 && !result.Repeated {
		return unsavedState(begins), nil // there was nothing to do
	}
	if !before.Exists && len(result.Events) == 0 || result.Repeated { // an earlier attempt carried it out
		return c.Cart(ctx, id)
	}
	return cartAfter(before, result), nil
}

// cartAfter returns a cart after the events of a command.
func cartAfter(s cart.State, result commands.Result) cart.State {
	for _, e := range result.Events {
		s = cart.Evolve(s, e)
	}
	return stampCart(s, result.RecordedAt)
}

// stampCart sets the time at which the newest event of a cart was recorded, unless it is zero.
func stampCart(s cart.State, at time.Time) cart.State {
	if !at.IsZero() {
		s.Changed = at
	}
	return s
}

// AddToCart adds a quantity of a product. sellable checks the resulting quantities of the cart.
func (c *Checkout) AddToCart(ctx context.Context, id int64, item cart.Item, sellable cart.Sellable) (cart.State, error) {
	return c.AddAllToCart(ctx, id, []cart.Item{item}, sellable)
}

// AddAllToCart adds several products, all or none.
func (c *Checkout) AddAllToCart(ctx context.Context, id int64, items []cart.Item, sellable cart.Sellable) (cart.State, error) {
	return c.changeCart(ctx, id, "AddToCart", func(s cart.State) ([]domain.Event, error) {
		return s.AddAll(items, c.Now(ctx), sellable)
	})
}

// ChangeCartItem sets the quantity of a line and, unless it is nil, its price in the base currency.
func (c *Checkout) ChangeCartItem(ctx context.Context, id, itemID int64, qty money.Decimal, price *money.Decimal,
	sellable cart.Sellable) (cart.State, error) {
	return c.changeCart(ctx, id, "ChangeCartItem", func(s cart.State) ([]domain.Event, error) {
		events, err := s.ChangeQty(itemID, qty, c.Now(ctx), sellable)
		if err != nil || price == nil {
			return events, err
		}
		priced, err := s.SetPrice(itemID, *price, c.Now(ctx))
		return append(events, priced...), err
	})
}

// RemoveFromCart removes a line.
func (c *Checkout) RemoveFromCart(ctx context.Context, id, itemID int64) (cart.State, error) {
	return c.changeCart(ctx, id, "RemoveFromCart", func(s cart.State) ([]domain.Event, error) { return s.Remove(itemID, c.Now(ctx)) })
}

// SetCartDetails stores addresses, methods and notes.
func (c *Checkout) SetCartDetails(ctx context.Context, id int64, d cart.Details) (cart.State, error) {
	return c.changeCart(ctx, id, "SetCartDetails", func(s cart.State) ([]domain.Event, error) { return s.SetDetails(d, c.Now(ctx)) })
}

// FormerFiles returns the IDs of the media files of custom options that a cart had and no longer has. A cart that was ordered or merged
// keeps the files of its lines: they belong to the order, or to the other cart. An expired cart has no lines.
func (c *Checkout) FormerFiles(ctx context.Context, id int64) ([]int64, error) {
	files, state, err := c.filesOf(ctx, id)
	for _, item := range state.Items {
		files = slices.DeleteFunc(files, func(file int64) bool { return slices.Contains(item.Files, file) })
	}
	return files, err
}

// Files returns the IDs of the media files of custom options of all lines that a cart ever had.
func (c *Checkout) Files(ctx context.Context, id int64) ([]int64, error) {
	files, _, err := c.filesOf(ctx, id)
	return files, err
}

func (c *Checkout) filesOf(ctx context.Context, id int64) (files []int64, s cart.State, err error) {
	s = cart.New("")
	err = c.EachEvent(ctx, c.carts.Stream(id), func(e domain.Event, _ domain.Times) {
		if s = cart.Evolve(s, e); len(s.Items) > 0 {
			files = append(files, s.Items[len(s.Items)-1].Files...)
		}
	})
	return domain.Distinct(files), s, err
}

// EndCart ends a cart, unless it is closed or in checkout.
func (c *Checkout) EndCart(ctx context.Context, id int64) error {
	return c.carts.Change(ctx, id, func(s cart.State) ([]domain.Event, error) { return s.End(c.Now(ctx)), nil }, commands.Named("EndCart"))
}

// ExpireCart expires a cart that was not changed since the given time. Any other cart stays as it is.
func (c *Checkout) ExpireCart(ctx context.Context, id int64, unchangedSince time.Time) error {
	return c.carts.Change(ctx, id, func(s cart.State) ([]domain.Event, error) {
		return s.Expire(unchangedSince, c.Now(ctx)), nil
	}, commands.Named("ExpireCart"))
}
