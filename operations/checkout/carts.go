package checkout

import (
	"context"
	"errors"
	"strings"

	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

type createInput struct {
	StoreID *int64 `json:"storeId" doc:"store view the cart is for; the request's store by default"`
}

// storeOf is the store a new cart is for.
func (h *handlers) storeOf(c *operations.Call, asked *int64) (int64, error) {
	if asked == nil {
		return c.Store.ID, nil
	}
	if _, ok := c.Shop.Store(*asked); !ok {
		return 0, fault.Invalidf("Invalid store: %d", *asked)
	}
	if !c.MaySeeStore(*asked) {
		return 0, fault.Forbiddenf("Token is not authorized for store: %d", *asked)
	}
	return *asked, nil
}

// create opens a cart: the customer's own, or a guest's when the back office asks.
func (h *handlers) create(ctx context.Context, c *operations.Call, in createInput) (*operations.Reply, error) {
	return h.open(ctx, c, in, c.CustomerID())
}

func (h *handlers) createGuest(ctx context.Context, c *operations.Call, in createInput) (*operations.Reply, error) {
	return h.open(ctx, c, in, 0)
}

func (h *handlers) open(ctx context.Context, c *operations.Call, in createInput, customerID int64) (*operations.Reply, error) {
	store, err := h.storeOf(c, in.StoreID)
	if err != nil {
		return nil, err
	}
	s, err := h.commands.CreateCart(ctx, store, customerID)
	if err != nil {
		return nil, err
	}
	if s.MaskedID != "" {
		h.masks.Add(s.MaskedID, s.ID)
	}
	return h.show(ctx, c, s)
}

// show answers with a cart as it is.
func (h *handlers) show(ctx context.Context, c *operations.Call, s cart.State) (*operations.Reply, error) {
	p, err := h.price(ctx, c, s, h.shown)
	if err != nil {
		return nil, err
	}
	return p.reply(c, nil)
}

// changed answers with a cart that was written to. What has turned out to hold no more, such as a coupon whose rule takes
// nothing off now, is taken off the cart for good.
func (h *handlers) changed(ctx context.Context, c *operations.Call, s cart.State, mark func(*documents.Cart)) (*operations.Reply, error) {
	p, err := h.repriced(ctx, c, s)
	if err != nil {
		return nil, err
	}
	return p.reply(c, mark)
}

// repriced prices a cart that was written to.
func (h *handlers) repriced(ctx context.Context, c *operations.Call, s cart.State) (*priced, error) {
	p, err := h.price(ctx, c, s, h.shown)
	if err != nil || s.Closed {
		return p, err
	}
	if coupon, cards := p.lost(c); coupon != "" || len(cards) > 0 {
		p.state, err = h.commands.DropFromCart(ctx, s.ID, coupon, cards)
	}
	return p, err
}

func (p *priced) reply(c *operations.Call, mark func(*documents.Cart)) (*operations.Reply, error) {
	doc := p.document(c)
	if mark != nil {
		mark(&doc)
	}
	b, err := documents.Encode(doc)
	return operations.Item(b), err
}

func (h *handlers) get(ctx context.Context, c *operations.Call, _ pathID) (*operations.Reply, error) {
	return h.show(ctx, c, operations.Loaded[cart.State](c))
}

// guestTotals answers with the bare prices, as guests' clients expect.
func (h *handlers) guestTotals(ctx context.Context, c *operations.Call, _ pathMask) (*operations.Reply, error) {
	p, err := h.price(ctx, c, operations.Loaded[cart.State](c), h.shown)
	if err != nil {
		return nil, err
	}
	return operations.RawJSON(p.prices())
}

type addInput struct {
	SKU string           `json:"sku" doc:"SKU of the product; SKUs are not case sensitive"`
	Qty operations.Loose `json:"qty" doc:"how many, from 1 to 10000; 1 by default"`
	customPriceInput
	giftCardInput
}

// refusals of products by type: those types need more than a SKU, which comes with their own resources.
var needsMore = map[string]string{
	"configurable": "Please specify the product's option(s).",
	"grouped":      "Please specify the quantity of product(s).",
	"bundle":       "Please select options for product.",
	"downloadable": "Please specify product link(s).",
}

// wish is what somebody wants to put into a cart, after the checks that need no cart (shapes-sales §1 checks 1 to 5).
type wish struct {
	item     cart.Item
	sellable func(money.Decimal) error // check 6, for the quantity the cart would then have
}

func (h *handlers) wish(ctx context.Context, c *operations.Call, storeID int64, in addInput) (wish, error) {
	price, err := in.customPrice(c, storeID)
	if err != nil {
		return wish{}, err
	}
	qty := in.Qty.Or(money.One)
	if err := cart.CheckQty(qty); err != nil {
		return wish{}, err
	}
	product, err := h.product(ctx, storeID, in.SKU)
	if err != nil {
		return wish{}, err
	}
	if reason, ok := needsMore[product.Type]; ok {
		return wish{}, fault.Invalidf("Failed to add product: %s", reason)
	}
	if qty, err = whole(product, qty); err != nil {
		return wish{}, err
	}
	item := cart.Item{ProductID: product.ID, SKU: product.SKU, Type: product.Type, Qty: qty, CustomPrice: price}
	if product.Type == giftcard.ProductType {
		if err := in.giftCardInput.into(&item, c, storeID, product); err != nil {
			return wish{}, fault.Invalidf("Failed to add product: %s", err)
		}
	}
	return wish{item, h.sellable(c, product)}, nil
}

// whole drops the fraction of a quantity whose product has none.
func whole(product *readmodels.Product, qty money.Decimal) (money.Decimal, error) {
	if product.Level.DecimalQty && product.Type != giftcard.ProductType { // of which each unit is a card
		return qty, nil
	}
	qty = qty.Truncate()
	return qty, cart.CheckQty(qty)
}

func (h *handlers) product(ctx context.Context, storeID int64, sku string) (*readmodels.Product, error) {
	product, err := h.reader.GoodBySKU(ctx, storeID, strings.TrimSpace(sku))
	if fault.KindOf(err) == fault.NotFound || strings.TrimSpace(sku) == "" {
		return nil, fault.Invalidf("Product with SKU '%s' not found", clip(sku))
	}
	if err != nil {
		return nil, err
	}
	if !product.Enabled || !product.InCatalog && !product.InSearch {
		return nil, fault.Invalidf("Product '%s' is not available", clip(sku))
	}
	return product, nil
}

func clip(s string) string {
	if len(s) > 100 {
		return s[:100]
	}
	return s
}

// sellable tells whether a cart may have a quantity of a product.
func (h *handlers) sellable(c *operations.Call, product *readmodels.Product) func(money.Decimal) error {
	config := c.Shop.StockConfig()
	return func(qty money.Decimal) error {
		level := product.Level
		if !product.HasLevel {
			level.OwnManage, level.Manage, level.InStock = true, true, false
		}
		if problem := level.Problem(config, qty, product.Name); problem != "" {
			return fault.Preconditionf("%s", problem)
		}
		return nil
	}
}

type cartAdd struct {
	pathID
	addInput
}

func (h *handlers) addOwned(ctx context.Context, c *operations.Call, in cartAdd) (*operations.Reply, error) {
	s := operations.Loaded[cart.State](c)
	w, err := h.wish(ctx, c, s.StoreID, in.addInput)
	if err != nil {
		return nil, err
	}
	if s, err = h.commands.AddToCart(ctx, s.ID, w.item, w.sellable); err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, nil)
}

type guestAdd struct {
	pathMask
	addInput
}

// addGuest adds to a guest's cart. A masked ID that leads to no active cart makes a new one, so that a shop's page that was
// left open still works (shapes-sales §1 rule 6).
func (h *handlers) addGuest(ctx context.Context, c *operations.Call, in guestAdd) (*operations.Reply, error) {
	if c.Command.Scope != "" { // with a key, every attempt carries out the same commands
		return h.addGuestTo(ctx, c, in, h.commands.Cart)
	}
	reply, err := h.addGuestTo(ctx, c, in, h.commands.StaleCart)
	if errors.Is(err, cart.ErrInactive) || errors.Is(err, cart.ErrNotFound) { // another process has closed it, or dropped it
		return h.addGuestTo(ctx, c, in, h.commands.Cart)
	}
	return reply, err
}

func (h *handlers) addGuestTo(ctx context.Context, c *operations.Call, in guestAdd, look cartLook) (*operations.Reply, error) {
	s, err := h.maskedCart(ctx, c, in.ID, look)
	recreated := fault.KindOf(err) == fault.NotFound
	if err != nil && !recreated {
		return nil, err
	}
	if recreated {
		s.StoreID = c.Store.ID
	}
	w, err := h.wish(ctx, c, s.StoreID, in.addInput)
	if err != nil {
		return nil, err
	}
	if recreated {
		// A product that cannot be added must not leave an empty cart behind.
		if err := w.sellable(w.item.Qty); err != nil && !c.Resumed() {
			return nil, err
		}
		if s, err = h.commands.CreateCart(ctx, c.Store.ID, 0); err != nil {
			return nil, err
		}
		h.masks.Add(s.MaskedID, s.ID)
		c.Touches("carts")
	}
	if s, err = h.commands.AddToCart(ctx, s.ID, w.item, w.sellable); err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, func(doc *documents.Cart) { doc.CartRecreated = recreated })
}

type itemInput struct {
	ID     string           `path:"id"`
	ItemID int64            `path:"itemId" doc:"number of the line"`
	Qty    operations.Loose `json:"qty" doc:"new quantity, from 1 to 10000"`
	customPriceInput
}

func (h *handlers) changeItem(ctx context.Context, c *operations.Call, in itemInput) (*operations.Reply, error) {
	s := operations.Loaded[cart.State](c)
	item, ok := s.Item(in.ItemID)
	if !ok {
		return nil, cart.ErrItemNotFound(in.ItemID)
	}
	price, err := in.customPrice(c, s.StoreID)
	if err != nil {
		return nil, err
	}
	qty := in.Qty.Or(item.Qty)
	if err := cart.CheckQty(qty); err != nil {
		return nil, err
	}
	product, err := h.reader.Product(ctx, s.StoreID, item.ProductID)
	if fault.KindOf(err) == fault.NotFound || err == nil && !product.Enabled {
		return nil, cart.ErrItemNotFound(in.ItemID) // such lines are not shown either
	}
	if err != nil {
		return nil, err
	}
	if qty, err = whole(product, qty); err != nil {
		return nil, err
	}
	if s, err = h.commands.ChangeCartItem(ctx, s.ID, in.ItemID, qty, price, h.sellable(c, product)); err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, nil)
}

type itemPath struct {
	ID     string `path:"id"`
	ItemID int64  `path:"itemId" doc:"number of the line"`
}

func (h *handlers) removeItem(ctx context.Context, c *operations.Call, in itemPath) (*operations.Reply, error) {
	s, err := h.commands.RemoveFromCart(ctx, operations.Loaded[cart.State](c).ID, in.ItemID)
	if err != nil {
		return nil, err
	}
	return h.changed(ctx, c, s, nil)
}

type shippingInput struct {
	ID      string        `path:"id"`
	Address *addressInput `json:"address" doc:"where to ship; stored as the cart's shipping address"`
}

// shippingMethods lists the ways to ship, after storing the address that came along.
func (h *handlers) shippingMethods(ctx context.Context, c *operations.Call, in shippingInput) (*priced, error) {
	s := operations.Loaded[cart.State](c)
	if in.Address != nil {
		address := in.Address.address()
		var err error
		if s, err = h.commands.SetCartDetails(ctx, s.ID, cart.Details{Shipping: &address}); err != nil {
			return nil, err
		}
	}
	return h.repriced(ctx, c, s)
}

func (h *handlers) ownedShipping(ctx context.Context, c *operations.Call, in shippingInput) (documents.Cart, error) {
	p, err := h.shippingMethods(ctx, c, in)
	if err != nil {
		return documents.Cart{}, err
	}
	return p.document(c), nil
}

func (h *handlers) guestShipping(ctx context.Context, c *operations.Call, in shippingInput) (*operations.Reply, error) {
	p, err := h.shippingMethods(ctx, c, in)
	if err != nil {
		return nil, err
	}
	return operations.RawJSON(p.shippingMethods())
}

func (h *handlers) guestPayment(ctx context.Context, c *operations.Call, _ pathMask) (*operations.Reply, error) {
	p, err := h.price(ctx, c, operations.Loaded[cart.State](c), h.shown)
	if err != nil {
		return nil, err
	}
	return operations.RawJSON(p.paymentMethods())
}
